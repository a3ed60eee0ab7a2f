package exercise_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/prompts"
	"memoir/storage/storagetest"
)

// requestRecorder is a RuleModel that keeps the prompt of the last call for the base memory.
type requestRecorder struct {
	exercise.RuleModel
	basePrompt string
}

func (m *requestRecorder) StreamReply(
	ctx context.Context, r memory.ModelRequest,
) iter.Seq2[memory.ReplyDelta, error] {
	if strings.HasPrefix(r.Messages[0].Content, "You keep one short text about a user") {
		m.basePrompt = r.Messages[0].Content
	}
	return m.RuleModel.StreamReply(ctx, r)
}

func TestSource003_TheBaseMemoryIsMadeFromTheTenFactsNearestToItsSummaries(t *testing.T) {
	ctx := t.Context()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(ctx); err != nil {
		t.Fatal(err)
	}
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	recorder := &requestRecorder{}
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: recorder, Catalog: singleModelCatalog{},
		Embedder: enc, Bus: memory.NewBus(), Prompts: set, Config: memory.StandardPreset(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		end := context.WithoutCancel(ctx)
		if s.ShutDownAndDeleteTemporaryChats(end) != nil || enc.Close() != nil || db.Close(end) != nil {
			t.Error("the service did not end")
		}
	})
	me := s.Session(1, memory.ActorUser)
	chat, err := me.CreateChat(ctx, memory.NewChat{})
	if err != nil {
		t.Fatal(err)
	}
	near := []string{
		"The user grows tomatoes in a greenhouse.", "The user's roses won a prize.", "The user owns a large garden.",
		"The user composts kitchen waste.",
	}
	far := strings.Fields("cello printer passport dentist telescope sailing tax Norwegian chess marathon opera mortgage " +
		"motorbike novel keyboard")
	for _, text := range near {
		addMemoryForTest(ctx, t, me, text)
	}
	for _, word := range far { // newer than those that are near
		addMemoryForTest(ctx, t, me, fmt.Sprintf("The user mentioned something about a %s at work.", word))
	}
	for i, text := range []string{
		"- " + strings.Repeat("The user talked about the printer and the passport. ", 60), // longer than the encoder reads
		"- The user planned which vegetables to plant in the garden.", "- The user asked how to protect roses from frost.",
		"- The user decided to build raised beds and compost the leaves.",
	} {
		if _, err := db.SummaryStore().Insert(ctx, memory.Summary{
			ProfileID: 1, ChatID: chat.ID, Content: text, State: memory.SummaryCurrent,
			CreatedAt: time.Now().Add(time.Duration(i) * time.Second),
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := me.RewriteBaseMemoryFromSummariesNow(ctx); err != nil {
		t.Fatal(err)
	}
	_, facts, _ := strings.Cut(recorder.basePrompt, "## Facts\n")
	facts, _, _ = strings.Cut(facts, "\n\n")
	if n := len(strings.Split(facts, "\n")); n != 10 {
		t.Errorf("%d facts:\n%s", n, facts)
	}
	for _, text := range append(near, "about a printer", "about a passport") {
		if !strings.Contains(facts, text) {
			t.Errorf("%q is not among the facts:\n%s", text, facts)
		}
	}
}

// addMemoryForTest stores a memory, which is embedded before the call returns.
func addMemoryForTest(ctx context.Context, t *testing.T, me *engine.Session, text string) {
	t.Helper()
	if _, err := me.AddMemory(ctx, memory.NewMemory{Content: text}); err != nil {
		t.Fatal(err)
	}
}
