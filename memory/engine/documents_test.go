package engine_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"memoir/memory"
)

// What the model is sent of a document is its text, and what it says is known.
func TestADocumentIsAttachedAsItsText(t *testing.T) {
	h := newHarness(t)
	me := h.Session(1, memory.ActorUser)
	for _, name := range []string{"garden-plan.docx", "garden-plan.pdf"} {
		data, err := os.ReadFile("../documents/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := me.AddFileUnlessKnownOrTooLong(h.ctx(), memory.NewFile{Name: name, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if f.Bytes != len(data) || !strings.Contains(f.Content, "Every second evening, 40 litres a bed.") {
			t.Errorf("%s is stored with %d bytes as %q", name, f.Bytes, f.Content)
		}
		chat := h.newChat()
		if err := me.AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
			t.Fatal(err)
		}
		h.sendAndLearn(chat, "How much water does a bed get?")
		if sent := systemMessage(h.model.lastChatRequest()); !strings.Contains(sent, "40 litres a bed") {
			t.Errorf("%s: the model was sent %q", name, sent)
		}
	}
}

func TestADocumentThatCannotBeReadChangesNothing(t *testing.T) {
	h := newHarness(t)
	me := h.Session(1, memory.ActorUser)
	for name, problem := range map[string]string{
		"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF": "is damaged", "PK\x03\x04": "is damaged",
		"\xD0\xCF\x11\xE0": "password-protected", "\x00\x01": "isn't a text file or document",
	} {
		_, err := me.AddFileUnlessKnownOrTooLong(h.ctx(), memory.NewFile{Name: "a.bin", Data: []byte(name)})
		if !errors.Is(err, memory.ErrInvalid) || !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if files, err := me.ListFiles(h.ctx()); err != nil || len(files) != 0 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// A mark of direction makes the name of a program look like that of a text. Neither the list of
// files nor the prompt nor the receipt has it.
func TestFileNamesAreStoredAsTheyAreShown(t *testing.T) {
	h := newHarness(t)
	me := h.Session(1, memory.ActorUser)
	f, err := me.AddFileUnlessKnownOrTooLong(
		h.ctx(), memory.NewFile{Name: "cod\u202etxt.exe", Data: []byte("Water the beds.")},
	)
	if err != nil || f.Name != "codtxt.exe" {
		t.Fatalf("%q, %v", f.Name, err)
	}
	chat := h.newChat()
	if err := me.AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	answer, _ := h.sendAndLearn(chat, "What does the file say?")
	if sent := systemMessage(h.model.lastChatRequest()); !strings.Contains(sent, "### codtxt.exe\n") {
		t.Errorf("the model was sent %q", sent)
	}
	if files := answer.Receipt.Files; len(files) != 1 || files[0].Name != "codtxt.exe" {
		t.Errorf("the receipt names %+v", files)
	}
}

func TestALongerFileThanAskedForIsNotStored(t *testing.T) {
	h := newHarness(t)
	me := h.Session(1, memory.ActorUser)
	long := memory.NewFile{Name: "tides.txt", Data: []byte(strings.Repeat("The tide comes in. ", 100)), MaxTokens: 100}
	f, err := me.AddFileUnlessKnownOrTooLong(h.ctx(), long)
	if err != nil || f.ID != 0 || f.Name != "tides.txt" || f.Tokens <= 100 {
		t.Errorf("it is returned as %d %q of %d tokens, %v", f.ID, f.Name, f.Tokens, err)
	}
	if files, err := me.ListFiles(h.ctx()); err != nil || len(files) != 0 {
		t.Fatalf("stored: %+v, %v", files, err)
	}
	long.MaxTokens = 0
	stored, err := me.AddFileUnlessKnownOrTooLong(h.ctx(), long)
	if err != nil || stored.ID == 0 {
		t.Fatal(stored, err)
	}
	long.MaxTokens = 100
	if again, err := me.AddFileUnlessKnownOrTooLong(h.ctx(), long); err != nil || again.ID != stored.ID {
		t.Errorf("a stored file is returned as %d, %v", again.ID, err)
	}
}
