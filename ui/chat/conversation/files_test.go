package conversation

import (
	"strconv"
	"testing"

	"memoir/memory"
)

func readFuncReturningText(text string) func() ([]byte, error) {
	return func() ([]byte, error) { return []byte(text), nil }
}

func TestAttachedFileStoresTheChatOnce(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Attachments.ReadAndAttachFile("/home/mara/notes.txt", readFuncReturningText("buy rice")))
	h.logEffectsAndQueueWork(h.Attachments.ReadAndAttachFile("list.txt", readFuncReturningText("and tea")))
	h.assertAndTakeEffectLog("ShowControls, AddFile, ShowControls, AddFile")
	p := h.Attachments.PendingFiles
	if len(p) != 2 || p[0].Name != "notes.txt" || p[0].ChipID >= 0 || p[0].ChipID == p[1].ChipID {
		t.Fatalf("pending: %+v", p)
	}
	h.runPendingWork()
	if a := h.Attachments; h.core.calls["CreateChat"] != 1 || len(a.Files) != 2 || len(a.PendingFiles) != 0 ||
		h.Chat.ID == 0 {
		t.Errorf("calls %v, files %+v, pending %+v", h.core.calls, h.Attachments.Files, h.Attachments.PendingFiles)
	}
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.Attachments.DetachFileOrRemovePendingChip(int64(h.Attachments.Files[0].ID)))
	h.assertAndTakeEffectLog("DetachFile, ShowError <nil>, ReadFiles, ShowControls, ReportChanged")
	if len(h.Attachments.Files) != 1 || h.Attachments.Files[0].Name != "list.txt" {
		t.Errorf("files %+v", h.Attachments.Files)
	}
}

func TestRefusedFileSaysWhy(t *testing.T) {
	full := memory.FaultFromError(errDisk)
	for _, c := range []struct {
		name   string
		read   func() ([]byte, error)
		refuse error
		want   string
	}{
		{"unreadable", func() ([]byte, error) { return nil, errDisk }, nil, "ShowToast a.txt can't be read."},
		{
			"not a text", readFuncReturningText("\x00"), &memory.FieldError{Field: "data", Problem: "isn't a text file"},
			"ShowToast a.txt isn't a text file.",
		},
		{"not stored", readFuncReturningText("a"), errDisk, "ShowToast " + full.Title + " " + full.Hint},
	} {
		h := newHarness(t)
		if c.refuse != nil {
			h.core.fail["AddFile"] = c.refuse
		}
		h.logEffectsAndQueueWork(h.Attachments.ReadAndAttachFile("a.txt", c.read))
		h.takeEffectLog()
		h.runPendingWork()
		if got := h.takeEffectLog(); got != "ShowControls, "+c.want {
			t.Errorf("%s: %s", c.name, got)
		}
		if len(h.Attachments.PendingFiles) != 1 || !h.Attachments.PendingFiles[0].Refused || h.Chat.ID != 0 {
			t.Errorf("%s: pending %+v in chat %d", c.name, h.Attachments.PendingFiles, h.Chat.ID)
		}
		h.logEffectsAndQueueWork(h.Attachments.DetachFileOrRemovePendingChip(h.Attachments.PendingFiles[0].ChipID))
		if len(h.Attachments.PendingFiles) != 0 {
			t.Errorf("%s: the chip stays", c.name)
		}
	}
}

func TestRefusedFilesGoWithTheNextMessage(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Attachments.ReadAndAttachFile("a.txt", func() ([]byte, error) { return nil, errDisk }))
	h.runPendingWork()
	h.typeAndSendText("Never mind")
	h.runPendingWork()
	if len(h.Attachments.PendingFiles) != 0 {
		t.Errorf("pending %+v", h.Attachments.PendingFiles)
	}
}

