package health

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
)

func expect(d *desk, want ...string) {
	d.Helper()
	text := d.reads()
	for _, w := range want {
		if !strings.Contains(text, w) {
			d.Errorf("the page does not say %q:\n%s", w, text)
		}
	}
}

func TestFiguresAreToldInWords(t *testing.T) {
	d := newDesk(t)
	d.add("The user has a cat.")
	d.add("The user has a dog called Rex.")
	waits := memory.Memory{
		ProfileID: 1, Content: "Waits.", Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusInbox, Origin: memory.OriginExtracted, CreatedAt: d.now,
		UpdatedAt: d.now,
	}
	if _, err := d.db.Memories().Insert(t.Context(), waits); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := d.db.Decisions().Append(t.Context(), memory.Decision{
			ProfileID: 1, CreatedAt: d.now, Actor: memory.ActorExtractor, Action: memory.ActionIgnore, Candidate: "x",
		}); err != nil {
			t.Fatal(err)
		}
	}
	d.shows()
	expect(d, "2 memories", "1 waits for your OK", "2 never used", "2 repetitions", "50 %", "Ready.", "silent@64@1",
		"Nothing waits to be learned from.")
	d.tap("Show what waits for your OK")
	d.tap("Show what was never used")
	if got := strings.Join(d.opened, " "); got != "inbox unused" {
		t.Errorf("opened %q", got)
	}
}

func TestLimitIsSetAndRefusedInPlace(t *testing.T) {
	d := newDesk(t)
	d.shows()
	d.page.limit.SetText("20,000")
	d.tap("Set the daily limit")
	d.noted("At most 20,000 tokens a day")
	if got := d.service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit %d", got)
	}
	d.page.limit.SetText("many")
	d.tap("Set the daily limit")
	d.until("the refusal", func() bool { return strings.Contains(d.reads(), "Write a whole number of tokens") })
	if got := d.service.Config().TokensPerDay; got != 20000 {
		t.Errorf("limit after a refused one: %d", got)
	}
	d.page.limit.SetText("")
	d.page.limit.OnEnter("")
	d.noted("No limit a day")
	if got := d.service.Config().TokensPerDay; got != 0 {
		t.Errorf("limit %d, want none", got)
	}
}

func TestTokensAreDrawnByDay(t *testing.T) {
	d := newDesk(t)
	today := d.now.UTC().Format(time.DateOnly)
	before := d.now.UTC().AddDate(0, 0, -3).Format(time.DateOnly)
	usage := `{"tokens":{"` + today + `":300,"` + before + `":600}}`
	if err := d.db.Settings().Set(t.Context(), "usage.1", usage); err != nil {
		t.Fatal(err)
	}
	d.shows()
	expect(d, "300 today", "the tallest day is 600")
	var c *chart
	walk(d.page.Body(), func(o fyne.CanvasObject) {
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
	th, err := d.service.CreateThread(t.Context(), 1, memory.NewThread{})
	if err != nil {
		t.Fatal(err)
	}
	m := memory.Message{
		ThreadID: th.ID, Role: memory.RoleAssistant, Status: memory.MessageComplete, Content: "Hello.", CreatedAt: d.now,
	}
	if m.ID, err = d.db.Messages().Insert(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	later := d.now.Add(time.Hour) // the worker leaves it alone until then
	j := memory.Job{
		ProfileID: 1, Kind: memory.JobExtract, ThreadID: th.ID, MessageID: m.ID, Version: "v", State: memory.JobQueued,
		CreatedAt: d.now, RunAt: later,
	}
	if _, err := d.db.Jobs().Enqueue(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if j, err = d.db.Jobs().Claim(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if err := d.db.Jobs().Fail(t.Context(), j.ID, "model server not reachable", time.Time{}); err != nil {
		t.Fatal(err)
	}
	d.shows()
	expect(d, "1 exchange was given up", "model server not reachable")
	d.tap("Retry what was given up")
	d.until("another try", func() bool {
		js, err := d.service.Jobs(t.Context(), 1)
		return err == nil && (len(js) == 0 || js[0].State != memory.JobDead)
	})
}
