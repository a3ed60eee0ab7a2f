package draw

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
	"memoir/ui/uitest/wcag"
)

func TestUnsupportedEmojiFallBackToASimplerGlyph(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for s, want := range map[string]string{
		"🙂": "", "👍": "", "👍🏽": "", "🇩🇪": "", "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "", "👩‍👩‍👧": "", "👩‍💻": "", "🏴‍☠️": "", "🐦‍⬛": "", "🥰": "", "🧠": "",
		"🟢":          "",
		"👩🏽‍💻":       "👩‍💻",
		"🧑🏻‍🚀‍🚀":     "🧑‍🚀",
		"🏃🏽‍♀️‍➡️":   "🏃‍♀️",
		"🙂‍↔️":       "🙂",
		"👩‍❤️‍👨":     "👩",
		"\U0001fae9": missingEmoji, // since Unicode 16
	} {
		if want == "" {
			want = s
		}
		got := WithDrawableEmoji(s)
		if got != want {
			t.Errorf("%s is drawn as %q, want %q", s, got, want)
		}
		if w := textWidthAtSize64("🙂"); want != missingEmoji && textWidthAtSize64(got) != w {
			t.Errorf("%s is %v wide, one picture %v", s, textWidthAtSize64(got), w)
		}
	}
}

func TestColorGlyphIsUsedOnlyWithTheEmojiSelector(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	heart := string(rune('❤' + theme.ColorGlyphOffset))
	for s, want := range map[string]string{
		"❤ and ❤️": "❤ and " + heart + "\ufe0f", "❤️‍🔥": heart + "\ufe0f\u200d🔥", "1️⃣ #️⃣": "1️⃣ #️⃣", "🇽🇽": "🇽🇽",
		"a \U0001f3fd": "a \U0001f3fd", "می\u200cخواهم": "می\u200cخواهم", "क्\u200dष": "क्\u200dष",
		"日本": "日本", "plain": "plain", "": "",
	} {
		if got := WithDrawableEmoji(s); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
}

// captureEmoji draws an emoji of 60 pixels on a background of 200 by 200.
func captureEmoji(t *testing.T, s string, on color.Color) image.Image {
	t.Helper()
	ground, text := canvas.NewRectangle(on), canvas.NewText(WithDrawableEmoji(s), color.White)
	ground.Resize(fyne.NewSize(200, 200))
	text.TextSize = 60
	text.Resize(text.MinSize())
	w := test.NewTempWindow(t, container.NewWithoutLayout(ground, text))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 200))
	return w.Canvas().Capture()
}

// A glyph whose image is larger than its outline was clipped to the outline.
func TestEmojiGlyphsAreNotClipped(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for _, s := range strings.Fields("👍 ✌🏽 ☝️ 💡 ⌛ 🏃 🥰 👩‍💻 🌶️") {
		img := captureEmoji(t, s, color.White)
		first, last := 200, 0
		for y := range 200 {
			for x := range 200 {
				if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 3*0xF000 {
					first, last = min(first, y), max(last, y)
				}
			}
		}
		if high := last - first + 1; high < 54 {
			t.Errorf("%s is %d pixels high in a text of 60", s, high)
		}
	}
}

// WCAG 2.2 asks for a contrast of 3 for graphics (success criterion 1.4.11).
func TestMonochromeEmojiHaveEnoughContrast(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for _, o := range []theme.Options{{}, {Dark: true}} {
		ground := theme.New(o).TokenColor(theme.Background)
		for _, s := range strings.Fields("✔ ✖️ ➕ ♠ ⚫ 🖤 💲") {
			img, best := captureEmoji(t, s, ground), 0.0
			for y := range 200 {
				for x := range 200 {
					at, _ := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
					best = max(best, wcag.ContrastRatio(at, ground))
				}
			}
			if best < 3 {
				t.Errorf("%s has a contrast of %.1f on %v", s, best, ground)
			}
		}
	}
}
