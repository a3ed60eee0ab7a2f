package importer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/archive/archivetest"
	"memoir/memory/importer"
	"memoir/storage"
	"memoir/storage/storagetest"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// harness imports into a real store.
type harness struct {
	t  *testing.T
	db *storage.DB
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	return &harness{t, db}
}

func (h *harness) failOnError(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) tryImport(ctx context.Context, data []byte, o memory.ImportOptions,
	tell func(memory.Progress),
) (memory.ImportResult, error) {
	h.t.Helper()
	a, err := archive.OpenAndDetectProgram(readerOf(data), int64(len(data)))
	if err != nil {
		return memory.ImportResult{}, err
	}
	im := importer.Importer{Store: h.db, Profile: 1, Now: func() time.Time { return noon }}
	return im.ImportNewPartsOfArchive(ctx, a, o, tell)
}

func readerOf(data []byte) *bytes.Reader { return bytes.NewReader(data) }

func (h *harness) importArchive(data []byte, o memory.ImportOptions) memory.ImportResult {
	h.t.Helper()
	r, err := h.tryImport(h.t.Context(), data, o, nil)
	h.failOnError(err)
	return r
}

func (h *harness) chats() []memory.Chat {
	h.t.Helper()
	all, err := h.db.ChatStore().List(h.t.Context(), memory.ChatFilter{ProfileID: 1})
	h.failOnError(err)
	return all
}

// describeChatsAndMessages describes every chat with its messages, so that two states can be compared.
func (h *harness) describeChatsAndMessages() string {
	h.t.Helper()
	var b strings.Builder
	for _, c := range h.chats() {
		fmt.Fprintf(&b, "%d %q %s %s head %d files %v\n", c.ID, c.Title, c.Source, c.UpdatedAt, c.HeadID, c.FileIDs)
		all, err := h.db.MessageStore().ListMessagesOfAllBranches(h.t.Context(), 1, c.ID)
		h.failOnError(err)
		for _, m := range all {
			fmt.Fprintf(&b, "  %d<%d %s %q %s %s\n", m.ID, m.ParentID, m.Role, m.Content, m.Model, m.CreatedAt)
		}
	}
	return b.String()
}

// foreignArchives are archives in the three foreign forms.
func foreignArchives(t *testing.T) map[string][]byte {
	return map[string][]byte{
		"ChatGPT": archivetest.PackZip(t, map[string]string{
			"conversations.json": archivetest.EncodeJSON(t, archivetest.ChatGPTExport(false)),
		}),
		"Claude": archivetest.PackZip(t, map[string]string{
			"conversations.json": archivetest.EncodeJSON(t, archivetest.ClaudeExport()), "users.json": "[]",
		}),
		"Open WebUI": []byte(archivetest.EncodeJSON(t, archivetest.OpenWebUIExport())),
	}
}

func TestImportingAnArchiveTwiceAddsNothing(t *testing.T) {
	for program, data := range foreignArchives(t) {
		t.Run(program, func(t *testing.T) {
			h := newHarness(t)
			dry := h.importArchive(data, memory.ImportOptions{DryRun: true})
			if got := h.describeChatsAndMessages(); got != "" || !dry.DryRun {
				t.Errorf("a dry run stored\n%s", got)
			}
			first := h.importArchive(data, memory.ImportOptions{})
			if first.Program != program || first.Chats != 2 || first.Messages < 5 || len(first.LeftOut) == 0 ||
				dry.Chats != first.Chats || dry.Messages != first.Messages || dry.Files != first.Files {
				t.Errorf("first %+v, after the dry run %+v", first, dry)
			}
			before := h.describeChatsAndMessages()
			if !strings.Contains(before, " "+program+" ") {
				t.Errorf("no source in\n%s", before)
			}
			second := h.importArchive(data, memory.ImportOptions{})
			if second.Chats+second.Messages+second.Updated+second.Files != 0 || second.Known != 2 {
				t.Errorf("second %+v", second)
			}
			if got := h.describeChatsAndMessages(); got != before {
				t.Errorf("got\n%s\nwant\n%s", got, before)
			}
		})
	}
}

