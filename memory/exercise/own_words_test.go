package exercise_test

import (
	"slices"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// A model words what is known, or was forgotten, in yet another way each time.
func TestWordsOfTheUserThatAreKnownOrForgottenAreNotKeptAgain(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := enc.Close(); err != nil {
			t.Error(err)
		}
	})
	e := newTrustEngine(t, newEmbeddingCache(enc), memory.StandardPreset())
	defer e.close()
	p, err := e.service.CreateProfile(t.Context(), "tea")
	e.failOnError(err)
	s := e.service.Session(p.ID, memory.ActorUser)
	learn := func(fact string) []memory.Decision {
		e.model.setExchangeAndClearPrompts(exchange{message: "I like green tea", fact: fact})
		chat, err := s.CreateChat(t.Context(), memory.NewChat{})
		e.failOnError(err)
		turn, err := s.StoreMessageAndStartAnswer(t.Context(), memory.SendParams{ChatID: chat.ID, Text: "I like green tea"})
		e.failOnError(err)
		ds, err := s.WaitForLearningFromAnswer(t.Context(), turn.Answer.ID)
		e.failOnError(err)
		return ds
	}
	contents := func(status memory.Status) (out []string) {
		for _, m := range e.memoriesWithStatus(s, status) {
			out = append(out, m.Content)
		}
		return out
	}
	const known, reworded = "The user likes green tea.", "The user is an enthusiast of tea with a verdant hue."
	learn(known)
	if ds := learn(reworded); len(ds) != 1 || ds[0].Action != memory.ActionIgnore {
		t.Errorf("what is known was decided on by %+v", ds)
	}
	if got := contents(memory.StatusActive); !slices.Equal(got, []string{known}) {
		t.Fatalf("active: %q", got)
	}
	_, err = s.ForgetMemory(t.Context(), e.memoriesWithStatus(s, memory.StatusActive)[0].ID)
	e.failOnError(err)
	learn(reworded)
	if got := contents(memory.StatusActive); len(got) != 0 {
		t.Errorf("a forgotten memory is active again: %q", got)
	}
	if got := contents(memory.StatusInbox); !slices.Equal(got, []string{"The user said: “I like green tea”"}) {
		t.Errorf("waiting: %q", got)
	}
}
