package engine_test

import (
	"context"
	"testing"

	"memoir/memory"
	"memoir/memory/engine"
)

// createAnsweredProgramChat returns a chat of another program that model answered once for a request with the key.
func (h *harness) createAnsweredProgramChat(conversation, model string, key *memory.CallerKey) memory.Chat {
	h.t.Helper()
	s := h.Session(1, memory.ActorAPI)
	chat, err := s.FindOrCreateProgramConversationChat(h.ctx(), conversation, "A program")
	if err != nil {
		h.t.Fatal(err)
	}
	turn, err := s.StartForwardedTurn(h.ctx(), engine.ForwardedTurnParams{
		Chat: chat, Turns: []memory.PromptMessage{{Role: memory.RoleUser, Content: "hi"}}, CallerKey: key,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := turn.StoreNewMessages(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
	if err := turn.StoreReplyQueueJobsAndEndTurn(h.ctx(), engine.ForwardedReplyText{Model: model, Text: "Hello."}); err !=
		nil {
		h.t.Fatal(err)
	}
	return chat
}

func TestStoredKeysAreNotUsedForSummariesOfProgramsWithTheirOwnKey(t *testing.T) {
	own := &memory.CallerKey{Provider: "cloud", Key: "sk-caller"}
	for name, c := range map[string]struct {
		key           *memory.CallerKey
		program, mine int // summaries
		local         bool
		sent          *memory.CallerKey
		open          int // summaries that stay for later
	}{
		"with its key only its own":        {own, 5, 3, false, own, 3},
		"the window's with the stored key": {own, 3, 5, false, nil, 3},
		"without a key none of its":        {&memory.CallerKey{}, 5, 3, false, nil, 5},
		"with a key of another provider":   {&memory.CallerKey{Provider: "x", Key: "k"}, 5, 3, false, nil, 5},
		"with the token all of them":       {nil, 5, 3, false, nil, 0},
		"on this computer all of them":     {own, 5, 3, true, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, enableSummariesAndBaseMemory)
			h.catalog.setModels([]memory.ModelInfo{{
				ID: "cloud/a", Provider: "cloud", Local: c.local, CanChat: true, Available: true, ContextWindow: 8192,
			}})
			mine, err := h.Session(1, memory.ActorUser).CreateChat(t.Context(), memory.NewChat{Model: "cloud/a"})
			if err != nil {
				t.Fatal(err)
			}
			h.addSummaries(h.createAnsweredProgramChat("trip", "cloud/a", c.key), 1, c.program)
			h.addSummaries(mine, 10, c.mine)
			var sent *memory.CallerKey
			h.model.mu.Lock()
			h.model.baseReply = func(ctx context.Context, _ memory.ModelRequest) (string, error) {
				if k, ok := memory.CallerKeyFromContext(ctx); ok {
					sent = &k
				}
				return "## Preferences\n- The user told of topic 01.", nil
			}
			h.model.mu.Unlock()
			if _, err := h.Session(1, memory.ActorUser).RewriteBaseMemoryFromSummariesNow(t.Context()); err != nil {
				t.Fatal(err)
			}
			if (sent == nil) != (c.sent == nil) || sent != nil && *sent != *c.sent {
				t.Errorf("the call was made with the key %v, want %v", sent, c.sent)
			}
			if open := h.summariesNotInBaseMemory(); len(open) != c.open {
				t.Errorf("%d summaries are left, want %d", len(open), c.open)
			}
		})
	}
}

func TestAfterARestartSummariesOfProgramsWaitForTheirKey(t *testing.T) {
	h := newHarness(t, enableSummariesAndBaseMemory)
	cloud := []memory.ModelInfo{{ID: "cloud/a", Provider: "cloud", CanChat: true, Available: true, ContextWindow: 8192}}
	h.catalog.setModels(cloud)
	h.addSummaries(h.createAnsweredProgramChat("trip", "cloud/a", nil), 1, 5)
	h.restart()
	h.catalog.setModels(cloud)
	if _, err := h.Session(1, memory.ActorUser).RewriteBaseMemoryFromSummariesNow(t.Context()); err == nil {
		t.Error("a text was made of what a program said whose key is not known")
	}
	if open := h.summariesNotInBaseMemory(); len(open) != 5 || len(h.model.baseMemoryRequests()) != 0 {
		t.Errorf("%d summaries are left after %d calls", len(open), len(h.model.baseMemoryRequests()))
	}
}
