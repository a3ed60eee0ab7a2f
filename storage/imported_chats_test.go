package storage

import (
	"errors"
	"testing"

	"memoir/memory"
)

func TestMessagesOfAChatAreStoredAtOnceWithTheirParents(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.Chats().Create(ctx, newChat("Trip")))(t)
	other := must(db.Chats().Create(ctx, newChat("Other")))(t)
	first := must(db.Messages().InsertAndMakeHead(ctx, memory.Message{
		ChatID: chat, Role: memory.RoleUser, Content: "Where to?", Status: memory.MessageComplete, CreatedAt: noon,
	}))(t)
	message := func(text string, parent memory.ID) memory.Message {
		return memory.Message{
			ChatID: chat, ParentID: parent, Role: memory.RoleAssistant, Content: text, Status: memory.MessageComplete,
			CreatedAt: noon,
		}
	}
	ids := must(db.Messages().InsertAllWithParents(ctx,
		[]memory.Message{message("Porto", first), message("Lisbon", first), message("why", 0)}, []int{-1, -1, 1}))(t)
	branch := must(db.Messages().ListBranch(ctx, 1, chat, 0, 0))(t)
	if len(branch) != 3 || branch[1].Content != "Lisbon" || branch[2].ID != ids[2] {
		t.Errorf("branch %+v", branch)
	}
	hits := must(db.FullText().SearchMessages(ctx, "porto", 5, memory.FullTextFilter{ProfileID: 1}))(t)
	if len(hits) != 1 || hits[0].Owner != ids[0] {
		t.Errorf("found %+v", hits)
	}
	next := must(db.Messages().InsertAndMakeHead(ctx, message("and now", ids[2])))(t)
	if next != ids[2]+1 {
		t.Errorf("the next message has the number %d", next)
	}
	stranger := message("astray", first)
	stranger.ChatID = other
	if _, err := db.Messages().InsertAllWithParents(ctx, []memory.Message{stranger}, []int{-1}); !errors.Is(err,
		memory.ErrNotFound) {
		t.Errorf("a parent in another chat: %v", err)
	}
}

func TestImportedChatsAreKnownByTheirOriginAndGoWithTheChat(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.Chats().Create(ctx, newChat("Trip")))(t)
	noErr(t, db.Imports().RecordImportedChat(ctx, memory.ImportedChat{
		ChatID: chat, Program: memory.ProgramClaude, ExternalID: "c-1", Learning: memory.ImportNotLearned, ImportedAt: noon,
	}))
	found := must(db.Imports().FindByOrigin(ctx, 1, memory.ProgramClaude, "c-1"))(t)
	if found.ChatID != chat {
		t.Errorf("found %+v", found)
	}
	for name, err := range map[string]error{
		"another program": errorOf(db.Imports().FindByOrigin(ctx, 1, memory.ProgramChatGPT, "c-1")),
		"another profile": errorOf(db.Imports().FindByOrigin(ctx, 2, memory.ProgramClaude, "c-1")),
	} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	noErr(t, db.Chats().Delete(ctx, 1, chat))
	if _, err := db.Imports().Get(ctx, 1, chat); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("after the chat was deleted: %v", err)
	}
}

func errorOf[T any](_ T, err error) error { return err }