func TestNewerArchiveAddsOnlyWhatIsNew(t *testing.T) {
	h := newHarness(t)
	h.importArchive([]byte(archivetest.EncodeJSON(t, archivetest.ChatGPTExport(false))), memory.ImportOptions{})
	before := strings.Count(h.describeChatsAndMessages(), "\n")
	r := h.importArchive([]byte(archivetest.EncodeJSON(t, archivetest.ChatGPTExport(true))), memory.ImportOptions{})
	if r.Chats != 1 || r.Updated != 1 || r.Messages != 3 || r.Known != 1 {
		t.Errorf("%+v", r)
	}
	if got := strings.Count(h.describeChatsAndMessages(), "\n") - before; got != 4 { // three messages and a chat
		t.Errorf("%d rows were added", got)
	}
	branch, err := h.db.MessageStore().ListBranch(t.Context(), 1, 1, 0, 0)
	h.failOnError(err)
	if last := branch[len(branch)-1]; last.Content != "Thank you!" {
		t.Errorf("the chat ends with %q", last.Content)
	}
}

func TestChatThatGoesOnInMemoirKeepsItsBranch(t *testing.T) {
	h := newHarness(t)
	h.importArchive([]byte(archivetest.EncodeJSON(t, archivetest.ChatGPTExport(false))), memory.ImportOptions{})
	chat, err := h.db.ChatStore().Get(t.Context(), 1, 1)
	h.failOnError(err)
	own, err := h.db.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), memory.Message{
		ChatID: 1, ParentID: chat.HeadID, Role: memory.RoleUser, Content: "Said here", Status: memory.MessageComplete,
		CreatedAt: noon,
	})
	h.failOnError(err)
	r := h.importArchive([]byte(archivetest.EncodeJSON(t, archivetest.ChatGPTExport(true))), memory.ImportOptions{})
	if chat, err = h.db.ChatStore().Get(t.Context(), 1, 1); err != nil || chat.HeadID != own || r.Updated != 1 {
		t.Errorf("head %d, want %d; %+v, %v", chat.HeadID, own, r, err)
	}
}

// A newer archive of Memoir has more messages than one transaction stores: the branch that somebody wrote
// here stays the one that is shown, whichever batch is the last.
func TestChatOfMemoirThatGoesOnHereKeepsItsBranch(t *testing.T) {
	from, to := newRoundTrip(t), newRoundTrip(t)
	chat := from.addChat("Trip", "Hello", "Hi")
	to.insertMemory(memory.Memory{Content: "The user was here before"})
	to.importArchive(from.exportEverythingAsArchive(), memory.ImportOptions{})
	grow := func(n int) {
		t.Helper()
		for i := range n {
			c, err := from.db.ChatStore().Get(t.Context(), 1, chat)
			from.failOnError(err)
			from.insertMessage(memory.Message{
				ChatID: chat, ParentID: c.HeadID, Role: []memory.Role{memory.RoleUser, memory.RoleAssistant}[i%2],
				Content: fmt.Sprintf("Message %d after %d", i, c.HeadID),
			})
		}
	}
	head := func() (memory.ID, int) {
		t.Helper()
		c, err := to.db.ChatStore().Get(t.Context(), 1, 1)
		to.failOnError(err)
		all, err := to.db.MessageStore().ListMessagesOfAllBranches(t.Context(), 1, 1)
		to.failOnError(err)
		return c.HeadID, len(all)
	}
	grow(120)
	to.importArchive(from.exportEverythingAsArchive(), memory.ImportOptions{})
	last, n := head()
	branch, err := to.db.MessageStore().ListBranch(t.Context(), 1, 1, 0, 0)
	to.failOnError(err)
	if n != 122 || len(branch) != 122 || branch[121].ID != last {
		t.Fatalf("%d messages, %d on the branch that is shown", n, len(branch))
	}
	own := to.insertMessage(memory.Message{ChatID: 1, ParentID: last, Role: memory.RoleUser, Content: "Said here"})
	for want := 123 + 120; want <= 123+240; want += 120 {
		grow(120)
		r := to.importArchive(from.exportEverythingAsArchive(), memory.ImportOptions{})
		if got, n := head(); got != own || n != want || r.Updated != 1 || r.Messages != 120 {
			t.Errorf("head %d, want %d; %d messages, want %d; %+v", got, own, n, want, r)
		}
	}
}

