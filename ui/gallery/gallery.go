//go:build gallery

package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// gallery is the window with its present page. Its fields belong to the UI goroutine.
type gallery struct {
	o        options
	window   fyne.Window
	actions  message.Actions
	page     string
	list     *messagelist.List
	composer *composer.Composer
	stream   *stream
	next     int64
	asked    string // the last question
	events   []string
	looks    int // of write
	panes    []*panes
	replies  []message.Answer // of the page, as Undo left them
	tasks    *app.Tasks

	done chan struct{}
	work sync.WaitGroup
}

func newGallery(ctx context.Context, w fyne.Window, o options) *gallery {
	g := &gallery{tasks: newTasks(ctx), o: o, window: w, done: make(chan struct{}), next: 1000}
	still := func() bool { return o.reduced || o.shots != "" }
	note := func(format string, args ...any) { g.events = append(g.events, fmt.Sprintf(format, args...)) }
	g.actions = message.Actions{
		OnCopy: func(id int64, text string) {
			note("copy %d", id)
			fyne.CurrentApp().Clipboard().SetContent(text)
		},
		OnEdit:        func(id int64) { note("edit %d", id) },
		OnRegenerate:  func(id int64) { note("regenerate %d", id) },
		OnVersion:     func(id int64, step int) { note("version %d %+d", id, step) },
		OnMoreMenu:    func(id int64, _ fyne.CanvasObject) { note("more %d", id) },
		OnShowReceipt: func(id int64) { note("receipt %d", id) },
		OnUndoLearned: g.undo,
		OnOpenLearned: func(id, learned int64) { note("learned %d %d", id, learned) },
		OnContinue:    func(id int64) { note("continue %d", id) },
		OnFaultButton: func(id int64, button string) { note("fault %d %s", id, button) },
		OnLink:        func(url string) { note("link %s", url) },
		After:         g.after,
		ReducedMotion: still,
	}
	return g
}

// goes runs f in a goroutine that close waits for.
func (g *gallery) goes(f func(done <-chan struct{})) {
	g.work.Add(1)
	go func() {
		defer g.work.Done()
		f(g.done)
	}()
}

func (g *gallery) close() {
	g.tasks.Close()
	close(g.done)
	g.work.Wait()
}

// after calls f on the UI goroutine after d.
func (g *gallery) after(d time.Duration, f func()) func() {
	stopped := false // belongs to the UI goroutine
	t := time.AfterFunc(d, func() {
		fyne.Do(func() {
			if !stopped {
				f()
			}
		})
	})
	return func() {
		stopped = true
		t.Stop()
	}
}

// show puts a page into the window.
func (g *gallery) show(name string) {
	if g.stream != nil {
		g.stream.stop()
		g.stream = nil
	}
	g.page, g.list, g.composer, g.panes = name, nil, nil, nil
	for _, p := range pages() {
		if p.name == name {
			bg := canvas.NewRectangle(theme.Current().TokenColor(theme.Background))
			g.window.SetContent(widgets.NewRoot(container.NewStack(bg, p.make(g)), widgets.NewTooltipLayer(g.after)))
			if p.ready != nil {
				p.ready(g)
			}
			return
		}
	}
	fmt.Fprintf(os.Stderr, "gallery: no page %q; there are %s\n", name, pageNames())
}

// undo marks a memory of the reply as taken back.
func (g *gallery) undo(id, learned int64) {
	g.events = append(g.events, fmt.Sprintf("undo %d %d", id, learned))
	for i, r := range g.replies {
		if r.ID != id {
			continue
		}
		r.Learned = append([]message.LearnedMemory(nil), r.Learned...)
		for j := range r.Learned {
			if r.Learned[j].ID == learned {
				r.Learned[j].UndoneAt = time.Now()
			}
		}
		g.replies[i] = r
		g.list.UpdateRow(r.ListRow())
	}
}

// tell keeps the state file up to date until the gallery ends.
func (g *gallery) tell() {
	g.goes(func(done <-chan struct{}) {
		tick := time.NewTicker(25 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				fyne.Do(g.write)
			}
		}
	})
}

func (g *gallery) write() {
	size := g.window.Canvas().Size()
	g.looks++
	s := state{
		Look: g.looks, Page: g.page, Window: box{W: size.Width, H: size.Height}, Events: g.events,
		Done: g.stream == nil || g.stream.ended, Boxes: map[string]box{},
	}
	if g.stream != nil {
		s.Words = g.stream.words
	}
	if g.composer != nil {
		s.Composer = g.composer.Text()
		s.Boxes["composer"] = boxOf(g.composer)
		if g.window.Canvas().Focused() == g.composer.FocusTarget() {
			s.Focus = "composer"
		}
	}
	if g.list != nil {
		g.writeList(&s)
	}
	if g.o.buttons {
		for _, b := range g.buttons() {
			s.Buttons = append(s.Buttons, buttonState{b.Name(), boxOf(b)})
		}
	}
	if err := s.write(g.o.state); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
	}
}

func (g *gallery) writeList(s *state) {
	s.Place = g.list.ScrollPosition()
	s.Boxes["list"] = boxOf(g.list)
	for i := range g.list.Len() {
		row := g.list.RowAt(i)
		if v := g.list.ViewByID(row.RowID()); v != nil && g.list.IsRowVisible(row.RowID()) {
			s.Rows = append(s.Rows, rowState{row.RowID(), boxOf(v)})
			if sel, ok := v.(interface{ SelectedText() string }); ok && s.Selected == "" {
				s.Selected = sel.SelectedText()
			}
		}
	}
	if p := g.list.VisiblePill(); p != nil {
		s.Boxes["pill"] = boxOf(p)
	}
	if v := g.list.ViewByID(dinnersID); v != nil {
		b := boxOf(v)
		s.Boxes["heading"] = box{b.X, b.Y, b.W, 24}
		s.Boxes["paragraph"] = box{b.X, b.Y + 30, b.W * 0.6, 72}
	}
}
