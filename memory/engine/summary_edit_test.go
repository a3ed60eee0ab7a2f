package engine_test

import (
	"errors"
	"strings"
	"testing"

	"memoir/memory"
)

// newHarnessWithSummarisedLongChat has a chat whose summary stands in for what the window lost.
func newHarnessWithSummarisedLongChat(t *testing.T) (*harness, memory.Chat) {
	t.Helper()
	h := newHarness(t, withSummaries, func(c *memory.Config) { c.ReplyReserve = 100 })
	h.setWindow(700)
	chat := h.newChat()
	h.sendNumberedMessagesAndLearn(chat, 1, 15)
	h.waitForSummaries(chat, 1)
	return h, chat
}

// sendAndReturnEarlierPartOfPrompt sends a message and returns what the model received under "Earlier in this chat".
func (h *harness) sendAndReturnEarlierPartOfPrompt(chat memory.Chat) string {
	h.t.Helper()
	h.sendAndWaitUntilNoJobIsOpen(chat, "What was that about? "+strings.Repeat("a long question ", 30))
	_, part, _ := strings.Cut(h.model.lastChatRequest().Messages[0].Content, "## Earlier in this chat")
	return part
}

func (h *harness) newestSummaryInUse(chat memory.Chat) memory.ChatSummary {
	h.t.Helper()
	all, err := h.Session(1, memory.ActorUser).ListCurrentSummariesOfChatOrAll(h.ctx(), chat.ID)
	if err != nil || len(all) == 0 {
		h.t.Fatal(all, err)
	}
	return all[0]
}

func TestAnEditedSummaryIsSentAndCanBeUndone(t *testing.T) {
	h, chat := newHarnessWithSummarisedLongChat(t)
	s := h.Session(1, memory.ActorUser)
	const made, edited, again = "The user wrote numbered messages.", "- The user counted to 15.", "- They counted."
	if got := h.sendAndReturnEarlierPartOfPrompt(chat); !strings.Contains(got, made) {
		t.Fatalf("the model received %q", got)
	}
	first, err := s.ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), h.newestSummaryInUse(chat).ID, edited+"\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := h.sendAndReturnEarlierPartOfPrompt(chat); !strings.Contains(got, edited) || strings.Contains(got, made) {
		t.Errorf("after the edit the model received %q", got)
	}
	if d := first.Decision; d.Actor != memory.ActorUser || d.Action != memory.ActionUpdate ||
		d.SummaryID != first.Summary.ID {
		t.Errorf("the ledger says %+v", d)
	}
	second, err := s.ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), first.Summary.ID, again)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.UndoDecision(h.ctx(), first.Decision.ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("an edit is undone under a later one: %v", err)
	}
	undone, err := s.UndoNewestSummaryChange(h.ctx(), second.Summary.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.sendAndReturnEarlierPartOfPrompt(chat); !strings.Contains(got, edited) {
		t.Errorf("after one undo the model received %q", got)
	}
	if _, err := s.UndoDecision(h.ctx(), undone.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.sendAndReturnEarlierPartOfPrompt(chat); !strings.Contains(got, again) {
		t.Errorf("after a redo the model received %q", got)
	}
	for range 3 {
		if _, err := s.UndoNewestSummaryChange(h.ctx(), h.newestSummaryInUse(chat).ID); err != nil {
			t.Fatal(err)
		}
		if all, err := s.ListCurrentSummariesOfChatOrAll(h.ctx(), chat.ID); err != nil || len(all) > 1 {
			t.Fatalf("in use are %+v, %v", all, err)
		}
		if all, _ := s.ListCurrentSummariesOfChatOrAll(h.ctx(), chat.ID); len(all) == 0 {
			break
		}
	}
	if got := h.sendAndReturnEarlierPartOfPrompt(chat); got != "" {
		t.Errorf("after all is undone the model received %q", got)
	}
}

func TestWhatAnEditTakesOutLeavesTheTextAboutTheUser(t *testing.T) {
	h := newHarness(t, enableSummariesAndBaseMemory)
	chat := h.newChat()
	h.addSummaries(chat, 1, 1)
	h.model.setBaseMemoryReply(
		"## User Profile\n- The user planted 40 walnut trees in Graz.\n- The user is a gardener.", nil,
	)
	old := h.summaries(chat)[0]
	old.Content = "- The user planted 40 walnut trees in Graz.\n- The user is a gardener."
	if err := h.db.SummaryStore().UpdateTextStateAndInBase(h.ctx(), old); err != nil {
		t.Fatal(err)
	}
	s := h.Session(1, memory.ActorUser)
	if _, err := s.RewriteBaseMemoryFromSummariesNow(h.ctx()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(h.currentBaseMemory().Content, "walnut") {
		t.Fatalf("the base memory is %q", h.currentBaseMemory().Content)
	}
	if _, err := s.ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), old.ID, "- The user is a gardener."); err != nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); strings.Contains(b.Content, "walnut") || !strings.Contains(b.Content, "gardener") ||
		!b.Stale {
		t.Errorf("the base memory is %q, stale %t", b.Content, b.Stale)
	}
	if open := h.summariesNotInBaseMemory(); len(open) != 1 || open[0].Content != "- The user is a gardener." {
		t.Errorf("for the next text there are %+v", open)
	}
}

