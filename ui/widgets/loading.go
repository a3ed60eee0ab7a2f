package widgets

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

// A list that is filled within loadingDelay shows nothing meanwhile; after that it shows
// skeletonRows skeleton rows.
const (
	loadingDelay = 300 * time.Millisecond
	skeletonRows = 3
)

// ShowSkeletonRowsAfterDelay tells the list that rows were requested. If it has none yet and none
// arrive within loadingDelay, it shows static skeleton rows of the given height (pixels at zoom 1)
// until SetRows or ClearLoadingRows is called. after is app.Env's.
func (l *List) ShowSkeletonRowsAfterDelay(after timing.After, height float32) {
	if len(l.rows) > 0 || l.loading != nil {
		return
	}
	l.loading = timing.NewDebounce(after, loadingDelay, func() {
		shapes := make([]ListRow, skeletonRows)
		for i := range shapes {
			shapes[i] = ListRow{
				Key:           "loading" + strconv.Itoa(i),
				MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(height) },
				Build:         func() fyne.CanvasObject { return newLoadingPlaceholderRow(height) },
			}
		}
		l.replaceRowsAndBuildVisible(shapes)
	})
	l.loading.Restart()
}

// ClearLoadingRows ends what ShowSkeletonRowsAfterDelay began: no rows will arrive.
func (l *List) ClearLoadingRows() {
	if l.loading != nil {
		l.SetRows(nil)
	}
}

// newLoadingPlaceholderRow returns a placeholder for a row, or, where the height allows, for a card
// with two lines of text.
func newLoadingPlaceholderRow(height float32) fyne.CanvasObject {
	radius := float32(theme.RadiusCard)
	if height <= theme.RowHeight {
		radius = theme.RadiusRow
	}
	line := func() fyne.CanvasObject { return draw.NewBox(theme.Selected, theme.None, theme.RadiusInline) }
	return container.New(skeletonLayout{}, draw.NewBox(theme.Hover, theme.None, radius), line(), line())
}

// skeletonLayout is the layout of a skeleton row; a low one has no room for lines of text.
type skeletonLayout struct{}

func (skeletonLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

func (skeletonLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	current := theme.Current()
	thick, gap, inset := current.ScaleUpWithTextZoom(theme.Space10), current.ScaleUpWithTextZoom(theme.Space10), float32(0)
	top := theme.Round((s.Height - 2*thick - gap) / 2)
	if top < thick { // rows touch each other, cards have gaps
		thick, inset = 0, theme.Space2
	}
	draw.MoveAndResize(o[0], 0, inset, s.Width, s.Height-2*inset)
	for i, share := range []float32{0.75, 0.4} {
		draw.MoveAndResize(
			o[1+i], theme.Space12, top+float32(i)*(thick+gap), theme.Round((s.Width-2*theme.Space12)*share), thick,
		)
	}
}
