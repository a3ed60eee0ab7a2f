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
		face, err := font.ParseTTF(bytes.NewReader(loadedFaces().fontForStyle(style).Content()))
		if err != nil {
			t.Fatal(err)
		}
		for r := rune(1); r < 0x20000; r++ {
			if !isTextKnownInAllFonts(string(r)) {
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

func TestOneFontIsNamedOnlyForTextThatAllFontsCover(t *testing.T) {
	for _, style := range allTextStyles {
		wantStyle, wantSource := style, loadedFaces().fontForStyle(style)
		if style == (fyne.TextStyle{}) { // entries, which have no source, share its font
			wantStyle, wantSource = fyne.TextStyle{Symbol: true}, nil
		}
		for _, s := range []string{"Überall, “heute” – 5 €…", "Привет", "λόγος", ""} {
			gotStyle, got := FontCoveringText(s, style)
			if gotStyle != wantStyle || got != wantSource {
				t.Errorf("%+v %q: %+v %v, want %+v %v", style, s, gotStyle, got, wantStyle, wantSource)
			}
			if again, _ := FontCoveringText("用户", gotStyle); again != style {
				t.Errorf("%+v became %+v when the text changed", style, again)
			}
		}
		for _, s := range []string{"Tea 🍵", "用户", "e\u0301", "a\tb", "שלום"} {
			if gotStyle, got := FontCoveringText(s, style); gotStyle != style || got != nil {
				t.Errorf("%+v %q: %+v %v, want Fyne to search its fonts", style, s, gotStyle, got)
			}
		}
	}
}

func TestNamedFontDoesNotChangePixelsOrWidth(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Options{}))
	const text = "Affinity: “Tôkyō” → 24 °C, fjord, AVA"
	for _, style := range allTextStyles {
		plain, own := canvas.NewText(text, color.Black), canvas.NewText(text, color.Black)
		plain.TextStyle = style
		own.TextStyle, own.FontSource = FontCoveringText(text, style)
		plain.TextSize, own.TextSize = 15, 15
		if m := MeasureText(text, 15, style); m != plain.MinSize() || m != own.MinSize() {
			t.Errorf("%+v: %v, with one font %v, without %v", style, m, own.MinSize(), plain.MinSize())
		}
		a, b := renderPixels(plain), renderPixels(own)
		if !bytes.Equal(a, b) {
			t.Errorf("%+v is drawn in another way with one font", style)
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
