package widgets

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// newRowsCountingMeasurements returns rows of repeating heights; asked counts the measurements.
func newRowsCountingMeasurements(n int, asked *int) []ListRow {
	out := make([]ListRow, n)
	for i := range out {
		out[i] = ListRow{
			Key:           strconv.Itoa(i),
			MeasureHeight: func(float32) float32 { *asked++; return float32(20 + i%7*10) },
			Build:         func() fyne.CanvasObject { return canvas.NewRectangle(nil) },
		}
	}
	return out
}

func TestOnlyRowsNearTheViewportAreMeasured(t *testing.T) {
	test.NewApp()
	l, asked := NewVirtualList(2, 4, 0, 6, 0), 0
	w := test.NewWindow(l)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 400))
	l.SetRows(newRowsCountingMeasurements(2000, &asked))
	if asked == 0 || asked > 50 {
		t.Errorf("%d heights were asked for", asked)
	}
	few := asked
	l.SetRows(newRowsCountingMeasurements(2000, &asked))
	if asked != few {
		t.Errorf("known heights were asked for again: %d", asked-few)
	}
	l.ScrollRowIntoView("1500")
	row := l.BuiltRowWidget("1500")
	if row == nil {
		t.Fatal("the row is not built")
	}
	top := float32(4)
	for i := range 1500 {
		top += float32(20+i%7*10) + 2
	}
	if row.Position().Y != top {
		t.Errorf("the row is at %v instead of %v", row.Position().Y, top)
	}
	if y := row.Position().Y - l.scroll.Offset.Y; y < 0 || y+row.Size().Height > l.Size().Height {
		t.Errorf("the row is at %v of the window", y)
	}
	for range 20 { // the end moves while rows before it are measured
		l.scroll.ScrollToBottom()
	}
	if l.BuiltRowWidget("1999") == nil {
		t.Error("the last row is not reached")
	}
	if end := l.scroll.Offset.Y + l.scroll.Size().Height; l.contentHeight() != end {
		t.Errorf("the list ends at %v, the window at %v", l.contentHeight(), end)
	}
}
