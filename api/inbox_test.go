package api_test

import (
	"testing"
	"time"

	"memoir/memory"
)

// addMemoryWithInboxReplacement stores a memory in the inbox that proposes to replace a new active one.
func (h *harness) addMemoryWithInboxReplacement(oldText, newText string) (old, waiting memory.ID) {
	h.t.Helper()
	old = requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"`+oldText+`"}`).ID
	now := time.Now()
	waiting, err := h.store.MemoryStore().Insert(h.t.Context(), memory.Memory{
		ProfileID: 1, Content: newText, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusInbox, Origin: memory.OriginExtracted, CreatedAt: now,
		UpdatedAt: now, Proposes: old,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return old, waiting
}

func TestInboxIsAnsweredByAcceptRejectAndKeepBoth(t *testing.T) {
	for _, c := range []struct {
		name, patch   string
		status        memory.Status
		oldIsReplaced bool
	}{
		{"accept", `{"status":"active"}`, memory.StatusActive, true},
		{"accept, said in full", `{"status":"active","replace":true}`, memory.StatusActive, true},
		{"keep both", `{"status":"active","replace":false}`, memory.StatusActive, false},
		{"reject", `{"status":"forgotten"}`, memory.StatusForgotten, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHarness(t)
			old, waiting := h.addMemoryWithInboxReplacement("The user lives in Porto", "The user lives in Lisbon")
			inbox := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory?status=inbox", "")
			if len(inbox) != 1 || inbox[0].ID != waiting || inbox[0].Proposes != old {
				t.Fatalf("the inbox is %+v", inbox)
			}
			m := requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/"+waiting.String(), c.patch)
			if m.Status != c.status || c.status == memory.StatusActive && m.Proposes != 0 {
				t.Errorf("answered, it is %+v", m)
			}
			before := requestJSON[memory.Memory](h, 200, "GET", "/api/memory/"+old.String(), "")
			if (before.SupersededBy == waiting) != c.oldIsReplaced {
				t.Errorf("the old memory is superseded by %d", before.SupersededBy)
			}
		})
	}
}
