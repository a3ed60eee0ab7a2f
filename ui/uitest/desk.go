// Package uitest runs a pane of the window over a real core and a real store. The test's goroutine
// is the UI goroutine: calls dispatched to it are queued until the test runs them. Only tests
// import it.
package uitest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/prompts"
	"memoir/storage"
	"memoir/ui/app"
	"memoir/ui/theme"
)

// WaitLimit is the timeout of every wait in a test.
const Patience = 20 * time.Second

// Harness is a core with its store and everything a pane needs from the window. It must be used on
// the test's goroutine.
type Desk struct {
	testing.TB
	DB      *storage.DB
	Service *memory.Service
	Env     *app.Env
	// Now is the current time for the core and the pane.
	Now time.Time
	// Toasts are the toasts shown since the last WaitForToast.
	Notes []app.Note
	// Loads counts the calls of RecordLoad.
	Arrivals int
	Win      fyne.Window
	// UITime is how long the UI goroutine spent running dispatched calls.
	Busy time.Duration

	queue chan func()
	body  fyne.CanvasObject
}

// NewHarness returns a harness without a pane; its core runs the standard preset, and its model
// never answers.
func New(t testing.TB) *Desk {
	t.Helper()
	d := &Desk{TB: t, queue: make(chan func(), 10000), Now: time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)}
	var err error
	if d.DB, err = storage.Open(t.Context(), storage.Options{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	set, err := prompts.Load("")
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return d.Now }
	d.Service, err = memory.New(memory.Deps{
		Store: d.DB, Index: d.DB.Index(), Lexicon: d.DB.Lexicon(), Model: silent{}, Catalog: silent{}, Embedder: silent{},
		Bus: memory.NewBus(), Prompts: set, Config: memory.Standard(), Now: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Service.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(theme.Options{}))
	tasks := app.NewTasks(t.Context(), func(f func()) { d.queue <- f })
	d.Env = &app.Env{
		Service: d.Service, Host: keeper{db: d.DB}, Tasks: tasks, Profile: 1, Now: now, Notify: d.Say,
		After: app.Timer(tasks),
	}
	t.Cleanup(func() {
		tasks.Close()
		ctx := context.WithoutCancel(t.Context())
		if err := d.Service.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := d.DB.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return d
}

// ShowPane shows a pane in a window of the given size.
func (d *Desk) Show(o fyne.CanvasObject, width, height float32) {
	d.body = o
	d.Win = test.NewTempWindow(d, o)
	d.Win.Resize(fyne.NewSize(width, height))
}

// RecordToast is the pane's callback for toasts.
func (d *Desk) Say(n app.Note) { d.Notes = append(d.Notes, n) }

// RecordLoad is the pane's callback for finished loads.
func (d *Desk) Settled() { d.Arrivals++ }

// RunUntil runs dispatched calls until ok returns true.
func (d *Desk) Until(what string, ok func() bool) {
	d.Helper()
	end := time.After(Patience)
	for !ok() {
		select {
		case f := <-d.queue:
			began := time.Now()
			f()
			d.Busy += time.Since(began)
		case <-end:
			d.Fatalf("waited in vain for %s; notes: %+v", what, d.Notes)
		}
	}
}

// WaitForLoad waits for the next call of RecordLoad.
func (d *Desk) Arrives(what string) {
	d.Helper()
	seen := d.Arrivals
	d.Until(what, func() bool { return d.Arrivals > seen })
}

// WaitForToast waits for a toast that contains text, returns it and clears Toasts.
func (d *Desk) Noted(text string) app.Note {
	d.Helper()
	find := func() int {
		return slices.IndexFunc(d.Notes, func(n app.Note) bool { return strings.Contains(n.Text, text) })
	}
	d.Until("the line "+text, func() bool { return find() >= 0 })
	n := d.Notes[find()]
	d.Notes = nil
	return n
}

// settingsHost is a Host that implements only settings, backed by the store.
type keeper struct {
	app.Host
	db *storage.DB
}

func (k keeper) Setting(ctx context.Context, key string) (string, error) {
	v, err := k.db.Settings().Get(ctx, key)
	if errors.Is(err, memory.ErrNotFound) {
		return "", nil
	}
	return v, err
}

func (k keeper) Keep(ctx context.Context, key, value string) error {
	return k.db.Settings().Set(ctx, key, value)
}
