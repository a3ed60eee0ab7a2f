package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// In pixels: how much of a text longer than its field is shown beside the cursor, and the room for
// the cursor behind the text.
const (
	shownAroundCursor = 16
	roomForCursor     = 4
)

// newLineOfEntry returns an entry of one line that is centered vertically and shows what fits, with
// the cursor. Fyne's own scrolling would draw a bar over the text.
func newLineOfEntry(e *entry) *fyne.Container {
	l := &lineOfEntryLayout{entry: e}
	line := container.New(l, e)
	e.OnCursorChanged = func() { l.placeEntryShowingCursor(line.Size()) }
	clip := container.NewClip(line)
	clip.ExtendBaseWidget(clip) // else it drops its first size
	return container.New(entryHeightLayout{e}, clip)
}

// entryHeightLayout gives its object the whole space, and asks for the height of an entry.
type entryHeightLayout struct{ entry *entry }

func (l entryHeightLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minLineWidth, l.entry.MinSize().Height)
}

func (entryHeightLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	draw.MoveAndResize(o[0], 0, 0, s.Width, s.Height)
}

// lineOfEntryLayout makes an entry as wide as its text, or as the space, and moves it so that its
// cursor is in sight.
type lineOfEntryLayout struct {
	entry   *entry
	left    float32 // how much of the entry is out of sight on the left
	placing bool
}

func (*lineOfEntryLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l *lineOfEntryLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) { l.placeEntryShowingCursor(s) }

func (l *lineOfEntryLayout) placeEntryShowingCursor(space fyne.Size) {
	if l.placing || space.Width <= 0 { // Fyne reports the cursor whenever it draws
		return
	}
	l.placing = true
	defer func() { l.placing = false }()
	m, cursor := l.entry.MinSize(), l.entry.CursorPosition().X
	width := max(space.Width, m.Width+roomForCursor)
	l.left = max(l.left, cursor+shownAroundCursor-space.Width)
	l.left = max(0, min(l.left, cursor-shownAroundCursor, width-space.Width))
	y := max(0, theme.Round((space.Height-m.Height)/2))
	draw.MoveAndResize(l.entry, -theme.Round(l.left), y, width, m.Height)
}
