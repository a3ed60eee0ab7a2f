package exercise_test

import (
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// TestSearchFindsMemoriesByMeaning types words that do not occur in the memory they are about, and words
// about none, with the program's own encoder.
func TestSearchFindsMemoriesByMeaning(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	t.Cleanup(func() { _ = enc.Close() })
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := newTrustEngine(t, enc, memory.StandardPreset())
	defer e.close()
	user := e.service.Session(1, memory.ActorUser)
	for _, fact := range storedFacts {
		_, err := user.AddMemory(t.Context(), memory.NewMemory{Content: fact})
		e.failOnError(err)
	}
	search := func(text string) []memory.Memory {
		q := memory.MemoryQuery{Query: text}
		q.AnyScope = true
		found, err := user.ListOrSearchMemories(t.Context(), q)
		e.failOnError(err)
		similar, err := user.FindSimilarMemoriesBesidesFound(t.Context(), q, found)
		e.failOnError(err)
		for _, m := range similar {
			for _, f := range found {
				if f.ID == m.ID {
					t.Errorf("%q finds %q twice", text, m.Content)
				}
			}
		}
		return append(found, similar...)
	}
	for text, want := range map[string]string{
		"pet animal": storedFacts[5], "vehicle": storedFacts[4], "food allergy": storedFacts[3], "drink": storedFacts[15],
		"star gazing": storedFacts[17], "insects": storedFacts[29], "medical operation": storedFacts[24],
	} {
		if got := search(text); len(got) == 0 || got[0].Content != want {
			t.Errorf("%q finds %d memories, not first %q", text, len(got), want)
		}
	}
	for _, text := range []string{"quantum physics", "football", "weather", "zzz", "ca", ""} {
		similar, err := user.FindSimilarMemoriesBesidesFound(t.Context(), memory.MemoryQuery{Query: text}, nil)
		e.failOnError(err)
		if len(similar) > 0 {
			t.Errorf("%q finds %q", text, similar[0].Content)
		}
	}
}