func TestSummariesThatCannotBeEdited(t *testing.T) {
	h, chat := newHarnessWithSummarisedLongChat(t)
	s, id := h.Session(1, memory.ActorUser), h.newestSummaryInUse(chat).ID
	var field *memory.FieldError
	for _, text := range []string{" \n", strings.Repeat("long ", 2000)} {
		if _, err := s.ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), id, text); !errors.As(err, &field) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	bo, err := h.CreateProfile(h.ctx(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(bo.ID, memory.ActorUser).ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), id, "- Mine.")
	if !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile's: %v", err)
	}
	if c, err := s.ReplaceSummaryTextAndCleanBaseMemory(h.ctx(), id, h.newestSummaryInUse(chat).Content); err != nil ||
		c.Decision.ID != 0 {
		t.Errorf("the same text: %+v, %v", c, err)
	}
}

func TestTiersSayWhatIsThereWhatItCostsAndWhatComesNext(t *testing.T) {
	h, chat := newHarnessWithSummarisedLongChat(t)
	s := h.Session(1, memory.ActorUser)
	h.addMemories("The user is a gardener.")
	if _, err := s.StoreBaseMemoryWrittenByPerson(h.ctx(), "I live in Lisbon."); err != nil {
		t.Fatal(err)
	}
	h.sendAndReturnEarlierPartOfPrompt(chat)
	m := h.loadShownBranch(chat)[31]
	got, err := s.LoadTierContentsCostsAndTriggers(h.ctx(), chat.ID)
	if err != nil {
		t.Fatal(err)
	}
	if w := got.Working; w.Messages != len(m.Receipt.HistoryIDs) || w.LeftOut != m.Receipt.OmittedCount ||
		w.Window != 700 || w.Messages == 0 || w.LeftOut == 0 || w.Tokens == 0 {
		t.Errorf("working %+v, receipt %d and %d", w, len(m.Receipt.HistoryIDs), m.Receipt.OmittedCount)
	}
	if l := got.Log; l.Messages != 32 || l.Bytes < 32 {
		t.Errorf("log %+v", l)
	}
	if x := got.Summaries; x.Count != 1 || x.Bytes == 0 || x.Tokens == 0 || x.NextSummaryIn != 18 {
		t.Errorf("summaries %+v", x)
	}
	if f := got.Facts; f.Count != 1 || f.Sent != 1 || f.Tokens == 0 {
		t.Errorf("facts %+v", f)
	}
	if b := got.Base; b.Words != 4 || b.Tokens == 0 || b.NextTextIn != -1 || b.WrittenAt.IsZero() {
		t.Errorf("base %+v", b)
	}
	sum := got.Working.Tokens + got.Summaries.Tokens + got.Facts.Tokens + got.Base.Tokens
	for _, sec := range m.Receipt.Sections {
		if sec.Name == "system" {
			sum += sec.Tokens
		}
	}
	if sum != m.Receipt.PromptTokens {
		t.Errorf("the tiers and the instructions cost %d tokens, the prompt had %d", sum, m.Receipt.PromptTokens)
	}
	if other, err := s.LoadTierContentsCostsAndTriggers(h.ctx(), 0); err != nil || other.ChatID != chat.ID {
		t.Errorf("without a chat: %+v, %v", other, err)
	}
}

