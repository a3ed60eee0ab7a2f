package tiers

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the page over a real core and store.
type harness struct {
	*uitest.Harness
	page *Page
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t)}
	h.openNewPageAndWait()
	return h
}

// openNewPageAndWait shows a page as at the start of the program.
func (h *harness) openNewPageAndWait() {
	h.page = New(h.Env)
	h.ShowPaneInWindow(h.page.Body(), 348, 2400)
	h.reloadPageAndWait()
	h.RunUICallsUntil("the draft", func() bool { return h.page.storedDraft.IsLoaded() })
}

func (h *harness) reloadPageAndWait() {
	h.page.Reload()
	h.WaitForLoad("the page", &h.page.loadRequest)
}

// storeSummaryWithDecision stores a summary as the core does.
func (h *harness) storeSummaryWithDecision(chat memory.ID, text string) memory.ID {
	h.Helper()
	id, err := h.DB.SummaryStore().Insert(h.Context(), memory.Summary{
		ProfileID: 1, ChatID: chat, Content: text, MessageCount: 20, FirstMessageID: 1, LastMessageID: 2,
		Model: memory.RuleBasedModel, State: memory.SummaryCurrent, CreatedAt: h.Now,
	})
	if err != nil {
		h.Fatal(err)
	}
	h.AppendExtractorDecision(memory.Decision{ChatID: chat, SummaryID: id, Action: memory.ActionAdd})
	return id
}

func TestPageShowsEveryTierWithItsNextTriggerAndCost(t *testing.T) {
	h := newHarness(t)
	if !h.ShowsText("No summaries yet.") || !h.ShowsText("After the first answer") {
		t.Errorf("at first the page says\n%s", h.VisibleText())
	}
	chat := h.CreateChat("Trips")
	h.InsertMessageOrAnswerAsHead(chat, "Where shall we go?", nil)
	h.InsertMessageOrAnswerAsHead(chat, "To Bled.", &memory.Receipt{
		HistoryIDs: []memory.ID{1}, OmittedCount: 28, ContextWindow: 8192,
		Sections: []memory.PromptSection{
			{Name: "system", Tokens: 90},
			{Name: "long_term", Tokens: 12},
			{Name: "relevant", Tokens: 30},
			{Name: "earlier", Tokens: 44},
			{Name: "chats", Tokens: 55},
			{Name: "history", Tokens: 700},
		},
	})
	h.storeSummaryWithDecision(chat, "- The user planned a trip to Bled.")
	h.AddMemoryAsUser("The user is a gardener.")
	h.reloadPageAndWait()
	for _, want := range []string{
		"Costs are for the last answer in “Trips”.",
		"1 message from this chat, word for word. 28 older messages don't fit in the model's context window of 8,192 " +
			"tokens. Costs 700 tokens.",
		"2 messages in your chats, 26 bytes. No older messages were quoted. Costs 55 tokens.",
		"1 summary, 34 bytes. This chat will be summarized after 30 more messages. Costs 44 tokens.",
		"1 memory, 23 bytes. 0 memories were sent for the last answer. New facts are learned after each answer. " +
			"Costs 42 tokens.",
		"0 words, 0 bytes. The text will be updated after 19 more summaries. Costs nothing right now.",
		"The user planned a trip to Bled.",
		"20 messages · without a model · just now",
	} {
		if !h.ShowsText(want) {
			t.Errorf("the page lacks %q; it says\n%s", want, h.VisibleText())
		}
	}
	for _, b := range []string{
		"Show what was sent for the last answer", "Search all messages", "Show and edit the memories",
		"Show and edit the text about you", "Open the messages this summary covers: Trips",
	} {
		h.TapControlNamed(b, nil)
	}
	want := []app.Route{
		{Screen: app.ScreenReceipt},
		{Screen: app.ScreenSearch},
		{Screen: app.ScreenMemories},
		{Screen: app.ScreenAboutYou},
		app.ChatRoute(chat, 1),
	}
	for i, r := range want {
		if i >= len(h.Routes) || h.Routes[i] != r {
			t.Errorf("the buttons lead to %+v, want %+v", h.Routes, want)
			break
		}
	}
}

