package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2/test"
	"memoir/ui/theme"
)

func newView(t testing.TB) *View {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(theme.Options{}))
	v := New(NewMetrics())
	v.SetText("", false)
	v.Resize(v.MinSize())
	v.Resize(sizeOf(v, 700))
	return v
}

// corpus has every kind of block, again and again, until it is size bytes long.
func corpus(size int) string {
	const turn = `## Part %d of the answer

A paragraph with **bold words**, *slanted ones*, ` + "`code`" + ` and a [link](https://example.org/%d), long enough to wrap over
two or three lines of the column, as most paragraphs of replies do.

- first item of a list with some words in it
- second item, *also* with words
  1. nested one

> A quote that says something worth keeping.

| Day | Dinner | Time |
|---|---|---:|
| Mon | Chickpea curry | 25 min |
| Tue | Miso noodles | 20 min |

` + "```go\nfunc part%d() int {\n\treturn %d // the number\n}\n```\n\n"
	var s strings.Builder
	for i := 0; s.Len() < size; i++ {
		fmt.Fprintf(&s, turn, i, i, i, i)
	}
	return s.String()[:size]
}

// deltas calls f with text growing by n characters at a time.
func deltas(text string, n int, f func(part string)) {
	count := 0
	for i := range text {
		if count == n {
			f(text[:i])
			count = 0
		}
		count++
	}
	f(text)
}

func TestAGrowingTextEndsAsTheWholeTextDoes(t *testing.T) {
	for name, src := range map[string]string{
		"every kind of block":        corpus(6 << 10),
		"a target that comes late":   "see [the page][p] and [q]\n\nmore\n\n[p]: https://e.org/p\n\nend\n\n[q]: /q\n",
		"a heading by underline":     "para\n\nTitle\n===\n\nrest\n---\n",
		"a hash that was no heading": "para\n#tag and more\n\n# real\n",
		"a list that becomes loose":  "- a\n- b\n\n- c\n\nend\n",
		"an unclosed fence":          "before\n\n```py\nx = 1\n\n\ny = 2\n",
		"a table that begins":        "x\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nafter",
		"a quote with lazy lines":    "> a\nb\n\nc\n",
		"deep indentation":           "1. a\n\n       code\n\n   b\n2. c\n\nd\n",
		"formulas over lines":        "$$\na\n=\nb\n$$\n\nend $x$\n",
		"HTML over lines":            "<div>\nx\n\n</div>\ny\n\nz\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := NewReader()
			deltas(src, 3, func(part string) { r.Set(part, true) })
			same(t, r.Set(src, false), Parse(src))
		})
	}
}

func same(t *testing.T, got, want []Block) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d blocks, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].hash != want[i].hash {
			t.Fatalf("block %d\ngot  %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

func TestADeltaBuildsNoBlockButTheLast(t *testing.T) {
	v := newView(t)
	src, shown := corpus(16<<10), 0
	deltas(src, 20, func(part string) {
		before, blocks := v.Rebuilt, v.Blocks()
		v.SetText(part, true)
		// Blocks that begin in a delta are built for the first time; beyond that one block changes, or two when the delta
		// also ends the one before.
		begun := max(v.Blocks()-blocks, 0)
		if n := v.Rebuilt - before; n > begun+1 {
			t.Fatalf("%d blocks were built for a delta that began %d, after %q", n, begun, part[max(0, len(part)-40):])
		}
		shown++
	})
	if v.Rebuilt > shown+v.Blocks() {
		t.Errorf("%d blocks were built in %d deltas of %d blocks", v.Rebuilt, shown, v.Blocks())
	}
}

func TestADeltaWithinABlockBuildsExactlyThatBlock(t *testing.T) {
	for name, c := range map[string]struct{ start, delta string }{
		"a paragraph": {corpus(4<<10) + "\n\nA last paragraph", " goes on and on here"},
		"a fence":     {"text\n\n```go\nx := 1\n", "y := x + 20 // more\n"},
		"a table":     {"text\n\n| a | b |\n|---|---|\n", "| one more | row x |\n"},
		"a list item": {"text\n\n- a\n- b", " and more words here"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newView(t)
			v.SetText(c.start, true)
			text := c.start
			for range 20 {
				before := v.Rebuilt
				text += c.delta
				v.SetText(text, true)
				if n := v.Rebuilt - before; n != 1 {
					t.Fatalf("%d blocks were built, want 1", n)
				}
			}
		})
	}
}

func TestParsingAStreamIsLinear(t *testing.T) {
	work := func(size int) int {
		r := NewReader()
		deltas(corpus(size), 20, func(part string) { r.Set(part, true) })
		return r.Parsed
	}
	small, large := work(8<<10), work(80<<10)
	if large > 15*small {
		t.Errorf("10 times the text took %d times the parsing", large/small)
	}
}

func TestAHeightIsTheSameBeforeAndAfterDrawing(t *testing.T) {
	v := newView(t)
	v.SetText(corpus(8<<10), false)
	for _, w := range []float32{700, 420, 260, 700} {
		h := v.HeightFor(w)
		v.Resize(sizeOf(v, w))
		if got := v.MinSize().Height; got != h {
			t.Errorf("at %v: %v was measured, %v was drawn", w, h, got)
		}
	}
}

func FuzzNothingVisibleIsLost(f *testing.F) {
	f.Add("# a\n\n- b\n  > c\n\n| x |\n|---|\n| y |\n\n```\nz\n```\n")
	f.Add("שלום **(a) b** 日本 e\u0301 👩‍👩‍👧\u200b\u202e x")
	f.Add("$a$ \\[b\\] <b>c</b> ![d](e) [f](g)")
	f.Add(strings.Repeat("a", 500) + "\t\x00\r\n" + strings.Repeat("\u0301", 50))
	v := newView(f)
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4<<10 || !utf8.ValidString(src) {
			t.Skip()
		}
		v.SetText("", false)
		v.SetText(src[:len(src)/2], true)
		v.SetText(src, false)
		v.HeightFor(300)
		v.Resize(sizeOf(v, 300))
		for _, it := range v.items {
			checkDrawn(t, it)
		}
		v.SelectAll()
		_ = v.SelectedMarkdown()
		_ = v.SelectedText()
	})
}

