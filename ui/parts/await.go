package parts

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// A list that is filled within loadingDelay shows nothing meanwhile; after that it shows
// skeletonRows skeleton rows.
const (
	loadingAfter = 300 * time.Millisecond
	loadingRows  = 3
)

// StartLoading tells the list that rows were requested. If it has none yet and none arrive within
// loadingDelay, it shows static skeleton rows of the given height (pixels at zoom 1) until SetRows
// or CancelLoading is called. after is app.Env's.
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

// CancelLoading ends what StartLoading began: no rows will arrive.
func (l *List) GiveUp() {
	if l.stop != nil {
		l.Set(nil)
	}
}

// newSkeletonRow returns a placeholder for a row, or, where the height allows, for a card with two
// lines of text.
func newShape(height float32) fyne.CanvasObject {
	radius := float32(theme.RadiusCard)
	if height <= theme.RowHeight {
		radius = theme.RadiusRow
	}
	line := func() fyne.CanvasObject { return kit.NewBox(theme.Selected, theme.None, theme.RadiusInline) }
	return container.New(shape{}, kit.NewBox(theme.Hover, theme.None, radius), line(), line())
}

// skeletonLayout is the layout of a skeleton row; a low one has no room for lines of text.
type shape struct{}

func (shape) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

func (shape) Layout(o []fyne.CanvasObject, s fyne.Size) {
	look := theme.Current()
	thick, gap, inset := look.Scaled(theme.Space10), look.Scaled(theme.Space10), float32(0)
	top := theme.Round((s.Height - 2*thick - gap) / 2)
	if top < thick { // rows touch each other, cards have gaps
		thick, inset = 0, theme.Space2
	}
	o[0].Move(fyne.NewPos(0, inset))
	o[0].Resize(fyne.NewSize(s.Width, s.Height-2*inset))
	for i, share := range []float32{0.75, 0.4} {
		o[1+i].Move(fyne.NewPos(theme.Space12, top+float32(i)*(thick+gap)))
		o[1+i].Resize(fyne.NewSize(theme.Round((s.Width-2*theme.Space12)*share), thick))
	}
}
