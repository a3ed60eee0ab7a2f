package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/inspect"
	"memoir/ui/messagelist"
)

// stateInterval is the time between two writes of the state file.
const stateInterval = 25 * time.Millisecond

// windowState is what a user would see, and where. The state file holds it as JSON.
type windowState struct {
	Count        int // of the states written so far
	Page         string
	Window       box
	Scroll       messagelist.ScrollPosition
	Rows         []rowState // visible ones
	ComposerText string
	ComposerBox  box
	HasFocus     bool // the composer
	Selected     string
	WordCount    int  // of the streamed answer so far
	Finished     bool // nothing streams
	ListBox      box
	PillBox      box // of "New text"; empty while it is hidden
	HeadingBox   box // of the first block of dinners
	ParagraphBox box // the first lines of its second block
	Controls     []inspect.Element
}

// box is a rectangle in pixels of the window at scale 1.
type box struct{ X, Y, W, H float64 }

type rowState struct {
	ID  int64
	Box box
}

func (b box) center() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

func boundsInWindow(o fyne.CanvasObject) box {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	s := o.Size()
	return box{float64(p.X), float64(p.Y), float64(s.Width), float64(s.Height)}
}

// startStateFileWriter keeps the state file up to date until stopStateWriter.
func (g *gallery) startStateFileWriter() {
	g.stateWriter.Go(func() {
		tick := time.NewTicker(stateInterval)
		defer tick.Stop()
		for {
			select {
			case <-g.done:
				return
			case <-tick.C:
				fyne.Do(g.writeStateFile)
			}
		}
	})
}

// writeStateFile replaces the state file atomically, so a reader never sees part of it.
func (g *gallery) writeStateFile() {
	g.stateCount++
	b, err := json.Marshal(g.currentWindowState())
	if err == nil {
		path := g.options.stateFile
		temporary := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
		if err = os.WriteFile(temporary, b, 0o600); err == nil {
			err = os.Rename(temporary, path)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
	}
}

func (g *gallery) currentWindowState() windowState {
	size := g.window.Canvas().Size()
	s := windowState{
		Count: g.stateCount, Page: g.page, Window: box{W: float64(size.Width), H: float64(size.Height)},
		Finished: g.stream == nil || g.stream.finished, Scroll: g.list.ScrollPosition(), ListBox: boundsInWindow(g.list),
		ComposerText: g.composer.Text(), ComposerBox: boundsInWindow(g.composer),
		HasFocus: g.window.Canvas().Focused() == g.composer.FocusTarget(),
	}
	if g.stream != nil {
		s.WordCount = g.stream.wordCount
	}
	if p := g.list.VisibleNewTextPill(); p != nil {
		s.PillBox = boundsInWindow(p)
	}
	if g.options.listControls {
		s.Controls = inspect.TopmostVisibleElements(g.window.Canvas())
	}
	g.addVisibleRowsSelectionAndSampleBoxes(&s)
	return s
}

func (g *gallery) addVisibleRowsSelectionAndSampleBoxes(s *windowState) {
	for i := range g.list.Len() {
		id := g.list.RowAt(i).RowID()
		v := g.list.ViewNearViewportByID(id)
		if v == nil || !g.list.IsRowVisible(id) {
			continue
		}
		s.Rows = append(s.Rows, rowState{id, boundsInWindow(v)})
		if selectable, ok := v.(interface{ SelectedText() string }); ok && s.Selected == "" {
			s.Selected = selectable.SelectedText()
		}
	}
	if v := g.list.ViewNearViewportByID(dinnersID); v != nil {
		b := boundsInWindow(v)
		s.HeadingBox = box{b.X, b.Y, b.W, 24}
		s.ParagraphBox = box{b.X, b.Y + 30, b.W * 0.6, 72}
	}
}
