package health

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
)

func assertVisibleTextContains(h *harness, want ...string) {
	h.Helper()
	text := h.VisibleText()
	for _, w := range want {
		if !strings.Contains(text, w) {
			h.Errorf("the page does not say %q:\n%s", w, text)
		}
	}
}

func TestFiguresAreShownInWords(t *testing.T) {
	h := newHarness(t)
	h.AddMemoryAsUser("The user has a cat.")
	h.AddMemoryAsUser("The user has a dog called Rex.")
	waits := h.NewExtractedFact("Waits.")
	waits.Status = memory.StatusInbox
	h.StoreMemoryWithoutDecision(waits)
	for range 2 {
		h.AppendExtractorDecision(memory.Decision{Action: memory.ActionIgnore, Candidate: "x"})
	}
	h.reloadAndWait()
	assertVisibleTextContains(h, "2 memories", "1 waiting for your OK", "2 never used", "2 duplicates", "50%", "Ready.",
		"Search model\nsilent",
		"All caught up.")
	h.TapControlNamed("Show what's waiting for your OK", nil)
	h.TapControlNamed("Show memories that were never used", nil)
	want := []app.Route{{Screen: app.ScreenInbox}, {Screen: app.ScreenUnusedMemories}}
	if !slices.Equal(h.Routes, want) {
		t.Errorf("led to %+v", h.Routes)
	}
}

func TestDamageAndRepairsAreNamedFirst(t *testing.T) {
	h := newHarness(t)
	h.reloadAndWait()
	if strings.Contains(h.VisibleText(), "Needs attention") {
		t.Error("a sound database needs attention")
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.DB.DataDir(), "app.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DROP TABLE decision"); err != nil {
		t.Fatal(err)
	}
	h.reloadAndWait()
	assertVisibleTextContains(
		h, "Needs attention", "The database is damaged", "Restart Memoir to copy everything readable",
	)
	h.page.model.health.Status = "ok"
	h.page.model.health.Repairs = []string{"The database was written anew.", "1 memory was put back."}
	h.page.rebuildFigures()
	assertVisibleTextContains(h, "has been repaired", "The database was written anew. 1 memory was put back.")
}

func TestDailyLimitIsSavedAndInvalidInputRefused(t *testing.T) {
	h := newHarness(t)
	h.reloadAndWait()
	h.page.limitField.SetText("20,000")
	h.TapControlNamed("Set the daily limit", nil)
	h.WaitForToastAndClearToasts("Daily limit: 20,000 tokens")
	if got := h.Service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit %d", got)
	}
	h.page.limitField.SetText("many")
	h.TapControlNamed("Set the daily limit", nil)
	h.RunUICallsUntil(
		"the refusal",
		func() bool { return strings.Contains(h.VisibleText(), "Enter a whole number of tokens") },
	)
	if got := h.Service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit after a refused one: %d", got)
	}
	h.page.limitField.SetText("")
	h.page.limitField.OnEnter("")
	h.WaitForToastAndClearToasts("No daily limit")
	if got := h.Service.Config().TokensPerDay; got != 0 {
		t.Errorf("limit %d, want none", got)
	}
}

func TestChartBarsShowTokensPerDay(t *testing.T) {
	h := newHarness(t)
	today := h.Now.UTC().Format(time.DateOnly)
	before := h.Now.UTC().AddDate(0, 0, -3).Format(time.DateOnly)
	usage := `{"tokens":{"` + today + `":300,"` + before + `":600}}`
	if err := h.DB.SettingStore().Set(t.Context(), "usage.1", usage); err != nil {
		t.Fatal(err)
	}
	h.reloadAndWait()
	assertVisibleTextContains(h, "Tokens today: 300", "Busiest day: 600")
	var c *chart
	uitest.VisitVisibleObjects(h.page.Body(), func(o fyne.CanvasObject) {
		if x, ok := o.(*chart); ok {
			c = x
		}
	})
	if c == nil {
		t.Fatal("no chart")
	}
	now, tallest, none := c.bars[13].Size().Height, c.bars[10].Size().Height, c.bars[0].Size().Height
	if tallest != chartHeight || now != chartHeight/2 || none != minBarHeight {
		t.Errorf("heights %v, %v, %v", tallest, now, none)
	}
}

func TestDeadJobsAreRetried(t *testing.T) {
	h := newHarness(t)
	th, err := h.Service.Session(1, memory.ActorUser).CreateChat(t.Context(), memory.NewChat{})
	if err != nil {
		t.Fatal(err)
	}
	m := memory.Message{
		ChatID: th.ID, Role: memory.RoleAssistant, Status: memory.MessageComplete, Content: "Hello.", CreatedAt: h.Now,
	}
	if m.ID, err = h.DB.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	later := h.Now.Add(time.Hour) // the worker does not claim it before
	j := memory.Job{
		ProfileID: 1, Kind: memory.JobExtract, ChatID: th.ID, MessageID: m.ID, PromptVersion: "v", State: memory.JobQueued,
		CreatedAt: h.Now, RunAt: later,
	}
	if _, err := h.DB.JobStore().EnqueueIfNew(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if j, err = h.DB.JobStore().ClaimNextDue(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if err := h.DB.JobStore().RequeueOrMarkDead(t.Context(), j.ID, "model server not reachable", time.Time{}); err != nil {
		t.Fatal(err)
	}
	h.reloadAndWait()
	assertVisibleTextContains(h, "Memoir couldn't learn from 1 exchange", "model server not reachable")
	h.TapControlNamed("Retry learning from failed exchanges", nil)
	h.RunUICallsUntil("another try", func() bool {
		jobs, err := h.Service.Session(1, memory.ActorUser).ListUnfinishedJobs(t.Context())
		return err == nil && (len(jobs) == 0 || jobs[0].State != memory.JobDead)
	})
}

func TestSearchStatusIsCatchingUpOnlyWhileMemoriesAreMissing(t *testing.T) {
	h := memory.Health{
		ActiveMemories: 2, Embedder: memory.EmbedderHealth{Ready: true}, Index: memory.IndexHealth{
			State:   "syncing",
			Vectors: 1,
		},
	}
	if got := memorySearchStatusText(h); got != "Catching up. 1 memory indexed so far." {
		t.Errorf("with one of two: %q", got)
	}
	h.Index.Vectors = 2 // a file is still being indexed
	if got := memorySearchStatusText(h); got != "Ready. 2 memories are indexed." {
		t.Errorf("with both: %q", got)
	}
}
