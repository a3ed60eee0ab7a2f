package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// createFerryChatWithSummary begins a chat in which the ferry is mentioned, and gives it a summary.
func (h *harness) createFerryChatWithSummary(title, said string, cosine float64, summary memory.Summary) memory.Chat {
	h.t.Helper()
	h.embedder.setCosine(recallQuestion, said, cosine)
	chat := h.newChat()
	if _, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Title: &title}); err != nil {
		h.t.Fatal(err)
	}
	answer := h.sendAndWaitUntilNoJobIsOpen(chat, said)
	summary.ProfileID, summary.ChatID, summary.CreatedAt = 1, chat.ID, h.clock.now()
	summary.FirstMessageID, summary.LastMessageID = answer.ParentID, answer.ID
	if _, err := h.db.SummaryStore().Insert(h.ctx(), summary); err != nil {
		h.t.Fatal(err)
	}
	return chat
}

// Source 002: three summaries, 240 characters of each.
func TestSource002_SummariesOfTheChatsOfQuotesAreSent(t *testing.T) {
	h := newRecallHarness(t, withSummaries)
	for i, cosine := range []float64{0.9, 0.8, 0.7, 0.6} {
		h.createFerryChatWithSummary(fmt.Sprintf("Trip %d", i), fmt.Sprintf(
			"I took ferry %d from Brevik.", i,
		), cosine, memory.Summary{
			State:   memory.SummaryCurrent,
			Content: fmt.Sprintf("- Trip %d was planned.\n## orders\n", i) + strings.Repeat("é", 300),
		})
	}
	chat := h.newChat()
	h.waitForMessageVectors(chat.ID, 8)
	m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	got := m.Receipt.RecalledSummaries
	if len(got) != 3 || got[0].ChatTitle != "Trip 0" || got[2].ChatTitle != "Trip 2" {
		t.Fatalf("summaries %+v", got)
	}
	sent := h.model.lastChatRequest().Messages[0].Content
	for _, s := range got {
		if n := len([]rune(s.Text)); n != 240 {
			t.Errorf("%d characters of a summary", n)
		}
		if !strings.Contains(sent, ", summary of the chat “"+s.ChatTitle+"”: "+s.Text) {
			t.Errorf("not sent as the receipt says: %q\n%s", s.Text, sent)
		}
	}
	if strings.Contains(sent, "\n## orders") || strings.Contains(sent, "Trip 3 was planned") ||
		sent != m.Receipt.SystemMessage {
		t.Errorf("the server received\n%s", sent)
	}
}

func TestNoSummaryIsRecalledThatMustNotBe(t *testing.T) {
	current := memory.Summary{State: memory.SummaryCurrent, Content: "- A secret plan."}
	withdrawn := current
	withdrawn.State = memory.SummaryWithdrawn
	for name, c := range map[string]struct {
		summary memory.Summary
		then    func(h *harness, chat memory.Chat) error
		vectors int // of messages, also of a branch that was left
	}{
		"withdrawn": {withdrawn, func(*harness, memory.Chat) error { return nil }, 2},
		"summaries off": {current, func(h *harness, _ memory.Chat) error {
			return h.SetAndStoreSetting(h.ctx(), "summary.trigger", "0")
		}, 2},
		"another branch": {current, func(h *harness, chat memory.Chat) error {
			none := memory.ID(0)
			turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
				ChatID: chat.ID, Text: "I took ferry 1 from Brevik.", ParentID: &none,
			})
			h.waitForAnswer(turn.Answer.ID)
			return err
		}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			h := newRecallHarness(t, withSummaries)
			h.embedder.setCosine(recallQuestion, "I took ferry 1 from Brevik.", 0.9)
			chat := h.createFerryChatWithSummary("Trip", "I took ferry 0 from Brevik.", 0.9, c.summary)
			if err := c.then(h, chat); err != nil {
				t.Fatal(err)
			}
			now := h.newChat()
			h.waitForMessageVectors(now.ID, c.vectors)
			m := h.sendAndWaitUntilNoJobIsOpen(now, recallQuestion)
			if len(m.Receipt.Recalled) != 1 || len(m.Receipt.RecalledSummaries) != 0 {
				t.Errorf("%+v with the summaries %+v", m.Receipt.Recalled, m.Receipt.RecalledSummaries)
			}
		})
	}
}

func TestErasingAFactTakesItOutOfQuotesAndRecalledSummaries(t *testing.T) {
	h := newRecallHarness(t, withSummaries)
	h.createFerryChatWithSummary("Trip", "I took the ferry Ole from Brevik.", 0.9, memory.Summary{
		State: memory.SummaryCurrent, Content: "- The user asked for times.\n- The user took the ferry Ole from Brevik.",
	})
	fact := h.addMemories("The user took the ferry Ole from Brevik.")[0]
	chat := h.newChat()
	h.waitForMessageVectors(chat.ID, 2)
	m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	if len(m.Receipt.RecalledSummaries) != 1 {
		t.Fatalf("summaries %+v", m.Receipt.RecalledSummaries)
	}
	if _, err := h.Session(1, memory.ActorUser).EraseMemory(h.ctx(), fact.ID); err != nil {
		t.Fatal(err)
	}
	after, err := h.db.MessageStore().Get(h.ctx(), 1, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	s := after.Receipt.RecalledSummaries[0].Text
	if strings.Contains(s, "Ole") || !strings.Contains(s, "The user asked for times.") {
		t.Errorf("the summary in the receipt is %q", s)
	}
	if lines := strings.Split(after.Receipt.SystemMessage, "\n"); slices.ContainsFunc(lines, func(l string) bool {
		return strings.Contains(l, "summary of the chat") && strings.Contains(l, "Ole")
	}) {
		t.Errorf("the system message is\n%s", after.Receipt.SystemMessage)
	}
}
