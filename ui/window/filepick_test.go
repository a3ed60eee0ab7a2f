package window

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

// What the desktop's dialog answers is attached to the chat; where there is none, Memoir's opens; a dialog that is
// open is not opened twice.
func TestFilesAreChosenInTheDesktopsDialogOrInOurs(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	path := filepath.Join(t.TempDir(), "boat.md")
	if err := os.WriteFile(path, []byte("Planks are 12 mm thick."), 0o600); err != nil {
		t.Fatal(err)
	}
	type answer struct {
		paths []string
		err   error
	}
	answers, asked := make(chan answer), make(chan app.FilePick, 10)
	s.window.files.chooseFiles = func(ctx context.Context, pick app.FilePick) ([]string, error) {
		asked <- pick
		select {
		case a := <-answers:
			return a.paths, a.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	isOurs := func() bool { return s.isDrawn("Add file") }
	ended := func() bool { return !s.window.files.isChoosing }
	choose := func(a answer) {
		t.Helper()
		s.window.files.pickAndAttachFilesToChat()
		s.window.files.pickAndAttachFilesToChat() // while it is open
		answers <- a
		s.runUICallsUntil("the end of the dialog", ended)
		if <-asked; len(asked) > 0 {
			t.Error("the dialog was opened twice")
		}
	}

	choose(answer{paths: []string{path}})
	s.runUICallsUntil("the file", func() bool {
		files, err := s.service.Session(1, memory.ActorUser).ListFiles(s.ctx())
		return err == nil && len(files) == 1 && files[0].Name == "boat.md" && s.isDrawn("boat.md")
	})
	choose(answer{}) // cancelled
	choose(answer{err: errors.New("the bus is gone")})
	s.runUICallsUntil("the error", func() bool { return s.chatToast() != "" })
	if isOurs() {
		t.Error("Memoir's dialog opened although the desktop has one")
	}
	choose(answer{err: app.ErrNoDesktopDialog})
	s.runUICallsUntil("Memoir's dialog", isOurs)
}

// A branch opens as a chat of its own with the messages up to the answer.
func TestABranchOpensAsANewChat(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	first := s.sendAndWait("How thick is the planking?")
	s.sendAndWait("And the deck?")
	source := s.window.chat.CurrentChat().ID
	s.window.router.navigateTo(app.Route{Screen: app.ScreenBranchChat, Message: first.ID})
	s.runUICallsUntil("the branch", func() bool { return s.window.chat.CurrentChat().ID != source })
	branch := s.window.chat.CurrentChat().ID
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(s.ctx(), branch, 0, 0)
	if err != nil || len(ms) != 2 || ms[1].Content != first.Content {
		t.Errorf("messages %+v, %v", ms, err)
	}
	s.runUICallsUntil(
		"the toast", func() bool { return s.chatToast() == "This is a new chat with the messages up to the one you chose" },
	)
	s.runUICallsUntil("both chats in the list", func() bool { return len(s.window.sidebar.ListedChats()) == 2 })
}
