package memory_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestSecretsAreCutBeforeAnyModelSeesThem(t *testing.T) {
	const key, card = "sk-abcdefghijklmnop1234567890", "4111 1111 1111 1111"
	h := standard(t)
	h.model.titled("Tea at home")
	th := h.thread()
	f := h.file("notes.txt", "the router says "+key)
	if err := h.AttachContext(h.ctx(), 1, th.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.add("The user keeps " + key + " in a safe.") // manual memories are stored unredacted
	h.embed.near("The user keeps [secret left out] in a safe.", "The user likes tea.", 0.8)
	if _, err := h.Reembed(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	h.answers("So your key is " + key + ".")
	h.replies(`[{"fact": "The user likes tea."}]`, `[{"new":1,"action":"ADD","reason":"`+key+`"}]`)
	h.say(th, "My key is "+key+" and my card "+card+", I like tea")
	h.clock.tick(time.Minute)
	h.TitleWhenIdle(1, th.ID)
	h.named(th, "Tea at home")
	h.model.mu.Lock()
	asked := slices.Concat(h.model.learns, h.model.titles)
	h.model.mu.Unlock()
	if len(asked) != 3 {
		t.Fatalf("%d calls, want extraction, decision and title", len(asked))
	}
	for i, r := range asked {
		s := system(r)
		if strings.Contains(s, "sk-abc") || strings.Contains(s, "4111") || !strings.Contains(s, "secret left out") {
			t.Errorf("call %d holds a secret, or not its place:\n%s", i+1, s)
		}
	}
	if !strings.Contains(system(asked[0]), "I like tea") {
		t.Error("more than the secrets is missing")
	}
	h.embed.set(func(p *plane) {
		for _, text := range p.calls {
			if strings.Contains(text, "sk-abc") || strings.Contains(text, "4111") {
				t.Errorf("the embedder sees %q", text)
			}
		}
	})
}

func TestASecretStaysInNoFieldOfAFact(t *testing.T) {
	h := standard(t)
	h.replies(`[{"fact":"The user likes tea.","quote":"my pin is 4821 and I like tea","key":"pin: 4821"}]`, "[]")
	h.say(h.thread(), "my pin is 4821 and I like tea")
	ms := h.all(memory.StatusActive)
	if len(ms) != 1 || ms[0].Quote != "" || ms[0].Key != "" || ms[0].QuoteStart != nil || ms[0].SourceMessageID == 0 {
		t.Fatalf("memories = %+v", ms)
	}
	ds, err := h.Decisions(h.ctx(), memory.DecisionFilter{ProfileID: 1})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(ds)
	if err != nil || strings.Contains(string(text), "4821") {
		t.Errorf("the ledger holds the secret (%v)", err)
	}
}

func TestTheReasonOfAModelHoldsNoSecretAndNoLines(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.clock.tick(time.Hour)
	d := h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1,"reason":"moved\n# pin 4821"}]`)[0]
	if d.Action != memory.ActionReplace || d.Reason != "moved # pin [secret left out]" {
		t.Errorf("reason = %q", d.Reason)
	}
}

func TestADateNobodySaidIsLeftOut(t *testing.T) {
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
		h := standard(t)
		h.replies(`[{"fact":"The user lives in Porto.","valid_from":"`+c.date+`"}]`, "[]")
		h.say(h.thread(), c.said)
		if ms := h.all(memory.StatusActive); len(ms) != 1 || string(ms[0].ValidFrom) != c.want {
			t.Errorf("%q: %+v, want the date %q", c.said, ms, c.want)
		}
	}
}
