package storage

import (
	"errors"
	"testing"

	"memoir/memory"
)

func TestMessagesOfAChatAreStoredAtOnceWithTheirParents(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Trip")))(t)
	other := must(db.ChatStore().Create(ctx, newChat("Other")))(t)
	first := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: chat, Role: memory.RoleUser, Content: "Where to?", Status: memory.MessageComplete, CreatedAt: noon,
	}))(t)
	message := func(text string, parent memory.ID) memory.Message {
		return memory.Message{
			ChatID: chat, ParentID: parent, Role: memory.RoleAssistant, Content: text, Status: memory.MessageComplete,
			CreatedAt: noon,
		}
	}
	ids := must(db.MessageStore().InsertTreeMakingLastMessageHead(ctx,
		[]memory.Message{message("Porto", first), message("Lisbon", first), message("why", 0)}, []int{-1, -1, 1}))(t)
	branch := must(db.MessageStore().ListBranch(ctx, 1, chat, 0, 0))(t)
	if len(branch) != 3 || branch[1].Content != "Lisbon" || branch[2].ID != ids[2] {
		t.Errorf("branch %+v", branch)
	}
	hits := must(db.FullText().SearchMessages(ctx, "porto", 5, memory.FullTextFilter{ProfileID: 1}))(t)
	if len(hits) != 1 || hits[0].Owner != ids[0] {
		t.Errorf("found %+v", hits)
	}
	next := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, message("and now", ids[2])))(t)
	if next != ids[2]+1 {
		t.Errorf("the next message has the number %d", next)
	}
	stranger := message("astray", first)
	stranger.ChatID = other
	if _, err := db.MessageStore().InsertTreeMakingLastMessageHead(
		ctx, []memory.Message{stranger}, []int{-1},
	); !errors.Is(err,
		memory.ErrNotFound) {
		t.Errorf("a parent in another chat: %v", err)
	}
}

func TestImportedChatsAreKnownByTheirOriginAndGoWithTheChat(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Trip")))(t)
	failOnError(t, db.ImportStore().RecordImportedChat(ctx, memory.ImportedChat{
		ChatID: chat, Program: memory.ProgramClaude, ExternalID: "c-1", Learning: memory.ImportNotLearned, ImportedAt: noon,
	}))
	found := must(db.ImportStore().FindByOrigin(ctx, 1, memory.ProgramClaude, "c-1"))(t)
	if found.ChatID != chat {
		t.Errorf("found %+v", found)
	}
	for name, err := range map[string]error{
		"another program": errorOf(db.ImportStore().FindByOrigin(ctx, 1, memory.ProgramChatGPT, "c-1")),
		"another profile": errorOf(db.ImportStore().FindByOrigin(ctx, 2, memory.ProgramClaude, "c-1")),
	} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, chat))
	if _, err := db.ImportStore().GetOriginOfChat(ctx, 1, chat); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("after the chat was deleted: %v", err)
	}
}

// What was written in Memoir before a newer archive of its chat was imported stands below the newest
// imported message. It is learned from as everything that is written here, summed up, and keeps its job when
// learning from imported chats is stopped. What has a job is not offered again.
func TestOwnExchangesBelowTheNewestImportedMessageAreNotImported(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Trip")))(t)
	exchange := func(parent memory.ID, receipt *memory.Receipt) memory.ID {
		for _, m := range []memory.Message{
			{Role: memory.RoleUser, Content: "12345"}, {Role: memory.RoleAssistant, Content: "123", Receipt: receipt},
		} {
			m.ChatID, m.ParentID, m.Status, m.CreatedAt = chat, parent, memory.MessageComplete, noon
			parent = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
		}
		return parent
	}
	first := exchange(0, nil)
	own := exchange(first, &memory.Receipt{})
	newer := exchange(first, nil)
	failOnError(t, db.ImportStore().RecordImportedChat(ctx, memory.ImportedChat{
		ChatID: chat, Program: memory.ProgramChatGPT, ExternalID: "c", LastMessageID: newer,
		Learning: memory.ImportNotLearned, ImportedAt: noon,
	}))
	count := func() [3]int {
		t.Helper()
		chats, exchanges, characters, err := db.ImportStore().CountChatsNotLearnedFrom(ctx, 1)
		failOnError(t, err)
		return [3]int{chats, exchanges, characters}
	}
	if got := count(); got != [3]int{1, 2, 16} {
		t.Errorf("%v chats, exchanges and characters to learn from", got)
	}
	for _, head := range []memory.ID{newer, own} {
		c := must(db.ChatStore().Get(ctx, 1, chat))(t)
		c.HeadID = head
		failOnError(t, db.ChatStore().Update(ctx, c))
		listed := must(db.SummaryStore().ListIdleChatsDueForSummary(ctx, noon.AddDate(1, 0, 0)))(t)
		if isOwn := head == own; len(listed) == 1 != isOwn {
			t.Errorf("shows a message written here: %v, to be summed up %+v", isOwn, listed)
		}
	}
	for _, answer := range []memory.ID{first, own} {
		must(db.JobStore().EnqueueIfNew(ctx, memory.Job{
			ProfileID: 1, Kind: memory.JobExtract, ChatID: chat, MessageID: answer, PromptVersion: "v",
		}))(t)
	}
	if got := count(); got != [3]int{1, 1, 8} {
		t.Errorf("%v chats, exchanges and characters to learn from, with one exchange queued", got)
	}
	if _, jobs, err := db.ImportStore().CountWaitingForLearning(ctx, 1); jobs != 1 || err != nil {
		t.Errorf("%d jobs learn from imported exchanges, %v", jobs, err)
	}
	failOnError(t, db.ImportStore().CancelLearningAndDeleteJobs(ctx, 1))
	for answer, want := range map[memory.ID]bool{first: false, own: true} {
		if got := must(db.JobStore().HasJobForMessage(ctx, answer, memory.JobExtract))(t); got != want {
			t.Errorf("answer %d has a job after the stop: %v", answer, got)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
