package draw

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// lowestInkRow draws s on a baseline at 50 and returns the lowest row with ink, looking at columns
// from left on.
func lowestInkRow(t *testing.T, s string, size, left float32) int {
	t.Helper()
	ground, text := canvas.NewRectangle(color.White), canvas.NewText(s, color.Black)
	ground.Resize(fyne.NewSize(200, 100))
	text.TextSize = size
	PlaceTextOnBaselineChoosingFont(text, 10, 50)
	text.Resize(text.MinSize())
	w := test.NewTempWindow(t, container.NewWithoutLayout(ground, text))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 100))
	img := w.Canvas().Capture()
	last := 0
	for y := range 100 {
		for x := int(left); x < 200; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 3*0xC000 {
				last = y
			}
		}
	}
	if img.Bounds().Size() != image.Pt(200, 100) || last == 0 {
		t.Fatalf("%q was not drawn in %v", s, img.Bounds())
	}
	return last
}

// Next to a letter of ours the painter uses our baseline; drawn alone, the text must use the same.
func TestEmojiAndFallbackScriptsShareTheBaseline(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for _, size := range []float32{12, 15, 24} {
		beside := fyne.MeasureText("x", size, fyne.TextStyle{}).Width
		for _, s := range []string{"🙂", "👍🏽", "🇩🇪", "👩‍👩‍👧", "✅", "שלום", "سلام"} {
			alone, want := lowestInkRow(t, WithBaselineStrutIfNeeded(s), size, 0), lowestInkRow(t, "x"+s, size, 10+beside+1)
			if alone != want {
				t.Errorf("%q of %v px ends at row %d, beside a letter at %d", s, size, alone, want)
			}
		}
	}
}

func TestStrutHasNoWidthAndIsAddedOnlyWhereNeeded(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for s, want := range map[string]bool{
		"🙂": true, "🙂 👍🏽": true, "שלום": true, "✅": true, "日本": true, "a 🙂": false, "": false, "שלום, x": false,
	} {
		got := WithBaselineStrutIfNeeded(s)
		if (got != s) != want {
			t.Errorf("%q is drawn as %q", s, got)
		}
		a, b := fyne.MeasureText(got, 15, fyne.TextStyle{}), fyne.MeasureText(s, 15, fyne.TextStyle{})
		if a != b {
			t.Errorf("%q is %v wide, with a strut %v", s, b, a)
		}
	}
}
