package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// newHarnessWithKeyedFacts has twelve unrelated memories that are newer than seven facts with a key, of which the two
// oldest share one.
func newHarnessWithKeyedFacts(t *testing.T, configure ...func(*memory.Config)) *harness {
	t.Helper()
	h := newHarness(t, configure...)
	for i, key := range []string{"bank", "shoe size", "shoe size", "blood type", "locker", "gate", "printer"} {
		_, err := h.db.MemoryStore().Insert(h.ctx(), memory.Memory{
			ProfileID: 1, Content: fmt.Sprintf("Value %d.", i+1), Key: memory.NullText(key), Tags: []string{},
			Kind: memory.KindFact, Type: memory.TypePersonal, Scope: memory.ScopeGlobal, Status: memory.StatusActive,
			Origin: memory.OriginManual, CreatedAt: h.clock.now().Add(time.Duration(i-100) * time.Hour),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	h.addUnrelatedMemories(12)
	return h
}

// useStandardKeyedFactSettings gives the settings of a test those of standard that concern keys.
func useStandardKeyedFactSettings(c *memory.Config) {
	c.Ranking, c.QueryExpansion, c.InjectedKeys = memory.RankByHybrid, "", memory.StandardPreset().InjectedKeys
}

// Source 002: keys and values, five in full and one value for each key.
func TestSource002_NewestFactsWithAKeyStandInThePrompt(t *testing.T) {
	h := newHarnessWithKeyedFacts(t, useStandardKeyedFactSettings)
	answer, _ := h.sendAndLearn(h.newChat(), "Tell me about the sea.")
	system := systemMessage(h.model.lastChatRequest())
	want := "## Long-term memory\n- printer: Value 7.\n- gate: Value 6.\n- locker: Value 5.\n- blood type: Value 4.\n" +
		"- shoe size: Value 3.\n"
	if !strings.Contains(system, want) || strings.Contains(system, "Value 1.") || strings.Contains(system, "Value 2.") {
		t.Errorf("the prompt is %q", system)
	}
	inLane := 0
	for _, m := range answer.Receipt.Retrieval.Memories {
		if m.Lane == memory.LaneKeys {
			inLane++
		}
	}
	if inLane != 5 {
		t.Errorf("the receipt has %d facts with a key", inLane)
	}
}

func TestFactsWithAKeyAreNotSentTwice(t *testing.T) {
	h := newHarnessWithKeyedFacts(t, useStandardKeyedFactSettings)
	h.embedder.setCosine("Which printer do I use?", "Value 7.", 0.95)
	h.sendAndLearn(h.newChat(), "Which printer do I use?")
	system := systemMessage(h.model.lastChatRequest())
	if n := strings.Count(system, "Value 7."); n != 1 {
		t.Errorf("it is sent %d times: %q", n, system)
	}
}

func TestKeysInjectSaysHowManyFactsWithAKeyAreSent(t *testing.T) {
	h := newHarnessWithKeyedFacts(t, useStandardKeyedFactSettings)
	h.setSetting("keys.inject", "2")
	h.sendAndLearn(h.newChat(), "Tell me about the sea.")
	system := systemMessage(h.model.lastChatRequest())
	if !strings.Contains(system, "gate: Value 6.") || strings.Contains(system, "locker:") {
		t.Errorf("with 2 the prompt is %q", system)
	}
	h.setSetting("keys.inject", "0")
	h.sendAndLearn(h.newChat(), "Tell me about the sea.")
	if system := systemMessage(h.model.lastChatRequest()); strings.Contains(system, "printer:") {
		t.Errorf("with 0 the prompt is %q", system)
	}
}

func TestClassicSendsNoFactsForTheirKey(t *testing.T) {
	h := newHarnessWithKeyedFacts(t)
	h.sendAndLearn(h.newChat(), "Tell me about the sea.")
	if system := systemMessage(h.model.lastChatRequest()); strings.Contains(system, "printer:") {
		t.Errorf("the prompt is %q", system)
	}
}

func TestMemoriesAreListedByKey(t *testing.T) {
	h := newHarnessWithKeyedFacts(t)
	q := memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{AnyScope: true, Key: "shoe size"}}
	ms, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(), q)
	if err != nil || len(ms) != 2 {
		t.Errorf("%d memories, %v", len(ms), err)
	}
}

// Source 002: eight are fetched, so a ninth key is not among those that are sent, however few keys there are.
func TestSource002_EightNewestFactsWithAKeyAreFetched(t *testing.T) {
	h := newHarness(t, useStandardKeyedFactSettings)
	for i, key := range append([]string{"gate", "bank"}, slices.Repeat([]string{"shoe size"}, 7)...) {
		_, err := h.db.MemoryStore().Insert(h.ctx(), memory.Memory{
			ProfileID: 1, Content: fmt.Sprintf("Value %d.", i+1), Key: memory.NullText(key), Tags: []string{},
			Kind: memory.KindFact, Type: memory.TypePersonal, Scope: memory.ScopeGlobal, Status: memory.StatusActive,
			Origin: memory.OriginManual, CreatedAt: h.clock.now().Add(time.Duration(i-100) * time.Hour),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	h.addUnrelatedMemories(12)
	h.sendAndLearn(h.newChat(), "Tell me about the sea.")
	system := systemMessage(h.model.lastChatRequest())
	want := "## Long-term memory\n- shoe size: Value 9.\n- bank: Value 2.\n"
	if !strings.Contains(system, want) || strings.Contains(system, "gate:") {
		t.Errorf("the prompt is %q", system)
	}
}
