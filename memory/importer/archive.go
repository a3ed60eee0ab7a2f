package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/lang"
	"memoir/memory/learn"
)

// messageBatch is how many messages are stored in one transaction, so that nobody waits long for
// the database. A chat with more is stored in several, and completed by the next import after a
// crash.
const messageBatch = 50

// ImportNewPartsOfArchive stores what an archive holds and is not there yet, a transaction for each
// chat, and calls tell after each. Chats are recognised by their names in their program, messages
// by what was said before them and their text, so that the same archive adds nothing when it is
// imported again, and a newer one only what is new. The whole archive is read before anything is
// stored: one that cannot be read is a
// *memory.ArchiveError, and nothing was changed. An import that is cancelled stores the chat that it is at, so that
// what it told is what is stored; it goes on when it is repeated, also when it was killed. Nothing
// is learned from.
func (im Importer) ImportNewPartsOfArchive(
	ctx context.Context, a *archive.Archive, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	if tell == nil {
		tell = func(memory.Progress) {}
	}
	var r memory.ImportResult
	var err error
	if a.Program() == memory.ProgramMemoir {
		r, err = im.importMemoirArchive(ctx, a, o, tell)
	} else {
		r, err = im.importForeignChats(ctx, a, o, tell)
	}
	r.Program, r.DryRun = a.Program().Title(), o.DryRun
	if err != nil {
		return r, fmt.Errorf("import: %w", err)
	}
	return r, nil
}

// importForeignChats imports the chats of another program.
func (im Importer) importForeignChats(
	ctx context.Context, a *archive.Archive, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	r := memory.ImportResult{Attention: []memory.FileProblem{}}
	total := 0
	var left archive.LeftOuts
	if err := a.ForEachChatOfOtherProgram(ctx, &left, func(archive.Chat) error { total++; return nil }); err != nil {
		return r, err
	}
	left = archive.LeftOuts{}
	done := 0
	counted := map[string]bool{}
	err := a.ForEachChatOfOtherProgram(ctx, &left, func(c archive.Chat) error {
		s := chatStorer{Importer: im, program: a.Program(), dry: o.DryRun, countedFiles: counted, result: &r}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.storeOrCountNewPartsOfChat(context.WithoutCancel(ctx), c); err != nil {
			return fmt.Errorf("chat %q: %w", c.ExternalID, err)
		}
		done++
		tell(memory.Progress{Done: done, Total: max(total, done)})
		return nil
	})
	r.LeftOut = left.List()
	return r, err
}

// chatStorer stores one chat of another program.
type chatStorer struct {
	Importer
	program memory.ArchiveProgram
	dry     bool
	// countedFiles are the files of chats before it by their hash, where nothing is stored.
	countedFiles map[string]bool
	result       *memory.ImportResult
}

// storeOrCountNewPartsOfChat stores the messages of a chat that are not there yet.
func (s chatStorer) storeOrCountNewPartsOfChat(ctx context.Context, c archive.Chat) error {
	prints := fingerprintsOfChat(c)
	if c.ExternalID == "" {
		c.ExternalID = "sha256:" + hex.EncodeToString(prints[0][:])
	}
	origin, known, err := s.findImportedChatAndMessageIDs(ctx, c.ExternalID)
	if err != nil {
		return err
	}
	ids := make([]memory.ID, len(c.Messages))
	var missing []int
	for i, p := range prints {
		if ids[i] = known[p]; ids[i] == 0 {
			missing = append(missing, i)
		}
	}
	isNew := origin.ChatID == 0
	switch {
	case len(missing) == 0:
		s.result.Known++
		return nil
	case isNew:
		s.result.Chats++
	default:
		s.result.Updated++
	}
	s.result.Messages += len(missing)
	if s.dry && isNew {
		return s.countNewFiles(ctx, c.Files)
	}
	if s.dry {
		return nil
	}
	origin.Program, origin.ExternalID = s.program, c.ExternalID
	return s.storeMissingMessagesCreatingChat(ctx, c, origin, ids, missing)
}

// loadMessageIDsByFingerprint returns the messages of a chat by their prints.
func (im Importer) loadMessageIDsByFingerprint(ctx context.Context, chat memory.ID) (map[print]memory.ID, error) {
	all, err := im.Store.MessageStore().ListMessagesOfAllBranches(ctx, im.Profile, chat)
	if err != nil {
		return nil, err
	}
	return messageIDsByFingerprint(all), nil
}

