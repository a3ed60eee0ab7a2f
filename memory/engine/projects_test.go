package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// newProjectWithChat makes a project and a chat in it.
func (h *harness) newProjectWithChat(n memory.NewProject) (memory.Project, memory.Chat) {
	h.t.Helper()
	s := h.Session(1, memory.ActorUser)
	p, err := s.CreateProject(h.ctx(), n)
	if err != nil {
		h.t.Fatal(err)
	}
	chat, err := s.CreateChat(h.ctx(), memory.NewChat{ProjectID: p.ID})
	if err != nil {
		h.t.Fatal(err)
	}
	return p, chat
}

func TestAChatOfAProjectHasItsInstructionsFilesAndModel(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	p, chat := h.newProjectWithChat(memory.NewProject{
		Name: "Boats", SystemPrompt: "Answer like a sailor.", Model: "test/small",
	})
	plan := h.addFile("plan.txt", "The keel is made of oak.")
	own := h.addFile("own.txt", "The mast is made of spruce.")
	for _, err := range []error{
		s.AttachStoredFileToProject(h.ctx(), p.ID, plan.ID), s.AttachStoredFileToChat(h.ctx(), chat.ID, own.ID),
		s.AttachStoredFileToChat(h.ctx(), chat.ID, plan.ID), // of both: sent once
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	instructions := memory.NullText("Be brief.")
	chat, err := s.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{SystemPrompt: &instructions})
	if err != nil {
		t.Fatal(err)
	}
	m := h.sendAndWaitUntilNoJobIsOpen(chat, "What is the keel made of?")
	r := h.model.lastChatRequest()
	if r.Model != "test/small" || m.Model != "test/small" {
		t.Errorf("asked %s", r.Model)
	}
	sent := systemMessage(r)
	at := []int{
		strings.Index(sent, "## Instructions for this project\nAnswer like a sailor."),
		strings.Index(sent, "## Instructions for this chat\nBe brief."),
		strings.Index(sent, "The keel is made of oak."), strings.Index(sent, "The mast is made of spruce."),
	}
	if slices.Contains(at, -1) || !slices.IsSorted(at) || strings.Count(sent, "made of oak") != 1 ||
		sent != m.Receipt.SystemMessage {
		t.Errorf("sent at %v:\n%s", at, sent)
	}
	other := h.sendAndWaitUntilNoJobIsOpen(h.newChat(), "What is the keel made of?")
	if strings.Contains(other.Receipt.SystemMessage, "sailor") || len(other.Receipt.Files) != 0 ||
		other.Model != "test/chat" {
		t.Errorf("a chat outside got %+v", other.Receipt)
	}
	wanted := memory.NullText("test/chat")
	if chat, err = s.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Model: &wanted}); err != nil {
		t.Fatal(err)
	}
	if m = h.sendAndWaitUntilNoJobIsOpen(chat, "And now?"); m.Model != "test/chat" {
		t.Errorf("the chat's own model was %s", m.Model)
	}
}

func TestProjectsAreOrderedAndValidated(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	names := func() string {
		all, err := s.ListProjects(h.ctx())
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, p := range all {
			out = append(out, p.Name)
		}
		return strings.Join(out, " ")
	}
	ids := map[string]memory.ID{}
	for _, name := range []string{"a", "b", "c"} {
		p, err := s.CreateProject(h.ctx(), memory.NewProject{Name: " " + name + " "})
		if err != nil {
			t.Fatal(err)
		}
		if p.Position != len(ids) {
			t.Errorf("%s is made at %d, want %d", name, p.Position, len(ids))
		}
		ids[name] = p.ID
	}
	for _, step := range []struct {
		name string
		to   int
		want string
	}{{"c", 0, "c a b"}, {"c", 1, "a c b"}, {"a", 9, "c b a"}, {"b", 1, "c b a"}} {
		p, err := s.UpdateProject(h.ctx(), ids[step.name], memory.ProjectPatch{Position: &step.to})
		if err != nil {
			t.Fatal(err)
		}
		if p.Position != min(step.to, 2) {
			t.Errorf("%s is at %d, want %d", step.name, p.Position, min(step.to, 2))
		}
		if got := names(); got != step.want {
			t.Errorf("%s to %d: %s, want %s", step.name, step.to, got, step.want)
		}
	}
	for _, n := range []memory.NewProject{{}, {Name: strings.Repeat("x", 201)}, {Name: "x", LearnedScope: "house"}} {
		var field *memory.FieldError
		if _, err := s.CreateProject(h.ctx(), n); !errors.As(err, &field) {
			t.Errorf("%+v: %v", n, err)
		}
	}
	if _, err := s.CreateChat(h.ctx(), memory.NewChat{ProjectID: 99}); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a chat in no project: %v", err)
	}
}

