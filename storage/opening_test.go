package storage

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
)

// maxOpeningQueries is how many statements opening a chat may run, whatever is in it.
const maxOpeningQueries = 5

// recordStatements returns a list that every statement is appended to which db runs from now on.
func recordStatements(t *testing.T, db *DB) *[]string {
	t.Helper()
	statements := &[]string{}
	record := func(g *gorm.DB) { *statements = append(*statements, g.Statement.SQL.String()) }
	for _, handle := range []*gorm.DB{db.h.readDB, db.h.writeDB} {
		c := handle.Callback()
		for _, err := range []error{
			c.Query().After("gorm:query").Register("record", record), c.Row().After("gorm:row").Register("record", record),
			c.Raw().After("gorm:raw").Register("record", record), c.Create().After("gorm:create").Register("record", record),
			c.Update().After("gorm:update").Register("record", record),
			c.Delete().After("gorm:delete").Register("record", record),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return statements
}

// noModels stands in for the models, which reading a chat does not need.
type noModels struct {
	memory.Model
	memory.Catalog
}

// noEmbedder only tells what the core asks for at its start.
type noEmbedder struct{ memory.Embedder }

func (noEmbedder) ID() string      { return "none@1@1" }
func (noEmbedder) Dimensions() int { return 1 }

// newSession returns a session of the core on a store.
func newSession(t *testing.T, db *DB) *engine.Session {
	t.Helper()
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	service, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Bus: memory.NewBus(), Prompts: set,
		Model: noModels{}, Catalog: noModels{}, Embedder: noEmbedder{}, Config: memory.StandardPreset(), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return service.Session(1, memory.ActorUser)
}

// storeLongChat stores a chat of 10,000 messages with everything that a chat can have: it was branched
// from another one and is in a project, has files, a picture that waits, and versions of its newest
// messages; each of its 60 newest answers taught two facts, of which one waits in the inbox.
func storeLongChat(t *testing.T, db *DB, session *engine.Session) memory.ID {
	t.Helper()
	ctx := t.Context()
	source := must(session.CreateChat(ctx, memory.NewChat{Title: "Tea"}))(t)
	origin := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: source.ID, Role: memory.RoleUser, Status: memory.MessageComplete, Content: "What is tea?", CreatedAt: noon,
	}))(t)
	project := must(session.CreateProject(ctx, memory.NewProject{Name: "Kitchen"}))(t)
	long := newChat("Long")
	long.BranchedFrom, long.ProjectID = origin, project.ID
	chat := must(db.ChatStore().Create(ctx, long))(t)
	for _, name := range []string{"a.txt", "b.txt"} {
		file := must(
			session.AddFileUnlessKnownOrTooLong(ctx, memory.NewFile{Name: name, Data: []byte("buy rice, " + name)}),
		)(t)
		if err := session.AttachStoredFileToChat(ctx, chat, file.ID); err != nil {
			t.Fatal(err)
		}
	}
	must(db.PictureStore().StoreOnceAndAttachToChat(ctx, chat, memory.Picture{
		ProfileID: 1, Name: "cup.png", MIME: "image/png", Width: 2, Height: 3, Tokens: 4, SHA256: "ab", Data: []byte("x"),
		CreatedAt: noon,
	}))(t)
	ids := storeExchanges(t, db, chat, 10_000)
	last := len(ids) - 1
	must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: chat, ParentID: ids[last-1], Role: memory.RoleAssistant, Status: memory.MessageComplete,
		CreatedAt: noon, Content: "another answer",
	}))(t)
	for i := last - 58; i <= last; i += 2 {
		for _, status := range []memory.Status{memory.StatusActive, memory.StatusInbox} {
			m := newFact(fmt.Sprintf("Fact %s of %d", status, i))
			m.Status, m.SourceMessageID = status, ids[i]
			m.ID = must(db.MemoryStore().Insert(ctx, m))(t)
			must(db.DecisionStore().Append(ctx, memory.Decision{
				ProfileID: 1, ChatID: chat, MessageID: ids[i], MemoryID: m.ID, Actor: memory.ActorExtractor,
				Action: memory.ActionAdd, After: &m, Changes: []memory.Change{{After: &m}}, CreatedAt: noon,
			}))(t)
		}
	}
	return chat
}

