package memory_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// newHarnessWithWindow returns a harness whose models have the given context window in tokens.
func narrow(t *testing.T, window int) *house {
	t.Helper()
	h := standard(t)
	models, err := h.cat.Models(h.ctx())
	if err != nil {
		t.Fatal(err)
	}
	for i := range models {
		models[i].Context = window
	}
	h.cat.set(models)
	if err := h.SetConfig(h.ctx(), "window.reserve", "500"); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestWhatTheExtractorIsSentFitsItsWindow(t *testing.T) {
	const window = 2500
	for _, c := range []struct {
		name                      string
		said, answer, known, file int // approximate length in bytes
		want                      string
	}{
		{name: "nothing is cut that fits", said: 2000, answer: 500, known: 300, file: 500, want: "said answer known file"},
		{name: "the file goes first", said: 1000, answer: 500, known: 300, file: 90000, want: "said answer known"},
		{name: "then the answer", said: 1000, answer: 90000, known: 300, file: 500, want: "said known"},
		{name: "then what is known", said: 4000, answer: 500, known: 3900, file: 500, want: "said"},
		{name: "the message at last", said: 90000, answer: 500, known: 300, file: 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := narrow(t, window)
			text := func(what string, n int) string { return strings.Repeat("word ", n/5) + "end-of-" + what }
			h.add(text("known", c.known))
			th := h.thread()
			if c.file > 0 {
				f := h.file("a.txt", text("file", c.file))
				if err := h.AttachContext(h.ctx(), 1, th.ID, f.ID); err != nil {
					t.Fatal(err)
				}
			}
			h.answers(text("answer", c.answer))
			h.replies("[]", "")
			h.say(th, text("said", c.said))
			s := system(h.model.lastLearn())
			if n := memory.EstimateTokens(s); n > window-500+60 { // for the fence around the file
				t.Errorf("%d tokens are sent to a model of %d", n, window)
			}
			var whole []string
			for _, what := range []string{"said", "answer", "known", "file"} {
				if strings.Contains(s, "end-of-"+what) {
					whole = append(whole, what)
				}
			}
			if got := strings.Join(whole, " "); got != c.want {
				t.Errorf("whole: %s; want %s", got, c.want)
			}
		})
	}
}

func TestWhatIsToBeDecidedFitsTheWindow(t *testing.T) {
	const window = 2000
	h := narrow(t, window)
	for i := range 12 { // the same key, long, and near to nothing
		a, err := h.AddMemory(h.ctx(), 1, memory.ActorUser, memory.NewMemory{
			Key: "home", Content: strings.Repeat("家", 3000) + strings.Repeat("x", i),
		})
		if err != nil || a.ID == 0 {
			t.Fatal(err)
		}
		h.clock.tick(time.Minute)
	}
	h.replies(`[{"fact": "The user lives in Lisbon.", "key": "home"}]`, `[{"new":1,"action":"ADD"}]`)
	h.say(h.thread(), "I live in Lisbon")
	s := system(h.model.lastLearn())
	if !strings.Contains(s, "\n5. 家") || strings.Contains(s, "\n6. ") {
		t.Error("not the five newest of the key are shown")
	}
	if n := memory.EstimateTokens(s); n > window-500 {
		t.Errorf("%d tokens are sent to a model of %d", n, window)
	}
}
