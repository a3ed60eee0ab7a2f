package storage

import (
	"errors"
	"testing"
	"time"

	"memoir/memory"
)

func TestSummariesKeepTheirFieldsAndBelongToOneProfile(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "other", CreatedAt: noon}))(t)
	chat := must(db.ChatStore().Create(ctx, memory.Chat{
		ProfileID: 1, Title: "Garden", Memory: memory.MemoryOn, CreatedAt: noon, UpdatedAt: noon,
	}))(t)
	s := memory.Summary{
		ProfileID: 1, ChatID: chat, Content: "- Roses.", FirstMessageID: 3, LastMessageID: 9, MessageCount: 7,
		Model: "ollama/llama3", State: memory.SummaryCurrent, CreatedAt: noon,
	}
	s.ID = must(db.SummaryStore().Insert(ctx, s))(t)
	if got := must(db.SummaryStore().Get(ctx, 1, s.ID))(t); got != s {
		t.Errorf("got %+v\nwant %+v", got, s)
	}
	s.Content, s.InBase, s.State = "", true, memory.SummaryWithdrawn
	failOnError(t, db.SummaryStore().UpdateTextStateAndInBase(ctx, s))
	if got := must(db.SummaryStore().ListOfChat(ctx, 1, chat))(t); len(got) != 1 || got[0] != s {
		t.Errorf("got %+v\nwant %+v", got, s)
	}
	foreign := s
	foreign.ProfileID = other
	if _, err := db.SummaryStore().Insert(ctx, foreign); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a summary in another profile's chat: %v", err)
	}
	if err := db.SummaryStore().UpdateTextStateAndInBase(ctx, foreign); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile changes it: %v", err)
	}
	if _, err := db.SummaryStore().Get(ctx, other, s.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile loads it: %v", err)
	}
	if got := must(db.SummaryStore().ListOfChat(ctx, other, chat))(t); len(got) != 0 {
		t.Errorf("another profile reads %+v", got)
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, chat))
	if _, err := db.SummaryStore().Get(ctx, 1, s.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("it outlives its chat: %v", err)
	}
}

func TestIdleChatsAreThoseWithMessagesAfterTheirSummary(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	addChat := func(messages int, change func(*memory.Chat)) memory.ID {
		c := memory.Chat{ProfileID: 1, Title: "x", Memory: memory.MemoryOn, CreatedAt: noon, UpdatedAt: noon}
		if change != nil {
			change(&c)
		}
		c.ID = must(db.ChatStore().Create(ctx, c))(t)
		var parent memory.ID
		for range messages {
			parent = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
				ChatID: c.ID, ParentID: parent, Role: memory.RoleUser, Content: "x", Status: memory.MessageComplete,
				CreatedAt: noon,
			}))(t)
		}
		c = must(db.ChatStore().Get(ctx, 1, c.ID))(t)
		if c.HeadID != 0 && messages == 5 {
			must(db.SummaryStore().Insert(ctx, memory.Summary{
				ProfileID: 1, ChatID: c.ID, LastMessageID: c.HeadID - 1, State: memory.SummaryWithdrawn, CreatedAt: noon,
			}))(t)
		}
		return c.ID
	}
	addChat(0, nil)
	addChat(2, func(c *memory.Chat) { c.Memory = memory.MemoryReadOnly })
	addChat(2, func(c *memory.Chat) { c.Memory = memory.MemoryOff })
	addChat(2, func(c *memory.Chat) { c.Temporary = true })
	addChat(2, func(c *memory.Chat) { c.DeletedAt = noon })
	addChat(2, func(c *memory.Chat) { c.UpdatedAt = noon.Add(time.Second) })
	one, three := addChat(5, nil), addChat(3, nil)
	got := must(db.SummaryStore().ListIdleChatsDueForSummary(ctx, noon))(t)
	newest := must(db.ChatStore().Get(ctx, 1, three))(t).HeadID
	want := []memory.UnsummarisedChat{
		{ProfileID: 1, ChatID: three, MessageCount: 3, NewestHeadID: newest},
		{ProfileID: 1, ChatID: one, MessageCount: 1, NewestHeadID: newest},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestUnsummarisedMessagesAreCountedBackToTheLastSummaryOfTheBranch(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Garden")))(t)
	var ids []memory.ID
	add := func(parent memory.ID, status memory.MessageStatus, text string) memory.ID {
		id := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, ParentID: parent, Role: memory.RoleUser, Content: text, Status: status, CreatedAt: noon,
		}))(t)
		ids = append(ids, id)
		return id
	}
	parent := memory.ID(0)
	for range 6 {
		parent = add(parent, memory.MessageComplete, "x")
	}
	failed := add(parent, memory.MessageFailed, "x")
	empty := add(failed, memory.MessageComplete, "")
	leaf := add(empty, memory.MessageStopped, "x")
	branch := add(ids[1], memory.MessageComplete, "other") // beside the third
	count := func(leaf memory.ID, limit int) int {
		return must(db.SummaryStore().CountUnsummarisedMessagesOnBranch(ctx, 1, chat, leaf, limit))(t)
	}
	if all, some, other := count(leaf, 0), count(leaf, 5), count(branch, 0); all != 7 || some != 3 || other != 3 {
		t.Errorf("counted %d, of the last five %d, on the other branch %d", all, some, other)
	}
	must(db.SummaryStore().Insert(ctx, memory.Summary{
		ProfileID: 1, ChatID: chat, LastMessageID: ids[3], State: memory.SummaryWithdrawn, CreatedAt: noon,
	}))(t)
	must(db.SummaryStore().Insert(ctx, memory.Summary{ProfileID: 1, ChatID: chat, State: memory.SummaryCurrent}))(t)
	if after, other, at := count(leaf, 0), count(branch, 0), count(ids[3], 0); after != 3 || other != 3 || at != 0 {
		t.Errorf("after the summary %d, on the other branch %d, at its end %d", after, other, at)
	}
	if n := must(db.SummaryStore().CountUnsummarisedMessagesOnBranch(ctx, 2, chat, leaf, 0))(t); n != 0 {
		t.Errorf("another profile counts %d", n)
	}
}

func TestTextsAreCountedWithoutTrashAndTemporaryChats(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "other", CreatedAt: noon}))(t)
	add := func(profile memory.ID, change func(*memory.Chat), texts ...string) {
		c := memory.Chat{ProfileID: profile, Title: "x", Memory: memory.MemoryOn, CreatedAt: noon, UpdatedAt: noon}
		change(&c)
		c.ID = must(db.ChatStore().Create(ctx, c))(t)
		if c.DeletedAt = noon; c.Draft == "trash" {
			failOnError(t, db.ChatStore().Update(ctx, c))
		}
		for _, text := range texts {
			must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
				ChatID: c.ID, Role: memory.RoleUser, Content: text, Status: memory.MessageComplete, CreatedAt: noon,
			}))(t)
		}
	}
	add(1, func(*memory.Chat) {}, "añb", "", "cd")
	add(1, func(c *memory.Chat) { c.Temporary = true }, "temporary")
	add(1, func(c *memory.Chat) { c.Draft = "trash" }, "in the trash")
	add(other, func(*memory.Chat) {}, "of another profile")
	if n := must(db.MessageStore().CountMessagesBytesSkippingTrashAndTemp(ctx, 1))(t); n !=
		(memory.LogSize{Messages: 2, Bytes: 6}) {
		t.Errorf("counted %+v", n)
	}
}
