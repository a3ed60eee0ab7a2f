package exercise_test

import (
	"context"
	"testing"
	"time"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// pastTurns are what a person said in earlier chats, one chat each.
var pastTurns = []string{
	"We are planning a trip to the Faroe Islands next June and want to see the puffins on Mykines.",
	"My landlord wants to raise the rent by 8 % and I think that is too much.",
	"The sourdough starter died while I was away, so I begin again with rye flour.",
	"Tomorrow I have the interview at the maritime museum in Bergen.",
	"My daughter Ines broke her wrist at gymnastics on Saturday.",
	"I finally fixed the gearbox of the old Vespa with parts from Genoa.",
	"Our choir sings the Duruflé requiem in November.",
	"I am reading a novel about the building of the Suez canal.",
	"The doctor told me to cut down on salt because of my blood pressure.",
	"Please help me write a letter to my cousin Tomasz in Gdynia about the inheritance.",
}

// questionsAboutPast maps questions to the turn that they are about.
var questionsAboutPast = map[string]int{
	"Which islands did we want to go to in June?": 0, "How much more rent does my landlord ask for?": 1,
	"What happened to my sourdough starter?": 2, "Where is my job interview?": 3, "What did Ines break?": 4,
	"Where did my Vespa parts come from?": 5, "Which requiem do we sing in my choir?": 6,
	"What did my doctor say about salt?": 8, "What was my letter to Tomasz about?": 9,
}

// TestRecallQuotesWhatAQuestionIsAbout asks about earlier chats in a new one, with the program's own
// encoder, and makes requests that concern none of them.
func TestRecallQuotesWhatAQuestionIsAbout(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	t.Cleanup(func() { _ = enc.Close() })
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	cfg := memory.StandardPreset()
	cfg.RecallChats = true
	e := newTrustEngine(t, enc, cfg)
	defer e.close()
	user := e.service.Session(1, memory.ActorUser)
	ask := func(text string) memory.Message {
		chat, err := user.CreateChat(t.Context(), memory.NewChat{})
		e.failOnError(err)
		e.model.setExchangeAndClearPrompts(exchange{message: text, reply: "I see."})
		turn, err := user.StoreMessageAndStartAnswer(t.Context(), memory.SendParams{ChatID: chat.ID, Text: text})
		e.failOnError(err)
		m, err := user.WaitForAnswer(t.Context(), turn.Answer.ID)
		e.failOnError(err)
		return m
	}
	for _, said := range pastTurns {
		ask(said)
	}
	e.waitForMessageVectors(enc.ID(), 2*len(pastTurns))
	missed := 0
	for question, want := range questionsAboutPast {
		m := ask(question)
		if rs := m.Receipt.Recalled; len(rs) == 0 || rs[0].Text != pastTurns[want] {
			missed++
			t.Logf("%q quotes %+v", question, rs)
		}
	}
	brought := 0
	for _, request := range requestsAboutNothing {
		if rs := ask(request).Receipt.Recalled; len(rs) > 0 {
			brought++
			t.Logf("%q quotes %q (%.3f)", request, rs[0].Text, rs[0].Score)
		}
	}
	t.Logf("%d of %d questions miss their message; %d of %d requests quote one", missed, len(questionsAboutPast), brought,
		len(requestsAboutNothing))
	if missed > 1 || brought > 1 {
		t.Error("too many")
	}
}

// waitForMessageVectors waits until n messages of profile 1 have a vector.
func (e *trustEngine) waitForMessageVectors(embedder string, n int) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(e.t.Context(), time.Minute)
	defer cancel()
	for {
		vs, err := e.db.VectorStore().NewestRecallableMessageVectors(ctx, memory.MessageVectorFilter{
			ProfileID: 1, Embedder: embedder, OtherChats: true, Limit: n + 1,
		})
		e.failOnError(err)
		if len(vs) == n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
