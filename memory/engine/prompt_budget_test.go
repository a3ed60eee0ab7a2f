package engine_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// newHarnessWithWindow returns a harness whose models have the given context window in tokens.
func newHarnessWithWindow(t *testing.T, window int) *harness {
	t.Helper()
	h := newStandardHarness(t)
	models, err := h.catalog.ListModels(h.ctx())
	if err != nil {
		t.Fatal(err)
	}
	for i := range models {
		models[i].ContextWindow = window
	}
	h.catalog.setModels(models)
	if err := h.SetAndStoreSetting(h.ctx(), "window.reserve", "500"); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestExtractionPromptFitsTheContextWindow(t *testing.T) {
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
			h := newHarnessWithWindow(t, window)
			text := func(what string, n int) string { return strings.Repeat("word ", n/5) + "end-of-" + what }
			h.addMemories(text("known", c.known))
			chat := h.newChat()
			if c.file > 0 {
				f := h.addFile("a.txt", text("file", c.file))
				if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
					t.Fatal(err)
				}
			}
			h.setAnswer(text("answer", c.answer))
			h.setExtractionAndReconcileReplies("[]", "")
			h.sendAndLearn(chat, text("said", c.said))
			s := systemMessage(h.model.lastLearnRequest())
			if n := lang.EstimateTokens(s); n > window-500+60 { // for the fence around the file
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

func TestReconcilePromptFitsTheContextWindow(t *testing.T) {
	const window = 2000
	h := newHarnessWithWindow(t, window)
	for i := range 12 { // the same key, long, and near to nothing
		a, err := h.Session(1, memory.ActorUser).AddMemory(h.ctx(), memory.NewMemory{
			Key: "home", Content: strings.Repeat("家", 3000) + strings.Repeat("x", i),
		})
		if err != nil || a.ID == 0 {
			t.Fatal(err)
		}
		h.clock.advance(time.Minute)
	}
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user lives in Lisbon.", "key": "home"}]`, `[{"new":1,"action":"ADD"}]`,
	)
	h.sendAndLearn(h.newChat(), "I live in Lisbon")
	s := systemMessage(h.model.lastLearnRequest())
	if !strings.Contains(s, "\n5. 家") || strings.Contains(s, "\n6. ") {
		t.Error("not the five newest of the key are shown")
	}
	if n := lang.EstimateTokens(s); n > window-500 {
		t.Errorf("%d tokens are sent to a model of %d", n, window)
	}
}