// findImportedChatAndMessageIDs returns where a chat was imported, and its messages by their
// prints.
func (s chatStorer) findImportedChatAndMessageIDs(
	ctx context.Context, externalID string,
) (memory.ImportedChat, map[print]memory.ID, error) {
	origin, err := s.Store.ImportStore().FindByOrigin(ctx, s.Profile, s.program, externalID)
	if errors.Is(err, memory.ErrNotFound) {
		return memory.ImportedChat{}, nil, nil
	}
	if err != nil {
		return origin, nil, err
	}
	known, err := s.loadMessageIDsByFingerprint(ctx, origin.ChatID)
	return origin, known, err
}

// storeMissingMessagesCreatingChat stores the missing messages in batches. The first also makes the
// chat, and the last selects the branch that was shown, unless somebody has gone on with the chat
// here.
func (s chatStorer) storeMissingMessagesCreatingChat(
	ctx context.Context, c archive.Chat, origin memory.ImportedChat, ids []memory.ID, missing []int,
) error {
	goesOnHere, err := s.wasContinuedInMemoir(ctx, origin, ids)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(missing, messageBatch) {
		isLast := batch[len(batch)-1] == missing[len(missing)-1]
		stored := slices.Clone(ids)
		err := s.Store.InTx(ctx, func(tx memory.Store) error {
			copy(stored, ids)
			return s.storeMessageBatchCreatingChat(ctx, tx, c, &origin, stored, batch, isLast && !goesOnHere)
		})
		if err != nil {
			return err
		}
		copy(ids, stored)
	}
	return nil
}

// wasContinuedInMemoir reports whether a chat shows a message that is none of the archive's, and so
// was written in Memoir.
func (s chatStorer) wasContinuedInMemoir(
	ctx context.Context, origin memory.ImportedChat, ids []memory.ID,
) (bool, error) {
	if origin.ChatID == 0 {
		return false, nil
	}
	chat, err := s.Store.ChatStore().Get(ctx, s.Profile, origin.ChatID)
	return chat.HeadID != 0 && !slices.Contains(ids, chat.HeadID), err
}

func (s chatStorer) storeMessageBatchCreatingChat(
	ctx context.Context, tx memory.Store, c archive.Chat, origin *memory.ImportedChat, ids []memory.ID, batch []int,
	selectHead bool,
) error {
	if origin.ChatID == 0 {
		id, err := s.createChatWithFiles(ctx, tx, c)
		if err != nil {
			return err
		}
		origin.ChatID, origin.Learning = id, memory.ImportNotLearned
	}
	before, err := tx.ChatStore().Get(ctx, s.Profile, origin.ChatID)
	if err != nil {
		return err
	}
	messages := convertBatchToMessages(c, origin.ChatID, ids, batch)
	stored, err := tx.MessageStore().InsertTreeMakingLastMessageHead(ctx, messages,
		parentIndexesInBatch(c, batch))
	if err != nil {
		return err
	}
	for n, i := range batch {
		ids[i] = stored[n]
		origin.LastMessageID = max(origin.LastMessageID, ids[i])
	}
	chat, err := tx.ChatStore().Get(ctx, s.Profile, origin.ChatID)
	if err != nil {
		return err
	}
	switch {
	case selectHead && c.Head >= 0:
		chat.HeadID = ids[c.Head]
	case before.HeadID != 0:
		chat.HeadID = before.HeadID
	}
	if chat.UpdatedAt = laterTime(before.UpdatedAt, c.UpdatedAt); chat.UpdatedAt.IsZero() {
		chat.UpdatedAt = chat.CreatedAt
	}
	if err := tx.ChatStore().Update(ctx, chat); err != nil {
		return err
	}
	origin.ImportedAt = s.Now.NowInUTCToMillisecond()
	if origin.Learning == memory.ImportLearned {
		origin.Learning = memory.ImportNotLearned // the new messages were not
	}
	return tx.ImportStore().RecordImportedChat(ctx, *origin)
}

