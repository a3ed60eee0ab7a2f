// Package uitest runs a pane of the window over a real core and a real store. The test's goroutine
// is the UI goroutine: calls dispatched to it are queued until the test runs them. Only tests
// import it.
package uitest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
	"memoir/storage/storagetest"
	"memoir/ui/app"
	"memoir/ui/theme"
)

// WaitLimit is the timeout of every wait in a test.
const WaitLimit = 2 * time.Minute

// Harness is a core with its store and everything a pane needs from the window. It must be used on
// the test's goroutine.
type Harness struct {
	testing.TB
	DB      *storage.DB
	Service *engine.Service
	Env     *app.Env
	// Now is the current time for the core and the pane.
	Now time.Time
	// Toasts are the toasts shown since the last WaitForToastAndClearToasts.
	Toasts []app.Toast
	// Routes are the routes that the pane navigated to, CopiedTexts and OpenedURLs what it copied and
	// opened.
	Routes      []app.Route
	CopiedTexts []string
	OpenedURLs  []string
	Win         fyne.Window
	// Catalog lists the providers and models of the core; it is empty at first.
	Catalog *Catalog
	// RunUICall runs one dispatched call; a test may measure what it does.
	RunUICall func(f func())
	// UITime is how long the UI goroutine spent running dispatched calls.
	UITime time.Duration

	answerModel atomic.Pointer[func(ctx context.Context, req memory.ModelRequest) (string, error)]

	queue chan func()
	body  fyne.CanvasObject
}

// NewHarness returns a harness without a pane; its core runs the standard preset, and its model
// never answers.
func NewHarness(t testing.TB) *Harness {
	t.Helper()
	h := &Harness{TB: t, queue: make(chan func(), 10000), Now: time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)}
	h.RunUICall = func(f func()) { f() }
	h.Catalog = &Catalog{}
	h.DB = storagetest.OpenCreatingIfMissing(t, t.TempDir())
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return h.Now }
	h.Service, err = engine.New(memory.Deps{
		Store: h.DB, VectorIndex: h.DB.VectorIndex(), FullText: h.DB.FullText(), Model: offlineModel{h},
		Catalog: h.Catalog, Embedder: offlineModel{h},
		Bus: memory.NewBus(), Prompts: set, Config: memory.StandardPreset(), Now: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Service.RecoverStateAndStartBackgroundWork(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(theme.Options{}))
	tasks := app.NewBackgroundTasks(t.Context(), func(f func()) { h.queue <- f })
	h.Env = &app.Env{
		Session: h.Service.Session(1, memory.ActorUser), Host: settingsHost{db: h.DB}, Tasks: tasks, Now: now,
		ShowToast:  h.RecordToast,
		After:      app.NewAfterFuncOnUI(tasks),
		NavigateTo: func(r app.Route) { h.Routes = append(h.Routes, r) },
		CopyText:   func(s string) { h.CopiedTexts = append(h.CopiedTexts, s) },
		OpenURL:    func(s string) { h.OpenedURLs = append(h.OpenedURLs, s) },
	}
	h.Env.Prompts = app.NewUnloadedPromptLibrary(h.Env)
	t.Cleanup(func() {
		tasks.Close()
		ctx := context.WithoutCancel(t.Context())
		if err := h.Service.ShutDownAndDeleteTemporaryChats(ctx); err != nil {
			t.Error(err)
		}
		if err := h.DB.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return h
}

// ShowPaneInWindow shows a pane in a window of the given size.
func (h *Harness) ShowPaneInWindow(o fyne.CanvasObject, width, height float32) {
	h.body = o
	h.Win = test.NewTempWindow(h, o)
	h.Win.Resize(fyne.NewSize(width, height))
}

// RecordToast is the pane's callback for toasts.
func (h *Harness) RecordToast(n app.Toast) { h.Toasts = append(h.Toasts, n) }

// RunUICallsUntil runs dispatched calls until ok returns true.
func (h *Harness) RunUICallsUntil(what string, ok func() bool) {
	h.Helper()
	end := time.After(WaitLimit)
	for !ok() {
		select {
		case f := <-h.queue:
			began := time.Now()
			h.RunUICall(f)
			h.UITime += time.Since(began)
		case <-end:
			h.Fatalf("waited in vain for %s; notes: %+v", what, h.Toasts)
		}
	}
}

// WaitForLoad waits until the result of a request has arrived.
func (h *Harness) WaitForLoad(what string, r *app.Request) {
	h.Helper()
	h.RunUICallsUntil(what, func() bool { return *r == app.Request{} })
}

// WaitForToastAndClearToasts waits for a toast that contains text, returns it and clears Toasts.
func (h *Harness) WaitForToastAndClearToasts(text string) app.Toast {
	h.Helper()
	find := func() int {
		return slices.IndexFunc(h.Toasts, func(n app.Toast) bool { return strings.Contains(n.Text, text) })
	}
	h.RunUICallsUntil("the line "+text, func() bool { return find() >= 0 })
	n := h.Toasts[find()]
	h.Toasts = nil
	return n
}

// settingsHost is a Host that implements only settings, backed by the store, and knows no services.
type settingsHost struct {
	app.Host
	db *storage.DB
}

func (k settingsHost) LoadSettingOrEmpty(ctx context.Context, key string) (string, error) {
	v, err := k.db.SettingStore().Get(ctx, key)
	if errors.Is(err, memory.ErrNotFound) {
		return "", nil
	}
	return v, err
}

func (settingsHost) ProviderPresets() []app.Provider { return nil }

func (k settingsHost) SaveSetting(ctx context.Context, key, value string) error {
	return k.db.SettingStore().Set(ctx, key, value)
}
