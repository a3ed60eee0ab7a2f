package window

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynestorage "fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/widgets"
)

// conditionAllChatsAnswered reports whether the sidebar has this many chats, each with one complete answer.
func (s *harness) conditionAllChatsAnswered(chats int) func() bool {
	return func() bool {
		ts := s.window.sidebar.ListedChats()
		if len(ts) != chats {
			return false
		}
		for _, t := range ts {
			ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(s.ctx(), t.ID, 0, 0)
			if err != nil || len(ms) != 2 || ms[1].Status != memory.MessageComplete {
				return false
			}
		}
		return true
	}
}

func TestChatLeftWhileStoringDoesNotReopen(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.Composer().SetText("Hello first")
	s.window.chat.Composer().OnSend("Hello first")
	s.window.chat.LeaveAndOpenNewChat(false) // before anything of the first chat was stored
	if s.window.chat.IsAnswerInProgress() {
		t.Error("the new chat cannot be written in while another one is stored")
	}
	s.runUICallsUntil("the first answer", s.conditionAllChatsAnswered(1))
	if id := s.window.chat.CurrentChat().ID; id != 0 {
		t.Fatalf("the window shows chat %d again", id)
	}
	s.window.chat.Composer().OnSend("Hello second")
	s.runUICallsUntil("the second answer", s.conditionAllChatsAnswered(2))
}

func TestTemporaryChatLeftWhileStoringIsErased(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.LeaveAndOpenNewChat(true)
	s.window.chat.Composer().OnSend("Hello secret")
	s.window.chat.LeaveAndOpenNewChat(false)
	s.sendAndWait("Hello open")
	s.runUICallsUntil("the temporary chat to be gone", func() bool {
		ts, err := s.service.Session(1, memory.ActorUser).ListChats(s.ctx(), memory.ChatFilter{})
		return err == nil && len(ts) == 1 && !ts[0].Temporary
	})
}

func TestFilesAttachedTogetherShareOneNewChat(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.AttachDataAsFile("a.txt", []byte("buy rice"))
	s.window.chat.AttachDataAsFile("b.txt", []byte("buy miso"))
	s.window.chat.Composer().OnSend("What do I buy?")
	s.runUICallsUntil("the answer", s.conditionAllChatsAnswered(1))
	s.runUICallsUntil("both files", func() bool { return len(s.window.chat.CurrentChat().FileIDs) == 2 })
}

func TestFoldersAndFilesDroppedTogetherAreAttached(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.txt": "buy miso", "sub/a.md": "# Rice", ".hidden.txt": "no", "sub/.git/config": "no", "alone/c.txt": "buy tea",
	} {
		path := filepath.Join(dir, "list", name)
		if strings.HasPrefix(name, "alone") {
			path = filepath.Join(dir, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.window.files.attachDroppedFilesToProjectOrChat(fyne.Position{}, []fyne.URI{
		fynestorage.NewFileURI(filepath.Join(dir, "list")), fynestorage.NewFileURI(filepath.Join(dir, "alone", "c.txt")),
	})
	s.runUICallsUntil("the three files", func() bool { return len(s.window.chat.CurrentChat().FileIDs) == 3 })
}

func TestNoMoreFilesOfAFolderAreTakenThanAreAttached(t *testing.T) {
	dir := t.TempDir()
	for i := range maxDroppedFiles + 2 {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if d := filesInPathsAndFolders([]string{dir}); len(d.paths) != maxDroppedFiles || !d.hasMore {
		t.Errorf("%d files, more: %v", len(d.paths), d.hasMore)
	}
}

// tapDialogButton clicks a button of the open dialog.
func (s *harness) tapDialogButton(label string) {
	s.Helper()
	s.runUICallsUntil("the question", func() bool { return s.showsElementWithPrefix(label) })
	for _, o := range test.LaidOutObjects(s.win.Canvas().Overlays().Top()) {
		if b, ok := o.(*widgets.Button); ok && b.Label() == label {
			test.Tap(b)
			return
		}
	}
	s.Fatalf("%q cannot be clicked", label)
}

func TestTooLargeFileStoresAChatOnlyWhenAttached(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	large := []byte(strings.Repeat("A long line of an archive.\n", 20_000))
	threads := func() []memory.Chat {
		ts, err := s.service.Session(1, memory.ActorUser).ListChats(s.ctx(), memory.ChatFilter{})
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	s.window.chat.AttachDataAsFile("archive.txt", large)
	s.tapDialogButton("Don't attach")
	s.sendAndWait("Hello") // queued work is done by now
	if ts := threads(); len(ts) != 1 || len(ts[0].FileIDs) != 0 {
		t.Fatalf("after a file that was not attached there are the chats %+v", ts)
	}
	if files, err := s.service.Session(1, memory.ActorUser).ListFiles(s.ctx()); err != nil || len(files) != 0 {
		t.Fatalf("a file that was not attached is stored: %+v, %v", files, err)
	}
	s.window.chat.LeaveAndOpenNewChat(false)
	s.window.chat.AttachDataAsFile("archive.txt", large)
	s.tapDialogButton("Send the most relevant parts")
	s.runUICallsUntil(
		"the file in a chat of its own", func() bool { return len(s.window.chat.CurrentChat().FileIDs) == 1 },
	)
	if ts := threads(); len(ts) != 2 {
		t.Errorf("there are %d chats", len(ts))
	}
}
