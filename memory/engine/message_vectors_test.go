package engine_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"memoir/memory"
)

// withEmbeddedMessages has every message embedded, as the standard preset has it.
func withEmbeddedMessages(c *memory.Config) { c.EmbedMessages = memory.StandardPreset().EmbedMessages }

// embeddedMessages returns the messages of a profile that have a vector, oldest first.
func (h *harness) embeddedMessages(profile memory.ID) []memory.ID {
	h.t.Helper()
	var ids []memory.ID
	c := memory.VectorCollection{ProfileID: profile, Embedder: h.embedder.ID(), Kind: memory.OwnerMessage}
	err := h.db.VectorStore().ForEachWithLiveOwner(h.ctx(), c, func(v memory.Vector) error {
		ids = append(ids, v.Key.Owner)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

// waitForEmbeddedMessages waits until exactly the given number of messages have a vector.
func (h *harness) waitForEmbeddedMessages(want int) {
	h.t.Helper()
	var got []memory.ID
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if got = h.embeddedMessages(1); len(got) == want {
			return
		}
	}
	h.t.Fatalf("the messages %v are embedded, want %d", got, want)
}

// insertExchanges stores n exchanges of a chat that nothing else has seen.
func (h *harness) insertExchanges(chat memory.Chat, n int) {
	h.t.Helper()
	var parent memory.ID
	err := h.db.InTx(h.ctx(), func(tx memory.Store) error {
		for i := range 2 * n {
			role := []memory.Role{memory.RoleUser, memory.RoleAssistant}[i%2]
			m := memory.Message{
				ChatID: chat.ID, ParentID: parent, Role: role, Status: memory.MessageComplete, CreatedAt: h.clock.now(),
				Content: fmt.Sprintf("Stored message number %d.", i),
			}
			var err error
			if parent, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(h.ctx(), m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestSource002_EveryMessageOfEitherRoleIsEmbeddedAndFoundByMeaning(t *testing.T) {
	const said, question = "I took the ferry Ole from Brevik.", "Where did my boat trip begin?"
	h := newHarness(t, withEmbeddedMessages)
	h.embedder.setCosine(question, said, 0.7)
	chat := h.newChat()
	answer := h.sendAndWaitUntilNoJobIsOpen(chat, said)
	h.waitForEmbeddedMessages(2)
	if got := h.embeddedMessages(1); !slices.Equal(got, []memory.ID{answer.ParentID, answer.ID}) {
		t.Errorf("embedded are %v", got)
	}
	me := h.Session(1, memory.ActorUser)
	hits, err := me.FindMessagesConcerningQuestion(h.ctx(), question, 1)
	if err != nil || len(hits) != 1 || hits[0].ID != answer.ParentID {
		t.Errorf("found %+v, %v", hits, err)
	}
	found, err := me.SearchChatsMessagesMemories(h.ctx(), question, 5)
	if err != nil || len(found.Messages) != 1 || found.Messages[0].MessageID != answer.ParentID {
		t.Errorf("the search in everything found %+v, %v", found.Messages, err)
	}
	if m := h.sendAndWaitUntilNoJobIsOpen(h.newChat(), question); len(m.Receipt.Recalled) != 0 {
		t.Errorf("recall is off, and quoted is %q", h.recalledTexts(m))
	}
}

func TestSource002_MessagesOfChatsThatAreOffTemporaryOrDeletedAreNotEmbedded(t *testing.T) {
	h := newHarness(t, withEmbeddedMessages)
	me := h.Session(1, memory.ActorUser)
	for _, n := range []memory.NewChat{{Memory: memory.MemoryOff}, {Temporary: true}} {
		chat, err := me.CreateChat(h.ctx(), n)
		if err != nil {
			t.Fatal(err)
		}
		h.sendAndWaitUntilNoJobIsOpen(chat, "Nobody finds this.")
	}
	h.embedder.changeUnderLock(func(e *angleEmbedder) { e.ready = false })
	trashed, off, read := h.newChat(), h.newChat(), h.newChat()
	for _, chat := range []memory.Chat{trashed, off, read} {
		h.sendAndWaitUntilNoJobIsOpen(chat, "This comes later.")
	}
	if err := me.TrashOrEraseChatMaybeUnlearning(h.ctx(), trashed.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	setMemory := func(chat memory.Chat, m memory.MemoryMode) {
		if _, err := me.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Memory: &m}); err != nil {
			t.Fatal(err)
		}
	}
	setMemory(off, memory.MemoryOff)
	setMemory(read, memory.MemoryReadOnly)
	h.embedder.changeUnderLock(func(e *angleEmbedder) { e.ready = true })
	h.waitForEmbeddedMessages(2) // those of the chat that is read only
	if h.embedder.wasEmbedded("Nobody finds this.") {
		t.Error("a message of a chat without memory was embedded")
	}
	setMemory(off, memory.MemoryOn)
	h.waitForEmbeddedMessages(4)
	if _, err := me.RestoreChatFromTrashOrArchive(h.ctx(), trashed.ID); err != nil {
		t.Fatal(err)
	}
	h.waitForEmbeddedMessages(6)
}

func TestChatsEmbedDecidesWhetherMessagesAreEmbedded(t *testing.T) {
	h := newHarness(t)
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "Said while it was off.")
	h.waitForSync()
	if n := len(h.embeddedMessages(1)); n != 0 {
		t.Errorf("%d messages are embedded although nothing wants that", n)
	}
	if err := h.SetAndStoreSetting(h.ctx(), "chats.embed", "true"); err != nil {
		t.Fatal(err)
	}
	h.waitForEmbeddedMessages(2)
	if err := h.SetAndStoreSetting(h.ctx(), "chats.embed", "false"); err != nil {
		t.Fatal(err)
	}
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "Said while it was off again.")
	h.waitForSync()
	if n := len(h.embeddedMessages(1)); n != 2 {
		t.Errorf("%d messages are embedded", n)
	}
}

// waitForSync waits until the background has looked through the store once more.
func (h *harness) waitForSync() {
	h.t.Helper()
	if err := h.WaitForEmbedderAndFirstSync(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
	if err := h.Session(1, memory.ActorUser).EmbedMessagesWithoutVectorNow(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
}

func TestMessagesGoToAnEmbedderOnAnotherComputerOnlyWhenAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		key, value string
		want       int
	}{
		"by default":             {"", "", 0},
		"set individually":       {"chats.embed", "true", 2},
		"recall is on":           {"chats.recall", "true", 2},
		"another setting is set": {"chats.candidates", "100", 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, withEmbeddedMessages)
			h.embedder.changeUnderLock(func(e *angleEmbedder) { e.isRemote = true })
			if c.key != "" {
				if err := h.SetAndStoreSetting(h.ctx(), c.key, c.value); err != nil {
					t.Fatal(err)
				}
			}
			h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "I took the ferry Ole from Brevik.")
			h.waitForSync()
			h.waitForEmbeddedMessages(c.want)
			if c.want == 0 && h.embedder.wasEmbedded("ok") {
				t.Error("the reply was sent")
			}
		})
	}
}

func TestABacklogOfMessagesWaitsForAQuietMomentAndNewOnesDoNot(t *testing.T) {
	h := newHarness(t, withEmbeddedMessages)
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "An answer was just written.")
	h.waitForEmbeddedMessages(2)
	h.insertExchanges(h.newChat(), 30)
	if err := h.SetAndStoreSetting(h.ctx(), "chats.embed", "true"); err != nil { // has the store looked through
		t.Fatal(err)
	}
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "And one more.")
	h.waitForEmbeddedMessages(4)
	time.Sleep(300 * time.Millisecond)
	if n := len(h.embeddedMessages(1)); n != 4 {
		t.Errorf("%d messages are embedded right after an answer", n)
	}
	h.clock.advance(h.Config().LocalServerIdle)
	h.waitForEmbeddedMessages(64)
}