func TestEditOfTheSummariesTierScrollsToThem(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	h.InsertMessageOrAnswerAsHead(chat, "Where shall we go?", nil)
	for range 8 {
		h.storeSummaryWithDecision(chat, "- The user planned a trip to Bled.\n- They travel in May.")
	}
	h.ShowPaneInWindow(h.page.Body(), 348, 400)
	h.reloadPageAndWait()
	h.TapControlNamed("Show and edit the summaries", nil)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.page.summaryColumn)
	if top := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.page.scroll); at != top.AddXY(theme.Space16, 0) {
		t.Errorf("the summaries are at %v of a page at %v", at, top)
	}
	if s := h.VisibleText(); !strings.Contains(s, "•\nThe user planned a trip to Bled.\n•\nThey travel in May.") {
		t.Errorf("the points are shown as\n%s", s)
	}
}

func TestTiersOpenedForTheSummariesOfAChatScrollToThem(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	for range 6 {
		h.storeSummaryWithDecision(chat, strings.Repeat("- The user planned a trip to Bled.\n", 12))
	}
	h.page.Body().Resize(fyne.NewSize(348, 300))
	if h.showTiersOfChatAndWait(chat, false); h.page.scroll.Offset.Y != 0 {
		t.Errorf("the tiers are at %v, want their top", h.page.scroll.Offset.Y)
	}
	h.showTiersOfChatAndWait(chat, true)
	at := h.page.scroll.Offset.Y
	if want := theme.Space12 + h.page.summaryColumn.Position().Y; at != want || at == 0 {
		t.Errorf("the summaries of the chat are at %v, shown from %v", want, at)
	}
	h.page.scroll.ScrollToTop()
	if h.reloadPageAndWait(); h.page.scroll.Offset.Y != 0 {
		t.Errorf("a reload scrolled to %v", h.page.scroll.Offset.Y)
	}
}

func TestEditedSummaryIsInSight(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	for range 4 {
		h.storeSummaryWithDecision(chat, strings.Repeat("- The user planned one more trip to a lake.\n", 12))
	}
	h.ShowPaneInWindow(h.page.Body(), 348, 420)
	h.reloadPageAndWait()
	h.page.scroll.ScrollToBottom()
	h.page.startEditing(h.page.model.summaries[2])
	driver := fyne.CurrentApp().Driver()
	card, top := driver.AbsolutePositionForObject(h.page.editedCard), driver.AbsolutePositionForObject(h.page.scroll)
	if card.Y < top.Y || card.Y+h.page.editedCard.Size().Height > top.Y+h.page.scroll.Size().Height {
		t.Errorf("the card at %v, %v high, is not within the page at %v, %v high", card, h.page.editedCard.Size().Height,
			top, h.page.scroll.Size().Height)
	}
}

func TestSummaryIsEditedAndUndone(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	h.InsertMessageOrAnswerAsHead(chat, "Where shall we go?", nil)
	id := h.storeSummaryWithDecision(chat, "- The user planned a trip to Bled.")
	h.reloadPageAndWait()
	const where = " the summary of “Trips” (20 messages)"
	h.TapControlNamed("Edit"+where, nil)
	h.page.field.SetText("- The user planned a trip to Bohinj.")
	h.reloadPageAndWait() // an event of the core leaves the edit alone
	if got := h.page.field.Text(); got != "- The user planned a trip to Bohinj." {
		t.Errorf("after a reload the field says %q", got)
	}
	h.TapControlNamed("Save the summary", nil)
	undo := h.WaitForToastAndClearToasts("Saved")
	h.WaitForText("edited by you")
	if s, err := h.DB.SummaryStore().Get(t.Context(), 1, id); err != nil || s.State != memory.SummaryWithdrawn {
		t.Errorf("the former one is %+v, %v", s, err)
	}
	undo.Action()
	h.WaitForToastAndClearToasts("Undone")
	h.WaitForText("trip to Bled.")
	h.TapControlNamed("Undo the latest change to"+where, nil)
	redo := h.WaitForToastAndClearToasts("Summary undone")
	h.WaitForText("No summaries yet.")
	redo.Action()
	h.WaitForToastAndClearToasts("Restored")
	h.WaitForText("trip to Bled.")
	h.TapControlNamed("Edit"+where, nil)
	h.page.field.SetText("  ")
	h.TapControlNamed("Save the summary", nil)
	h.RunUICallsUntil("the problem", func() bool { return h.page.problem.Visible() })
	if h.page.field.Text() != "  " {
		t.Error("what was typed is gone")
	}
}

