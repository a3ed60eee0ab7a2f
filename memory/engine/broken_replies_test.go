package engine_test

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// endlessReply streams a delta for ever and counts how often it was taken.
func endlessReply(d memory.ReplyDelta, taken *int) func(context.Context) iter.Seq2[memory.ReplyDelta, error] {
	return func(context.Context) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			for yield(d, nil) {
				*taken++
			}
		}
	}
}

// streamDeltas streams deltas, as the whole reply.
func streamDeltas(ds ...memory.ReplyDelta) func(context.Context) iter.Seq2[memory.ReplyDelta, error] {
	return func(context.Context) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			for _, d := range ds {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
}

func TestEndlessAnswerIsStoppedAndItsPartKept(t *testing.T) {
	const mib = 1 << 20
	for name, d := range map[string]memory.ReplyDelta{
		"text": {Text: strings.Repeat("a", 65536)}, "reasoning": {Reasoning: strings.Repeat("a", 65536)},
	} {
		h := newHarness(t)
		taken := 0
		h.model.chatReply = endlessReply(d, &taken)
		turn := h.sendMessage(h.newChat(), "Tell me everything")
		m := h.waitForAnswer(turn.Answer.ID)
		if kept := len(m.Content) + len(m.Reasoning); kept != 4*mib || taken > 70 {
			t.Errorf("%s: %d bytes kept, %d pieces taken", name, kept, taken)
		}
		if m.Error == nil || m.Error.Code != "reply_too_long" ||
			!strings.Contains(m.Error.Title, "too long, so it was stopped") {
			t.Errorf("%s: %s, %+v", name, m.Status, m.Error)
		}
		if name == "text" && m.Status != memory.MessageInterrupted {
			t.Errorf("%s: %s", name, m.Status)
		}
	}
}

// brokenReplies are replies to the learning prompt that teach nothing, with a part of the reason.
func brokenReplies(taken *int) map[string]struct {
	reason string
	stream func(context.Context) iter.Seq2[memory.ReplyDelta, error]
} {
	const whole = `[{"fact":"The user owns a blue boat."}]`
	type reply = struct {
		reason string
		stream func(context.Context) iter.Seq2[memory.ReplyDelta, error]
	}
	return map[string]reply{
		"no text":        {"empty reply", streamDeltas()},
		"only blanks":    {"empty reply", streamDeltas(memory.ReplyDelta{Text: " \n"})},
		"only reasoning": {"empty reply", streamDeltas(memory.ReplyDelta{Reasoning: "thinking hard"})},
		"empty, says the server": {"empty reply", func(ctx context.Context) iter.Seq2[memory.ReplyDelta, error] {
			return streamTexts(ctx, memory.ErrEmptyReply)
		}},
		"a tool call": {"calls a tool", streamDeltas(memory.ReplyDelta{FinishReason: memory.FinishToolCalls})},
		"cut at the limit": {
			"length limit", streamDeltas(memory.ReplyDelta{Text: whole}, memory.ReplyDelta{FinishReason: memory.FinishLength}),
		},
		"filtered": {
			"content filter", streamDeltas(memory.ReplyDelta{Text: whole}, memory.ReplyDelta{FinishReason: memory.FinishFilter}),
		},
		"torn": {
			"incomplete",
			streamDeltas(memory.ReplyDelta{Text: whole[:20]}, memory.ReplyDelta{FinishReason: memory.FinishStop}),
		},
		"endless text":      {"too long", endlessReply(memory.ReplyDelta{Text: strings.Repeat(" x", 1024)}, taken)},
		"endless reasoning": {"too long", endlessReply(memory.ReplyDelta{Reasoning: strings.Repeat("x", 2048)}, taken)},
	}
}

func TestBrokenLearningReplyIsRetriedAndListed(t *testing.T) {
	taken := 0
	for name, c := range brokenReplies(&taken) {
		t.Run(name, func(t *testing.T) {
			h := newStandardHarness(t)
			taken = 0
			h.model.mu.Lock()
			h.model.extractStream = c.stream
			h.model.mu.Unlock()
			turn := h.sendMessage(h.newChat(), "I own a blue boat.")
			me := h.Session(1, memory.ActorUser)
			if _, err := me.WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID); err == nil {
				t.Fatal("it counts as nothing to learn")
			}
			js, err := me.ListUnfinishedJobs(h.ctx())
			if err != nil || len(js) != 1 || js[0].State != memory.JobQueued ||
				!strings.Contains(string(js[0].LastError), c.reason) {
				t.Fatalf("jobs = %+v, %v", js, err)
			}
			if taken > 140 { // 256 KiB of reasoning in pieces of 2 KiB
				t.Errorf("%d pieces of the reply were taken", taken)
			}
			h.model.mu.Lock()
			h.model.extractStream = nil
			h.model.mu.Unlock()
			h.setExtractionAndReconcileReplies(`[{"fact":"The user owns a blue boat."}]`, "")
			if ds := h.advanceClockUntilLearned(turn.Answer.ID); len(ds) != 1 || len(h.activeContents()) != 1 {
				t.Errorf("the next attempt learned %q", h.activeContents())
			}
		})
	}
}

func TestReplyThatStaysBrokenEndsAsDeadJobInHealth(t *testing.T) {
	h := newStandardHarness(t)
	h.model.extractStream = streamDeltas(memory.ReplyDelta{Text: `[{"fact":"The user owns a bl`})
	turn := h.sendMessage(h.newChat(), "I own a blue boat.")
	me := h.Session(1, memory.ActorUser)
	for end := time.Now().Add(2 * time.Minute); ; {
		h.clock.advance(2 * time.Hour)
		_, err := me.WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
		if err == nil {
			t.Fatal("it counts as nothing to learn")
		}
		health, err := me.LoadHealth(h.ctx())
		if err != nil {
			t.Fatal(err)
		}
		if health.JobsByState[memory.JobDead] == 1 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("jobs by state: %v", health.JobsByState)
		}
	}
	if n := h.model.countLearnRequests(); n != 8 {
		t.Errorf("%d calls, want one for each attempt", n)
	}
}

func TestReplyThatNamesNothingIsNoFailure(t *testing.T) {
	for _, reply := range []string{"[]", "NOTHING", `{"facts": []}`} {
		h := newStandardHarness(t)
		h.setExtractionAndReconcileReplies(reply, "")
		h.sendAndLearn(h.newChat(), "What is tea?")
		if js, err := h.Session(1, memory.ActorUser).ListUnfinishedJobs(h.ctx()); err != nil || len(js) != 0 {
			t.Errorf("%s: jobs = %+v, %v", reply, js, err)
		}
	}
}

func TestCutReconcileReplyDecidesNothing(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user likes green tea.", "The user owns a teapot.", 0.7)
	h.sendFactInFirstPerson("The user likes green tea.", "")
	calls := 0
	h.model.mu.Lock()
	h.model.extractStream = func(ctx context.Context) iter.Seq2[memory.ReplyDelta, error] {
		if calls++; calls == 1 {
			return streamTexts(ctx, nil, `[{"fact":"The user owns a teapot."}]`)
		}
		verdict := memory.ReplyDelta{Text: `[{"new":1,"action":"DELETE","known":1}]`}
		return streamDeltas(verdict, memory.ReplyDelta{FinishReason: memory.FinishLength})(ctx)
	}
	h.model.mu.Unlock()
	h.sendAndLearn(h.newChat(), "I own a teapot")
	if got := h.activeContents(); calls != 2 || len(got) != 2 {
		t.Errorf("after %d calls the memories are %q", calls, got)
	}
}
