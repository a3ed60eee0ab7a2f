package ledger

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
	opened  []memory.ID
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
		Message: func(_, message memory.ID) { d.opened = append(d.opened, message) },
		Memory:  func(id memory.ID) { d.opened = append(d.opened, id) },
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

// reload waits for the rows as they are stored now.
func (d *desk) reload() {
	d.Helper()
	d.page.Reload()
	d.arrives("the rows")
}

func (d *desk) arrives(what string) {
	d.Helper()
	seen := d.settled
	d.until(what, func() bool { return d.settled > seen })
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

func (d *desk) pin(id memory.ID) {
	d.Helper()
	on := true
	patch := memory.MemoryPatch{Pinned: &on}
	if _, err := d.service.UpdateMemory(d.Context(), 1, memory.ActorUser, id, patch); err != nil {
		d.Fatal(err)
	}
}

// learn stores a memory the way the engine does, with the decision that explains it.
func (d *desk) learn(text string, by memory.Decision) memory.Memory {
	d.Helper()
	m := memory.Memory{
		ProfileID: 1, Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginExtracted, CreatedAt: d.now,
		UpdatedAt: d.now,
	}
	if by.After != nil {
		m.Status = by.After.Status
	}
	var err error
	if m.ID, err = d.db.Memories().Insert(d.Context(), m); err != nil {
		d.Fatal(err)
	}
	by.MemoryID, by.After, by.Changes = m.ID, &m, []memory.Change{{MemoryID: m.ID, After: &m}}
	if by.Action == "" {
		by.Action = memory.ActionAdd
	}
	d.decide(by)
	return m
}

func (d *desk) decide(by memory.Decision) {
	d.Helper()
	by.ProfileID, by.Actor = 1, memory.ActorExtractor
	if by.CreatedAt.IsZero() {
		by.CreatedAt = d.now
	}
	if _, err := d.db.Decisions().Append(d.Context(), by); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) chat(title string) memory.ID {
	d.Helper()
	th, err := d.service.CreateThread(d.Context(), 1, memory.NewThread{Title: title})
	if err != nil {
		d.Fatal(err)
	}
	return th.ID
}

// active lists what is in use, oldest first.
func (d *desk) active() string {
	d.Helper()
	ms, err := d.service.Memories(d.Context(), memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{ProfileID: 1, AnyScope: true},
	})
	if err != nil {
		d.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}

// tap clicks the button of this name in what is shown; in the row of key when that is not empty.
func (d *desk) tap(name, key string) {
	d.Helper()
	root := d.page.Body()
	if top := d.win.Canvas().Overlays().Top(); top != nil {
		root = top
	} else if key != "" {
		root = d.page.list.Row(key)
	}
	b := buttonIn(root, name)
	if b == nil {
		d.Fatalf("no button %q; there are %q", name, namesIn(root))
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

// texts lists the titles of the rows, newest first.
func (d *desk) titles() string {
	var out []string
	for _, r := range d.page.fold() {
		s := Title(r.Decision)
		if r.UndoneBy != 0 {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
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