// What a private project learns never takes from the other chats what they know.
func TestAFactOfAProjectDoesNotReplaceOneOfAllChats(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { c.SendAllUpTo = 20 })
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Siena.", 0.88)
	h.addMemories("The user lives in Porto.")
	_, chat := h.newProjectWithChat(memory.NewProject{Name: "Secret", LearnedScope: memory.ScopeProject})
	h.model.setFact("The user lives in Siena.")
	_, ds := h.sendAndLearn(chat, "I moved, I live in Siena now.")
	if len(ds) != 1 || ds[0].Action != memory.ActionAdd || ds[0].After.Scope != memory.ScopeProject {
		t.Fatalf("decided %+v", ds)
	}
	h.model.setFact("NOTHING")
	inside, _ := h.sendAndLearn(chat, "Where do I live?")
	if sent := inside.Receipt.SystemMessage; !strings.Contains(sent, "lives in Siena") {
		t.Errorf("in the project:\n%s", sent)
	}
	outside, _ := h.sendAndLearn(h.newChat(), "Where do I live?")
	if sent := outside.Receipt.SystemMessage; !strings.Contains(sent, "- The user lives in Porto.\n") &&
		!strings.HasSuffix(sent, "- The user lives in Porto.") || strings.Contains(sent, "Siena") {
		t.Errorf("outside:\n%s", sent)
	}
	_, chat = h.newProjectWithChat(memory.NewProject{Name: "Other", LearnedScope: memory.ScopeProject})
	h.model.setFact("The user lives in Siena.")
	if _, ds = h.sendAndLearn(chat, "I live in Siena."); len(ds) != 1 || ds[0].Action != memory.ActionAdd {
		t.Errorf("what another project knows counted as known: %+v", ds)
	}
	if got := h.activeContents(); len(got) != 3 {
		t.Errorf("memories %v", got)
	}
}

// A chat that changes its project takes along what is in use; what somebody has forgotten stays forgotten where
// it was, and is offered to nobody.
func TestAForgottenMemoryDoesNotMoveWithItsChat(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	old, chat := h.newProjectWithChat(memory.NewProject{Name: "Boats", LearnedScope: memory.ScopeProject})
	other, err := s.CreateProject(h.ctx(), memory.NewProject{Name: "Bees"})
	if err != nil {
		t.Fatal(err)
	}
	learn := func(fact, said string) memory.ID {
		t.Helper()
		h.model.setFact(fact)
		_, ds := h.sendAndLearn(chat, said)
		if len(ds) != 1 || ds[0].After.ProjectID != old.ID {
			t.Fatalf("learned %+v", ds)
		}
		return ds[0].MemoryID
	}
	gone, kept := learn("The user owns a dinghy.", "I own a dinghy."), learn("The user keeps bees.", "I keep bees.")
	if _, err := s.ForgetMemory(h.ctx(), gone); err != nil {
		t.Fatal(err)
	}
	for _, to := range []memory.ID{other.ID, old.ID, 0} {
		p := memory.MoveChatsParams{ChatIDs: []memory.ID{chat.ID}, ProjectID: to, WithMemories: true}
		n, err := s.CountProjectMemoriesLearnedInMovedChats(h.ctx(), p)
		if err != nil {
			t.Fatal(err)
		}
		moved, err := s.MoveChatsBetweenProjects(h.ctx(), p)
		if err != nil || n != 1 || len(moved.DecisionIDs) != 1 || moved.LeftBehind != 0 {
			t.Fatalf("to %d: %d to move, %+v, %v", to, n, moved, err)
		}
		forgotten, err := s.LoadMemory(h.ctx(), gone)
		if err != nil || forgotten.Status != memory.StatusForgotten || forgotten.Scope != memory.ScopeProject ||
			forgotten.ProjectID != old.ID {
			t.Errorf("to %d: the forgotten memory is %+v, %v", to, forgotten, err)
		}
		m, err := s.LoadMemory(h.ctx(), kept)
		if err != nil || m.ProjectID != to || to == 0 && (m.Scope != memory.ScopeChat || m.ChatID != chat.ID) {
			t.Errorf("to %d: the memory in use is %+v, %v", to, m, err)
		}
	}
}

// A memory that becomes one of a project leaves the text that all chats are sent.
func TestAMemoryGivenToAProjectLeavesTheTextAboutTheUser(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	m := h.addMemories("The user keeps bees.")[0]
	p, _ := h.newProjectWithChat(memory.NewProject{Name: "Bees"})
	if _, err := h.db.BaseMemoryStore().Append(h.ctx(), memory.BaseMemory{
		ProfileID: 1, Content: "## User Profile\n- The user keeps bees.\n- The user sails.", Actor: memory.ActorExtractor,
		OwnLines: []string{}, SummaryIDs: []memory.ID{}, CreatedAt: h.clock.now(),
	}); err != nil {
		t.Fatal(err)
	}
	scope := memory.ScopeProject
	if _, err := s.UpdateMemory(h.ctx(), m.ID, memory.MemoryPatch{Scope: &scope, ProjectID: &p.ID}); err != nil {
		t.Fatal(err)
	}
	base, err := s.LoadCurrentBaseMemory(h.ctx())
	if err != nil || strings.Contains(base.Content, "bees") || !strings.Contains(base.Content, "sails") {
		t.Errorf("the text is %q, %v", base.Content, err)
	}
}

