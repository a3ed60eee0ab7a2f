package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"memoir/memory"
)

// messageNumbersIn returns which of the numbered messages a prompt holds.
func messageNumbersIn(prompt string) (out []int) {
	for n := 1; n <= 40; n++ {
		if strings.Contains(prompt, fmt.Sprintf("message number %d.", n)) {
			out = append(out, n)
		}
	}
	return out
}

func TestSource001_EveryTurnIsSummedUpWithThePreviousSummary(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		c.SummaryTrigger, c.SummaryUnit, c.SummaryKeep = 1, memory.UnitPairs, 0
	})
	chat := h.newChat()
	for n := 1; n <= 8; n++ {
		h.sendNumberedMessagesAndLearn(chat, n, 1)
		if s := h.waitForSummaries(chat, n)[0]; s.MessageCount != 2 {
			t.Fatalf("turn %d: the summary covers %d messages", n, s.MessageCount)
		}
	}
	calls := h.model.recordedSummaryRequests()
	first, last := systemMessage(calls[0]), systemMessage(calls[7])
	if !strings.Contains(first, "(none)") || !strings.Contains(last, "- The user wrote numbered messages.") {
		t.Errorf("the first prompt is\n%s\nthe last one\n%s", first, last)
	}
}

func TestSource002_EveryTenPairsAreSummedUpAndAtLeastTheLast12MessagesRead(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		c.SummaryTrigger, c.SummaryUnit, c.SummaryKeep = 10, memory.UnitPairs, 0
	})
	chat := h.newChat()
	h.sendNumberedMessagesAndLearn(chat, 1, 9)
	h.waitUntilNoJobIsOpen()
	if n := len(h.summaries(chat)); n != 0 {
		t.Fatalf("nine pairs have %d summaries", n)
	}
	h.sendNumberedMessagesAndLearn(chat, 10, 1)
	if s := h.waitForSummaries(chat, 1)[0]; s.MessageCount != 20 {
		t.Errorf("the summary covers %d messages", s.MessageCount)
	}
	if err := h.SetAndStoreSetting(h.ctx(), "summary.trigger", "1"); err != nil {
		t.Fatal(err)
	}
	h.sendNumberedMessagesAndLearn(chat, 11, 1)
	h.waitForSummaries(chat, 2)
	prompt := systemMessage(h.model.recordedSummaryRequests()[1])
	if got := fmt.Sprint(messageNumbersIn(prompt)); got != "[6 7 8 9 10 11]" {
		t.Errorf("read are the messages %s: six pairs are 12", got)
	}
	if !strings.Contains(prompt, "a list of 4 to 6 points") || !strings.Contains(prompt, "fewer than 120 tokens") {
		t.Errorf("the prompt is\n%s", prompt)
	}
}

// newHarnessWithCrowdedFerryChat has messages that the window lost, the first of them about the question, and another
// chat with a message about it.
func newHarnessWithCrowdedFerryChat(t *testing.T, change func(c *memory.Config)) (h *harness, chat memory.Chat) {
	t.Helper()
	h = newRecallHarness(t, change, func(c *memory.Config) { c.ReplyReserve, c.SummaryTrigger = 100, 0 })
	h.setWindow(1400)
	h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.9)
	h.embedder.setCosine(recallQuestion, "Elsewhere I took the ferry Kari.", 0.8)
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "Elsewhere I took the ferry Kari.")
	chat = h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(chat, "I took the ferry Ole from Brevik.")
	for i := range 7 {
		h.sendAndWaitUntilNoJobIsOpen(
			chat, fmt.Sprintf("Now %d: ", i)+strings.Repeat("a long talk about the weather in the north ", 40),
		)
	}
	h.waitForMessageVectors(0, 18)
	return h, chat
}

func TestSource002_OtherChatsAreSearchedOnlyWhileFewMessagesOfThisOneAreThere(t *testing.T) {
	for widenBelow, want := range map[int]bool{50: true, 2: false} {
		h, chat := newHarnessWithCrowdedFerryChat(t, func(c *memory.Config) { c.RecallWidenBelow = widenBelow })
		h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
		sent := systemMessage(h.model.lastChatRequest())
		if !strings.Contains(sent, "in this chat, the user: I took the ferry Ole from Brevik.") {
			t.Errorf("below %d: what this chat lost is not quoted in\n%s", widenBelow, sent)
		}
		if strings.Contains(sent, "Elsewhere I took the ferry Kari.") != want {
			t.Errorf("below %d: other chats searched %t, want %t", widenBelow, !want, want)
		}
	}
	if c := memory.StandardPreset(); c.RecallCandidates != 200 || c.RecallWidenBelow != 50 || c.RecallTopK != 8 ||
		c.RecallInject != 4 || c.RecallChars != 200 || c.RecallThreshold != 0.45 {
		t.Errorf("the numbers of the source are not the default: %+v", c)
	}
}

func TestSource002_OnlyTheNewestMessagesAreCandidates(t *testing.T) {
	for candidates, want := range map[int]bool{200: true, 3: false} {
		h, chat := newHarnessWithCrowdedFerryChat(
			t, func(c *memory.Config) { c.RecallCandidates, c.RecallWidenBelow = candidates, 0 },
		)
		h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
		if got := strings.Contains(systemMessage(h.model.lastChatRequest()), "Brevik."); got != want {
			t.Errorf("%d candidates: the oldest message quoted %t, want %t", candidates, got, want)
		}
	}
}

// The model is told what each section with notes is: prompts/system.md names every one that a prompt can have.
func TestTheInstructionsNameEverySectionOfThePrompt(t *testing.T) {
	h, chat := newHarnessWithCrowdedFerryChat(t, func(*memory.Config) {})
	h.setSetting("summary.trigger", "30")
	me := h.Session(1, memory.ActorUser)
	if _, err := me.StoreBaseMemoryWrittenByPerson(h.ctx(), "I am Ann."); err != nil {
		t.Fatal(err)
	}
	h.addMemories("The user is a gardener.")
	f := h.addFile("plan.md", "Sow the beans in May.")
	if err := me.AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	first := h.loadShownBranch(chat)[1]
	if _, err := h.db.SummaryStore().Insert(h.ctx(), memory.Summary{
		ProfileID: 1, ChatID: chat.ID, Content: "- They took a ferry.", State: memory.SummaryCurrent,
		CreatedAt: h.clock.now(), FirstMessageID: first.ParentID, LastMessageID: first.ID, MessageCount: 2,
	}); err != nil {
		t.Fatal(err)
	}
	h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	instructions, sections, _ := strings.Cut(systemMessage(h.model.lastChatRequest()), "\n## ")
	var names []string
	for part := range strings.SplitSeq("\n"+"## "+sections, "\n## ") {
		if name, _, _ := strings.Cut(part, "\n"); name != "" {
			names = append(names, name)
		}
	}
	if len(names) != 5 {
		t.Errorf("the prompt has the sections %q", names)
	}
	for _, name := range names {
		if !strings.Contains(instructions, `"`+name+`"`) {
			t.Errorf("the instructions do not name %q:\n%s", name, instructions)
		}
	}
}
