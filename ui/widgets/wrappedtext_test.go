package widgets

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestCenteredLinesAreAboutEqual(t *testing.T) {
	measure := func(s string) float32 { return float32(utf8.RuneCountInString(s)) }
	for text, want := range map[string][]string{
		"one two": {"one two"},
		"Nothing is remembered, and it is deleted": {"Nothing is", "remembered, and", "it is deleted"},
		"a text of two lines":                      {"a text of", "two lines"},
	} {
		lines := wrapLineAtWords(text, 16, measure)
		if got := wrapInEqualLines(text, 16, len(lines), measure); !slices.Equal(got, want) {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestTextWithoutSpacesBreaksWhereItsWritingAllows(t *testing.T) {
	measure := func(s string) float32 { return float32(utf8.RuneCountInString(s)) }
	for text, want := range map[string][]string{
		"one two three": {"one two", "three"},
		"abcdefghijkl":  {"abcdefgh", "ijkl"},
		"記憶は、あとで変更できます。":  {"記憶は、あとで変", "更できます。"},
		"Memoir が覚えています。": {"Memoir が", "覚えています。"},
		"/tmp/abc.md":     {"/tmp/", "abc.md"},
		"/abcdefghijk":    {"/abcdefg", "hijk"},
		"一二三四五六七八。九":      {"一二三四五六七", "八。九"}, // no full stop begins a line
	} {
		if got := wrapLineAtWords(text, 8, measure); !slices.Equal(got, want) {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
