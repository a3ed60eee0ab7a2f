package engine_test

import (
	"errors"
	"slices"
	"testing"

	"memoir/memory"
)

func TestSeveralChatsAreDeletedWithWhatWasLearnedAndComeBack(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	first, second := h.newChat(), h.newChat()
	h.model.setFact("The user sails a yawl.")
	h.sendAndLearn(first, "I sail a yawl.")
	h.model.setFact("The user lives in Gedser.")
	h.sendAndLearn(second, "I live in Gedser.")
	ids := []memory.ID{first.ID, second.ID}
	if n, err := s.CountLearningDecisionsInChats(h.ctx(), ids); n != 2 || err != nil {
		t.Fatalf("learned %d, %v", n, err)
	}
	before := h.activeContents()
	gone, err := s.TrashChatsErasingTemporaryOnes(h.ctx(), ids, memory.DeleteChatOptions{Unlearn: true})
	if err != nil || !slices.Equal(gone.ChatIDs, ids) {
		t.Fatalf("deleted %+v, %v", gone, err)
	}
	if got := h.activeContents(); len(got) != 0 {
		t.Errorf("still known: %q", got)
	}
	trashed, err := s.ListChats(h.ctx(), memory.ChatFilter{InTrash: true})
	if err != nil || len(trashed) != 2 {
		t.Errorf("%d in the trash, %v", len(trashed), err)
	}
	if err := s.RestoreTrashedChatsAndUnlearnedFacts(h.ctx(), gone); err != nil {
		t.Fatal(err)
	}
	if got := h.activeContents(); !slices.Equal(got, before) {
		t.Errorf("known again: %q, want %q", got, before)
	}
	if live, err := s.ListChats(h.ctx(), memory.ChatFilter{}); err != nil || len(live) != 2 {
		t.Errorf("%d listed, %v", len(live), err)
	}
}

func TestSeveralChatsAreArchivedAllOrNone(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	first, second := h.newChat(), h.newChat()
	if _, err := s.SetChatsArchived(h.ctx(), []memory.ID{first.ID, 99}, true); !errors.Is(err, memory.ErrNotFound) {
		t.Fatalf("archived a chat that is not there: %v", err)
	}
	if all, err := s.ListChats(h.ctx(), memory.ChatFilter{Archived: true}); err != nil || len(all) != 0 {
		t.Errorf("%d archived, %v", len(all), err)
	}
	if _, err := s.SetChatsArchived(h.ctx(), []memory.ID{first.ID}, true); err != nil {
		t.Fatal(err)
	}
	changed, err := s.SetChatsArchived(h.ctx(), []memory.ID{first.ID, second.ID}, true)
	if err != nil || !slices.Equal(changed, []memory.ID{second.ID}) {
		t.Errorf("changed %v, %v", changed, err)
	}
}

// Temporary chats that are deleted with others are gone for good, as from TrashOrEraseChatMaybeUnlearning.
func TestSeveralChatsWithATemporaryOneLeaveTheFilesAtOnce(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	temporary, err := s.CreateChat(h.ctx(), memory.NewChat{Temporary: true})
	if err != nil {
		t.Fatal(err)
	}
	file, err := s.AddFileUnlessKnownOrTooLong(
		h.ctx(), memory.NewFile{Name: "zoo.txt", Data: []byte("The axolotl eats at nine.")},
	)
	if err == nil {
		err = s.AttachStoredFileToChat(h.ctx(), temporary.ID, file.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(temporary, "My axolotl is ill.")
	if n := h.countFilesContaining("axolotl"); n == 0 {
		t.Fatal("nothing to delete")
	}
	wake, drain, cancel := h.SubscribeToQueuedEvents()
	defer cancel()
	kept := h.newChat()
	gone, err := s.TrashChatsErasingTemporaryOnes(h.ctx(), []memory.ID{temporary.ID, kept.ID}, memory.DeleteChatOptions{})
	if err != nil || !slices.Equal(gone.ChatIDs, []memory.ID{kept.ID}) {
		t.Fatalf("deleted %+v, %v", gone, err)
	}
	if n := h.countFilesContaining("axolotl"); n != 0 {
		t.Errorf("%d files contain the words of the temporary chat", n)
	}
	<-wake
	if !slices.ContainsFunc(drain(), func(e memory.Event) bool { return e.Kind == memory.EventFiles }) {
		t.Error("nobody was told that files are gone")
	}
}
