package draw

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

func TestSingleLineRemovesInvisibleCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain words", "plain words"},
		{"one\ntwo\tthree\r\nfour", "one two three four"},
		{"a\u00A0b\u2028c\u2029d", "a b c d"},
		{"soft\u00ADhyphen, zero\u200Bwidth, \x07bell\x7F", "softhyphen, zerowidth, bell"},
		{"\uFEFFmark \u202Eoverride\u202C \u2067isolate\u2069", "mark override isolate"},
		{"می\u200Cخواهم", "می\u200Cخواهم"},
	} {
		if got := ToDrawableSingleLine(c.text); got != c.want {
			t.Errorf("%q is drawn as %q, want %q", c.text, got, c.want)
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
