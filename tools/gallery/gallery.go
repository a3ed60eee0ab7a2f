package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"memoir/ui/composer"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// gallery is the window with its page. All fields but the last three are used on the UI goroutine
// only.
type gallery struct {
	options      options
	window       fyne.Window
	rowOptions   message.Options
	page         string
	list         *messagelist.List
	composer     *composer.Composer
	stream       *answerStream // nil until an answer streams
	nextID       int64
	lastQuestion string
	stateCount   int // states written so far

	ended       atomic.Bool   // the window has closed: Fyne now calls what comes late on any goroutine
	done        chan struct{} // closed when ShowAndRun has returned
	stateWriter sync.WaitGroup
}

func newGallery(w fyne.Window, o options) *gallery {
	g := &gallery{options: o, window: w, done: make(chan struct{}), nextID: 1000}
	g.rowOptions = message.Options{
		OnAction: func(a message.Action) {
			if a.Kind == message.ActionCopy {
				fyne.CurrentApp().Clipboard().SetContent(a.Text)
			}
		},
		After:         g.scheduleOnUIReturningStop,
		ReducedMotion: func() bool { return o.reducedMotion },
	}
	return g
}

// stopStateWriter ends the state writer.
func (g *gallery) stopStateWriter() {
	close(g.done)
	g.stateWriter.Wait()
}

// scheduleOnUIReturningStop calls f on the UI goroutine after d, unless the window has closed by
// then. It and stop are used on the UI goroutine only.
func (g *gallery) scheduleOnUIReturningStop(d time.Duration, f func()) (stop func()) {
	stopped := false
	t := time.AfterFunc(d, func() {
		if g.ended.Load() {
			return
		}
		fyne.Do(func() {
			if !g.ended.Load() && !stopped {
				f()
			}
		})
	})
	return func() {
		stopped = true
		t.Stop()
	}
}

// showPage replaces the window's content.
func (g *gallery) showPage(name string) {
	g.page = name
	for _, p := range galleryPages() {
		if p.name == name {
			bg := canvas.NewRectangle(theme.Current().TokenColor(theme.Background))
			content := container.NewStack(bg, g.newListAboveComposer(p.rows()))
			g.window.SetContent(widgets.NewWindowRoot(content, widgets.NewTooltipLayer(g.scheduleOnUIReturningStop)))
			p.afterShow(g)
			return
		}
	}
	fmt.Fprintf(os.Stderr, "gallery: no page %q; there are %s\n", name, commaSeparatedPageNames())
}

// newListAboveComposer returns a message list above a composer, as in Memoir's window.
func (g *gallery) newListAboveComposer(rows []messagelist.Row) fyne.CanvasObject {
	g.list = messagelist.New(message.NewMessageViewFactory(g.rowOptions))
	g.list.ReducedMotion = g.rowOptions.ReducedMotion
	g.list.ShowOtherChatAtEnd(rows)
	g.composer = composer.New("Message Memoir")
	g.composer.OnSend = g.appendQuestionAndStreamAnswer
	g.composer.OnStop = func() {
		g.stream.cancel()
		g.stream.finishAnswerAndReadyComposer(message.Stopped)
	}
	g.composer.OnEditLast = func() { g.composer.SetText(g.lastQuestion) }
	g.composer.OnUnhandledKey = g.list.ScrollByKey
	return container.New(&surfaceLayout{g}, g.list, g.composer)
}

// surfaceLayout gives the composer the height it needs and the list the rest.
type surfaceLayout struct{ g *gallery }

// MinSize is below that of Memoir's window.
func (l *surfaceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(400, 300) }

func (l *surfaceLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	g := l.g
	const gapBelow, gapAbove = 12, 8 // of the composer
	width := min(theme.Current().ScaleUpWithTextZoom(theme.ColumnWidth), s.Width-2*theme.ColumnMargin)
	g.composer.OnHeightChanged = func() { l.Layout(nil, s) }
	g.composer.SetMaxTextHeight(s.Height * 0.4)
	if g.composer.Size().Width != width {
		g.composer.Resize(fyne.NewSize(width, g.composer.Size().Height))
	}
	h := g.composer.MinSize().Height
	g.composer.Resize(fyne.NewSize(width, h))
	g.composer.Move(fyne.NewPos(float32(int((s.Width-width)/2)), s.Height-h-gapBelow))
	g.list.Move(fyne.NewPos(0, 0))
	g.list.Resize(fyne.NewSize(s.Width, s.Height-h-gapBelow-gapAbove))
}
