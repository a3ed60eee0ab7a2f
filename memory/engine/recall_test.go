package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

const recallQuestion = "Which ferry did I take from Brevik?"

// newRecallHarness has recall switched on.
func newRecallHarness(t *testing.T, change ...func(c *memory.Config)) *harness {
	t.Helper()
	return newHarness(t, func(c *memory.Config) {
		c.RecallChats = true
		for _, f := range change {
			f(c)
		}
	})
}

// waitForMessageVectors waits until the newest messages of other chats than the given one have vectors.
func (h *harness) waitForMessageVectors(not memory.ID, want int) {
	h.t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		vs, err := h.db.VectorStore().NewestRecallableMessageVectors(h.ctx(), memory.MessageVectorFilter{
			ProfileID: 1, Embedder: h.embedder.ID(), ChatID: not, OtherChats: true, Limit: 1000,
		})
		if err != nil {
			h.t.Fatal(err)
		}
		if len(vs) == want {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("%d messages have a vector, want %d", len(vs), want)
		}
	}
}

func (h *harness) recalledTexts(m memory.Message) []string {
	var out []string
	for _, r := range m.Receipt.Recalled {
		out = append(out, r.Text)
	}
	return out
}

func TestSource002_MessagesOfOtherChatsAreQuotedByteForByteInTheReceipt(t *testing.T) {
	h := newRecallHarness(t)
	h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.6)
	h.embedder.setCosine(recallQuestion, "I baked bread today.", 0.4)
	old := h.newChat()
	title := "Boats and\n## orders"
	if _, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), old.ID, memory.ChatPatch{Title: &title}); err != nil {
		t.Fatal(err)
	}
	said := h.sendAndWaitUntilNoJobIsOpen(old, "I took the ferry Ole from Brevik.")
	h.sendAndWaitUntilNoJobIsOpen(old, "I baked bread today.")
	chat := h.newChat()
	h.waitForMessageVectors(chat.ID, 4)
	m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	if got := h.recalledTexts(m); !slices.Equal(got, []string{"I took the ferry Ole from Brevik."}) {
		t.Fatalf("quoted %q", got)
	}
	r := m.Receipt.Recalled[0]
	if r.ChatID != old.ID || r.MessageID != said.ParentID || r.Role != memory.RoleUser || r.Score < 0.59 {
		t.Errorf("the receipt names %+v", r)
	}
	sent := h.model.lastChatRequest().Messages[0].Content
	if sent != m.Receipt.SystemMessage || !strings.Contains(sent, "## From earlier messages\n") ||
		!strings.Contains(sent, ", in the chat “Boats and ## orders”, the user: I took the ferry Ole from Brevik.") {
		t.Errorf("the server received\n%s", sent)
	}
	if strings.Contains(sent, "\n## orders") {
		t.Error("a title opens a section of the prompt")
	}
}

func TestNothingIsRecalledFromWhereItMustNotBe(t *testing.T) {
	off, gone := memory.MemoryOff, memory.DeleteChatOptions{}
	for name, c := range map[string]struct {
		begin memory.NewChat
		then  func(h *harness, chat memory.Chat, answer memory.Message) error
	}{
		"memory off": {memory.NewChat{Memory: off}, nil},
		"temporary":  {memory.NewChat{Temporary: true}, nil},
		"in the trash": {memory.NewChat{}, func(h *harness, chat memory.Chat, _ memory.Message) error {
			return h.Session(1, memory.ActorUser).TrashOrEraseChatMaybeUnlearning(h.ctx(), chat.ID, gone)
		}},
		"switched off later": {memory.NewChat{}, func(h *harness, chat memory.Chat, _ memory.Message) error {
			_, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Memory: &off})
			return err
		}},
		"edited by its user": {memory.NewChat{}, func(h *harness, chat memory.Chat, answer memory.Message) error {
			none := memory.ID(0)
			turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
				ChatID: chat.ID, Text: "Something else.", ParentID: &none,
			})
			h.waitForAnswer(turn.Answer.ID)
			return err
		}},
		"recall switched off": {memory.NewChat{}, func(h *harness, _ memory.Chat, _ memory.Message) error {
			return h.SetAndStoreSetting(h.ctx(), "chats.recall", "false")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newRecallHarness(t)
			h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.9)
			chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), c.begin)
			if err != nil {
				t.Fatal(err)
			}
			answer := h.sendAndWaitUntilNoJobIsOpen(chat, "I took the ferry Ole from Brevik.")
			if c.then != nil {
				h.waitForMessageVectors(0, 2)
				if err := c.then(h, chat, answer); err != nil {
					t.Fatal(err)
				}
			} else if h.embedder.wasEmbedded("ok") {
				t.Error("its messages are embedded")
			}
			if m := h.sendAndWaitUntilNoJobIsOpen(h.newChat(), recallQuestion); len(m.Receipt.Recalled) != 0 {
				t.Errorf("quoted %q", h.recalledTexts(m))
			}
		})
	}
}