func TestTiersCountTheMessagesUntilTheNextSummaryWithThoseLeftOut(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		c.SummaryTrigger, c.SummaryUnit, c.SummaryKeep = 4, memory.UnitMessages, 6
	})
	chat := h.newChat()
	next := func() int {
		t.Helper()
		tiers, err := h.Session(1, memory.ActorUser).LoadTierContentsCostsAndTriggers(h.ctx(), chat.ID)
		if err != nil {
			t.Fatal(err)
		}
		return tiers.Summaries.NextSummaryIn
	}
	if n := next(); n != 7 {
		t.Errorf("an empty chat is summed up in %d messages", n)
	}
	for i, want := range []int{5, 3, 1} {
		h.sendNumberedMessagesAndLearn(chat, i+1, 1)
		if n := next(); n != want {
			t.Errorf("after exchange %d it is summed up in %d messages, want %d", i+1, n, want)
		}
	}
	h.waitUntilNoJobIsOpen()
	if n := len(h.summaries(chat)); n != 0 {
		t.Fatalf("there are %d summaries before it is due", n)
	}
	h.sendNumberedMessagesAndLearn(chat, 4, 1)
	if s := h.waitForSummaries(chat, 1)[0]; s.MessageCount != 2 {
		t.Errorf("the summary covers %d messages", s.MessageCount)
	}
	off := memory.MemoryOff
	if _, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Memory: &off}); err != nil {
		t.Fatal(err)
	}
	if n := next(); n != -1 {
		t.Errorf("a chat without memory is summed up in %d messages", n)
	}
}

func TestTiersOfAProfileWithOnlyAnArchivedChatAndOutdatedFacts(t *testing.T) {
	h := newHarness(t, enableSummariesAndBaseMemory)
	s := h.Session(1, memory.ActorUser)
	chat := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(chat, "Hello.")
	if _, err := s.SetChatsArchived(h.ctx(), []memory.ID{chat.ID}, true); err != nil {
		t.Fatal(err)
	}
	for _, m := range []memory.NewMemory{
		{Content: "The user lives in Lisbon."},
		{Content: "The user lived in Porto.", ValidTo: "2001"},
		{Content: "The user is writing a talk.", Scope: memory.ScopeChat, ChatID: chat.ID},
	} {
		if _, err := s.AddMemory(h.ctx(), m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.db.BaseMemoryStore().Append(h.ctx(), memory.BaseMemory{
		ProfileID: 1, Content: "- The user sings.", Actor: memory.ActorExtractor, Stale: true,
	}); err != nil {
		t.Fatal(err)
	}
	got, err := s.LoadTierContentsCostsAndTriggers(h.ctx(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got.ChatID != chat.ID || got.Working.Messages != 1 || got.Facts.Count != 2 || got.Facts.Bytes != 52 ||
		!got.Base.Stale {
		t.Errorf("tiers are %+v", got)
	}
}

func TestTiersCountQuotesAndNeverLessThanNothing(t *testing.T) {
	h := newRecallHarness(t, enableSummariesAndBaseMemory)
	h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.9)
	old := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(old, "I took the ferry Ole from Brevik.")
	chat := h.newChat()
	h.waitForMessageVectors(chat.ID, 2)
	h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	h.addSummaries(old, 1, memory.StandardPreset().BaseTrigger+3)
	got, err := h.Session(1, memory.ActorUser).LoadTierContentsCostsAndTriggers(h.ctx(), chat.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Log.Quoted != 1 || got.Log.Tokens == 0 || got.Base.NextTextIn != 0 {
		t.Errorf("log %+v, base %+v", got.Log, got.Base)
	}
}
