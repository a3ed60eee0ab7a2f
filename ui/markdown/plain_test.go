package markdown

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"memoir/ui/theme"
)

func newPlainView(t *testing.T, width float32) *View {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	v := New(NewTextMetricsCache())
	v.Resize(fyne.NewSize(width, 100))
	return v
}

// randomTextWithMarkup draws a text with everything that is markup somewhere.
func randomTextWithMarkup(t *rapid.T) string {
	pieces := strings.Split("a|b| |  |\t|\n|\n\n|\r\n|*|_|`|```|```go\n|````|#|-|+|>|[|]|(|)|!|\\|<|&|&amp;|"+
		";|~|$|:|/|.|1|@|=|\"|"+
		"http://a.b|日|ש|é|👩🏽‍💻|\x00|\xff|\u00a0|\u2028", "|")
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(pieces, "|")), 0, 40).Draw(t, "text"), "")
}

func TestTypedTextIsCopiedByteForByte(t *testing.T) {
	v := newPlainView(t, 490)
	rapid.Check(t, func(t *rapid.T) {
		text := randomTextWithMarkup(t)
		v.ShowTypedTextWithCodeAndTeX(text)
		if v.SelectAll(); !v.HasSelection() {
			for _, b := range BlocksOfTypedTextWithCodeAndTeX(text) { // only code blocks may be empty
				if b.Kind != Code || b.Text != "" {
					t.Fatalf("nothing of %q is shown", text)
				}
			}
			return
		}
		if got := v.SelectedText(); got != text {
			t.Fatalf("all of %q is copied as %q", text, got)
		}
		if got := v.SelectedMarkdown(); got != text {
			t.Fatalf("all of %q is copied as Markdown as %q", text, got)
		}
		// Two selections that touch are copied as the text that both of them select.
		end := v.blocks.textEndPosition()
		a, b := rapid.IntRange(0, end).Draw(t, "a"), rapid.IntRange(0, end).Draw(t, "b")
		// Formulas are selected as a whole, so the selections touch at their ends.
		a, _ = v.blocks.formulaRangeAround(min(a, b))
		_, b = v.blocks.formulaRangeAround(max(a, b))
		copied := ""
		for _, s := range [][2]int{{0, a}, {a, b}, {b, end}} {
			v.SelectRange(s[0], s[1])
			copied += v.SelectedText()
		}
		if copied != text {
			t.Fatalf("the parts of %q at %d and %d are copied as %q", text, a, b, copied)
		}
	})
}

func TestTypedTextIsShownUnchanged(t *testing.T) {
	v := newPlainView(t, 100_000) // no line wraps
	rapid.Check(t, func(t *rapid.T) {
		text := randomTextWithMarkup(t)
		if strings.Contains(text, "```") {
			return // fenced code is shown as code
		}
		v.ShowTypedTextWithCodeAndTeX(text)
		var want []string
		for line := range strings.SplitSeq(text, "\n") {
			if !isBlankLine(line) {
				want = append(want, strings.TrimRight(toDrawableText(line), " "))
			}
		}
		if got := drawnLinesOfParagraphs(v); !slices.Equal(got, want) {
			t.Fatalf("%q is shown as %q, want %q", text, got, want)
		}
	})
}

// drawnLinesOfParagraphs returns the lines of all paragraphs as they are drawn, without spaces at the end, which
// cannot be seen.
func drawnLinesOfParagraphs(v *View) (out []string) {
	for _, it := range v.blocks.items {
		w := it.layout.(*textLayout).wrapped
		for _, l := range w.lines {
			pieces := slices.Clone(l.pieces) // in the order of the text
			slices.SortFunc(pieces, func(a, b piece) int { return a.start - b.start })
			s := ""
			for _, p := range pieces {
				s += w.text[p.start:p.end]
			}
			out = append(out, strings.TrimRight(toDrawableText(s), " "))
		}
	}
	return out
}