func TestOtherProfilesAreNeverRecalled(t *testing.T) {
	h := newRecallHarness(t)
	h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.9)
	p, err := h.CreateProfile(h.ctx(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	bo := h.Session(p.ID, memory.ActorUser)
	theirs, err := bo.CreateChat(h.ctx(), memory.NewChat{})
	if err != nil {
		t.Fatal(err)
	}
	turn, err := bo.StoreMessageAndStartAnswer(
		h.ctx(), memory.SendParams{ChatID: theirs.ID, Text: "I took the ferry Ole from Brevik."},
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bo.WaitForAnswer(h.ctx(), turn.Answer.ID); err != nil {
		t.Fatal(err)
	}
	mine := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(mine, "Hello.")
	h.waitForMessageVectors(0, 2)
	if m := h.sendAndWaitUntilNoJobIsOpen(mine, recallQuestion); len(m.Receipt.Recalled) != 0 {
		t.Errorf("quoted %q", h.recalledTexts(m))
	}
}

func TestSource002_LimitsOfRecallHold(t *testing.T) {
	h := newRecallHarness(t, func(c *memory.Config) { c.RecallChars, c.RecallThreshold = 40, 0.5 })
	old := h.newChat()
	for i := range 6 {
		text := fmt.Sprintf("Ferry number %d left Brevik in the morning and came back in the evening.", i)
		h.embedder.setCosine(recallQuestion, text, 0.6+0.05*float64(i))
		h.sendAndWaitUntilNoJobIsOpen(old, text)
	}
	h.embedder.setCosine(recallQuestion, "Exactly at the threshold.", 0.5)
	h.sendAndWaitUntilNoJobIsOpen(old, "Exactly at the threshold.")
	chat := h.newChat()
	h.waitForMessageVectors(chat.ID, 14)
	m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	got := h.recalledTexts(m)
	if len(got) != 4 || !strings.HasPrefix(got[0], "Ferry number 5") || !strings.HasPrefix(got[3], "Ferry number 2") {
		t.Fatalf("quoted %q, want the best four, best first", got)
	}
	if n := len([]rune(got[0])); n != 40 || !strings.HasSuffix(got[0], "…") {
		t.Errorf("a quote of %d characters: %q", n, got[0])
	}
	if err := h.SetAndStoreSetting(h.ctx(), "chats.top_k", "2"); err != nil {
		t.Fatal(err)
	}
	if m := h.sendAndWaitUntilNoJobIsOpen(h.newChat(), recallQuestion); len(m.Receipt.Recalled) != 2 {
		t.Errorf("quoted %q with a top_k of 2", h.recalledTexts(m))
	}
}

func TestSettingsOfRecallHaveTheirEffect(t *testing.T) {
	const best = "Ferry number 1 left Brevik in the morning and came back in the evening."
	const next = "Ferry number 2 left Brevik at noon."
	for setting, want := range map[string][]string{
		"":                     {best, next},
		"chats.inject 1":       {best},
		"chats.inject 0":       nil,
		"chats.top_k 1":        {best},
		"chats.chars 30":       {"Ferry number 1 left Brevik in…", "Ferry number 2 left Brevik at…"},
		"chats.threshold 0.8":  {best},
		"chats.threshold 0.95": nil,
	} {
		t.Run(setting, func(t *testing.T) {
			h := newRecallHarness(t)
			h.embedder.setCosine(recallQuestion, best, 0.9)
			h.embedder.setCosine(recallQuestion, next, 0.7)
			old := h.newChat()
			h.sendAndWaitUntilNoJobIsOpen(old, best)
			h.sendAndWaitUntilNoJobIsOpen(old, next)
			chat := h.newChat()
			h.waitForMessageVectors(chat.ID, 4)
			if key, value, ok := strings.Cut(setting, " "); ok {
				h.setSetting(key, value)
			}
			got := h.recalledTexts(h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion))
			if !slices.Equal(got, want) {
				t.Errorf("quoted %q, want %q", got, want)
			}
			sent := systemMessage(h.model.lastChatRequest())
			for _, text := range got {
				if !strings.Contains(sent, "the user: "+text) {
					t.Errorf("the server received\n%s", sent)
				}
			}
		})
	}
}

// What the window still shows the model is not quoted as well; what it lost comes back.
func TestWhatFellOutOfTheWindowIsRecalledInItsOwnChat(t *testing.T) {
	h := newRecallHarness(t, func(c *memory.Config) { c.ReplyReserve, c.SummaryTrigger = 100, 0 })
	h.setWindow(1400)
	first := "I took the ferry Ole from Brevik."
	h.embedder.setCosine(recallQuestion, first, 0.9)
	chat := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(chat, first)
	h.waitForMessageVectors(0, 2)
	if m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion); len(m.Receipt.Recalled) != 0 {
		t.Fatalf("quoted although it is sent: %q", h.recalledTexts(m))
	}
	for i := range 6 {
		h.sendAndWaitUntilNoJobIsOpen(
			chat, fmt.Sprintf("Now %d: ", i)+strings.Repeat("a long talk about the weather in the north ", 40),
		)
	}
	m := h.sendAndWaitUntilNoJobIsOpen(chat, recallQuestion)
	if slices.Contains(m.Receipt.HistoryIDs, memory.ID(1)) {
		t.Fatal("the first message is still in the window")
	}
	if got := h.recalledTexts(m); !slices.Contains(got, first) {
		t.Errorf("quoted %q", got)
	}
	if sent := h.model.lastChatRequest().Messages[0].Content; !strings.Contains(sent, "in this chat, the user: "+first) {
		t.Errorf("the server received\n%s", sent)
	}
}

