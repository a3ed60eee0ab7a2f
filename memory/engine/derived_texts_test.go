package engine_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory"
)

// newHarnessWithFerretInBaseMemory has a chat with summaries of which the base memory holds ten; one of them and the
// base memory say that the user keeps a ferret.
func newHarnessWithFerretInBaseMemory(t *testing.T) (*harness, memory.Chat, memory.Memory) {
	t.Helper()
	h := newHarness(t, enableSummariesAndBaseMemory)
	chat := h.newChat()
	ferret := h.addMemories("The user keeps a ferret called Rolf.")[0]
	_, err := h.db.SummaryStore().Insert(t.Context(), memory.Summary{
		ProfileID: 1, ChatID: chat.ID, State: memory.SummaryCurrent, CreatedAt: h.clock.now(),
		Content: "- The user told that they keep the ferret Rolf.\n- The user plans a garden.",
	})
	if err != nil {
		t.Fatal(err)
	}
	h.addSummaries(chat, 2, 19)
	h.model.setBaseMemoryReply(
		"## User Profile\n- The user has kept a ferret, Rolf, since May.\n- The user is a gardener.", nil,
	)
	h.sendAndWaitUntilNoJobIsOpen(chat, "Now it is due.")
	if b := h.currentBaseMemory(); !strings.Contains(b.Content, "Rolf") || len(b.SummaryIDs) != 10 {
		t.Fatalf("base memory is %+v", b)
	}
	return h, chat, ferret
}

