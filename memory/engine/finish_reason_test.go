package engine_test

import (
	"context"
	"iter"
	"strings"
	"testing"

	"memoir/memory"
)

// replyEnding makes the model reply with a text that ends for a reason.
func replyEnding(h *harness, text string, reason memory.FinishReason) {
	h.model.chatReply = func(context.Context) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			if yield(memory.ReplyDelta{Text: text}, nil) {
				yield(memory.ReplyDelta{FinishReason: reason}, nil)
			}
		}
	}
}

func TestFinishReasonIsStoredWithTheAnswer(t *testing.T) {
	for _, reason := range []memory.FinishReason{
		memory.FinishStop, memory.FinishLength, memory.FinishFilter, memory.FinishToolCalls, "",
	} {
		h := newHarness(t)
		replyEnding(h, "Peanuts are", reason)
		m, _ := h.sendAndLearn(h.newChat(), "What are peanuts?")
		stored, err := h.Session(1, memory.ActorUser).LoadMessage(h.ctx(), m.ID)
		if err != nil || stored.FinishReason != reason || stored.Status != memory.MessageComplete {
			t.Errorf("%q: stored as %q, %s, %v", reason, stored.FinishReason, stored.Status, err)
		}
	}
}

func TestCutAnswerIsLearnedFromWithoutItsText(t *testing.T) {
	for reason, sent := range map[memory.FinishReason]bool{
		memory.FinishStop: true, memory.FinishLength: false, memory.FinishFilter: false,
	} {
		h := newHarness(t)
		h.model.setFact("The user is allergic to peanuts.")
		replyEnding(h, "You should never avoid", reason)
		_, ds := h.sendAndLearn(h.newChat(), "I am allergic to peanuts.")
		prompt := h.model.lastLearnRequest().Messages[0].Content
		if strings.Contains(prompt, "You should never avoid") != sent {
			t.Errorf("%s: the learning prompt has the answer's text: %t", reason, !sent)
		}
		if !strings.Contains(prompt, "I am allergic to peanuts.") || len(ds) != 1 {
			t.Errorf("%s: the user's words count for nothing: %d decisions", reason, len(ds))
		}
	}
}
