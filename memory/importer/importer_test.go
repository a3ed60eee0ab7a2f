package importer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/importer"
)

// countingStore counts transactions.
type countingStore struct {
	memory.Store
	transactions int
}

func (s *countingStore) InTx(ctx context.Context, fn func(memory.Store) error) error {
	s.transactions++
	return s.Store.InTx(ctx, fn)
}

// factBatches takes facts in as the learner does, but for what it refuses.
type factBatches struct {
	sizes []int
	texts []string
}

func (b *factBatches) store(
	_ context.Context, _ string, changes []memory.FileChange,
) ([]memory.FileChangeResult, error) {
	b.sizes = append(b.sizes, len(changes))
	out := make([]memory.FileChangeResult, len(changes))
	for i, c := range changes {
		b.texts = append(b.texts, c.File.Content)
		if len(b.texts)%100 == 50 {
			out[i].Err = errors.New("refused")
		}
	}
	return out, nil
}

// importFolder imports what a folder holds; facts are taken in by b.
func (h *harness) importFolder(c memory.FolderContent, b *factBatches) memory.ImportResult {
	h.t.Helper()
	im := importer.Importer{
		Store: h.db, Profile: 1, Now: func() time.Time { return noon }, StoreFacts: b.store,
	}
	r, err := im.ImportFolderContent(h.t.Context(), c)
	h.must(err)
	return r
}

// Nobody waits long for the database: memories are stored a hundred in a transaction. What is refused is
// listed under the name of its own file, in whichever batch it is.
func TestMemoriesAreStoredAHundredInATransaction(t *testing.T) {
	var content memory.FolderContent
	var texts, refused []string
	for i := range 230 {
		text, file := fmt.Sprintf("The user knows %d songs", i), fmt.Sprintf("facts/%d.md", i)
		content.Memories = append(content.Memories, memory.FolderMemory{
			NewMemory: memory.NewMemory{Content: text}, File: file, ConversationID: string(memory.GlobalConversation),
		})
		texts = append(texts, text)
		if i%100 == 49 {
			refused = append(refused, file)
		}
	}
	b := &factBatches{}
	r := newHarness(t).importFolder(content, b)
	var listed []string
	for _, p := range r.Attention {
		listed = append(listed, p.File)
	}
	if !slices.Equal(b.sizes, []int{100, 100, 30}) || !slices.Equal(b.texts, texts) ||
		!slices.Equal(listed, refused) || r.Memories != 228 {
		t.Errorf("batches of %v, listed %v, want %v, %d memories", b.sizes, listed, refused, r.Memories)
	}

	transactions := func(memories int) int {
		t.Helper()
		from, to := newRoundTrip(t), newRoundTrip(t)
		for _, text := range texts[:memories] {
			from.insertMemory(memory.Memory{Content: text})
		}
		data := from.export()
		a, err := archive.OpenAndDetectProgram(readerOf(data), int64(len(data)))
		to.must(err)
		store := &countingStore{Store: to.db}
		im := importer.Importer{Store: store, Profile: 1, Now: func() time.Time { return noon }}
		r, err := im.ImportArchive(t.Context(), a, memory.ImportOptions{}, nil)
		to.must(err)
		if r.Memories != memories {
			t.Errorf("%d memories of %d: %+v", r.Memories, memories, r)
		}
		return store.transactions
	}
	if few, many := transactions(100), transactions(230); many-few != 2 {
		t.Errorf("%d transactions for 100 memories, %d for 230", few, many)
	}
}

// A chat that somebody has moved to the trash is not imported a second time.
func TestChatsInTheTrashAreKnownToTheImportOfAFolder(t *testing.T) {
	h := newHarness(t)
	content := memory.FolderContent{Chats: []memory.FolderChat{
		{ConversationID: "chat-7", Own: true, Title: "Own", Messages: []memory.Message{
			{Role: memory.RoleUser, Content: "Hello", CreatedAt: noon},
		}},
		{ConversationID: "trip", Title: "Of a program", Messages: []memory.Message{
			{Role: memory.RoleUser, Content: "Where to?", CreatedAt: noon},
		}},
		{ConversationID: "chat-8", Own: true, Title: "In use", Messages: []memory.Message{
			{Role: memory.RoleUser, Content: "Good evening", CreatedAt: noon},
		}},
	}}
	if r := h.importFolder(content, &factBatches{}); r.Chats != 3 || r.Known != 0 {
		t.Fatalf("%+v", r)
	}
	for _, c := range h.chats() {
		if c.Title != "In use" {
			c.DeletedAt = noon
			h.must(h.db.Chats().Update(t.Context(), c))
		}
	}
	if r := h.importFolder(content, &factBatches{}); r.Chats != 0 || r.Messages != 0 || r.Known != 3 {
		t.Errorf("imported again: %+v", r)
	}
	if live := h.chats(); len(live) != 1 {
		t.Errorf("%d chats are listed", len(live))
	}
}
