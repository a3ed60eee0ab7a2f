package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"memoir/memory"
	"memoir/memory/learn"
	"memoir/memory/search"
	"memoir/storage"
	"memoir/storage/storagetest"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 123_000_000, time.UTC)

// mirrored is a store, the folder that mirrors it, and the events between them.
type mirrored struct {
	t       *testing.T
	db      *storage.DB
	bus     memory.Bus
	dir     string
	logs    *bytes.Buffer
	learner *learn.Learner
	delay   time.Duration
	settle  time.Duration
	// rows counts the changes that were taken in.
	rows atomic.Int32
}

func newMirrored(t *testing.T) *mirrored {
	t.Helper()
	db := storagetest.OpenCreatingIfMissing(t, filepath.Join(t.TempDir(), "data"))
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	dir := filepath.Join(t.TempDir(), "notes", "memoir")
	m := &mirrored{
		t: t, db: db, bus: memory.NewBus(), dir: dir, logs: &bytes.Buffer{}, delay: time.Millisecond,
		settle: 20 * time.Millisecond,
	}
	config := func() memory.Config { return memory.StandardPreset() }
	deps := memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Embedder: notReadyEmbedder{}, Bus: m.bus,
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	}
	m.learner = learn.New(deps, search.New(deps, config), config)
	return m
}

// notReadyEmbedder is an embedder that is still being loaded: vectors are made later.
type notReadyEmbedder struct{ memory.Embedder }

func (notReadyEmbedder) ID() string    { return "none" }
func (notReadyEmbedder) IsReady() bool { return false }

// runMirrorUntilWritten starts the mirror, calls during and closes it, which writes everything.
func (m *mirrored) runMirrorUntilWritten(during func()) {
	m.t.Helper()
	m.runMirrorDuringCallAndClose(func(*Mirror) {
		if during != nil {
			during()
		}
	})
}

