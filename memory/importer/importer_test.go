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
	chats []memory.ID
}

func (b *factBatches) recordBatchAndRefuseSome(
	_ context.Context, _ string, changes []memory.FileChange,
) ([]memory.FileChangeResult, error) {
	b.sizes = append(b.sizes, len(changes))
	out := make([]memory.FileChangeResult, len(changes))
	for i, c := range changes {
		b.texts = append(b.texts, c.File.Content)
		b.chats = append(b.chats, c.File.ChatID)
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
		Store: h.db, Profile: 1, Now: func() time.Time { return noon }, StoreFacts: b.recordBatchAndRefuseSome,
	}
	r, err := im.ImportNewPartsOfFolderContent(h.t.Context(), c)
	h.failOnError(err)
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
		data := from.exportEverythingAsArchive()
		a, err := archive.OpenAndDetectProgram(readerOf(data), int64(len(data)))
		to.failOnError(err)
		store := &countingStore{Store: to.db}
		im := importer.Importer{Store: store, Profile: 1, Now: func() time.Time { return noon }}
		r, err := im.ImportNewPartsOfArchive(t.Context(), a, memory.ImportOptions{}, nil)
		to.failOnError(err)
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
			h.failOnError(h.db.ChatStore().Update(t.Context(), c))
		}
	}
	if r := h.importFolder(content, &factBatches{}); r.Chats != 0 || r.Messages != 0 || r.Known != 3 {
		t.Errorf("imported again: %+v", r)
	}
	if live := h.chats(); len(live) != 1 {
		t.Errorf("%d chats are listed", len(live))
	}
}

// A branched chat begins with copies of the messages of its source, with their times. Both are imported, also
// where one of them is already, and neither is imported twice; a memory of one stays with that chat. What
// goes on here or in the folder is the same chat still, as is one whose last answer was continued.
func TestABranchedChatAndItsSourceAreTwoChatsOfAFolder(t *testing.T) {
	say := func(role memory.Role, text string, minute int) memory.Message {
		return memory.Message{Role: role, Content: text, CreatedAt: noon.Add(time.Duration(minute) * time.Minute)}
	}
	shared := []memory.Message{
		say(memory.RoleUser, "Where to?", 0), say(memory.RoleAssistant, "Porto.", 1),
	}
	chat := func(id, title string, more ...memory.Message) memory.FolderChat {
		return memory.FolderChat{ConversationID: id, Own: true, Title: title, Messages: slices.Concat(shared, more)}
	}
	source := chat("chat-1", "Trip", say(memory.RoleUser, "By train?", 2), say(memory.RoleAssistant, "By train.", 3))
	branch := chat("chat-2", "Branch: Trip", say(memory.RoleUser, "By ship?", 4), say(memory.RoleAssistant, "By ship.", 5))
	longer, continued, copied := source, branch, chat("chat-3", "Branch: Trip")
	longer.Messages = slices.Concat(source.Messages, []memory.Message{say(memory.RoleUser, "When?", 6)})
	continued.Messages = slices.Clone(branch.Messages)
	continued.Messages[3].Content += " It takes a week."
	fact := memory.FolderMemory{
		NewMemory: memory.NewMemory{Content: "The user gets seasick"}, File: "f.md", ConversationID: "chat-2",
	}
	untitled := func(id, title string) memory.FolderChat {
		return memory.FolderChat{ConversationID: id, Own: true, Title: title}
	}
	type step struct {
		isNew, known int
		chats        []memory.FolderChat
	}
	of := func(isNew, known int, chats ...memory.FolderChat) step { return step{isNew, known, chats} }
	for name, steps := range map[string][]step{
		"the folder twice":            {of(2, 0, source, branch), of(0, 2, source, branch)},
		"in another order":            {of(2, 0, source, branch), of(0, 2, branch, source)},
		"the source alone first":      {of(1, 0, source), of(1, 1, source, branch)},
		"the branch alone first":      {of(1, 0, branch), of(1, 0, source)},
		"grown in the folder":         {of(1, 0, source), of(0, 1, longer)},
		"grown here":                  {of(2, 0, longer, branch), of(0, 1, source)},
		"an answer continued":         {of(1, 0, branch), of(0, 1, continued)},
		"a branch that says no more":  {of(2, 0, source, copied), of(0, 2, copied, source)},
		"without messages, one title": {of(1, 0, untitled("chat-4", "x")), of(0, 1, untitled("chat-4", "x"))},
		"without messages, another":   {of(1, 0, untitled("chat-4", "x")), of(1, 0, untitled("chat-5", "y"))},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			for i, step := range steps {
				b := &factBatches{}
				content := memory.FolderContent{Chats: step.chats}
				if slices.ContainsFunc(step.chats, func(c memory.FolderChat) bool { return c.ConversationID == "chat-2" }) {
					content.Memories = []memory.FolderMemory{fact}
				}
				r := h.importFolder(content, b)
				if r.Chats != step.isNew || r.Known != step.known {
					t.Errorf("import %d: %+v, want %d new and %d known", i+1, r, step.isNew, step.known)
				}
				for _, chat := range b.chats {
					if c, err := h.db.ChatStore().Get(t.Context(), 1, chat); err != nil || c.Title != branch.Title {
						t.Errorf("import %d: the memory is in %q, %v", i+1, c.Title, err)
					}
				}
			}
		})
	}
}