func TestImportThatWasCancelledGoesOn(t *testing.T) {
	data := []byte(archivetest.EncodeJSON(t, archivetest.LargeChatGPTExport(12, 230)))
	whole := newHarness(t)
	whole.importArchive(data, memory.ImportOptions{})
	h := newHarness(t)
	for stop := 3; ; stop += 3 {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := h.tryImport(ctx, data, memory.ImportOptions{}, func(p memory.Progress) {
			if p.Done == stop {
				cancel()
			}
		})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if got, want := h.describeChatsAndMessages(), whole.describeChatsAndMessages(); got != want {
		t.Errorf("a cancelled import that went on differs: %d bytes, want %d", len(got), len(want))
	}
}

func TestChatThatIsHalfStoredIsCompleted(t *testing.T) {
	all := archivetest.LargeChatGPTExport(1, 230)
	mapping := all[0].(archivetest.Object)["mapping"].(archivetest.Object)
	whole := []byte(archivetest.EncodeJSON(t, all))
	for id := range mapping {
		if id >= "n00100" {
			delete(mapping, id)
		}
	}
	h := newHarness(t)
	h.importArchive([]byte(archivetest.EncodeJSON(t, all)), memory.ImportOptions{})
	if r := h.importArchive(whole, memory.ImportOptions{}); r.Messages != 130 || r.Updated != 1 {
		t.Errorf("%+v", r)
	}
	full := newHarness(t)
	full.importArchive(whole, memory.ImportOptions{})
	if got, want := h.describeChatsAndMessages(), full.describeChatsAndMessages(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestArchiveThatCannotBeReadToItsEndChangesNothing(t *testing.T) {
	text := archivetest.EncodeJSON(t, archivetest.LargeChatGPTExport(3, 2))
	h := newHarness(t)
	_, err := h.tryImport(t.Context(), []byte(text[:len(text)-1]+`,{"x"}]`), memory.ImportOptions{}, nil)
	var refused *memory.ArchiveError
	if !errors.As(err, &refused) || h.describeChatsAndMessages() != "" {
		t.Errorf("err %v, stored\n%s", err, h.describeChatsAndMessages())
	}
}

func TestImportedChatsAreFoundAndNotLearnedFrom(t *testing.T) {
	h := newHarness(t)
	h.importArchive(foreignArchives(t)["Open WebUI"], memory.ImportOptions{})
	hits, err := h.db.FullText().SearchMessages(t.Context(), "seven", 5, memory.FullTextFilter{ProfileID: 1})
	h.failOnError(err)
	titles, err := h.db.FullText().SearchChatTitles(t.Context(), "numbers", 5, memory.FullTextFilter{ProfileID: 1})
	h.failOnError(err)
	if len(hits) != 1 || len(titles) != 1 {
		t.Errorf("%d messages and %d titles found", len(hits), len(titles))
	}
	jobs, err := h.db.JobStore().List(t.Context(), 1)
	h.failOnError(err)
	idle, err := h.db.SummaryStore().ListIdleChatsDueForSummary(t.Context(), noon.AddDate(1, 0, 0))
	h.failOnError(err)
	if len(jobs)+len(idle) != 0 {
		t.Errorf("%d jobs and %d chats to summarise", len(jobs), len(idle))
	}
}