// runMirrorDuringCallAndClose is run with the mirror for during.
func (m *mirrored) runMirrorDuringCallAndClose(during func(*Mirror)) {
	m.t.Helper()
	mirror := StartMirror(m.t.Context(), m.options())
	during(mirror)
	mirror.StopTakingInEditsAfterFirstRound(m.t.Context())
	if err := mirror.Close(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
}

func (m *mirrored) options() Options {
	return Options{
		Store: m.db, Path: func() string { return m.dir }, Subscribe: m.bus.SubscribeToQueuedEvents,
		Log: slog.New(slog.NewTextHandler(m.logs, nil)), Delay: m.delay, Now: time.Now,
		Settle: m.settle, TakeIn: m.takeInAndCountChanges,
	}
}

// takeInAndCountChanges is the core's way to take in changes of files.
func (m *mirrored) takeInAndCountChanges(
	ctx context.Context, profile memory.ID, run string, changes []memory.FileChange,
) ([]memory.FileChangeResult, error) {
	results, err := m.learner.ApplyMemoryFileChangesOrPropose(ctx, profile, memory.ActorFolder, run, changes)
	m.rows.Add(int32(len(results)))
	return results, err
}

// contentsOfFilesByPath returns the content of every file of the folder but the indexes, by path.
func (m *mirrored) contentsOfFilesByPath() map[string]string {
	m.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(m.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == indexName || d.Name() == gitIgnoreName {
			return err
		}
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // a temporary file that was renamed after it was listed
			return nil
		}
		rel, _ := filepath.Rel(m.dir, path)
		found[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return found
}

// assertFilePaths compares the paths of the folder.
func (m *mirrored) assertFilePaths(want ...string) {
	m.t.Helper()
	var got []string
	for path := range m.contentsOfFilesByPath() {
		got = append(got, path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		m.t.Fatalf("files:\n%s\nwant:\n%s\nlog: %s", strings.Join(got, "\n"), strings.Join(want, "\n"), m.logs)
	}
}

// waitUntil waits until something is so, longer than a busy computer takes.
func waitUntil(t *testing.T, isSo func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if isSo() {
			return
		}
	}
	t.Fatal("not so after two minutes")
}

func (m *mirrored) addFact(content string, change ...func(*memory.Memory)) memory.Memory {
	m.t.Helper()
	f := memory.Memory{
		ProfileID: 1, Content: content, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypePersonal,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginManual,
		CreatedAt: noon, UpdatedAt: noon,
	}
	for _, c := range change {
		c(&f)
	}
	id, err := m.db.MemoryStore().Insert(m.t.Context(), f)
	if err != nil {
		m.t.Fatal(err)
	}
	f.ID = id
	return f
}

func (m *mirrored) updateMemoryAndPublish(f memory.Memory) {
	m.t.Helper()
	if _, err := m.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(m.t.Context(), f); err != nil {
		m.t.Fatal(err)
	}
	memory.PublishStaleDataEvent(m.bus, memory.EventMemories, f.ProfileID, 0)
}

func (m *mirrored) eraseMemoryAndPublish(f memory.Memory) {
	m.t.Helper()
	if err := m.db.MemoryStore().UnlinkFromProfile(m.t.Context(), f.ProfileID, f.ID); err != nil {
		m.t.Fatal(err)
	}
	memory.PublishStaleDataEvent(m.bus, memory.EventMemories, f.ProfileID, 0)
}

// addChat stores a chat with one question and one answer.
func (m *mirrored) addChat(external memory.NullText) memory.Chat {
	m.t.Helper()
	c := memory.Chat{
		ProfileID: 1, Title: "Tea", Memory: memory.MemoryOn, FileIDs: []memory.ID{}, ExternalID: external,
		CreatedAt: noon, UpdatedAt: noon,
	}
	id, err := m.db.ChatStore().Create(m.t.Context(), c)
	if err != nil {
		m.t.Fatal(err)
	}
	c.ID = id
	var parent memory.ID
	for _, role := range []memory.Role{memory.RoleUser, memory.RoleAssistant} {
		parent, err = m.db.MessageStore().InsertAsHeadUpdatingChatTime(m.t.Context(), memory.Message{
			ChatID: id, ParentID: parent, Role: role, Content: "Said by the " + string(role), Status: memory.MessageComplete,
			CreatedAt: noon,
		})
		if err != nil {
			m.t.Fatal(err)
		}
	}
	return c
}

const (
	firstFact = "entries/global/facts/20260503T120000.123Z__memory-1.md"
	userTurn  = "turns/user/20260503T120000.123Z__message-1.md"
	reply     = "turns/assistant/20260503T120000.123Z__message-2.md"
)

func TestWritesMemoriesChatsSummariesAndBase(t *testing.T) {
	m := newMirrored(t)
	text := "The user said: \"---\nnull: yes\" and\u0085left\n---\n"
	m.addFact(text, func(f *memory.Memory) {
		f.Tags, f.ValidFrom = []string{"a: b", `"q"`, "no", "\u0085"}, "2026-05"
	})
	chat := m.addChat("../Evil")
	m.addFact("The user likes tea here", func(f *memory.Memory) { f.Scope, f.ChatID = memory.ScopeChat, chat.ID })
	_, err := m.db.SummaryStore().Insert(t.Context(), memory.Summary{
		ProfileID: 1, ChatID: chat.ID, Content: "They spoke of tea.", Model: memory.RuleBasedModel,
		State: memory.SummaryCurrent, CreatedAt: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.db.BaseMemoryStore().Append(t.Context(), memory.BaseMemory{
		ProfileID: 1, Content: "# Work\nA baker", OwnLines: []string{}, SummaryIDs: []memory.ID{},
		Actor: memory.ActorUser, CreatedAt: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	m.runMirrorUntilWritten(nil)
	evil := "entries/%2e.%2f%45vil/"
	m.assertFilePaths(
		firstFact, "entries/global/base.md", evil+"facts/20260503T120000.123Z__memory-2.md", evil+"summaries/summary.md",
		evil+userTurn, evil+reply,
	)
	files := m.contentsOfFilesByPath()
	parts := strings.SplitN(files[firstFact], "---\n", 3)
	var front map[string]any
	if err := yaml.Unmarshal([]byte(parts[1]), &front); err != nil {
		t.Fatalf("%v in %s", err, parts[1])
	}
	want := "map[conversation_id:global created_at:2026-05-03T12:00:00.123Z id:memory-1 role:memory " +
		"tags:[a: b \"q\" no \u0085] type:personal valid_from:2026-05]"
	if got := fmt.Sprint(front); got != want {
		t.Errorf("front matter %s\nwant         %s", got, want)
	}
	if parts[2] != text+"\n" {
		t.Errorf("text %q", parts[2])
	}
	if s := files[evil+userTurn]; !strings.Contains(s, "conversation_id: \"../Evil\"\nrole: \"user\"\n") {
		t.Errorf("turn:\n%s", s)
	}
	if s := files[evil+"summaries/summary.md"]; !strings.Contains(s, "summary_kind: \"rule_based\"\n") {
		t.Errorf("summary:\n%s", s)
	}
}

func TestEditForgetUndoAndEraseReachTheFolder(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(func() {
		f.Content = "The user lives in Siena"
		m.updateMemoryAndPublish(f)
	})
	if s := m.contentsOfFilesByPath()[firstFact]; !strings.HasSuffix(s, "---\nThe user lives in Siena\n") {
		t.Errorf("after the edit: %s", s)
	}
	m.runMirrorUntilWritten(func() { f.Status = memory.StatusForgotten; m.updateMemoryAndPublish(f) })
	m.assertFilePaths()
	m.runMirrorUntilWritten(func() { f.Status = memory.StatusActive; m.updateMemoryAndPublish(f) })
	m.assertFilePaths(firstFact)
	m.runMirrorUntilWritten(func() { m.eraseMemoryAndPublish(f) })
	m.assertFilePaths()
	index, err := os.ReadFile(filepath.Join(m.dir, indexName))
	if err != nil || bytes.Contains(index, []byte("memory-1")) {
		t.Errorf("index %s, %v", index, err)
	}
}

func TestChangesAreWrittenWhileItRuns(t *testing.T) {
	m := newMirrored(t)
	m.runMirrorUntilWritten(func() {
		m.addFact("The user likes tea")
		memory.PublishStaleDataEvent(m.bus, memory.EventMemories, 1, 0)
		waitUntil(t, func() bool {
			_, err := os.Stat(filepath.Join(m.dir, firstFact))
			return err == nil
		})
	})
}

func TestChatsInTheTrashLeaveTheFolder(t *testing.T) {
	m := newMirrored(t)
	chat := m.addChat("")
	m.runMirrorUntilWritten(nil)
	m.assertFilePaths("entries/chat-1/"+userTurn, "entries/chat-1/"+reply)
	m.runMirrorUntilWritten(func() {
		chat.DeletedAt = noon
		if err := m.db.ChatStore().Update(t.Context(), chat); err != nil {
			t.Fatal(err)
		}
		memory.PublishStaleDataEvent(m.bus, memory.EventChats, 1, chat.ID)
	})
	m.assertFilePaths()
}

func TestTextsThatSomeoneWroteInAFileStay(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	path := filepath.Join(m.dir, firstFact)
	if err := os.WriteFile(path, []byte("---\nmine"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.runMirrorUntilWritten(func() { f.Content = "The user lives in Siena"; m.updateMemoryAndPublish(f) })
	var edited string
	for name, content := range m.contentsOfFilesByPath() {
		if content == "---\nmine" {
			edited = name
		}
	}
	m.assertFilePaths(firstFact, edited)
	m.runMirrorUntilWritten(func() { m.eraseMemoryAndPublish(f) })
	m.assertFilePaths()
}

func TestProfilesHaveTheirOwnFoldersAndLeaveNothing(t *testing.T) {
	m := newMirrored(t)
	id, err := m.db.ProfileStore().Create(t.Context(), memory.Profile{Name: "Anna", ExternalID: "Anna", CreatedAt: noon})
	if err != nil {
		t.Fatal(err)
	}
	m.addFact("Anna likes tea", func(f *memory.Memory) { f.ProfileID = id })
	m.runMirrorUntilWritten(nil)
	m.assertFilePaths("profiles/%41nna/" + firstFact)
	m.runMirrorUntilWritten(func() {
		if err := m.db.ProfileStore().Delete(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		memory.PublishStaleDataEvent(m.bus, memory.EventSettings, id, 0)
	})
	if _, err := os.Stat(filepath.Join(m.dir, "profiles")); !os.IsNotExist(err) {
		t.Errorf("folder of the profiles: %v", err)
	}
}

func TestAFolderThatWentAwayIsNotMadeAgain(t *testing.T) {
	m := newMirrored(t)
	m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	if err := os.RemoveAll(m.dir); err != nil {
		t.Fatal(err)
	}
	m.runMirrorUntilWritten(nil)
	if _, err := os.Stat(m.dir); !os.IsNotExist(err) || !strings.Contains(m.logs.String(), "missing") {
		t.Errorf("folder: %v, log: %s", err, m.logs)
	}
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	m.runMirrorUntilWritten(nil)
	m.assertFilePaths(firstFact)
}

func TestLinksOutOfTheFolderAreNotFollowed(t *testing.T) {
	m := newMirrored(t)
	outside := t.TempDir()
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(m.dir, "entries")); err != nil {
		t.Skip(err) // Windows without the right to make links
	}
	m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	if found, err := os.ReadDir(outside); err != nil || len(found) > 0 {
		t.Errorf("written outside: %v, %v", found, err)
	}
}

func TestTheFolderSaysWhichChatsAreInAProject(t *testing.T) {
	m := newMirrored(t)
	project, err := m.db.ProjectStore().Create(t.Context(), memory.Project{
		ProfileID: 1, Name: "Boat", LearnedScope: memory.ScopeProject, FileIDs: []memory.ID{},
	})
	if err != nil {
		t.Fatal(err)
	}
	inside, outside := m.addChat(""), m.addChat("c-9")
	if inside, err = m.db.ChatStore().Get(t.Context(), 1, inside.ID); err != nil {
		t.Fatal(err)
	}
	inside.ProjectID = project
	if err := m.db.ChatStore().Update(t.Context(), inside); err != nil {
		t.Fatal(err)
	}
	m.runMirrorUntilWritten(func() {})
	read, problems, err := ReadAllProfilesInFolder(m.dir)
	if err != nil || len(problems) != 0 {
		t.Fatalf("%v, %v", problems, err)
	}
	names := map[string]string{}
	for _, profile := range read {
		for _, c := range profile.Chats {
			names[c.ConversationID] = c.ProjectName
		}
	}
	want := map[string]string{
		conversationIDOfChat(inside): "Boat", conversationIDOfChat(outside): "",
	}
	if !maps.Equal(names, want) {
		t.Errorf("projects of chats %v, want %v", names, want)
	}
}
