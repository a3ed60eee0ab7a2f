//go:build gallery

package main

import (
	"context"
	"time"

	"memoir/memory"
	"memoir/prompts"
)

// shelf answers what the panes ask for from samples. It has no other methods than those: the rest of the store is never
// asked in a gallery.
type shelf struct {
	memory.Store
	threads  []memory.Chat
	memories []memory.Memory
	models   []memory.ModelInfo
	model    string // the default one, which need not be reachable
	slow     bool   // nothing is ever found
}

var _ memory.Store = (*shelf)(nil)

func (s *shelf) Chats() memory.ChatStore         { return shelfThreads{s: s} }
func (s *shelf) Memories() memory.MemoryStore    { return shelfMemories{s: s} }
func (s *shelf) Files() memory.FileStore         { return shelfContexts{s: s} }
func (s *shelf) Decisions() memory.DecisionStore { return shelfDecisions{} }

// look ends at once, or with ctx on a slow shelf.
func (s *shelf) look(ctx context.Context) error {
	if s.slow {
		<-ctx.Done()
	}
	return ctx.Err()
}

// Messages implements memory.Store.
func (s *shelf) Messages() memory.MessageStore { return shelfMessages{} }

type shelfThreads struct {
	memory.ChatStore
	s *shelf
}

func (t shelfThreads) List(ctx context.Context, f memory.ChatFilter) ([]memory.Chat, error) {
	if f.InTrash {
		return nil, nil
	}
	return t.s.threads, t.s.look(ctx)
}

func (t shelfThreads) Get(_ context.Context, _, id memory.ID) (memory.Chat, error) {
	return memory.Chat{ID: id}, nil
}

type shelfMemories struct {
	memory.MemoryStore
	s *shelf
}

func (m shelfMemories) List(ctx context.Context, f memory.MemoryFilter) ([]memory.Memory, error) {
	if err := m.s.look(ctx); err != nil {
		return nil, err
	}
	want := memory.StatusActive
	if len(f.Status) > 0 {
		want = f.Status[0]
	}
	var out []memory.Memory
	for _, x := range m.s.memories {
		if x.Status == want {
			out = append(out, x)
		}
	}
	return out, nil
}

func (m shelfMemories) Get(_ context.Context, _, id memory.ID) (memory.Memory, error) {
	for _, x := range m.s.memories {
		if x.ID == id {
			return x, nil
		}
	}
	return memory.Memory{}, memory.ErrNotFound
}

type shelfContexts struct {
	memory.FileStore
	s *shelf
}

func (c shelfContexts) List(ctx context.Context, _ memory.ID) ([]memory.File, error) {
	return nil, c.s.look(ctx)
}

type shelfDecisions struct{ memory.DecisionStore }

func (shelfDecisions) List(context.Context, memory.DecisionFilter) ([]memory.Decision, error) {
	return nil, nil
}

// service is a core with nothing behind it but a shelf.
func service(s *shelf) (*memory.Service, error) {
	return memory.New(memory.Deps{
		Store: s, VectorIndex: struct{ memory.VectorIndex }{}, FullText: struct{ memory.FullText }{},
		Model:   struct{ memory.Model }{},
		Catalog: shelfCatalog{s: s}, Embedder: struct{ memory.Embedder }{}, Bus: memory.NewBus(),
		Prompts: &prompts.Set{}, Now: today, Config: memory.Config{DefaultModel: s.model},
	})
}

// today is when the samples are looked at.
func today() time.Time { return time.Date(2026, 11, 21, 18, 42, 0, 0, time.Local) }

func sampleThreads() []memory.Chat {
	at := func(days int) time.Time { return today().AddDate(0, 0, -days) }
	return []memory.Chat{
		{ID: 1, Title: "Weekly plan", Pinned: true, UpdatedAt: at(3)},
		{ID: 2, Title: "Three weeknight dinners", UpdatedAt: at(0)},
		{ID: 3, Title: "Answering at present", UpdatedAt: at(0)},
		{ID: 4, Title: "An answer not read yet", Unread: true, UpdatedAt: at(0)},
		{ID: 5, Title: "Temporary chat", Temporary: true, UpdatedAt: at(0)},
		{ID: 6, Title: "Under the pointer", UpdatedAt: at(1)},
		{ID: 7, Title: "A title that is much too long for the width of the sidebar", UpdatedAt: at(1)},
		{ID: 8, Title: "With the keyboard", UpdatedAt: at(5)},
	}
}

// newFrom is the first memory that came after the panel was opened.
const newFrom = 20

func sampleMemories() []memory.Memory {
	at := func(days int) time.Time { return today().AddDate(0, 0, -days) }
	m := func(id memory.ID, text string, t memory.Type, days int) memory.Memory {
		return memory.Memory{
			ID: id, Content: text, Type: t, Status: memory.StatusActive, Origin: memory.OriginExtracted, ChatID: 2,
			CreatedAt: at(days), UpdatedAt: at(days), Tags: []string{},
		}
	}
	pinned := m(3, "The user is allergic to peanuts.", memory.TypePersonal, 18)
	pinned.Pinned = true
	waiting := m(7, "The user may be pregnant.", memory.TypePersonal, 0)
	waiting.Status = memory.StatusInbox
	manual := m(5, "The user wants amounts in grams.", memory.TypePreference, 30)
	manual.Origin, manual.ChatID = memory.OriginManual, 0
	return []memory.Memory{
		m(newFrom, "The user is moving to Porto in March.", memory.TypeEvent, 0), waiting, pinned,
		m(4, "Jonas eats vegetarian on weekdays. It is under the pointer.", memory.TypePersonal, 2), manual,
		m(6, "The user keeps a list of what is in the pantry in a file, counts it every Sunday, and writes down what is "+
			"used up during the week, so that nothing is bought twice and nothing runs out before the next trip to the "+
			"market in the old town.", memory.TypeKnowledge, 40),
	}
}
