package search

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memoir/memory"
	"memoir/memory/lang/claims"
)

// sentenceChunks is how many of the nearest chunks are read sentence by sentence, of all files
// together: about 3,000 words.
const sentenceChunks = 8

// maxSentenceBytes bounds a sentence that can be a statement; longer ones are tables or have no
// marks.
const maxSentenceBytes = 400

// FileSentence is a sentence of a file with its cosine to a fact.
type FileSentence struct {
	FileID memory.ID
	Text   string
	Cosine float64
}

// ScoreFileSentencesAgainstFact returns the sentences of the profile's files that share words with
// a fact, at most limit, and their cosines to its passage vector. They are read from the chunks
// that are nearest to the vector and embedded on each call, which costs one call of the embedder
// and about 3 ms for each sentence with the encoder inside. It relies on
// EmbedFilesAndFindNearestChunk to have embedded new files.
func (s fileParts) ScoreFileSentencesAgainstFact(
	ctx context.Context, profile memory.ID, fact string, vec []float32, limit int,
) ([]FileSentence, error) {
	hits, err := s.vectorIndex.Search(ctx, s.vectorCollection(profile, memory.OwnerFile), vec, sentenceChunks)
	if err != nil {
		return nil, fmt.Errorf("search files: %w", err)
	}
	chunks := map[memory.ID][]int{}
	var order []memory.ID
	for _, h := range hits {
		if chunks[h.Key.Owner] == nil {
			order = append(order, h.Key.Owner)
		}
		chunks[h.Key.Owner] = append(chunks[h.Key.Owner], h.Key.Part)
	}
	var found []FileSentence
	for _, id := range order {
		text, err := s.joinFileChunkTexts(ctx, profile, id, chunks[id])
		if err != nil {
			return nil, err
		}
		for _, sentence := range claims.SentencesSharingWords(text, fact, maxSentenceBytes, limit-len(found)) {
			found = append(found, FileSentence{FileID: id, Text: sentence})
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	texts := make([]string, len(found))
	for i, f := range found {
		texts[i] = f.Text
	}
	vecs, err := s.embedder.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		return nil, fmt.Errorf("embed sentences: %w", err)
	}
	for i := range found {
		found[i].Cosine = DotProduct(vecs[i], vec)
	}
	return found, nil
}

// joinFileChunkTexts returns the texts of some chunks of a file, one after the other; "" for a file
// that has been deleted meanwhile.
func (s fileParts) joinFileChunkTexts(ctx context.Context, profile, file memory.ID, parts []int) (string, error) {
	f, err := s.store.FileStore().Get(ctx, profile, file)
	if errors.Is(err, memory.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("load file %d: %w", file, err)
	}
	spans, err := s.embedder.ChunkTextByMaxTokens(ctx, f.Content)
	if err != nil {
		return "", fmt.Errorf("split file %d: %w", file, err)
	}
	var b strings.Builder
	for _, i := range parts {
		if i < len(spans) {
			b.WriteString(f.Content[spans[i].Start:spans[i].End] + "\n")
		}
	}
	return b.String(), nil
}
