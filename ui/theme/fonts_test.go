package theme

import (
	"bytes"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"github.com/go-text/typesetting/font"
)

var allTextStyles = []fyne.TextStyle{
	{},
	WithMediumWeight(fyne.TextStyle{}),
	{Bold: true},
	{Italic: true},
	{Bold: true, Italic: true},
	{Monospace: true},
	{Monospace: true, Bold: true},
}

func TestEveryFaceHasTheGlyphsItClaims(t *testing.T) {
	n := 0
	for _, style := range allTextStyles {
		face, err := font.ParseTTF(bytes.NewReader(loadedFaces().fontForStyle(style, nil).Content()))
		if err != nil {
			t.Fatal(err)
		}
		for r := rune(1); r < 0x20000; r++ {
			if !allFontsCoverText(string(r)) {
				continue
			}
			n++
			if _, ok := face.NominalGlyph(r); !ok {
				t.Errorf("%+v has no %q (%U)", style, r, r)
			}
		}
	}
	if n < 400*len(allTextStyles) {
		t.Errorf("%d letters, Latin alone has more", n)
	}
}

func TestFontSourceIsSetOnlyForCoveredText(t *testing.T) {
	for _, style := range allTextStyles {
		own := loadedFaces().fontForStyle(style, nil)
		if style == (fyne.TextStyle{}) {
			own = nil // left to Fyne, whose widgets load it with its fallbacks anyway
		}
		for text, want := range map[string]fyne.Resource{
			"Überall, “heute” – 5 €…": own, "Привет": own, "λόγος": own, "Tea 🍵": nil, "用户": nil, "e\u0301": nil, "a\tb": nil,
			"שלום": nil,
		} {
			if got := FontSourceCoveringText(text, style); got != want {
				t.Errorf("%+v %q: %v, want %v", style, text, got, want)
			}
		}
	}
}

func TestFontSourceDoesNotChangePixelsOrWidth(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Options{}))
	const text = "Affinity: “Tôkyō” → 24 °C, fjord, AVA"
	for _, style := range allTextStyles {
		plain, own := canvas.NewText(text, color.Black), canvas.NewText(text, color.Black)
		plain.TextStyle, own.TextStyle, own.FontSource = style, style, FontSourceCoveringText(text, style)
		plain.TextSize, own.TextSize = 15, 15
		if m := MeasureText(text, 15, style); m != plain.MinSize() || m != own.MinSize() {
			t.Errorf("%+v: %v, with a source %v, without %v", style, m, own.MinSize(), plain.MinSize())
		}
		a, b := renderPixels(plain), renderPixels(own)
		if !bytes.Equal(a, b) {
			t.Errorf("%+v is drawn in another way with a source", style)
		}
	}
}

func renderPixels(o fyne.CanvasObject) []byte {
	c := software.NewTransparentCanvas()
	c.SetContent(o)
	c.Resize(o.MinSize())
	img := c.Capture()
	var out []byte
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, a := img.At(x, y).RGBA()
			out = append(out, byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8))
		}
	}
	return out
}
