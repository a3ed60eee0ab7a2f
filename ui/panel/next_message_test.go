package panel

import (
	"testing"

	"memoir/memory"
)

// showPreviewAndWait shows what will be sent with a text and waits until it is loaded.
func (d *harness) showPreviewAndWait(p memory.PreviewParams) {
	d.Helper()
	d.panel.SetNextMessageAndReloadPreview(p)
	d.panel.ShowNextMessagePreview()
	d.WaitForLoad("the preview", &d.panel.answer.request)
}

func TestPreviewFollowsWhatIsTypedAndLeavesOutWhatTheUserRemoves(t *testing.T) {
	d := newHarness(t)
	d.AddMemoryAsUser("The user has a cat.")
	d.AddMemoryAsUser("The user lives in Porto.")
	chat := memory.Chat{Memory: memory.MemoryOn}
	var asked []memory.Exclusions
	d.panel.SetLeaveOutCallback(func(without memory.Exclusions) {
		asked = append(asked, without)
		d.panel.SetNextMessageAndReloadPreview(memory.PreviewParams{Chat: chat, Text: "Where?", Without: without})
	})
	d.panel.SetNextMessageAndReloadPreview(memory.PreviewParams{Chat: chat, Text: " "})
	d.panel.ShowNextMessagePreview()
	d.assertTextsShownOrNot(true, "What will be sent", "As you type a message, everything that will be sent")
	d.panel.SetNextMessageAndReloadPreview(memory.PreviewParams{Chat: chat, Text: "Where?"})
	d.WaitForText("The user lives in Porto.")
	d.assertTextsShownOrNot(
		true, "The user has a cat.", "Everything that will be sent, word for word, if you send this message now",
		"System prompt",
	)
	d.TapControlNamed("Leave out: The user has a cat.", nil)
	d.RunUICallsUntil("the memory to go", func() bool { return !d.ShowsText("The user has a cat.") })
	d.assertTextsShownOrNot(true, "1 memory left out", "The user lives in Porto.")
	d.TapControlNamed("Put back what was left out", nil)
	d.WaitForText("The user has a cat.")
	if len(asked) != 2 || len(asked[0].Memories) != 1 || asked[1].Count() != 0 {
		t.Errorf("asked for %+v", asked)
	}
}

func TestPreviewLeavesForTheAnswerThatIsSent(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Cats")
	first := d.insertExchange(chat, 0, "one", d.receiptWithEverySection())
	d.panel.SetChatAndNewestAnswer(memory.Chat{ID: chat}, first)
	d.showPreviewAndWait(memory.PreviewParams{Chat: memory.Chat{ID: chat}, Text: "What about dogs?"})
	d.assertTextsShownOrNot(true, "What will be sent", "Last answer")
	d.panel.HandleEvent(memory.Event{Kind: memory.EventDone, ChatID: chat})
	d.panel.SetChatAndNewestAnswer(memory.Chat{ID: chat}, first)
	d.assertTextsShownOrNot(true, "What will be sent")
	second := d.insertExchange(chat, first, "What about dogs?", &memory.Receipt{
		SystemMessage: "x", Excluded: &memory.Exclusions{Memories: []memory.ID{1}, Files: []memory.ID{2, 3}},
	})
	d.panel.SetChatAndNewestAnswer(memory.Chat{ID: chat}, second)
	d.WaitForText("Everything sent to the model for this answer, word for word. llama3.2, just now. " +
		"You left out 1 memory and 2 files.")
	d.assertTextsShownOrNot(false, "What will be sent")
	d.showPreviewAndWait(memory.PreviewParams{Chat: memory.Chat{ID: chat}, Text: "More?"})
	d.TapControlNamed("What was sent for the last answer", nil)
	d.WaitForText("Everything sent to the model for this answer")
}