func TestWhatIsForgottenLeavesSummariesAndBaseMemoryAndDoesNotComeBack(t *testing.T) {
	h, chat, ferret := newHarnessWithFerretInBaseMemory(t)
	me := h.Session(1, memory.ActorUser)
	if _, err := me.ForgetMemory(t.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	b := h.currentBaseMemory()
	if b.Content != "### User Profile\n- The user is a gardener." || !b.Stale || b.Actor != memory.ActorSystem ||
		b.Model != "" {
		t.Errorf("base memory is %+v", b)
	}
	all := h.summaries(chat)
	if s := all[len(all)-1]; s.Content != "- The user plans a garden." {
		t.Errorf("the summary says %q", s.Content)
	}
	ds, err := me.ListDecisions(t.Context(), memory.DecisionFilter{AboutBase: true, Limit: 1})
	if err != nil || ds[0].BaseID != b.ID || ds[0].Actor != memory.ActorSystem || ds[0].Reason == "" {
		t.Errorf("the ledger has %+v, %v", ds, err)
	}
	h.sendAndWaitUntilNoJobIsOpen(chat, "Hello again.")
	if sent := systemMessage(h.model.lastChatRequest()); strings.Contains(sent, "Rolf") ||
		!strings.Contains(sent, "- The user is a gardener.") {
		t.Errorf("the next request has\n%s", sent)
	}
	calls := h.model.baseMemoryRequests()
	if len(calls) != 2 || strings.Contains(systemMessage(calls[1]), "Rolf") {
		t.Fatalf("%d calls; the last was sent\n%s", len(calls), systemMessage(calls[len(calls)-1]))
	}
	if b := h.currentBaseMemory(); strings.Contains(b.Content, "Rolf") || b.Stale || b.Actor != memory.ActorExtractor {
		t.Errorf("distilled anew, base memory is %+v", b)
	}
	h.model.setSummaryReply(func(context.Context, memory.ModelRequest) (string, error) {
		return "- The user keeps a ferret, Rolf.\n- The user greeted.", nil
	})
	h.sendNumberedMessagesAndLearn(chat, 1, 14)
	h.waitUntilNoJobIsOpen()
	if s := h.summaries(chat)[0]; s.Content != "- The user greeted." {
		t.Errorf("a later summary says %q", s.Content)
	}
}

func TestARestoredMemoryMarksTheBaseMemoryStale(t *testing.T) {
	h, chat, ferret := newHarnessWithFerretInBaseMemory(t)
	me := h.Session(1, memory.ActorUser)
	if _, err := me.ForgetMemory(t.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	h.sendAndWaitUntilNoJobIsOpen(chat, "Hello again.")
	ds, err := me.ListDecisions(t.Context(), memory.DecisionFilter{MemoryID: ferret.ID, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := me.UndoDecision(t.Context(), ds[0].ID); err != nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); !b.Stale {
		t.Errorf("base memory is %+v", b)
	}
	h.sendAndWaitUntilNoJobIsOpen(chat, "And again.")
	if b := h.currentBaseMemory(); !strings.Contains(b.Content, "Rolf") || b.Stale {
		t.Errorf("distilled anew, base memory is %+v", b)
	}
}

func TestAChangedMemoryTakesItsOldTextOutAndKeepsWhatIsStillSo(t *testing.T) {
	h := newHarness(t, enableSummariesAndBaseMemory)
	chat := h.newChat()
	m := h.addMemories("The user works as a baker in Graz.")[0]
	h.addSummaries(chat, 1, 20)
	h.model.setBaseMemoryReply(
		"- The user works in Graz as a baker.\n- The user works as a baker in Linz.\n- The user sings.", nil,
	)
	h.sendAndWaitUntilNoJobIsOpen(chat, "Now it is due.")
	me := h.Session(1, memory.ActorUser)
	text := "The user works as a baker in Linz."
	if _, err := me.UpdateMemory(t.Context(), m.ID, memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	const want = "### User Profile\n- The user works as a baker in Linz.\n- The user sings."
	if b := h.currentBaseMemory(); b.Content != want {
		t.Errorf("base memory is %q", b.Content)
	}
	before := h.currentBaseMemory()
	text = "The user works as a baker in Linz at night."
	if _, err := me.UpdateMemory(t.Context(), m.ID, memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); b.ID != before.ID {
		t.Errorf("a refinement took the text out: %q", b.Content)
	}
}

func TestForgettingLeavesAPersonsLinesAlone(t *testing.T) {
	h, _, ferret := newHarnessWithFerretInBaseMemory(t)
	me := h.Session(1, memory.ActorUser)
	const mine = "I live with Rolf. Rolf is the ferret I keep."
	if _, err := me.StoreBaseMemoryWrittenByPerson(t.Context(), mine+"\n"+h.currentBaseMemory().Content); err != nil {
		t.Fatal(err)
	}
	if _, err := me.ForgetMemory(t.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); b.Content != mine+"\n### User Profile\n- The user is a gardener." ||
		len(b.OwnLines) != 1 {
		t.Errorf("base memory is %+v", b)
	}
}

func TestAnErasedFactIsInNoFileOfTheFolder(t *testing.T) {
	h, chat, ferret := newHarnessWithFerretInBaseMemory(t)
	me := h.Session(1, memory.ActorUser)
	withFerret := "My ferret, whom I keep, is Rolf.\n" + h.currentBaseMemory().Content
	if _, err := me.StoreBaseMemoryWrittenByPerson(t.Context(), withFerret); err != nil {
		t.Fatal(err)
	}
	answer := h.sendAndWaitUntilNoJobIsOpen(chat, "Hello again.")
	if !strings.Contains(answer.Receipt.SystemMessage, "is Rolf.") {
		t.Fatalf("the receipt has %q", answer.Receipt.SystemMessage)
	}
	if _, err := me.EraseMemory(t.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	versions, err := me.ListBaseMemoryVersions(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range versions {
		if strings.Contains(b.Content+strings.Join(b.OwnLines, ""), "Rolf") {
			t.Errorf("version %d is %+v", b.ID, b)
		}
	}
	h.model.setBaseMemoryReply("- The user is a gardener.", nil)
	h.sendAndWaitUntilNoJobIsOpen(chat, "And again.")
	if calls := h.model.baseMemoryRequests(); len(calls) != 2 || strings.Contains(systemMessage(calls[1]), "Rolf") {
		t.Errorf("%d calls; the last was sent\n%s", len(calls), systemMessage(calls[len(calls)-1]))
	}
	h.stopService()
	err = filepath.WalkDir(h.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), "Rolf") {
			i := strings.Index(string(data), "Rolf")
			t.Errorf("%s still has …%q…", path, data[max(i-80, 0):min(i+40, len(data))])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	h.startService(h.Config())
}

func TestAWithdrawnSummaryLeavesTheBaseMemory(t *testing.T) {
	h, chat, _ := newHarnessWithFerretInBaseMemory(t)
	all := h.summaries(chat)
	id, err := h.db.DecisionStore().Append(t.Context(), memory.Decision{
		ProfileID: 1, ChatID: chat.ID, Action: memory.ActionAdd, Actor: memory.ActorExtractor, SummaryID: all[len(all)-1].ID,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); b.Content != "### User Profile\n- The user is a gardener." || !b.Stale {
		t.Errorf("base memory is %+v", b)
	}
}

func TestUnlearningADeletedChatTakesItsSummaryOutOfTheBaseMemory(t *testing.T) {
	h := newHarness(t, enableSummariesAndBaseMemory)
	chat := h.newChat()
	h.model.setSummaryReply(func(context.Context, memory.ModelRequest) (string, error) {
		return "- The user keeps a ferret called Rolf.", nil
	})
	h.sendNumberedMessagesAndLearn(chat, 1, 15)
	h.waitForSummaries(chat, 1)
	h.model.setBaseMemoryReply("- The user keeps a ferret called Rolf.\n- The user is a gardener.", nil)
	me := h.Session(1, memory.ActorUser)
	if _, err := me.RewriteBaseMemoryFromSummariesNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := me.TrashOrEraseChatMaybeUnlearning(t.Context(), chat.ID, memory.DeleteChatOptions{Unlearn: true}); err !=
		nil {
		t.Fatal(err)
	}
	if b := h.currentBaseMemory(); b.Content != "### User Profile\n- The user is a gardener." {
		t.Errorf("base memory is %q", b.Content)
	}
	if s := h.summaries(chat)[0]; s.State != memory.SummaryWithdrawn {
		t.Errorf("the summary is %+v", s)
	}
}

func TestARestoredVersionLeavesOutWhatWasForgottenSince(t *testing.T) {
	h, _, ferret := newHarnessWithFerretInBaseMemory(t)
	me := h.Session(1, memory.ActorUser)
	former := h.currentBaseMemory()
	if _, err := me.StoreBaseMemoryWrittenByPerson(t.Context(), "- I sing."); err != nil {
		t.Fatal(err)
	}
	restored, err := me.RestoreBaseVersionWithoutForgotten(t.Context(), former.ID)
	if err != nil || restored.Content != former.Content || len(restored.OwnLines) != 0 ||
		restored.Actor != memory.ActorUser {
		t.Fatalf("restored is %+v, %v", restored, err)
	}
	if again, err := me.RestoreBaseVersionWithoutForgotten(t.Context(), former.ID); err != nil || again.ID != restored.ID {
		t.Errorf("restored again it is %+v, %v", again, err)
	}
	if b, err := me.UndoNewestBaseMemoryChange(t.Context()); err != nil || b.Content != "- I sing." ||
		len(b.OwnLines) != 1 {
		t.Errorf("undone it is %+v, %v", b, err)
	}
	if n := len(h.summariesNotInBaseMemory()); n != 10 {
		t.Errorf("%d summaries are open, 10 before", n)
	}
	if _, err := me.ForgetMemory(t.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	if b, err := me.RestoreBaseVersionWithoutForgotten(t.Context(), former.ID); err != nil ||
		strings.Contains(b.Content, "Rolf") || !strings.Contains(b.Content, "gardener") {
		t.Errorf("with the ferret forgotten it is %+v, %v", b, err)
	}
	if _, err := me.RestoreBaseVersionWithoutForgotten(t.Context(), 9999); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a version that is not there: %v", err)
	}
}

// A model that still says what was replaced is not believed; what a memory in use says as well stays.
func TestWhatWasReplacedDoesNotComeBackWithALaterSummary(t *testing.T) {
	h := newHarness(t, withSummaries)
	in := h.addMemories("The user lives in Lisbon.", "The user owns a red boat and a blue bicycle.")
	for text, change := range map[string]func(m *memory.Memory){
		"The user lives in Porto.":  func(m *memory.Memory) { m.SupersededBy = in[0].ID },
		"The user owns a red boat.": func(m *memory.Memory) { m.Status = memory.StatusForgotten },
	} {
		old := in[0]
		old.ID, old.Content = 0, text
		change(&old)
		if _, err := h.db.MemoryStore().Insert(t.Context(), old); err != nil {
			t.Fatal(err)
		}
	}
	const stays = "- The user owns a red boat and a blue bicycle.\n- The user greeted."
	h.model.setSummaryReply(func(context.Context, memory.ModelRequest) (string, error) {
		return "- The user lives in Porto.\n" + stays, nil
	})
	chat := h.newChat()
	h.sendNumberedMessagesAndLearn(chat, 1, 15)
	if s := h.waitForSummaries(chat, 1)[0]; s.Content != stays {
		t.Errorf("the summary says %q", s.Content)
	}
}
