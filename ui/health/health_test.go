package health

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/uitest"
)

func expect(d *desk, want ...string) {
	d.Helper()
	text := d.Reads()
	for _, w := range want {
		if !strings.Contains(text, w) {
			d.Errorf("the page does not say %q:\n%s", w, text)
		}
	}
}

func TestFiguresAreToldInWords(t *testing.T) {
	d := newDesk(t)
	d.Add("The user has a cat.")
	d.Add("The user has a dog called Rex.")
	waits := d.Fact("Waits.")
	waits.Status = memory.StatusInbox
	d.Insert(waits)
	for range 2 {
		d.Decide(memory.Decision{Action: memory.ActionIgnore, Candidate: "x"})
	}
	d.shows()
	expect(d, "2 memories", "1 waits for your OK", "2 never used", "2 repetitions", "50 %", "Ready.",
		"Model of the search\nsilent",
		"Nothing waits to be learned from.")
	d.Tap("Show what waits for your OK", nil)
	d.Tap("Show what was never used", nil)
	if got := strings.Join(d.opened, " "); got != "inbox unused" {
		t.Errorf("opened %q", got)
	}
}

func TestLimitIsSetAndRefusedInPlace(t *testing.T) {
	d := newDesk(t)
	d.shows()
	d.page.limit.SetText("20,000")
	d.Tap("Set the daily limit", nil)
	d.Noted("At most 20,000 tokens a day")
	if got := d.Service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit %d", got)
	}
	d.page.limit.SetText("many")
	d.Tap("Set the daily limit", nil)
	d.Until("the refusal", func() bool { return strings.Contains(d.Reads(), "Write a whole number of tokens") })
	if got := d.Service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit after a refused one: %d", got)
	}
	d.page.limit.SetText("")
	d.page.limit.OnEnter("")
	d.Noted("No limit a day")
	if got := d.Service.Config().TokensPerDay; got != 0 {
		t.Errorf("limit %d, want none", got)
	}
}

func TestTokensAreDrawnByDay(t *testing.T) {
	d := newDesk(t)
	today := d.Now.UTC().Format(time.DateOnly)
	before := d.Now.UTC().AddDate(0, 0, -3).Format(time.DateOnly)
	usage := `{"tokens":{"` + today + `":300,"` + before + `":600}}`
	if err := d.DB.Settings().Set(t.Context(), "usage.1", usage); err != nil {
		t.Fatal(err)
	}
	d.shows()
	expect(d, "300 today", "the tallest day is 600")
	var c *chart
	uitest.Walk(d.page.Body(), func(o fyne.CanvasObject) {
		if x, ok := o.(*chart); ok {
			c = x
		}
	})
	if c == nil {
		t.Fatal("no chart")
	}
	now, tallest, none := c.bars[13].Size().Height, c.bars[10].Size().Height, c.bars[0].Size().Height
	if tallest != chartHeight || now != chartHeight/2 || none != leastBar {
		t.Errorf("heights %v, %v, %v", tallest, now, none)
	}
}

func TestGivenUpWorkIsRetried(t *testing.T) {
	d := newDesk(t)
	th, err := d.Service.CreateThread(t.Context(), 1, memory.NewThread{})
	if err != nil {
		t.Fatal(err)
	}
	m := memory.Message{
		ThreadID: th.ID, Role: memory.RoleAssistant, Status: memory.MessageComplete, Content: "Hello.", CreatedAt: d.Now,
	}
	if m.ID, err = d.DB.Messages().Insert(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	later := d.Now.Add(time.Hour) // the worker does not claim it before
	j := memory.Job{
		ProfileID: 1, Kind: memory.JobExtract, ThreadID: th.ID, MessageID: m.ID, Version: "v", State: memory.JobQueued,
		CreatedAt: d.Now, RunAt: later,
	}
	if _, err := d.DB.Jobs().Enqueue(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if j, err = d.DB.Jobs().Claim(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if err := d.DB.Jobs().Fail(t.Context(), j.ID, "model server not reachable", time.Time{}); err != nil {
		t.Fatal(err)
	}
	d.shows()
	expect(d, "1 exchange was given up", "model server not reachable")
	d.Tap("Retry what was given up", nil)
	d.Until("another try", func() bool {
		js, err := d.Service.Jobs(t.Context(), 1)
		return err == nil && (len(js) == 0 || js[0].State != memory.JobDead)
	})
}

func TestSearchIsBehindOnlyWhileAMemoryIsNotFound(t *testing.T) {
	h := memory.Health{
		Memories: 2, Embedder: memory.EmbedderHealth{Ready: true}, Index: memory.IndexHealth{State: "syncing", Vectors: 1},
	}
	if got := searchText(h); got != "Catching up. 1 memory is in the index." {
		t.Errorf("with one of two: %q", got)
	}
	h.Index.Vectors = 2 // a file is still being indexed
	if got := searchText(h); got != "Ready. 2 memories are in the index." {
		t.Errorf("with both: %q", got)
	}
}