func TestArchivedChatsLeaveTheListAndComeBack(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	chat := h.newChat()
	h.sendAndWaitUntilNoJobIsOpen(chat, "The harbour of Gedser")
	archive := func(on bool) {
		t.Helper()
		if _, err := s.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Archived: &on}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(f memory.ChatFilter) int {
		t.Helper()
		all, err := s.ListChats(h.ctx(), f)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	archive(true)
	live, archived := count(memory.ChatFilter{}), count(memory.ChatFilter{Archived: true})
	if live != 0 || archived != 1 {
		t.Errorf("%d listed, %d archived", live, archived)
	}
	found, err := s.SearchChatsMessagesMemories(h.ctx(), "Gedser", 5)
	if err != nil || len(found.Messages) != 1 || !found.Messages[0].Archived || !found.Chats[0].Archived {
		t.Errorf("found %+v, %v", found, err)
	}
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), chat.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} { // out of the trash, then out of the archive
		if _, err := s.RestoreChatFromTrashOrArchive(h.ctx(), chat.ID); err != nil {
			t.Fatal(err)
		}
		if n := count(memory.ChatFilter{Archived: true}); n != want {
			t.Errorf("%d archived, want %d", n, want)
		}
	}
	archive(true)
	h.sendAndWaitUntilNoJobIsOpen(chat, "It goes on")
	if n := count(memory.ChatFilter{}); n != 1 {
		t.Error("a chat that goes on stayed in the archive")
	}
}

func TestABranchHoldsThePathAndIsNotLearnedFromAgain(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	_, chat := h.newProjectWithChat(memory.NewProject{Name: "Boats"})
	file := h.addFile("plan.txt", "The keel is made of oak.")
	if err := s.AttachStoredFileToChat(h.ctx(), chat.ID, file.ID); err != nil {
		t.Fatal(err)
	}
	h.model.setFact("The user sails.")
	first, _ := h.sendAndLearn(chat, "I sail.")
	h.model.setFact("NOTHING")
	second, _ := h.sendAndLearn(chat, "Which rope?")
	h.sendAndLearn(chat, "And then?")
	calls := h.model.countLearnRequests()
	branch, err := s.CopyChatUpToMessageAsNewChat(h.ctx(), second.ID)
	if err != nil {
		t.Fatal(err)
	}
	if branch.Title != "Branch · I sail." || branch.ProjectID != chat.ProjectID || branch.BranchedFrom != second.ID ||
		!slices.Equal(branch.FileIDs, []memory.ID{file.ID}) {
		t.Errorf("the branch is %+v", branch)
	}
	stored, ms, err := s.LoadChatWithSelectedBranch(h.ctx(), branch.ID, 0)
	if err != nil || len(ms) != 4 || stored.HeadID != ms[3].ID || ms[3].Content != "ok" || len(ms[1].Learned) != 0 {
		t.Fatalf("it holds %+v, %v", ms, err)
	}
	sent, err := s.LoadPromptSentForAnswer(h.ctx(), ms[3].ID)
	if err != nil || len(sent) != 4 || sent[3].Content != "Which rope?" ||
		slices.Contains(ms[3].Receipt.HistoryIDs, first.ID) {
		t.Errorf("the receipt rebuilds %+v of %v, %v", sent, ms[3].Receipt.HistoryIDs, err)
	}
	if _, ds := h.sendAndLearn(stored.Chat, "Which knot?"); len(ds) != 0 || h.model.countLearnRequests() != calls+1 {
		t.Errorf("%d learning calls after %d, decided %v", h.model.countLearnRequests(), calls, ds)
	}
	if got := h.activeContents(); !slices.Equal(got, []string{"The user sails."}) {
		t.Errorf("memories %v", got)
	}
	if _, err := s.CopyChatUpToMessageAsNewChat(h.ctx(), 999); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("at no message: %v", err)
	}
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), chat.ID, memory.DeleteChatOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	if _, ms, err = s.LoadChatWithSelectedBranch(h.ctx(), branch.ID, 0); err != nil || len(ms) != 6 {
		t.Errorf("without its source it holds %d messages, %v", len(ms), err)
	}
	if _, err := s.CopyChatUpToMessageAsNewChat(h.ctx(), second.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("at a message of a chat that is gone: %v", err)
	}
}