func TestUnsavedEditIsThereAfterTheNextStart(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	h.InsertMessageOrAnswerAsHead(chat, "Where shall we go?", nil)
	h.storeSummaryWithDecision(chat, "- The user planned a trip to Bled.")
	h.reloadPageAndWait()
	h.TapControlNamed("Edit the summary of “Trips” (20 messages)", nil)
	h.page.field.SetText("- Half an edit") // it is stored after a pause
	typed := h.page
	h.RunUICallsUntil("the edit", func() bool {
		time.Sleep(draftSaveDelay / 8)
		h.openNewPageAndWait()
		return h.page.field.Text() == "- Half an edit" && typed != h.page
	})
	h.TapControlNamed("Don't change the summary", nil)
	h.openNewPageAndWait()
	if h.page.editing.Summary != 0 || !h.ShowsText("trip to Bled.") {
		t.Errorf("after Cancel the next start shows\n%s", h.VisibleText())
	}
}

func TestSummariesOfOneChatAndOfAll(t *testing.T) {
	h := newHarness(t)
	trips, bread := h.CreateChat("Trips"), h.CreateChat("Bread")
	h.InsertMessageOrAnswerAsHead(trips, "Hello", nil)
	for range summariesPerLoad {
		h.storeSummaryWithDecision(trips, "- About trips.")
		h.Now = h.Now.Add(time.Second)
	}
	h.storeSummaryWithDecision(bread, "- About bread.")
	h.page.ShowTiersOfChat(trips, true)
	h.WaitForLoad("the chat", &h.page.loadRequest)
	if h.ShowsText("About bread.") || !h.ShowsText("Summaries of this chat") {
		t.Errorf("of one chat there are\n%s", h.VisibleText())
	}
	h.TapControlNamed("Show the summaries of all chats", nil)
	h.WaitForText("About bread.")
	if n := strings.Count(h.VisibleText(), "About trips."); n != summariesPerLoad-1 {
		t.Errorf("%d summaries of the other chat", n)
	}
	if n := strings.Count(h.VisibleText(), "continued by a newer summary"); n != summariesPerLoad-2 {
		t.Errorf("%d are carried on", n)
	}
	h.TapControlNamed("Show older summaries", nil)
	if n := strings.Count(h.VisibleText(), "About trips."); n != summariesPerLoad {
		t.Errorf("%d summaries after a click on older ones", n)
	}
}

func (h *harness) showTiersOfChatAndWait(chat memory.ID, only bool) {
	h.Helper()
	h.page.ShowTiersOfChat(chat, only)
	h.WaitForLoad("the chat", &h.page.loadRequest)
}

