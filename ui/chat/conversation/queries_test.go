package conversation

import (
	"context"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
)

// maxOpeningQueries is how many calls of the store opening a chat may make, however long it is.
const maxOpeningQueries = 5

// countingStore records which part of the store each call goes to.
type countingStore struct {
	memory.Store
	calls []string
}

func (s *countingStore) Chats() memory.ChatStore {
	s.calls = append(s.calls, "chats")
	return s.Store.Chats()
}

func (s *countingStore) Messages() memory.MessageStore {
	s.calls = append(s.calls, "messages")
	return s.Store.Messages()
}

func (s *countingStore) Decisions() memory.DecisionStore {
	s.calls = append(s.calls, "decisions")
	return s.Store.Decisions()
}

func (s *countingStore) Files() memory.FileStore {
	s.calls = append(s.calls, "files")
	return s.Store.Files()
}

func (s *countingStore) InTx(ctx context.Context, do func(memory.Store) error) error {
	s.calls = append(s.calls, "transaction")
	return s.Store.InTx(ctx, do)
}

// unusedModel stands in for the models, which reading a chat does not need.
type unusedModel struct {
	memory.Model
	memory.Catalog
}

// unusedEmbedder only tells what New asks for.
type unusedEmbedder struct{ memory.Embedder }

func (unusedEmbedder) ID() string      { return "unused@1@1" }
func (unusedEmbedder) Dimensions() int { return 1 }

func TestOpeningALongChatMakesFewQueries(t *testing.T) {
	db, err := storage.Open(t.Context(), storage.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	store := &countingStore{Store: db}
	service, err := engine.New(memory.Deps{
		Store: store, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Bus: memory.NewBus(), Prompts: set,
		Model: unusedModel{}, Catalog: unusedModel{}, Embedder: unusedEmbedder{},
		Config: memory.StandardPreset(), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	session := service.Session(1, memory.ActorUser)
	chat, err := session.CreateChat(t.Context(), memory.NewChat{Title: "Long"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := session.AddFile(t.Context(), memory.NewFile{Name: "a.txt", Data: []byte("buy rice")})
	if err != nil {
		t.Fatal(err)
	}
	if err := session.AttachFile(t.Context(), chat.ID, file.ID); err != nil {
		t.Fatal(err)
	}
	parent := memory.ID(0)
	for range 100 {
		if parent, err = db.Messages().InsertAndMakeHead(t.Context(), memory.Message{
			ChatID: chat.ID, ParentID: parent, Role: memory.RoleAssistant, Status: memory.MessageComplete,
			CreatedAt: time.Now(), Content: "An answer.",
		}); err != nil {
			t.Fatal(err)
		}
	}
	s := New(Options{Profile: 1, Config: service.Config, Now: time.Now})
	store.calls = nil
	for _, e := range s.OpenChat(chat.ID, 0) {
		if w, ok := e.(Work); ok {
			for _, next := range w.RunOnCore(t.Context(), session)(s) {
				if w, ok := next.(Work); ok {
					t.Errorf("opening goes on with %s", describe(w))
				}
			}
		}
	}
	if len(s.Messages) != initialMessages || len(s.Attachments.Files) != 1 {
		t.Fatalf("%d messages and %d files are shown", len(s.Messages), len(s.Attachments.Files))
	}
	if len(store.calls) > maxOpeningQueries {
		t.Errorf("%d calls of the store: %s", len(store.calls), strings.Join(store.calls, " "))
	}
}
