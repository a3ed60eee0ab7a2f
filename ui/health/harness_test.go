package health

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/prompts"
	"memoir/storage"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// patience bounds every wait of a test.
const patience = 20 * time.Second

// desk is a page over a real core and store; its UI goroutine is the test's.
type desk struct {
	*testing.T
	queue   chan func()
	db      *storage.DB
	service *memory.Service
	now     time.Time
	page    *Page
	win     fyne.Window
	notes   []app.Note
	opened  []string
	settled int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, queue: make(chan func(), 10000), now: time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)}
	var err error
	if d.db, err = storage.Open(t.Context(), storage.Options{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	set, err := prompts.Load("")
	if err != nil {
		t.Fatal(err)
	}
	d.service, err = memory.New(memory.Deps{
		Store: d.db, Index: d.db.Index(), Lexicon: d.db.Lexicon(), Model: silent{}, Catalog: silent{}, Embedder: silent{},
		Bus: memory.NewBus(), Prompts: set, Config: memory.Standard(), Now: func() time.Time { return d.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.service.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	tasks := app.NewTasks(t.Context(), func(f func()) { d.queue <- f })
	say := func(n app.Note) { d.notes = append(d.notes, n) }
	env := &app.Env{
		Service: d.service, Tasks: tasks, Profile: 1, Now: func() time.Time { return d.now }, Notify: say,
		After: app.Timer(tasks),
	}
	d.page = New(env, Actions{
		Back: func() {}, Close: func() {}, Say: say, Settled: func() { d.settled++ },
		Inbox:  func() { d.opened = append(d.opened, "inbox") },
		Unused: func() { d.opened = append(d.opened, "unused") },
	})
	d.win = test.NewTempWindow(t, d.page.Body())
	d.win.Resize(fyne.NewSize(348, 2000))
	t.Cleanup(func() {
		tasks.Close()
		ctx := context.WithoutCancel(t.Context())
		if err := d.service.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := d.db.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return d
}

// until runs the UI goroutine until ok holds.
func (d *desk) until(what string, ok func() bool) {
	d.Helper()
	end := time.After(patience)
	for !ok() {
		select {
		case f := <-d.queue:
			f()
		case <-end:
			d.Fatalf("waited in vain for %s; notes: %+v", what, d.notes)
		}
	}
}

// shows waits for figures newer than those on screen.
func (d *desk) shows() {
	d.Helper()
	d.page.Reload()
	seen := d.settled
	d.until("the figures", func() bool { return d.settled > seen })
}

// noted waits for a line to be said.
func (d *desk) noted(text string) app.Note {
	d.Helper()
	find := func() int {
		return slices.IndexFunc(d.notes, func(n app.Note) bool { return strings.Contains(n.Text, text) })
	}
	d.until("the line "+text, func() bool { return find() >= 0 })
	n := d.notes[find()]
	d.notes = nil
	return n
}

// add stores a memory as the user writes it.
func (d *desk) add(text string) memory.Added {
	d.Helper()
	m, err := d.service.AddMemory(d.Context(), 1, memory.ActorUser, memory.NewMemory{Content: text})
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// reads lists every line of the page.
func (d *desk) reads() string {
	var out []string
	walk(d.page.Body(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Label:
			out = append(out, o.Text())
		case *parts.Para:
			out = append(out, o.Text())
		}
	})
	return strings.Join(out, "\n")
}

// tap clicks the button of this name.
func (d *desk) tap(name string) {
	d.Helper()
	b := buttonIn(d.page.Body(), name)
	if b == nil {
		d.Fatalf("no button %q; there are %q", name, namesIn(d.page.Body()))
	}
	test.Tap(b)
}

func namesIn(o fyne.CanvasObject) []string {
	var out []string
	walk(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok {
			out = append(out, b.Name())
		}
	})
	return out
}

func buttonIn(o fyne.CanvasObject, name string) *parts.Button {
	var found *parts.Button
	walk(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok && found == nil && (b.Name() == name || b.Label() == name) {
			found = b
		}
	})
	return found
}

func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			walk(c, visit)
		}
	}
}

// silent is a model, a catalogue and an embedder that have nothing to say.
type silent struct{}

var (
	_ memory.Model    = silent{}
	_ memory.Catalog  = silent{}
	_ memory.Embedder = silent{}
)

func (silent) Stream(context.Context, memory.Request) iter.Seq2[memory.Delta, error] {
	return func(yield func(memory.Delta, error) bool) { yield(memory.Delta{}, memory.ErrOffline) }
}
func (silent) Models(context.Context) ([]memory.ModelInfo, error)       { return nil, nil }
func (silent) Providers(context.Context) ([]memory.ProviderInfo, error) { return nil, nil }
func (silent) Extractor() string                                        { return "" }
func (silent) Refresh()                                                 {}
func (silent) Embed(_ context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts { // each text its own direction, near enough to one for a test
		out[i] = make([]float32, 64)
		out[i][len(t)%64] = 1
	}
	return out, nil
}

func (silent) Chunk(_ context.Context, text string) ([]memory.Span, error) {
	return []memory.Span{{Start: 0, End: len(text)}}, nil
}
func (silent) ID() string     { return "silent@64@1" }
func (silent) Dim() int       { return 64 }
func (silent) MaxTokens() int { return 512 }
func (silent) Ready() bool    { return true }