func TestTooLargeFileIsAttachedOnlyOnRequest(t *testing.T) {
	for _, pickModel := range []bool{false, true} {
		h := newHarness(t)
		read := func() ([]byte, error) { return make([]byte, 901), nil }
		w := h.Attachments.ReadAndAttachFile("archive.txt", read)[1].(AddFile)
		effects := w.RunOnCore(t.Context(), h.core)(h.State)
		ask, ok := effects[len(effects)-1].(AskTooLarge)
		if !ok || h.Chat.ID != 0 || len(h.Attachments.PendingFiles)+len(h.core.files) != 0 {
			t.Fatalf("effects %v in chat %d, stored %+v", effects, h.Chat.ID, h.core.files)
		}
		got := h.Attachments.FileTooLargeText(ask.File, strconv.Itoa)
		if got != "archive.txt has about 901 tokens, but the model can handle only 1000." {
			t.Error(got)
		}
		h.logEffectsAndRunAllWork(h.Attachments.AttachTooLargeFile(ask, pickModel))
		if got := h.takeLogAndCheckForEffect("PickModel"); got != pickModel || len(h.Attachments.Files) != 1 ||
			len(h.core.files) != 1 {
			t.Errorf("offers models: %t, files %+v of %+v", got, h.Attachments.Files, h.core.files)
		}
	}
	h := newHarness(t)
	h.logEffectsAndRunAllWork(
		h.Attachments.ReadAndAttachFile("fits.txt", func() ([]byte, error) { return make([]byte, 900), nil }),
	)
	if len(h.Attachments.Files) != 1 {
		t.Errorf("a file that just fits: %+v", h.Attachments.Files)
	}
}

func TestFileOfAChatThatWasLeftChangesNothing(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Attachments.ReadAndAttachFile("a.txt", readFuncReturningText("a")))
	h.logEffectsAndQueueWork(
		h.Attachments.ReadAndAttachFile("large.txt", func() ([]byte, error) { return make([]byte, 2000), nil }),
	)
	h.logEffectsAndQueueWork(h.Attachments.AttachTooLargeFile(AskTooLarge{File: memory.File{ID: 5}, visit: h.visit}, true))
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.takeEffectLog()
	h.runPendingWork()
	h.assertAndTakeEffectLog("ShowError <nil>, ShowError <nil>")
	if h.Chat.ID != 0 || len(h.Attachments.Files) != 0 {
		t.Errorf("chat %d with %+v", h.Chat.ID, h.Attachments.Files)
	}
}

func TestFilesFollowTheirEvent(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.core.files = []memory.File{{ID: 8, Name: "a.txt"}}
	h.core.chats[1].FileIDs = []memory.ID{8}
	h.logEffectsAndRunAllWork(h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventFiles, ChatID: 1}))
	if len(h.Attachments.Files) != 1 || len(h.Chat.FileIDs) != 1 {
		t.Errorf("files %+v", h.Attachments.Files)
	}
	h.core.fail["Chat"] = errDisk
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventFiles, ChatID: 1}))
	h.assertAndTakeEffectLog("ReadFiles")
}

func TestMeterCountsOnlyWhatIsSentOfALargeFile(t *testing.T) {
	h := newHarness(t)
	window := h.Models.ContextWindowTokens()
	large, small := memory.File{ID: 1, Tokens: 20 * window}, memory.File{ID: 2, Tokens: window / 4}
	h.Attachments.Files = []memory.File{large}
	if got := h.EstimateNextPromptTokens(); got != window/2 {
		t.Errorf("a file of %d tokens is counted as %d, want half of %d", large.Tokens, got, window)
	}
	h.Attachments.Files = []memory.File{small}
	if got := h.EstimateNextPromptTokens(); got != small.Tokens {
		t.Errorf("a file of %d tokens is counted as %d", small.Tokens, got)
	}
	if !h.Models.SendsFileOnlyInParts(large) || h.Models.SendsFileOnlyInParts(small) {
		t.Error("a large file is sent whole, or a small one in parts")
	}
}
