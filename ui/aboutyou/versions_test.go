package aboutyou

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// storeBaseMemoryAMinuteLater stores a text as its user would write it.
func (h *harness) storeBaseMemoryAMinuteLater(text string) memory.BaseMemory {
	h.Helper()
	h.Now = h.Now.Add(time.Minute)
	b, err := h.Env.Session.StoreBaseMemoryWrittenByPerson(h.Context(), text)
	if err != nil {
		h.Fatal(err)
	}
	return b
}

func (h *harness) reloadPageAndWait() {
	h.Helper()
	h.page.Reload()
	h.WaitForLoad("the text", &h.page.loadRequest)
}

func TestVersionsSayWhoWroteThemFromWhatAndWhatTheyChanged(t *testing.T) {
	h := newHarness(t)
	h.storeBaseMemoryAMinuteLater("- Ann.\n- A nurse.")
	for _, b := range []memory.BaseMemory{
		{Content: "- Ann.\n- A doctor.", Actor: memory.ActorExtractor, Model: "test/small", SummaryIDs: []memory.ID{1, 2}},
		{Content: "- Ann.", Actor: memory.ActorSystem, SummaryIDs: []memory.ID{}},
	} {
		b.ProfileID, b.OwnLines, b.CreatedAt = 1, []string{}, h.Now
		if _, err := h.DB.BaseMemoryStore().Append(h.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	h.reloadPageAndWait()
	shown := h.VisibleText()
	for _, want := range []string{
		"You changed it", "Memoir wrote it from 2 summaries", "small · 1 line added, 1 removed",
		"Memoir removed what was forgotten or replaced", "2 lines added", "Current",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page does not say %q:\n%s", want, shown)
		}
	}
	if strings.Contains(shown, "+ A doctor.") {
		t.Error("a diff is open before anyone asked for it")
	}
	h.TapControlNamed("What changed: Memoir wrote it from 2 summaries, just now", nil)
	if s := h.VisibleText(); !strings.Contains(s, "1 line unchanged\n− A nurse.\n+ A doctor.") {
		t.Errorf("the page says\n%s", s)
	}
	h.TapControlNamed("What changed: Memoir wrote it from 2 summaries, just now", nil)
	if h.ShowsText("+ A doctor.") {
		t.Error("a second tap leaves the diff open")
	}
}

func TestFormerVersionIsRestoredAndThatIsUndone(t *testing.T) {
	h := newHarness(t)
	h.storeBaseMemoryAMinuteLater("- I live in Lisbon.")
	h.storeBaseMemoryAMinuteLater("- I live in Porto.")
	h.reloadPageAndWait()
	h.TapControlNamed("Restore", nil)
	h.WaitForToastAndClearToasts("Restored")
	if b := h.loadStoredBaseMemory(); b.Content != "- I live in Lisbon." || len(b.OwnLines) != 1 ||
		b.Actor != memory.ActorUser {
		t.Errorf("stored is %+v", b)
	}
	h.WaitForLoad("the text", &h.page.loadRequest)
	if got := h.page.field.Text(); got != "- I live in Lisbon." || len(h.page.versionList.shown) != 3 {
		t.Errorf("the field has %q, %d versions", got, len(h.page.versionList.shown))
	}
	h.TapControlNamed("Undo the latest change", nil)
	h.WaitForToastAndClearToasts("Undone")
	if b := h.loadStoredBaseMemory(); b.Content != "- I live in Porto." {
		t.Errorf("after Undo it is %q", b.Content)
	}
}

func TestRestoringOnlyWhatWasForgottenSaysThatNothingChanged(t *testing.T) {
	h := newHarness(t)
	ferret := h.AddMemoryAsUser("The user has a ferret named Rolf.")
	if _, err := h.DB.BaseMemoryStore().Append(h.Context(), memory.BaseMemory{
		ProfileID: 1, Content: "- The user has a ferret named Rolf.\n- The user sings.", OwnLines: []string{},
		Actor: memory.ActorExtractor, Model: "test/small", SummaryIDs: []memory.ID{}, CreatedAt: h.Now,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Env.Session.ForgetMemory(h.Context(), ferret.ID); err != nil {
		t.Fatal(err)
	}
	h.reloadPageAndWait()
	if b := h.loadStoredBaseMemory(); b.Content != "- The user sings." {
		t.Fatalf("stored is %+v", b)
	}
	if n := strings.Count(h.VisibleText(), "small ·"); n != 1 {
		t.Errorf("%d versions name a model; what was taken out was taken out by rule:\n%s", n, h.VisibleText())
	}
	h.TapControlNamed("Restore", nil)
	h.WaitForToastAndClearToasts("Nothing to restore: everything that differed in that version was forgotten or replaced")
	if versions, err := h.Env.Session.ListBaseMemoryVersions(h.Context(), 0); err != nil || len(versions) != 2 {
		t.Errorf("%d versions, %v", len(versions), err)
	}
}

func TestOlderVersionsAreLoadedWhenAskedFor(t *testing.T) {
	h := newHarness(t)
	for i := range versionsPerLoad + 2 {
		h.storeBaseMemoryAMinuteLater(fmt.Sprintf("- Version %d.", i))
	}
	h.reloadPageAndWait()
	if n := len(h.page.versionList.shown); n != versionsPerLoad {
		t.Fatalf("%d versions at first", n)
	}
	last := h.page.versionList.shown[versionsPerLoad-1]
	if last.added != 1 || last.removed != 1 {
		t.Errorf("the last shown version is compared with nothing: %+v", last.diff)
	}
	h.TapControlNamed("Show older versions", nil)
	h.WaitForLoad("the text", &h.page.loadRequest)
	if n := len(h.page.versionList.shown); n != versionsPerLoad+2 || h.ShowsText("Show older versions") {
		t.Errorf("%d versions then", n)
	}
}

func TestLongDiffsAreCutAndUnchangedLinesCounted(t *testing.T) {
	var b strings.Builder
	for i := range 2 * maxDiffRows {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	v := version{diff: diffLines("", b.String())}
	rows := v.changedLinesCountingKeptRuns()
	if len(rows) != maxDiffRows+1 || rows[maxDiffRows].text != "120 more lines" {
		t.Errorf("%d rows, the last is %+v", len(rows), rows[len(rows)-1])
	}
	v.diff = diffLines("### A\n1\n2\n### B\n3", "### A\n1\n2\n### B\n- 4\n3\n### C")
	want := "3 lines unchanged|heading B|+ 4|1 line unchanged|heading + C"
	var got []string
	for _, r := range v.changedLinesCountingKeptRuns() {
		if r.isHeading {
			r.text = "heading " + r.text
		}
		got = append(got, r.text)
	}
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", strings.Join(got, "|"), want)
	}
}

// setUpModelAndSummary gives the core something to write from and a model that calls answer.
func (h *harness) setUpModelAndSummary(answer func(ctx context.Context) (string, error)) {
	h.Helper()
	h.Catalog.SetProvidersAndModels(nil, []memory.ModelInfo{{ID: "test/small", Provider: "test", Available: true}})
	h.Catalog.SetExtractorModelID("test/small")
	chat := h.CreateChat("A chat")
	_, err := h.DB.SummaryStore().Insert(h.Context(), memory.Summary{
		ProfileID: 1, ChatID: chat, Content: "- The user is a gardener.", State: memory.SummaryCurrent, CreatedAt: h.Now,
	})
	if err != nil {
		h.Fatal(err)
	}
	h.SetModelAnswerFunc(func(ctx context.Context, _ memory.ModelRequest) (string, error) { return answer(ctx) })
}

func TestWritingAnewShowsItsProgressAndCanBeStopped(t *testing.T) {
	h := newHarness(t)
	h.setUpModelAndSummary(func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	h.TapControlNamed("Rewrite the text from your chats", nil)
	if !h.ShowsText("is rewriting the text.") || h.page.anewButton.IsEnabled() {
		t.Errorf("the page says\n%s", h.VisibleText())
	}
	h.Now = h.Now.Add(3 * time.Second)
	h.WaitForText("3 seconds so far.")
	h.TapControlNamed("Stop rewriting the text", nil)
	h.WaitForToastAndClearToasts("Stopped")
	if h.ShowsText("is rewriting the text.") || !h.page.anewButton.IsEnabled() || h.loadStoredBaseMemory().ID != 0 {
		t.Errorf("after Stop the page says\n%s", h.VisibleText())
	}
}

func TestTextIsWrittenAnewOrSaysWhyNot(t *testing.T) {
	h := newHarness(t)
	h.setUpModelAndSummary(func(context.Context) (string, error) {
		return "### User Profile\n- The user is a gardener.", nil
	})
	h.TapControlNamed("Rewrite the text from your chats", nil)
	h.WaitForToastAndClearToasts("Rewritten")
	if got := h.page.field.Text(); !strings.Contains(got, "- The user is a gardener.") || h.page.stopButton.Visible() {
		t.Errorf("the field has %q", got)
	}
	h.WaitForText("Memoir wrote it from 1 summary")
	h.SetModelAnswerFunc(func(context.Context, memory.ModelRequest) (string, error) { return "", errors.New("broken") })
	h.TapControlNamed("Rewrite the text from your chats", nil)
	h.RunUICallsUntil("the reason", func() bool { return h.page.problem.Visible() })
	if !h.page.anewButton.IsEnabled() || h.page.writing.isRunning() {
		t.Error("after the failure it cannot be tried again")
	}
}
