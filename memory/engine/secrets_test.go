package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestSecretsAreRedactedBeforeAnyModelCall(t *testing.T) {
	const key, card = "sk-abcdefghijklmnop1234567890", "4111 1111 1111 1111"
	h := newStandardHarness(t)
	h.model.setTitleReply("Tea at home")
	chat := h.newChat()
	f := h.addFile("notes.txt", "the router says "+key)
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.addMemories("The user keeps " + key + " in a safe.") // manual memories are stored unredacted
	h.embedder.setCosine("The user keeps [secret left out] in a safe.", "The user likes tea.", 0.8)
	if _, err := h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	h.setAnswer("So your key is " + key + ".")
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user likes tea."}]`, `[{"new":1,"action":"ADD","reason":"`+key+`"}]`,
	)
	h.sendAndLearn(chat, "My key is "+key+" and my card "+card+", I like tea")
	h.clock.advance(time.Minute)
	h.QueueTitleForIdleTime(1, chat.ID)
	h.waitForTitle(chat, "Tea at home")
	h.model.mu.Lock()
	asked := slices.Concat(h.model.learnRequests, h.model.titleRequests)
	h.model.mu.Unlock()
	if len(asked) != 3 {
		t.Fatalf("%d calls, want extraction, decision and title", len(asked))
	}
	for i, r := range asked {
		s := systemMessage(r)
		if strings.Contains(s, "sk-abc") || strings.Contains(s, "4111") || !strings.Contains(s, "secret left out") {
			t.Errorf("call %d holds a secret, or not its place:\n%s", i+1, s)
		}
	}
	if !strings.Contains(systemMessage(asked[0]), "I like tea") {
		t.Error("more than the secrets is missing")
	}
	h.embedder.changeUnderLock(func(p *angleEmbedder) {
		for _, text := range p.embeddedTexts {
			if strings.Contains(text, "sk-abc") || strings.Contains(text, "4111") {
				t.Errorf("the embedder sees %q", text)
			}
		}
	})
}

func TestClassicPresetNeitherStoresNorSendsSecrets(t *testing.T) {
	const key = "sk-abcdefghijklmnop1234567890"
	h := newHarness(t)
	h.model.setTitleReply("Tea at home")
	chat := h.newChat()
	f := h.addFile("notes.txt", "the router says "+key)
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.setAnswer("So your key is " + key + ".")
	h.model.setFact("The user's key is " + key + ".")
	_, ds := h.sendAndLearn(chat, key+" is my key, I like tea")
	if len(ds) != 1 || ds[0].Action != memory.ActionIgnore || ds[0].Candidate != "" || ds[0].Reason == "" {
		t.Errorf("the ledger should say that something was refused, and not what: %+v", ds)
	}
	for _, status := range []memory.Status{memory.StatusActive, memory.StatusInbox} {
		if ms := h.memoriesWithStatus(status); len(ms) != 0 {
			t.Errorf("memories = %+v", ms)
		}
	}
	if sent := h.model.lastChatRequest().Messages; !strings.Contains(sent[len(sent)-1].Content, key) {
		t.Error("the chat model does not get the message as it was typed")
	}
	first, err := h.Session(1, memory.ActorUser).LoadChat(h.ctx(), chat.ID)
	if err != nil || strings.Contains(first.Title, "sk-abc") {
		t.Errorf("title = %q, %v", first.Title, err)
	}
	h.clock.advance(time.Minute)
	h.QueueTitleForIdleTime(1, chat.ID)
	h.waitForTitle(chat, "Tea at home")
	h.model.mu.Lock()
	asked := slices.Concat(h.model.learnRequests, h.model.titleRequests)
	h.model.mu.Unlock()
	if len(asked) != 2 {
		t.Fatalf("%d calls, want extraction and title", len(asked))
	}
	for i, r := range asked {
		if s := systemMessage(r); strings.Contains(s, "sk-abc") || !strings.Contains(s, "secret left out") {
			t.Errorf("call %d holds a secret, or not its place:\n%s", i+1, s)
		}
	}
	h.embedder.changeUnderLock(func(p *angleEmbedder) {
		for _, text := range p.embeddedTexts {
			if strings.Contains(text, "sk-abc") {
				t.Errorf("the embedder sees %q", text)
			}
		}
	})
}

func TestSecretsAreStoredInNoFieldOfAMemory(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(
		`[{"fact":"The user likes tea.","quote":"my pin is 4821 and I like tea","key":"pin: 4821"}]`, "[]",
	)
	h.sendAndLearn(h.newChat(), "my pin is 4821 and I like tea")
	ms := h.memoriesWithStatus(memory.StatusActive)
	if len(ms) != 1 || ms[0].Quote != "" || ms[0].Key != "" || ms[0].QuoteStart != nil || ms[0].SourceMessageID == 0 {
		t.Fatalf("memories = %+v", ms)
	}
	ds, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(ds)
	if err != nil || strings.Contains(string(text), "4821") {
		t.Errorf("the ledger holds the secret (%v)", err)
	}
}

func TestVerdictReasonIsRedactedAndOnOneLine(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.clock.advance(time.Hour)
	d := h.sendFactInFirstPerson("The user lives in Lisbon.",
		`[{"new":1,"action":"DELETE","known":1,"reason":"moved\n# pin 4821"}]`)[0]
	if d.Action != memory.ActionReplace || d.Reason != "moved # pin [secret left out]" {
		t.Errorf("reason = %q", d.Reason)
	}
}

func TestDateTheUserDidNotSayIsDropped(t *testing.T) {
	for _, c := range []struct{ said, date, want string }{
		{"I live in Porto since 2012", "2012", "2012"},
		{"I live in Porto since May 2012", "2012-05", "2012-05"},
		{"I live in Porto since last year", "2025", "2025"},
		{"I live in Porto from next year on", "2027-01", "2027-01"},
		{"I live in Porto", "2019-03-01", ""},
		{"I live in Porto", "2031", ""},
		{"Look: > I live here since 2012\n> I live here since 2012\nI live in Porto", "2008", ""},
		{"> since 2012\nI live in Porto", "2012", ""},
		{"I live in Porto", "soon", ""},
	} {
		h := newStandardHarness(t)
		h.setExtractionAndReconcileReplies(`[{"fact":"The user lives in Porto.","valid_from":"`+c.date+`"}]`, "[]")
		h.sendAndLearn(h.newChat(), c.said)
		if ms := h.memoriesWithStatus(memory.StatusActive); len(ms) != 1 || string(ms[0].ValidFrom) != c.want {
			t.Errorf("%q: %+v, want the date %q", c.said, ms, c.want)
		}
	}
}
