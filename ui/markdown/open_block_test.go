package markdown

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"memoir/ui/theme"
)

// TestIncrementalParseEqualsFullParseAtEveryStep compares every step of a stream, with the last
// block kept open as early as possible, with a parser that has not seen the earlier steps.
func TestIncrementalParseEqualsFullParseAtEveryStep(t *testing.T) {
	for name, src := range growingTexts() {
		t.Run(name, func(t *testing.T) {
			r := NewIncrementalParser()
			r.minOpenBytes = 24
			opened, v := 0, newViewOf700Pixels(t)
			v.ShowParsedText(r)
			forEachGrowingPrefix(src, 3, func(part string) {
				want := NewIncrementalParser().ParseText(part, true)
				v.ShowMarkdown(part, true)
				requireSameBlocks(t, r.blocks, want)
				if len(want) == 0 {
					return
				}
				last := v.blocks.items[len(v.blocks.items)-1]
				requireSameLayout(t, last.layout,
					layoutBlock(v.blocks.metrics, v.blocks.theme, &want[len(want)-1], v.blocks.width-last.indent, &blockState{}, nil))
				if r.openBlock != nil && r.openBlock.stableEnd > 0 || r.openContainer != nil && r.openContainer.stableEnd > 0 {
					opened++
				}
			})
			if opened < len([]rune(src))/15 {
				t.Errorf("the last block was kept open in %d steps only", opened)
			}
		})
	}
}

// requireSameLayout fails unless two layouts place everything equally.
func requireSameLayout(t *testing.T, got, want layout) {
	t.Helper()
	switch g := got.(type) {
	case *textLayout:
		w := want.(*textLayout)
		if !slices.EqualFunc(g.wrapped.lines, w.wrapped.lines, func(a, b line) bool {
			return a.start == b.start && a.end == b.end && a.width == b.width && slices.Equal(a.pieces, b.pieces)
		}) {
			t.Fatalf("lines of %q\ngot  %+v\nwant %+v", g.wrapped.text, g.wrapped.lines, w.wrapped.lines)
		}
	case *tableLayout:
		w := want.(*tableLayout)
		if !slices.Equal(g.columns, w.columns) || len(g.rows) != len(w.rows) || g.textLength != w.textLength {
			t.Fatalf("columns %v and %d rows, want %v and %d", g.columns, len(g.rows), w.columns, len(w.rows))
		}
		for i := range g.rows {
			a, b := &g.rows[i], &w.rows[i]
			if a.y != b.y || a.height != b.height || a.start != b.start || a.end != b.end {
				t.Fatalf("row %d at %v, want %v", i, a, b)
			}
			for c := range a.cells {
				requireSameLayout(t, a.cells[c], b.cells[c])
			}
		}
	case *codeLayout:
		w := want.(*codeLayout)
		if !slices.Equal(g.rows, w.rows) || g.widestRow != w.widestRow || g.hiddenLines != w.hiddenLines {
			t.Fatalf("rows of %q\ngot  %+v\nwant %+v", g.text, g.rows, w.rows)
		}
	}
}

// growingTexts returns texts that end in long blocks.
func growingTexts() map[string]string {
	return map[string]string{
		"a fence":           "start\n\n```go\n" + strings.Repeat("x := `a`\n\n| a | b |\n\n\ty := 1\n", 9) + "```\nend",
		"a fence of tildes": "~~~\n" + strings.Repeat("``` x\n  indented\n", 9) + "~~~~\n\nend",
		"a table": "before it\n\n| a | b |\n|---|:-:|\n" + strings.Repeat("| **x** | `y\\|z` |\n| [l](/u) |\n", 9) +
			"\nend of it",
		"a table that becomes a list": "| a | b |\n|---|---|\n" + strings.Repeat("| one | two |\n", 9) + "- item\n- item",
		"a paragraph": strings.Repeat("Words *in* a **paragraph** with `code` and [links](/u) that goes on, ", 8) +
			"*end* of it.",
		"a paragraph of lines": strings.Repeat("Words in lines,\nsome 2 * 3 [1] long  \nand hard\\\nbreaks, ", 8) + "\n\nend",
		"a paragraph that opens a mark late": strings.Repeat("plain words ", 9) + "*slanted " + strings.Repeat("words ", 9) +
			"end* more `co " + strings.Repeat("de ", 9) + "` [a " + strings.Repeat("link ", 9) + "](/u) rest of it",
		"a paragraph that becomes a heading": strings.Repeat("a few words ", 20) + "\n===\n\nrest",
		"a paragraph that ends in a table":   strings.Repeat("a few words ", 20) + "\na | b c\n--|--\n1|2\n",
		"a long line that becomes the head of a table": strings.Repeat("a few words ", 20) + "\none | " +
			strings.Repeat("and more ", 30) + "\n--|--\n1|2\n",
		"a paragraph and a list": strings.Repeat("a few words ", 20) + "\n- b c\n- d",
		"a paragraph that turns right to left": strings.Repeat("a few words ", 20) + "and שלום עולם (one) 12 " +
			strings.Repeat("more words ", 30),
		"a paragraph of Chinese and emoji": strings.Repeat("日本語の練習。👍🏽 and ", 40),
		"a paragraph with a word of 900 letters": strings.Repeat("a few words ", 20) + strings.Repeat("w", 900) +
			" and ![a](http://e.org/u) end",
		"a list": "before\n\n" + strings.Repeat("- an *item* of it\n- [x] done\n", 9) + "\nend",
		"a list from seven on": strings.Repeat("7. an item\n   of two lines\n8. more\n   1. nested\n   2. nested\n", 6) +
			"\nend",
		"a loose list":                   "- a\n\n" + strings.Repeat("- an item\n\n  two\n- # head\n- more\n", 6) + "end",
		"a list that becomes loose late": strings.Repeat("- an item of it\n", 9) + "\n" + strings.Repeat("- an item\n", 9),
		"a list that changes its sign":   strings.Repeat("- an item of it\n", 9) + strings.Repeat("* an item\n", 9) + "---\n",
		"a list of code and tables": strings.Repeat("- x\n\n  ```\n  a := 1\n  ```\n- | a | b |\n  |---|---|\n  | 1 | 2 |\n",
			5),
		"a list that moves to the right": " - an item of it\n  - an item of it\n   - an item of it\n    - an item\n- b\n- c",
		"a list with a target in it":     strings.Repeat("- an item of it\n", 9) + "- [p]: /u\n- [p] and more\n- end",
		"a quote": "> # Head\n> text of it\n>\n" + strings.Repeat("> words of a quote\n> and more\n>\n> - a\n> - b\n>\n", 5) +
			"lazy\n\nend",
		"a quote in a quote":               strings.Repeat("> one\n>\n> > two\n>\n> ```\n> code\n> ```\n", 6) + "> end\n\nx",
		"a paragraph with formulas":        strings.Repeat("has $x_1^2$ and ($\\frac{a}{b}$) with \\(c\\) for $5 or ", 8),
		"a paragraph with a target before": "[p]: /u\n\n" + strings.Repeat("see [p] or [q] and [p][], ", 40),
	}
}

