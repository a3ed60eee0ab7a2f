package markdown

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestListBulletScalesWithTextZoom(t *testing.T) {
	for zoom, want := range map[float32]float32{0.8: 4, 1: 5, 1.5: 8, 2: 10} {
		v := newViewOf700Pixels(t)
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

// drawnMarkerAndText returns where the marker of the only list item and its text are drawn.
func drawnMarkerAndText(t *testing.T, source string) (marker, text fyne.CanvasObject) {
	t.Helper()
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(source, false)
	v.Resize(sizeAtWidth(v, 400))
	v.Refresh()
	for _, o := range test.LaidOutObjects(v) {
		switch o := o.(type) {
		case *canvas.Rectangle:
			if o.FillColor == theme.Current().TokenColor(theme.Text3) ||
				o.StrokeColor == theme.Current().TokenColor(theme.StrongBorder) ||
				o.FillColor == theme.Current().TokenColor(theme.AccentBorder) {
				marker = o
			}
		case *canvas.Text:
			if strings.ContainsAny(o.Text, "0123456789") {
				marker = o
			} else if o.Text != "" {
				text = o
			}
		}
	}
	if marker == nil || text == nil {
		t.Fatalf("%q has the marker %v and the text %v", source, marker, text)
	}
	return marker, text
}

func TestMarkersStandWhereTheTextBegins(t *testing.T) {
	for source, rightToLeft := range map[string]bool{
		"- apple": false, "1. apple": false, "- [ ] apple": false, "> apple": false,
		"- תפוח": true, "1. תפוח": true, "- [ ] תפוח": true, "> תפוח": true, "- تفاحة": true,
	} {
		marker, text := drawnMarkerAndText(t, source)
		markerLeft, textLeft := marker.Position().X, text.Position().X
		textRight := textLeft + text.MinSize().Width
		switch {
		case !rightToLeft && (markerLeft > 20 || textLeft < markerLeft+marker.Size().Width):
			t.Errorf("%q: the marker is at %v, the text at %v", source, markerLeft, textLeft)
		case rightToLeft && (markerLeft < textRight || marker.Size().Width+markerLeft < 380):
			t.Errorf("%q: the marker is at %v, the text ends at %v", source, markerLeft, textRight)
		}
	}
	if marker, _ := drawnMarkerAndText(t, "12. תפוח"); marker.(*canvas.Text).Text != ".12" {
		t.Errorf("the number is written %q", marker.(*canvas.Text).Text)
	}
}
