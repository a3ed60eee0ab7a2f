package markdown

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"memoir/ui/theme"
)

func newViewOf700Pixels(t testing.TB) *View {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(theme.Options{}))
	v := New(NewTextMetricsCache())
	v.ShowMarkdown("", false)
	v.Resize(v.MinSize())
	v.Resize(sizeAtWidth(v, 700))
	return v
}

// mixedMarkdownOfSize repeats every kind of block until the text is size bytes long.
func mixedMarkdownOfSize(size int) string {
	const turn = `## Part %d of the answer

A paragraph with **bold words**, *slanted*, ` + "`code`" + ` and a [link](https://example.org/%d), long enough to wrap
over two or three lines of the column, as most paragraphs of replies do.

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

// forEachGrowingPrefix calls f with text growing by n characters at a time.
func forEachGrowingPrefix(text string, n int, f func(part string)) {
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

func TestIncrementalParseEndsLikeFullParse(t *testing.T) {
	for name, src := range map[string]string{
		"every kind of block":        mixedMarkdownOfSize(6 << 10),
		"a target that comes late":   "see [the page][p] and [q]\n\nmore\n\n[p]: https://e.org/p\n\nend\n\n[q]: /q\n",
		"a heading by underline":     "para\n\nTitle\n===\n\nrest\n---\n",
		"a hash that was no heading": "para\n#tag and more\n\n# real\n",
		"a list that becomes loose":  "- a\n- b\n\n- c\n\nend\n",
		"an unclosed fence":          "before\n\n```py\nx = 1\n\n\ny = 2\n",
		"a table that begins":        "x\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nafter",
		"a quote with lazy lines":    "> a\nb\n\nc\n",
		"a table below words":        "x\n\nfoo\n| a |\n|---|\n| b |\n\nbar\n\nend\n",
		"deep indentation":           "1. a\n\n       code\n\n   b\n2. c\n\nd\n",
		"formulas over lines":        "$$\na\n=\nb\n$$\n\nend $x$\n",
		"HTML over lines":            "<div>\nx\n\n</div>\ny\n\nz\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := NewIncrementalParser()
			forEachGrowingPrefix(src, 3, func(part string) { r.ParseText(part, true) })
			requireSameBlocks(t, r.ParseText(src, false), Parse(src))
			for _, part := range []int{len(src) / 3, len(src) - 1} { // in large deltas
				r = NewIncrementalParser()
				r.ParseText(src[:part], true)
				r.ParseText(src[:len(src)-1], true)
				requireSameBlocks(t, r.ParseText(src, false), Parse(src))
			}
		})
	}
}

func requireSameBlocks(t *testing.T, got, want []Block) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d blocks, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].contentHash != want[i].contentHash {
			t.Fatalf("block %d\ngot  %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

func TestDeltaRebuildsOnlyTheLastBlock(t *testing.T) {
	v := newViewOf700Pixels(t)
	src, shown := mixedMarkdownOfSize(16<<10), 0
	forEachGrowingPrefix(src, 20, func(part string) {
		before, blocks := v.blocks.rebuiltBlocks, v.BlockCount()
		v.ShowMarkdown(part, true)
		// Blocks that begin in a delta are built for the first time; apart from them one block changes,
		// or two when the delta also ends the previous block.
		begun := max(v.BlockCount()-blocks, 0)
		if n := v.blocks.rebuiltBlocks - before; n > begun+1 {
			t.Fatalf("%d blocks were built for a delta that began %d, after %q", n, begun, part[max(0, len(part)-40):])
		}
		shown++
	})
	if v.blocks.rebuiltBlocks > shown+v.BlockCount() {
		t.Errorf("%d blocks were built in %d deltas of %d blocks", v.blocks.rebuiltBlocks, shown, v.BlockCount())
	}
}

func TestDeltaWithinABlockRebuildsExactlyThatBlock(t *testing.T) {
	for name, c := range map[string]struct{ start, delta string }{
		"a paragraph": {mixedMarkdownOfSize(4<<10) + "\n\nA last paragraph", " goes on and on here"},
		"a fence":     {"text\n\n```go\nx := 1\n", "y := x + 20 // more\n"},
		"a table":     {"text\n\n| a | b |\n|---|---|\n", "| one more | row x |\n"},
		"a list item": {"text\n\n- a\n- b", " and more words here"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newViewOf700Pixels(t)
			v.ShowMarkdown(c.start, true)
			text := c.start
			for range 20 {
				before := v.blocks.rebuiltBlocks
				text += c.delta
				v.ShowMarkdown(text, true)
				if n := v.blocks.rebuiltBlocks - before; n != 1 {
					t.Fatalf("%d blocks were built, want 1", n)
				}
			}
		})
	}
}

func TestParsingAStreamTakesLinearWork(t *testing.T) {
	work := func(size int) int {
		r := NewIncrementalParser()
		forEachGrowingPrefix(mixedMarkdownOfSize(size), 20, func(part string) { r.ParseText(part, true) })
		return r.ParsedBytes
	}
	small, large := work(8<<10), work(80<<10)
	if large > 15*small {
		t.Errorf("10 times the text took %d times the parsing", large/small)
	}
}

func TestHeightForEqualsDrawnHeight(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(mixedMarkdownOfSize(8<<10), false)
	for _, w := range []float32{700, 420, 260, 700} {
		h := v.HeightFor(w)
		v.Resize(sizeAtWidth(v, w))
		if got := v.MinSize().Height; got != h {
			t.Errorf("at %v: %v was measured, %v was drawn", w, h, got)
		}
	}
}