// createChatWithFiles makes the chat with its files.
func (s chatStorer) createChatWithFiles(ctx context.Context, tx memory.Store, c archive.Chat) (memory.ID, error) {
	chat := memory.Chat{
		ProfileID: s.Profile, Title: c.Title, TitleByUser: c.Title != "", Memory: memory.MemoryOn, Pinned: c.Pinned,
		SystemPrompt: memory.NullText(c.SystemPrompt), Source: memory.NullText(s.program.Title()), FileIDs: []memory.ID{},
		CreatedAt: c.CreatedAt,
	}
	if chat.CreatedAt.IsZero() {
		chat.CreatedAt = s.Now.NowInUTCToMillisecond()
	}
	if chat.Title == "" {
		chat.Title = learn.TitleFromFirstMessage(c.Messages[0].Content)
	}
	for _, f := range c.Files {
		id, err := s.storeFileUnlessKnown(ctx, tx, f)
		if err != nil {
			return 0, err
		}
		if !slices.Contains(chat.FileIDs, id) {
			chat.FileIDs = append(chat.FileIDs, id)
		}
	}
	return tx.ChatStore().Create(ctx, chat)
}

// countNewFiles counts the files that storing the chat would add.
func (s chatStorer) countNewFiles(ctx context.Context, files []archive.File) error {
	for _, f := range files {
		sum := sha256.Sum256([]byte(f.Content))
		hash := hex.EncodeToString(sum[:])
		_, err := s.Store.FileStore().GetBySHA256(ctx, s.Profile, hash)
		switch {
		case errors.Is(err, memory.ErrNotFound):
			if !s.countedFiles[hash] {
				s.result.Files++
			}
			s.countedFiles[hash] = true
		case err != nil:
			return err
		}
	}
	return nil
}

// storeFileUnlessKnown stores the text of an attachment, unless there is a file with it.
func (s chatStorer) storeFileUnlessKnown(ctx context.Context, tx memory.Store, f archive.File) (memory.ID, error) {
	sum := sha256.Sum256([]byte(f.Content))
	file := memory.File{
		ProfileID: s.Profile, Name: cleanImportedFileName(f.Name), MIME: "text/plain", Bytes: len(f.Content),
		SHA256: hex.EncodeToString(sum[:]), Tokens: lang.EstimateTokens(f.Content), Content: f.Content,
		CreatedAt: s.Now.NowInUTCToMillisecond(),
	}
	known, err := tx.FileStore().GetBySHA256(ctx, s.Profile, file.SHA256)
	if err == nil {
		return known.ID, nil
	}
	if !errors.Is(err, memory.ErrNotFound) {
		return 0, err
	}
	s.result.Files++
	return tx.FileStore().Insert(ctx, file)
}

// cleanImportedFileName returns the name of a file or picture of an archive as one line that shows
// all of it.
func cleanImportedFileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(memory.FileNameWithoutInvisibleRunes(name), ""))
	name = strings.TrimSpace(lang.TruncateToRunes(name, memory.MaxFileNameRunes))
	if memory.ValidateFileName(name) != nil {
		return "file"
	}
	return name
}

// convertBatchToMessages returns the messages of a batch. Those whose parents are stored already
// name them.
func convertBatchToMessages(c archive.Chat, chat memory.ID, ids []memory.ID, batch []int) []memory.Message {
	out := make([]memory.Message, len(batch))
	for n, i := range batch {
		out[n] = convertArchiveMessage(c.Messages[i], chat)
		if p := c.Messages[i].Parent; p >= 0 {
			out[n].ParentID = ids[p]
		}
	}
	return out
}

// parentIndexesInBatch returns where in the batch the parent of each message is, -1 when it is not
// in it.
func parentIndexesInBatch(c archive.Chat, batch []int) []int {
	at := make(map[int]int, len(batch))
	out := make([]int, len(batch))
	for n, i := range batch {
		at[i], out[n] = n, -1
		if p, ok := at[c.Messages[i].Parent]; ok {
			out[n] = p
		}
	}
	return out
}

func convertArchiveMessage(m archive.Message, chat memory.ID) memory.Message {
	out := memory.Message{
		ChatID: chat, Role: m.Role, Content: m.Content, Reasoning: memory.NullText(m.Reasoning),
		Status: memory.MessageComplete, Model: memory.NullText(m.Model), CreatedAt: m.CreatedAt,
	}
	if m.Role == memory.RoleAssistant {
		out.FinishedAt = m.CreatedAt
	}
	return out
}

func laterTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