// storeExchanges stores n messages of the user and the model in turn, and returns their ids.
func storeExchanges(t *testing.T, db *DB, chat memory.ID, n int) []memory.ID {
	t.Helper()
	const batch = 1000 // SQLite limits the values of a statement
	var ids []memory.ID
	for len(ids) < n {
		ms, parents := make([]memory.Message, batch), make([]int, batch)
		for i := range ms {
			role := memory.RoleUser
			if i%2 == 1 {
				role = memory.RoleAssistant
			}
			ms[i] = memory.Message{
				ChatID: chat, Role: role, Status: memory.MessageComplete, CreatedAt: noon,
				Content: fmt.Sprint("text ", len(ids)+i),
			}
			parents[i] = i - 1
		}
		if len(ids) > 0 {
			ms[0].ParentID = ids[len(ids)-1]
		}
		ids = append(ids, must(db.MessageStore().InsertTreeMakingLastMessageHead(t.Context(), ms, parents))(t)...)
	}
	return ids
}

// TestOpeningALongChatRunsFewStatements makes the call that the window opens a chat with.
func TestOpeningALongChatRunsFewStatements(t *testing.T) {
	db := openDB(t)
	session := newSession(t, db)
	id := storeLongChat(t, db, session)
	statements := recordStatements(t, db)
	chat, ms, err := session.LoadChatWithSelectedBranch(t.Context(), id, 60)
	if n := len(*statements); err != nil || n == 0 || n > maxOpeningQueries {
		t.Errorf("%d statements, %v:\n%s", n, err, strings.Join(*statements, "\n"))
	}
	if len(ms) != 60 || len(chat.Files) != 2 || chat.Files[0].Name != "a.txt" || len(chat.WaitingPictures) != 1 ||
		chat.Origin.Title != "Tea" || chat.Project == nil {
		t.Fatalf("%d messages of %+v", len(ms), chat)
	}
	if n := len(ms[59].Versions); n != 2 {
		t.Errorf("the newest answer has %d versions", n)
	}
	if n := len(ms[57].Learned); n != 2 {
		t.Errorf("the answer before shows %d learned facts", n)
	}
}

func TestAttachmentsOfAChatAreTheStoredOnes(t *testing.T) {
	db := openDB(t)
	session := newSession(t, db)
	id := storeLongChat(t, db, session)
	got := must(session.LoadChatWithAttachments(t.Context(), id))(t)
	if want := must(session.LoadChat(t.Context(), id))(t); !reflect.DeepEqual(got.Chat, want) {
		t.Errorf("the chat is %+v\nwant %+v", got.Chat, want)
	}
	files := must(session.ListFiles(t.Context()))(t) // newest first
	slices.Reverse(files)
	if !reflect.DeepEqual(got.Files, files) {
		t.Errorf("the files are %+v\nwant %+v", got.Files, files)
	}
	if want := must(session.ListWaitingPictures(t.Context(), id))(t); !reflect.DeepEqual(got.WaitingPictures, want) {
		t.Errorf("the pictures are %+v\nwant %+v", got.WaitingPictures, want)
	}
	source := must(session.LoadMessage(t.Context(), got.BranchedFrom))(t)
	if want := (memory.ChatOrigin{ChatID: source.ChatID, MessageID: source.ID, Title: "Tea"}); got.Origin != want {
		t.Errorf("the origin is %+v, want %+v", got.Origin, want)
	}
	forGood := memory.DeleteChatOptions{Purge: true}
	if err := session.TrashOrEraseChatMaybeUnlearning(t.Context(), source.ChatID, forGood); err != nil {
		t.Fatal(err)
	}
	if got = must(session.LoadChatWithAttachments(t.Context(), id))(t); got.Origin != (memory.ChatOrigin{}) {
		t.Errorf("the origin that is gone is %+v", got.Origin)
	}
	other := must(db.ProfileStore().Create(t.Context(), memory.Profile{Name: "other", CreatedAt: noon}))(t)
	if _, err := db.ChatStore().GetWithAttachments(t.Context(), other, id); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("for another profile: %v", err)
	}
}