func TestSummariesAreShownInPortionsAndAgainFromTheFirst(t *testing.T) {
	h := newHarness(t)
	trips, bread := h.CreateChat("Trips"), h.CreateChat("Bread")
	for range 2*summariesPerLoad + 5 {
		h.storeSummaryWithDecision(trips, "- About trips.")
	}
	h.storeSummaryWithDecision(bread, "- About bread.")
	shown := func() int { return strings.Count(h.VisibleText(), "About trips.") }
	h.showTiersOfChatAndWait(trips, false)
	if !h.ShowsText("About bread.") || !h.ShowsText("Costs are for") && !h.ShowsText("After the first answer") {
		t.Errorf("with a chat the page says\n%s", h.VisibleText())
	}
	h.TapControlNamed("Show the summaries of this chat", nil)
	h.RunUICallsUntil("the summaries of the chat", func() bool { return !h.ShowsText("About bread.") })
	if n := shown(); n != summariesPerLoad {
		t.Errorf("%d are shown at first", n)
	}
	h.TapControlNamed("Show older summaries", nil)
	if n := shown(); n != 2*summariesPerLoad {
		t.Errorf("%d are shown after a click", n)
	}
	h.TapControlNamed("Show older summaries", nil)
	if n := shown(); n != 2*summariesPerLoad+5 || h.ShowsText("Show older summaries") {
		t.Errorf("%d are shown after two clicks, with the button %t", n, h.ShowsText("Show older summaries"))
	}
	h.showTiersOfChatAndWait(trips, true)
	if n := shown(); n != summariesPerLoad {
		t.Errorf("%d are shown when the page is opened again", n)
	}
}

func TestPageReloadsWhenTheCoreChanges(t *testing.T) {
	h := newHarness(t)
	for _, kind := range []memory.EventKind{
		memory.EventMemories, memory.EventLearned, memory.EventJobs, memory.EventSettings, memory.EventDone,
	} {
		h.page.ReloadOnCoreEvent(memory.Event{Kind: kind})
		if h.page.loadRequest == (app.Request{}) {
			t.Errorf("the page does not reload after %s", kind)
		}
		h.WaitForLoad("the page", &h.page.loadRequest)
	}
}

func TestWhatIsTypedWhileAnEditIsSavedStays(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	h.storeSummaryWithDecision(chat, "- The user planned a trip to Bled.")
	h.reloadPageAndWait()
	h.TapControlNamed("Edit the summary of “Trips” (20 messages)", nil)
	if !h.page.field.HasFocus() {
		t.Error("the field has no keyboard focus")
	}
	h.page.field.SetText("- To Bohinj.")
	h.page.saveSummaryEditWithUndoToast()
	h.page.field.SetText("- To Bohinj in May.")
	h.WaitForToastAndClearToasts("Saved")
	h.WaitForLoad("the page", &h.page.loadRequest)
	if !h.page.saveButton.Visible() || h.page.field.Text() != "- To Bohinj in May." {
		t.Fatalf("the field says %q, and the page\n%s", h.page.field.Text(), h.VisibleText())
	}
	h.openNewPageAndWait() // the draft is stored after a pause, without a click
	h.RunUICallsUntil("the edit", func() bool {
		if h.page.field.Text() != "- To Bohinj in May." {
			h.openNewPageAndWait()
		}
		return h.page.field.Text() == "- To Bohinj in May."
	})
	h.TapControlNamed("Save the summary", nil)
	h.WaitForToastAndClearToasts("Saved")
	h.WaitForText("To Bohinj in May.")
	h.TapControlNamed("Edit the summary of “Trips” (20 messages)", nil)
	h.TapControlNamed("Save the summary", nil)
	if toast := h.WaitForToastAndClearToasts("Saved"); toast.Action != nil {
		t.Error("a save that changed nothing can be undone")
	}
}

func TestStoredEditGivesWayToAnotherAndToASummaryThatIsGone(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Trips")
	one, two := h.storeSummaryWithDecision(chat, "- One."), h.storeSummaryWithDecision(chat, "- Two.")
	h.reloadPageAndWait()
	h.page.restoreDraftUnlessEditing(draft{Summary: 99, Text: "- Of none."})
	if h.page.editing.Summary != 0 {
		t.Errorf("edited is %+v", h.page.editing)
	}
	h.page.startEditing(h.page.model.summaries[0])
	h.page.restoreDraftUnlessEditing(draft{Summary: one, Text: "- Half."})
	if h.page.editing.Summary != two || h.page.field.Text() != "- Two." {
		t.Errorf("edited is %+v", h.page.editing)
	}
}