func TestASmallBacklogIsEmbeddedAtOnce(t *testing.T) {
	h := newHarness(t, withEmbeddedMessages)
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "An answer was just written.")
	h.insertExchanges(h.newChat(), 15)
	h.stopService()
	h.startService(h.Config())
	h.waitForEmbeddedMessages(32)
}

func TestNoMessageIsEmbeddedWhileAnAnswerIsWritten(t *testing.T) {
	h := newHarness(t, withEmbeddedMessages)
	release := make(chan struct{})
	h.model.mu.Lock()
	h.model.chatReply = func(ctx context.Context) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			select {
			case <-release:
			case <-ctx.Done():
			}
			yield(memory.ReplyDelta{Text: "ok", FinishReason: "stop"}, nil)
		}
	}
	h.model.mu.Unlock()
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
		ChatID: h.newChat().ID, Text: "This takes long.",
	})
	if err != nil {
		t.Fatal(err)
	}
	h.insertExchanges(h.newChat(), 5)
	if err := h.SetAndStoreSetting(h.ctx(), "chats.embed", "true"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if n := len(h.embeddedMessages(1)); n != 0 {
		t.Errorf("%d messages were embedded meanwhile", n)
	}
	close(release)
	h.waitForAnswer(turn.Answer.ID)
	h.waitForEmbeddedMessages(12)
}

func TestReembeddingCountsAndRenewsMessages(t *testing.T) {
	h := newHarness(t, withEmbeddedMessages)
	h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "One message.")
	h.waitForEmbeddedMessages(2)
	var last memory.Progress
	r, err := h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{}, func(p memory.Progress) { last = p })
	if err != nil || r.Messages != 2 || r.Embedded != 2 || last.Done != 2 || last.Total != 2 {
		t.Errorf("the report is %+v, %v; the last progress %+v", r, err, last)
	}
	if got := h.embeddedMessages(1); len(got) != 2 {
		t.Errorf("embedded are %v", got)
	}
}
