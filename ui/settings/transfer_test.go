package settings

import (
	"context"
	"strings"
	"testing"

	"memoir/memory"
)

// newHarnessWithDataPage opens the page of the data folder; importing does what the test wants.
func newHarnessWithDataPage(
	t *testing.T,
	do func(context.Context, memory.ImportOptions, func(memory.Progress)) (memory.ImportResult, error),
) *harness {
	t.Helper()
	h := newClosedHarness(t)
	h.host.archive, h.host.importArchive = "/downloads/chatgpt.zip", do
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	return h
}

// importResultFromChatGPT is what an archive holds that nothing is known of.
func importResultFromChatGPT() memory.ImportResult {
	return memory.ImportResult{
		Program: "ChatGPT", Chats: 2, Messages: 30,
		LeftOut: []memory.LeftOut{{Reason: "pictures and other media", Count: 12}, {Reason: "empty chats", Count: 1}},
	}
}

func TestArchiveIsCountedThenImportedAndReported(t *testing.T) {
	step := make(chan struct{})
	h := newHarnessWithDataPage(t, func(
		_ context.Context, o memory.ImportOptions, tell func(memory.Progress),
	) (memory.ImportResult, error) {
		r := importResultFromChatGPT()
		if r.DryRun = o.DryRun; !o.DryRun {
			tell(memory.Progress{Done: 1, Total: 2})
			<-step
		}
		return r, nil
	})
	h.TapControlNamed("Import…", nil)
	h.WaitForText("chatgpt.zip, from ChatGPT: 2 chats, 30 messages.")
	h.WaitForText("Left out: pictures and other media (12), empty chats (1).")
	if got := h.host.takeRequests(); !strings.HasSuffix(got, "import /downloads/chatgpt.zip true") {
		t.Errorf("asked for %s", got)
	}
	h.TapControlNamed("Import", nil)
	h.WaitForText("Importing chatgpt.zip: 1 of 2 chats.")
	close(step)
	h.WaitForText("Imported: 2 chats, 30 messages.")
}

func TestArchiveThatWasFoundIsNotImportedAfterCancel(t *testing.T) {
	h := newHarnessWithDataPage(t, func(
		context.Context, memory.ImportOptions, func(memory.Progress),
	) (memory.ImportResult, error) {
		return importResultFromChatGPT(), nil
	})
	h.TapControlNamed("Import…", nil)
	h.WaitForText("2 chats, 30 messages.")
	h.TapControlNamed("Cancel", nil)
	h.WaitForText("choose the zip or JSON file")
	if got := h.host.takeRequests(); strings.Contains(got, "false") {
		t.Errorf("imported: %s", got)
	}
}

func TestRunningImportIsCancelledAndSaysHowFarItCame(t *testing.T) {
	cancelled := make(chan struct{})
	h := newHarnessWithDataPage(t, func(
		ctx context.Context, o memory.ImportOptions, tell func(memory.Progress),
	) (memory.ImportResult, error) {
		if o.DryRun {
			return importResultFromChatGPT(), nil
		}
		tell(memory.Progress{Done: 1, Total: 3})
		<-ctx.Done()
		close(cancelled)
		tell(memory.Progress{Done: 2, Total: 3}) // too soon after the first to be shown while it runs
		return memory.ImportResult{Chats: 2}, ctx.Err()
	})
	h.TapControlNamed("Import…", nil)
	h.WaitForText("2 chats, 30 messages.")
	h.TapControlNamed("Import", nil)
	h.WaitForText("1 of 3 chats")
	h.TapControlNamed("Cancel", nil)
	h.WaitForText("Canceled after 2 of 3 chats. Import the file again to continue.")
	<-cancelled
}

func TestFileThatIsNoArchiveIsRefusedInASentence(t *testing.T) {
	h := newHarnessWithDataPage(t, func(
		context.Context, memory.ImportOptions, func(memory.Progress),
	) (memory.ImportResult, error) {
		return memory.ImportResult{}, &memory.ArchiveError{Problem: "its JSON is damaged or incomplete"}
	})
	h.TapControlNamed("Import…", nil)
	h.WaitForText("This file can't be imported: its JSON is damaged or incomplete. Nothing was changed.")
	h.TapControlNamed("Import…", nil) // another can be chosen
}

func TestLearningFromImportedChatsIsOfferedStartedAndStopped(t *testing.T) {
	h := newClosedHarness(t)
	ctx := t.Context()
	chat := h.CreateChat("Imported")
	question := h.InsertMessageOrAnswerAsHead(chat, "I live in Porto", nil)
	answer, err := h.DB.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: chat, ParentID: question, Role: memory.RoleAssistant, Status: memory.MessageComplete, Content: "How nice.",
		CreatedAt: h.Now, FinishedAt: h.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	err = h.DB.ImportStore().RecordImportedChat(ctx, memory.ImportedChat{
		ChatID: chat, Program: memory.ProgramClaude, ExternalID: "c", LastMessageID: answer,
		Learning: memory.ImportNotLearned,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("Learn from 1 imported chat?")
	if jobs, err := h.DB.JobStore().List(ctx, 1); err != nil || len(jobs) != 0 {
		t.Fatalf("%d jobs before anybody asked, %v", len(jobs), err)
	}
	h.TapControlNamed("Start", nil)
	h.WaitForText("Learning from imported chats")
	h.TapControlNamed("Stop", nil)
	h.WaitForText("Learn from 1 imported chat?")
}
