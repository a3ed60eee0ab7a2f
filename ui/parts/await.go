package parts

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Rows that come sooner than loadingAfter are not announced; then loadingRows shapes stand where they will be.
const (
	loadingAfter = 300 * time.Millisecond
	loadingRows  = 3
)

// Await tells the list that rows were asked for. If it has none yet, and none came after a while, it shows shapes of
// rows of the given height (pixels at zoom 1) that stand still, until Set or GiveUp is called. after is app.Env's.
func (l *List) Await(after func(time.Duration, func()) (stop func()), height float32) {
	if len(l.entries) > 0 || l.stop != nil {
		return
	}
	l.stop = after(loadingAfter, func() {
		shapes := make([]Entry, loadingRows)
		for i := range shapes {
			shapes[i] = Entry{
				Key:    "loading" + strconv.Itoa(i),
				Height: func(float32) float32 { return theme.Current().Scaled(height) },
				Make:   func() fyne.CanvasObject { return newShape(height) },
			}
		}
		l.put(shapes)
	})
}

// GiveUp ends what Await began: no rows will come.
func (l *List) GiveUp() {
	if l.stop != nil {
		l.Set(nil)
	}
}

// newShape returns a row, or a card with two lines that cannot be read yet.
func newShape(height float32) fyne.CanvasObject {
	radius := float32(theme.RadiusCard)
	if height <= theme.RowHeight {
		radius = theme.RadiusRow
	}
	line := func() fyne.CanvasObject { return kit.NewBox(theme.Selected, theme.None, theme.RadiusInline) }
	return container.New(shape{}, kit.NewBox(theme.Hover, theme.None, radius), line(), line())
}

// shape is the layout of a shape: a low one has no room for lines.
type shape struct{}

// MinSize implements fyne.Layout.
func (shape) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

// Layout implements fyne.Layout.
func (shape) Layout(o []fyne.CanvasObject, s fyne.Size) {
	look := theme.Current()
	thick, gap, inset := look.Scaled(theme.Space10), look.Scaled(theme.Space10), float32(0)
	top := theme.Round((s.Height - 2*thick - gap) / 2)
	if top < thick { // rows touch each other, cards do not
		thick, inset = 0, theme.Space2
	}
	o[0].Move(fyne.NewPos(0, inset))
	o[0].Resize(fyne.NewSize(s.Width, s.Height-2*inset))
	for i, share := range []float32{0.75, 0.4} {
		o[1+i].Move(fyne.NewPos(theme.Space12, top+float32(i)*(thick+gap)))
		o[1+i].Resize(fyne.NewSize(theme.Round((s.Width-2*theme.Space12)*share), thick))
	}
}
