package markdown

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestListBulletScalesWithTextZoom(t *testing.T) {
	for zoom, want := range map[float32]float32{0.8: 4, 1: 5, 1.5: 8, 2: 10} {
		v := newView(t)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: zoom}))
		v.ShowMarkdown("- an item", false)
		v.Resize(sizeAtWidth(v, 400))
		v.Refresh()
		found := false
		for _, o := range test.LaidOutObjects(v) {
			if dot, ok := o.(*canvas.Rectangle); ok && dot.FillColor == theme.Current().TokenColor(theme.Text3) {
				found = true
				if dot.Size() != fyne.NewSquareSize(want) || dot.CornerRadius != want/2 {
					t.Errorf("at %v the dot is %v with corners of %v, want %v", zoom, dot.Size(), dot.CornerRadius, want)
				}
			}
		}
		if !found {
			t.Errorf("at %v there is no dot", zoom)
		}
	}
}
