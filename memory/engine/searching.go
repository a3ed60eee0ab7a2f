package engine

import (
	"context"
	"fmt"

	"memoir/memory"
)

// RetrieveMemories finds the memories for a message by the rules of the preset. A failing search is
// no error: on error, timeout and no hit it falls back to the newest memories and sets Reason. It
// fails when the store cannot be read or the recency weight is not a share.
func (s *Session) RetrieveMemories(ctx context.Context, p memory.RetrieveParams) (memory.Retrieval, error) {
	return s.search.RetrieveMemories(ctx, s.profile, p)
}

// SearchChatsMessagesMemories searches titles, messages and memories for the words of a text, at
// most k of each. The last word may be incomplete. Chats in the trash and forgotten memories are
// not found; an empty text matches nothing.
func (s *Session) SearchChatsMessagesMemories(ctx context.Context, text string, k int) (memory.SearchResults, error) {
	r, err := s.search.SearchChatsMessagesMemories(ctx, s.profile, text, k)
	if err != nil {
		return r, err
	}
	if err := s.fillSourceChats(ctx, r.Memories); err != nil {
		return r, fmt.Errorf("find memories: %w", err)
	}
	return r, nil
}

// FindMessagesConcerningQuestion returns at most k messages of the profile that concern a question,
// best first: by words, by what was said around them and, as far as they are embedded, by meaning.
func (s *Session) FindMessagesConcerningQuestion(
	ctx context.Context, question string, k int,
) ([]memory.MessageHit, error) {
	return s.search.FindMessagesConcerningQuestion(ctx, s.profile, question, k)
}

// WaitForEmbedderAndFirstSync blocks until the embedder is ready and the sync that Start begins has
// ended, so that everything stored before can be found. If that sync fails, it does not wait for
// the retry.
func (s *Service) WaitForEmbedderAndFirstSync(ctx context.Context) error {
	return s.search.WaitForEmbedderAndFirstSync(ctx)
}

// EmbedMessagesWithoutVectorNow embeds every message of the profile that has no vector, without
// waiting for a quiet moment, and returns when that is done. It does nothing where messages are not
// embedded.
func (s *Session) EmbedMessagesWithoutVectorNow(ctx context.Context) error {
	return s.search.EmbedMessagesWithoutVectorNow(ctx, s.profile)
}

// ReembedMemoriesFilesMessages rebuilds every vector with the current embedder: it drops the stored
// vectors and embeds their owners again in batches. It can be cancelled at any time; the next start
// completes the rest. progress may be nil.
func (s *Service) ReembedMemoriesFilesMessages(
	ctx context.Context, o memory.ReembedOptions, progress func(memory.Progress),
) (memory.ReembedReport, error) {
	return s.search.ReembedMemoriesFilesMessages(ctx, o, progress)
}

// WaitAndEmbedTextsUnredacted returns the vectors of texts under the current embedder, without
// redacting secrets.
func (s *Service) WaitAndEmbedTextsUnredacted(
	ctx context.Context,
	kind memory.EmbedKind,
	texts []string,
) ([][]float32, error) {
	return s.search.WaitAndEmbedTextsUnredacted(ctx, kind, texts)
}