func TestSwitchingRecallOnEmbedsWhatWasWrittenBefore(t *testing.T) {
	h := newHarness(t, func(*memory.Config) {})
	old := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(old, "I took the ferry Ole from Brevik.")
	if h.embedder.wasEmbedded("I took the ferry Ole from Brevik.") && h.countMessageVectors() > 0 {
		t.Error("a message is embedded while recall is off")
	}
	if err := h.SetAndStoreSetting(h.ctx(), "chats.recall", "true"); err != nil {
		t.Fatal(err)
	}
	h.waitForMessageVectors(0, 2)
}

func (h *harness) setRecallModeOfChat(chat memory.Chat, m memory.RecallMode) memory.Chat {
	h.t.Helper()
	chat, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Recall: &m})
	if err != nil || chat.Recall != m {
		h.t.Fatal(chat.Recall, err)
	}
	return chat
}

func TestAChatsOwnChoiceOfRecallGoesBeforeTheSetting(t *testing.T) {
	for _, setting := range []bool{false, true} {
		h := newHarness(t, func(c *memory.Config) { c.RecallChats = setting })
		h.embedder.setCosine(recallQuestion, "I took the ferry Ole from Brevik.", 0.9)
		old := h.newChat()
		h.sendAndWaitUntilNoJobIsOpen(old, "I took the ferry Ole from Brevik.")
		on := h.setRecallModeOfChat(h.newChat(), memory.RecallOn)
		h.waitForMessageVectors(on.ID, 2) // those written before the choice, too
		h.sendAndWaitUntilNoJobIsOpen(old, "I baked bread today.")
		h.waitForMessageVectors(on.ID, 4)
		if m := h.sendAndWaitUntilNoJobIsOpen(on, recallQuestion); !slices.Contains(
			h.recalledTexts(m), "I took the ferry Ole from Brevik.",
		) {
			t.Errorf("setting %t, chat on: quoted %q", setting, h.recalledTexts(m))
		}
		off := h.setRecallModeOfChat(h.newChat(), memory.RecallOff)
		m := h.sendAndWaitUntilNoJobIsOpen(off, recallQuestion)
		if sent := h.model.lastChatRequest().Messages[0].Content; len(m.Receipt.Recalled) != 0 ||
			strings.Contains(sent, "Brevik") {
			t.Errorf("setting %t, chat off: the server received\n%s", setting, sent)
		}
		h.setRecallModeOfChat(off, memory.RecallDefault)
		none := memory.ID(0)
		turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
			ChatID: off.ID, Text: recallQuestion, ParentID: &none,
		})
		if err != nil {
			t.Fatal(err)
		}
		if m = h.waitForAnswer(turn.Answer.ID); (len(m.Receipt.Recalled) > 0) != setting {
			t.Errorf("setting %t, chat default: quoted %q", setting, h.recalledTexts(m))
		}
	}
	h := newHarness(t)
	created, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Recall: memory.RecallOn})
	if err != nil || created.Recall != memory.RecallOn {
		t.Errorf("a chat created with recall on has %q, %v", created.Recall, err)
	}
	perhaps := memory.RecallMode("perhaps")
	if _, err = h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Recall: perhaps}); err == nil {
		t.Error("a chat is created with a mode that is none")
	}
	_, err = h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), h.newChat().ID, memory.ChatPatch{Recall: &perhaps})
	if err == nil {
		t.Error("a mode that is none is accepted")
	}
}

func (h *harness) countMessageVectors() int {
	h.t.Helper()
	vs, err := h.db.VectorStore().NewestRecallableMessageVectors(h.ctx(), memory.MessageVectorFilter{
		ProfileID: 1, Embedder: h.embedder.ID(), OtherChats: true, Limit: 1000,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return len(vs)
}
