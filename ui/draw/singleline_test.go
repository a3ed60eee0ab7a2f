package draw

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestSingleLineRemovesInvisibleCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain words", "plain words"},
		{"one\ntwo\tthree\r\nfour", "one two three four"},
		{"a\u00A0b\u2028c\u2029d", "a b c d"},
		{"soft\u00ADhyphen, zero\u200Bwidth, \x07bell\x7F", "softhyphen, zerowidth, bell"},
		{"\uFEFFmark \u202Eoverride\u202C \u2067isolate\u2069", "mark override isolate"},
		{"αβ\u200Cγ", "αβ\u200Cγ"}, // as in Persian, whose letters not every computer has
	} {
		if got := ToDrawableSingleLine(c.text); got != c.want {
			t.Errorf("%q is drawn as %q, want %q", c.text, got, c.want)
		}
	}
}

// U+2FE0 is not assigned, so that no font has it.
func TestMissingGlyphsDoNotOverlap(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	if got, want := ToDrawableSingleLine("a\u2FE0\u2FE0b"), "a\uFFFD\uFFFDb"; got != want {
		t.Errorf("drawn is %q, want %q", got, want)
	}
	one, three := textWidthAtSize64("\uFFFD"), textWidthAtSize64(ToDrawableSingleLine("\u2FE0\u2FE0\u2FE0"))
	if three < 2.9*one {
		t.Errorf("three missing glyphs are %v wide, one replacement %v", three, one)
	}
	if HasGlyphsFor("a\u2FE0") || !HasGlyphsFor("aé∑") {
		t.Error("it is not known which characters have a glyph")
	}
	for _, there := range []string{"∑ ≤ ①", "— “x”", "é", "🙂"} {
		if got := ToDrawableSingleLine(there); got != there {
			t.Errorf("%q is drawn as %q", there, got)
		}
	}
}

func TestLabelDrawsMultilineTextInOneLine(t *testing.T) {
	l := NewLabel("Learned:\nthe user\tkeeps bees", theme.RoleMeta, theme.Text)
	l.Resize(l.MinSize())
	if want := "Learned: the user keeps bees"; l.canvasText.Text != want {
		t.Errorf("drawn is %q, want %q", l.canvasText.Text, want)
	}
	l.Resize(fyne.NewSize(l.MinSize().Width/2, l.MinSize().Height))
	if got := l.canvasText.Text; strings.ContainsAny(got, "\n\t") || !strings.HasSuffix(got, "…") {
		t.Errorf("drawn in half the width is %q", got)
	}
	if want := "Learned:\nthe user\tkeeps bees"; l.Text() != want {
		t.Errorf("the text became %q", l.Text())
	}
}
