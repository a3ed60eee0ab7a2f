package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
)

// addFileAndMaybeAttach stores a file, attached to a chat unless that is 0.
func (d *harness) addFileAndMaybeAttach(chat memory.ID, name, text string) memory.ID {
	d.Helper()
	f, err := d.Env.Session.AddFileUnlessKnownOrTooLong(d.Context(), memory.NewFile{Name: name, Data: []byte(text)})
	if err == nil && chat != 0 {
		err = d.Env.Session.AttachStoredFileToChat(d.Context(), chat, f.ID)
	}
	if err != nil {
		d.Fatal(err)
	}
	return f.ID
}

// loadChat reads a chat.
func (d *harness) loadChat(id memory.ID) memory.Chat {
	d.Helper()
	chat, err := d.Env.Session.LoadChat(d.Context(), id)
	if err != nil {
		d.Fatal(err)
	}
	return chat
}

// showFilesOfChatAndWait opens the page of files beside a chat.
func (d *harness) showFilesOfChatAndWait(chat memory.ID) {
	d.Helper()
	c := memory.Chat{}
	if chat != 0 {
		c = d.loadChat(chat)
	}
	d.panel.SetChatAndNewestAnswer(c, 0)
	d.panel.ShowTabClosingEditorAndOverlay(Files)
	d.WaitForLoad("the files", &d.panel.files.request)
}

// fileRows lists the visible headings and file names, top to bottom.
func (d *harness) fileRows() string {
	var out []string
	for _, line := range strings.Split(d.VisibleText(), "\n") {
		if strings.HasPrefix(line, "In this chat") || line == "Other files" || strings.Contains(line, ".md") {
			out = append(out, line)
		}
	}
	return strings.Join(out, ", ")
}

func TestPageWithoutFilesOffersToAddOne(t *testing.T) {
	d := newHarness(t)
	d.showFilesOfChatAndWait(0)
	d.assertTextsShownOrNot(true, "No files yet. Add a file, drop one on the window, or paste long text.", "0 files")
	d.TapControlNamed("Add file", nil)
	d.assertOnlyRoute(app.Route{Screen: app.ScreenFilePicker})
}

func TestFilesAreAttachedAndDetached(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Cats")
	d.addFileAndMaybeAttach(chat, "cat.md", "A cat.")
	d.addFileAndMaybeAttach(0, "dog.md", "A dog, in more words.")
	d.showFilesOfChatAndWait(chat)
	if got := d.fileRows(); got != "In this chat, cat.md, Other files, dog.md" {
		t.Fatalf("shown: %s", got)
	}
	d.assertTextsShownOrNot(true, "6 bytes · 2 tokens · just now", "2 files")
	d.TapControlNamed("Attach", nil)
	d.RunUICallsUntil("both files", func() bool { return !d.ShowsText("Other files") })
	if got := len(d.loadChat(chat).FileIDs); got != 2 {
		t.Errorf("%d files are attached", got)
	}
	d.TapControlNamed("Detach", nil)
	d.RunUICallsUntil("one file", func() bool { return d.ShowsText("Other files") })
	if got := len(d.loadChat(chat).FileIDs); got != 1 {
		t.Errorf("%d files are attached", got)
	}
}

func TestFileCannotBeAttachedToAChatThatIsNotStored(t *testing.T) {
	d := newHarness(t)
	d.addFileAndMaybeAttach(0, "dog.md", "A dog.")
	d.showFilesOfChatAndWait(0)
	d.TapControlNamed("Attach", nil)
	if toast := d.WaitForToastAndClearToasts("Send a message first"); !toast.IsError || !toast.InPanel {
		t.Errorf("said %+v", toast)
	}
}

