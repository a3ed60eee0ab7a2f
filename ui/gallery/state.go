//go:build gallery

package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"memoir/ui/messagelist"
)

// state is what the gallery tells the end-to-end test: what a person would see, and where.
type state struct {
	Look     int                        `json:"look"` // counts how often the gallery looked
	Page     string                     `json:"page"`
	Window   box                        `json:"window"`
	Place    messagelist.ScrollPosition `json:"place"`
	Rows     []rowState                 `json:"rows"`
	Composer string                     `json:"composer"`
	Focus    string                     `json:"focus"`
	Selected string                     `json:"selected"`
	Words    int                        `json:"words"` // of the streamed answer so far
	Done     bool                       `json:"done"`  // nothing streams
	Events   []string                   `json:"events"`
	Boxes    map[string]box             `json:"boxes"` // named things to click on
	Buttons  []buttonState              `json:"buttons"`
}

// box is a rectangle in window pixels at scale 1.
type box struct {
	X float32 `json:"x"`
	Y float32 `json:"y"`
	W float32 `json:"w"`
	H float32 `json:"h"`
}

// buttonState is a button that is drawn, in a menu too.
type buttonState struct {
	Name string `json:"name"`
	box
}

type rowState struct {
	ID int64 `json:"id"`
	box
}

func boxOf(o fyne.CanvasObject) box {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	s := o.Size()
	return box{p.X, p.Y, s.Width, s.Height}
}

// write replaces the file at once, so that a reader never sees half of it.
func (s *state) write(path string) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	tmp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	if err := os.WriteFile(tmp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