func TestPlainKeepsLinesAndFences(t *testing.T) {
	para := func(s string) Block { return Block{Kind: Paragraph, Spans: []Span{{Text: s}}} }
	code := func(language, s string) Block { return Block{Kind: Code, Language: language, Text: s} }
	for in, want := range map[string][]Block{
		"":                               nil,
		" \n\t\r\n":                      nil,
		"a\nb":                           {para("a\nb")},
		"a\n\n \n\nb":                    {para("a"), para("b")},
		"\n\n  x \n":                     {para("  x")},
		"a \r\n\tb\r\n":                  {para("a \r\n\tb")},
		"see\n```go\nx*\n```\nend":       {para("see"), code("go", "x*"), para("end")},
		"```\nopen":                      {para("```\nopen")},
		"```\n\n  a\n\n```":              {code("", "\n  a\n")},
		"```\n```":                       {code("", "")},
		"```a`b\n*x*\n```":               {para("```a`b\n*x*\n```")},
		"````\n```\n````\nx":             {code("", "```"), para("x")},
		"````\nx\n```":                   {para("````\nx\n```")},
		"````\n```\nx\n```":              {para("````"), code("", "x")},
		"  ``` go  run\r\n x\r\n  ```\r": {code("go", " x")},
		"~~~\nx\n~~~":                    {para("~~~\nx\n~~~")},
	} {
		got := BlocksOfTypedTextWithCodeAndTeX(in)
		if len(got) != len(want) {
			t.Errorf("%q became %d blocks, want %d: %+v", in, len(got), len(want), got)
			continue
		}
		for i := range got {
			g, w := got[i], want[i]
			if g.Kind != w.Kind || g.PlainText() != w.PlainText() || g.Language != w.Language {
				t.Errorf("block %d of %q is %q (%q), want %q (%q)", i, in, g.PlainText(), g.Language, w.PlainText(), w.Language)
			}
			if !strings.HasPrefix(in[g.sourceStart:], g.PlainText()) {
				t.Errorf("block %d of %q does not begin at %d", i, in, g.sourceStart)
			}
		}
	}
}

// A block that another text has too is drawn once, but copied from where it is now.
func TestPlainTextCanBeReplaced(t *testing.T) {
	v := newPlainView(t, 490)
	for _, text := range []string{"one\n\ntwo", "one\n\n\n\ntwo\n", "two\n\n\none", "one\n\ntwo\n\nthree"} {
		v.ShowTypedTextWithCodeAndTeX(text)
		v.SelectRange(0, v.blocks.textEndPosition()-1)
		if got, want := v.SelectedText(), strings.TrimRight(text, "\n"); got != want[:len(want)-1] {
			t.Errorf("all but the last letter of %q is copied as %q", text, got)
		}
	}
	v.ShowMarkdown("*one*", false)
	if v.SelectAll(); v.SelectedText() != "one" || v.SourceText() != "*one*" {
		t.Errorf("Markdown after plain text is copied as %q of %q", v.SelectedText(), v.SourceText())
	}
	v.ShowTypedTextWithCodeAndTeX("one\n\ntwo\n\nthree")
	if v.SelectAll(); v.SelectedText() != "one\n\ntwo\n\nthree" {
		t.Errorf("the same plain text after Markdown is copied as %q", v.SelectedText())
	}
}

// The word behind the indentation of a line is broken there instead of leaving the line empty.
func TestIndentationStaysWithItsWord(t *testing.T) {
	v := newPlainView(t, 120)
	v.ShowTypedTextWithCodeAndTeX("    " + strings.Repeat("long", 20))
	if first := drawnLinesOfParagraphs(v)[0]; !strings.HasPrefix(first, "    long") {
		t.Errorf("the first line is %q", first)
	}
}

// The menu of a typed text copies what is there, not the Markdown that the view showed before it.
func TestBlockOfTypedTextIsCopiedAsMarkdown(t *testing.T) {
	v := newPlainView(t, 490)
	copied, menu := "", []MenuItem(nil)
	v.OnCopy = func(s string) { copied = s }
	v.OnMenu = func(items []MenuItem, _ fyne.Position) { menu = items }
	v.ShowMarkdown("*before*", false)
	v.ShowTypedTextWithCodeAndTeX("typed words")
	v.TappedSecondary(&fyne.PointEvent{Position: pointOnCharacterAt(v, 2)})
	for _, i := range menu {
		if i.Label == "Copy paragraph as Markdown" {
			i.Action()
		}
	}
	if copied != "typed words" {
		t.Errorf("copied %q", copied)
	}
}
