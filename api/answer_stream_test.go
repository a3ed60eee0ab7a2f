package api

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/memory"
)

// streamedEventsOfAnswerTexts feeds successive texts of an answer to an answerStream and returns what was sent.
func streamedEventsOfAnswerTexts(t *testing.T, moments ...string) string {
	t.Helper()
	w := httptest.NewRecorder()
	c := &call{
		ResponseWriter: w, request: httptest.NewRequestWithContext(t.Context(), "POST", "/", nil),
		api: New(Options{Log: slog.New(slog.DiscardHandler)}),
	}
	f := answerStream{events: c.startEventStream(), answerID: 2}
	for i, text := range moments {
		m := memory.Message{ID: 2, ChatID: 1, Content: text, Reasoning: "Hm."}
		kind := memory.EventDelta
		if i == len(moments)-1 {
			kind = memory.EventDone
		}
		ended := f.forwardEventAndReportAnswerEnd(memory.Event{Kind: kind, MessageID: 2, Message: &m})
		if ended != (kind == memory.EventDone) {
			t.Errorf("at %q the answer has ended: %v", text, ended)
		}
	}
	return w.Body.String()
}

func TestDeltaHoldsOnlyNewText(t *testing.T) {
	stream := streamedEventsOfAnswerTexts(t, "One", "One two", "One two", "One two three")
	for piece, want := range map[string]int{
		`"content":"One","reasoning":"Hm."}`: 1, `"content":" two","reasoning":null}`: 1,
		`"content":" three","reasoning":null}`: 1, "event: delta": 3, "event: done": 1, "reset": 0,
	} {
		if got := strings.Count(stream, piece); got != want {
			t.Errorf("%s stands %d times, want %d in:\n%s", piece, got, want, stream)
		}
	}
}

func TestDeltaResetsWhenTextDoesNotContinue(t *testing.T) {
	stream := streamedEventsOfAnswerTexts(t, "One", "Two")
	if !strings.Contains(stream, `"content":"Two","reasoning":"Hm.","reset":true}`) {
		t.Errorf("no reset in:\n%s", stream)
	}
}

func TestAnswerStreamIgnoresEventsOfOtherAnswers(t *testing.T) {
	w := httptest.NewRecorder()
	c := &call{
		ResponseWriter: w, request: httptest.NewRequestWithContext(t.Context(), "POST", "/", nil),
		api: New(Options{Log: slog.New(slog.DiscardHandler)}),
	}
	f := answerStream{events: c.startEventStream(), answerID: 2}
	if f.forwardEventAndReportAnswerEnd(
		memory.Event{Kind: memory.EventDone, MessageID: 3, Message: &memory.Message{ID: 3}},
	) ||
		w.Body.Len() > 0 {
		t.Errorf("another answer's end shows: %s", w.Body)
	}
}