// The line becomes a table header once the delimiter row arrives, in one delta, although its
// beginning was already treated as a stable part of a paragraph.
func TestParagraphBecomesTableOnceDelimiterRowArrives(t *testing.T) {
	line := "a few words | and " + strings.Repeat("more words ", 30)
	r := NewIncrementalParser()
	r.minOpenBytes = 24
	forEachGrowingPrefix(line, 3, func(part string) { r.ParseText(part, true) })
	src := line + "\n--|--\n1|2\n"
	requireSameBlocks(t, r.ParseText(src, true), NewIncrementalParser().ParseText(src, true))
}

// Blank lines end a table although what follows may still become a row.
func TestBlankLinesAfterALongTableAreNoRows(t *testing.T) {
	src := "| a | b |\n|---|---|\n" + strings.Repeat("| one | two |\n", 9) + "| three\n\n  \n\n  end"
	r := NewIncrementalParser()
	r.minOpenBytes = 24
	forEachGrowingPrefix(src, 1, func(part string) { r.ParseText(part, true) })
	requireSameBlocks(t, r.ParseText(src, false), Parse(src))
}

// A non-ASCII letter allows a line break within the word before it, which may move its beginning to
// the line above.
func TestRewrapEqualsWrapWhenTheLastWordGrows(t *testing.T) {
	v := newViewOf700Pixels(t)
	ty := v.blocks.theme.TypeStyle(theme.RoleBody)
	for _, c := range []struct{ first, then string }{
		{"some words and/or", "é"},
		{"some words and/or", "日本"},
		{"a pre-word-with-hyphens", "ö and"},
		{"two 12", "日"},
		{"one (two", "”) and"},
		{"a longer text in several lines, up/to", "ж"},
	} {
		for width := float32(40); width < 260; width += 3 {
			before, after := []Span{{Text: c.first}}, []Span{{Text: c.first + c.then}}
			got := v.blocks.metrics.rewrapContinuedSpans(after, ty, width, v.blocks.metrics.wrapSpans(before, ty, width))
			requireSameLayout(t, &textLayout{wrapped: got}, &textLayout{wrapped: v.blocks.metrics.wrapSpans(after, ty, width)})
		}
	}
}

// A long answer often ends in one list. The cost of a delta must not depend on the length of that
// list.
func TestDeltaOfLongListOrQuoteParsesOnlyItsEnd(t *testing.T) {
	for name, line := range map[string]string{
		"a list":       "- one of many items of a list\n",
		"a loose list": "1. an item of a list\n\n",
		"a quote":      "> some words\n>\n",
	} {
		r := NewIncrementalParser()
		text := strings.Repeat(line, 64<<10/len(line))
		r.ParseText(text, true)
		r.ParseText(text+line, true)
		for i := range 20 {
			before := r.ParsedBytes
			r.ParseText(text+line+strings.Repeat(line, i+1), true)
			if n := r.ParsedBytes - before; n > 8*len(line) {
				t.Fatalf("%s: a delta of %d bytes parsed %d", name, len(line), n)
			}
		}
	}
}

func FuzzIncrementalParseEqualsFullParse(f *testing.F) {
	for _, src := range growingTexts() {
		f.Add(src, 7)
	}
	f.Fuzz(func(t *testing.T, src string, step int) {
		if len(src) > 2<<10 || !utf8.ValidString(src) || step < 1 || step > 64 {
			t.Skip()
		}
		r := NewIncrementalParser()
		r.minOpenBytes = 24
		forEachGrowingPrefix(src, max(step, len(src)/64), func(part string) {
			requireSameBlocks(t, r.ParseText(part, true), NewIncrementalParser().ParseText(part, true))
		})
		requireSameBlocks(t, r.ParseText(src, false), Parse(src))
	})
}