func TestPageSaysHowFilesOfTheChatAreSent(t *testing.T) {
	for _, c := range []struct {
		share *memory.FileShare
		want  string
	}{
		{nil, ""},
		{&memory.FileShare{Whole: true}, "sent in full"},
		{&memory.FileShare{Chunks: 1}, "sent in part: 1 part (closest to your message)"},
		{
			&memory.FileShare{Chunks: 5, Places: []string{"Page 3", "Page 4", "Page 12", "Page 20"}},
			"sent in part: Page 3, Page 4, Page 12 and 1 more (closest to your message)",
		},
		{&memory.FileShare{}, "sent in relevant parts"},
	} {
		d := newHarness(t)
		chat := d.CreateChat("Cats")
		other := d.addFileAndMaybeAttach(0, "dog.md", "A dog.")
		shares := []memory.FileShare{{FileID: other, Whole: true}}
		file := d.addFileAndMaybeAttach(chat, "cat.md", "A cat.")
		if c.share != nil {
			c.share.FileID = file
			shares = append(shares, *c.share)
		}
		d.InsertMessageOrAnswerAsHead(chat, "An answer.", &memory.Receipt{Files: shares})
		d.showFilesOfChatAndWait(chat)
		sent := ""
		for _, line := range strings.Split(d.VisibleText(), "\n") {
			if strings.HasPrefix(line, "sent ") {
				sent += line
			}
		}
		if sent != c.want {
			t.Errorf("%+v is shown as %q, want %q", c.share, sent, c.want)
		}
	}
}

func TestMenuOfAFile(t *testing.T) {
	d := newHarness(t)
	file := d.addFileAndMaybeAttach(0, "dog.md", "A dog.")
	d.showFilesOfChatAndWait(0)
	choose := func(item string) {
		t.Helper()
		d.TapControlNamed("More options for this file", nil)
		d.TapControlNamed(item, nil)
	}
	choose("Copy text")
	d.WaitForToastAndClearToasts("Copied")
	if len(d.CopiedTexts) != 1 || d.CopiedTexts[0] != "A dog." {
		t.Errorf("copied %q", d.CopiedTexts)
	}
	choose("Rename")
	d.TypeText("my dog.md")
	d.PressKeys(fyne.KeyReturn)
	d.RunUICallsUntil("the new name", func() bool { return d.ShowsText("my dog.md") })

	d.TapControlNamed("Don't learn from chats that use my dog.md", nil)
	d.RunUICallsUntil("the switch", func() bool {
		f, err := d.Env.Session.LoadFile(t.Context(), file)
		return err == nil && f.NeverLearn
	})
	choose("Remove from Memoir")
	d.assertTextsShownOrNot(true, "Remove my dog.md?", "The original on your disk stays where it is.")
	d.TapControlNamed("Cancel", nil)
	if _, err := d.Env.Session.LoadFile(t.Context(), file); err != nil {
		t.Errorf("removed without a yes: %v", err)
	}
	choose("Remove from Memoir")
	d.TapControlNamed("Remove file", nil)
	d.WaitForToastAndClearToasts("File removed")
	d.RunUICallsUntil("the empty list", func() bool { return d.ShowsText("No files yet") })
}

func TestFailuresOfThePageOfFilesAreReported(t *testing.T) {
	for _, name := range []string{"Attach", "Don't learn from chats that use dog.md", "Copy text"} {
		d := newHarness(t)
		chat := d.CreateChat("Cats")
		d.addFileAndMaybeAttach(0, "dog.md", "A dog.")
		d.showFilesOfChatAndWait(chat)
		d.CloseStore()
		if name == "Copy text" {
			d.TapControlNamed("More options for this file", nil)
		}
		d.TapControlNamed(name, nil)
		if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
			t.Errorf("%s: said %+v", name, toast)
		}
		d.panel.HandleEvent(memory.Event{Kind: memory.EventFiles})
		if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
			t.Errorf("%s: said %+v", name, toast)
		}
		d.assertTextsShownOrNot(true, "dog.md")
		if len(d.CopiedTexts) != 0 {
			t.Errorf("copied %q", d.CopiedTexts)
		}
	}
}

func TestFilesOfADeletedChatAreListedAsOthers(t *testing.T) {
	d := newHarness(t)
	d.addFileAndMaybeAttach(0, "dog.md", "A dog.")
	d.panel.files.chat = memory.Chat{ID: 99}
	d.panel.ShowTabClosingEditorAndOverlay(Files)
	d.WaitForLoad("the files", &d.panel.files.request)
	if got := d.fileRows(); got != "Other files, dog.md" || len(d.Toasts) != 0 {
		t.Errorf("shown: %s, said %+v", got, d.Toasts)
	}
}