// checkDrawn fails unless the pieces of a text cover all of it but line breaks.
func checkDrawn(t *testing.T, it *item) {
	t.Helper()
	l, ok := it.lay.(*textLayout)
	if !ok {
		return
	}
	covered := make([]bool, len(l.f.text))
	for _, ln := range l.f.lines {
		for _, p := range ln.pieces {
			for i := p.start; i < p.end; i++ {
				covered[i] = true
			}
		}
	}
	for i, on := range covered {
		if !on && l.f.text[i] != '\n' && l.f.text[i] != ' ' {
			t.Fatalf("byte %d of %q is not drawn", i, l.f.text)
		}
	}
}

// TestALongBlockGrowsAsIfParsedWhole compares every step of a stream, with the last block kept open as early as possible,
// with a reader that has not seen the steps before.
func TestALongBlockGrowsAsIfParsedWhole(t *testing.T) {
	for name, src := range growing() {
		t.Run(name, func(t *testing.T) {
			r := NewReader()
			r.least = 24
			opened, v := 0, newView(t)
			v.Take(r)
			deltas(src, 3, func(part string) {
				want := NewReader().Set(part, true)
				v.SetText(part, true)
				same(t, r.blocks, want)
				if len(want) == 0 {
					return
				}
				last := v.items[len(v.items)-1]
				sameLayout(t, last.lay, newLayout(v.metrics, v.look, &want[len(want)-1], v.width-last.indent, &state{}, nil))
				if r.open != nil && r.open.done > 0 {
					opened++
				}
			})
			if opened < len([]rune(src))/15 {
				t.Errorf("the last block was kept open in %d steps only", opened)
			}
		})
	}
}

// sameLayout fails unless two layouts put everything at the same places.
func sameLayout(t *testing.T, got, want layout) {
	t.Helper()
	switch g := got.(type) {
	case *textLayout:
		w := want.(*textLayout)
		if !slices.EqualFunc(g.f.lines, w.f.lines, func(a, b line) bool {
			return a.start == b.start && a.end == b.end && a.width == b.width && slices.Equal(a.pieces, b.pieces)
		}) {
			t.Fatalf("lines of %q\ngot  %+v\nwant %+v", g.f.text, g.f.lines, w.f.lines)
		}
	case *tableLayout:
		w := want.(*tableLayout)
		if !slices.Equal(g.columns, w.columns) || len(g.rows) != len(w.rows) || g.text != w.text {
			t.Fatalf("columns %v and %d rows, want %v and %d", g.columns, len(g.rows), w.columns, len(w.rows))
		}
		for i := range g.rows {
			a, b := &g.rows[i], &w.rows[i]
			if a.y != b.y || a.h != b.h || a.start != b.start || a.end != b.end {
				t.Fatalf("row %d at %v, want %v", i, a, b)
			}
			for c := range a.cells {
				sameLayout(t, a.cells[c], b.cells[c])
			}
		}
	case *codeLayout:
		w := want.(*codeLayout)
		if !slices.Equal(g.rows, w.rows) || g.widest != w.widest || g.hidden != w.hidden {
			t.Fatalf("rows of %q\ngot  %+v\nwant %+v", g.text, g.rows, w.rows)
		}
	}
}

// growing returns texts that end in long blocks.
func growing() map[string]string {
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
		"a paragraph that becomes a heading":     strings.Repeat("a few words ", 20) + "\n===\n\nrest",
		"a paragraph that ends in a table":       strings.Repeat("a few words ", 20) + "\na | b c\n--|--\n1|2\n",
		"a paragraph and a list":                 strings.Repeat("a few words ", 20) + "\n- b c\n- d",
		"a paragraph that turns right to left":   strings.Repeat("a few words ", 20) + "and שלום עולם (one) 12 " + strings.Repeat("more words ", 30),
		"a paragraph of Chinese and emoji":       strings.Repeat("日本語の練習。👍🏽 and ", 40),
		"a paragraph with a word of 900 letters": strings.Repeat("a few words ", 20) + strings.Repeat("w", 900) + " and ![a](http://e.org/u) end",
		"a paragraph with a target before":       "[p]: /u\n\n" + strings.Repeat("see [p] or [q] and [p][], ", 40),
	}
}
