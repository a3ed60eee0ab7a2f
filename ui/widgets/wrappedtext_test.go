package widgets

import (
	"math/rand/v2"
	"slices"
	"strings"
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

// Lines are the same as those found by adding one word after the other, for fewer measured texts.
func TestLinesAreThoseOfWordByWordWrapping(t *testing.T) {
	const seed = 20261127
	random := rand.New(rand.NewPCG(seed, 0))
	pixelsOf := func(s string) float32 {
		var sum float32
		for _, r := range s {
			sum += 3 + float32(r%9)
		}
		return sum
	}
	lineCount, measuredCount := 0, 0
	for range 2000 {
		words := make([]string, random.IntN(40))
		for i := range words {
			word := make([]byte, 1+random.IntN(1+random.IntN(20)))
			for j := range word {
				word[j] = byte('a' + random.IntN(26))
			}
			words[i] = string(word)
		}
		text, width := strings.Join(words, " "), 12+400*random.Float32()
		want := []string{""}
		for _, word := range words {
			last := len(want) - 1
			switch {
			case want[last] == "":
				want[last] = word
			case pixelsOf(want[last]+" "+word) <= width:
				want[last] += " " + word
			default:
				want = append(want, word)
			}
			for last = len(want) - 1; pixelsOf(want[last]) > width; last++ {
				n := bytesFittingWidth(want[last], width, pixelsOf)
				want = append(want[:last], want[last][:n], want[last][n:])
			}
		}
		got := wrapLineAtWords(text, width, func(s string) float32 { measuredCount++; return pixelsOf(s) })
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %q at %v became %q, want %q", seed, text, width, got, want)
		}
		lineCount += len(got)
	}
	if perLine := float64(measuredCount) / float64(lineCount); perLine > 4 {
		t.Errorf("%.1f texts were measured for each line, want at most 4", perLine)
	}
}
