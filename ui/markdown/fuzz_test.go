package markdown

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// FuzzAllVisibleTextIsDrawn shows a text in two steps and checks that nothing panics, that all text
// of the document is in the blocks, that all text of the blocks is drawn, and that parsing and
// measuring take no more work than a few passes over the text.
func FuzzAllVisibleTextIsDrawn(f *testing.F) {
	f.Add("# a\n\n- b\n  > c\n\n| x |\n|---|\n| y |\n\n```\nz\n```\n")
	f.Add("שלום **(a) b** 日本 e\u0301 👩‍👩‍👧\u200b\u202e x")
	f.Add("$a$ \\[b\\] <b>c</b> ![d](e) [f](g)")
	f.Add(strings.Repeat("a", 500) + "\t\x00\r\n" + strings.Repeat("\u0301", 50))
	v := newViewOf700Pixels(f)
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4<<10 || !utf8.ValidString(src) {
			t.Skip()
		}
		v.ShowMarkdown("", false)
		parsed, shaped := v.source.parser.ParsedBytes, v.blocks.metrics.ShapedBytes
		v.ShowMarkdown(src[:len(src)/2], true)
		v.ShowMarkdown(src, false)
		v.HeightFor(300)
		v.Resize(sizeAtWidth(v, 300))
		if n := v.source.parser.ParsedBytes - parsed; n > 16*len(src)+1000 {
			t.Errorf("%d bytes were parsed for a text of %d", n, len(src))
		}
		if n := v.blocks.metrics.ShapedBytes - shaped; n > 400*len(src)+10000 {
			t.Errorf("%d bytes were measured for a text of %d", n, len(src))
		}
		if want, got := lettersAndDigits(parsedLeafText(src)), lettersAndDigits(visibleText(Parse(src))); !isSubsequence(want,
			got) {
			t.Errorf("%q shows %q, which is not all of %q", src, got, want)
		}
		for _, it := range v.blocks.items {
			requireAllTextDrawn(t, it)
		}
		v.SelectAll()
		_ = v.SelectedMarkdown()
		_ = v.SelectedText()
	})
}

// parsedLeafText returns the text of all leaves of the parsed document.
func parsedLeafText(src string) string {
	var s strings.Builder
	doc, _ := parseWithLinkReferences(newGoldmarkParser(), []byte(src), nil)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan || n.IsRaw() {
				s.Write(n.Segment.Value([]byte(src)))
			} else {
				s.WriteString(resolveEscapesAndCharReferences(n.Segment.Value([]byte(src))))
			}
		case *ast.AutoLink:
			s.Write(n.Label([]byte(src)))
		case *texNode:
			s.Write(n.source)
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				s.Write(line.Value([]byte(src)))
			}
		}
		return ast.WalkContinue, nil
	})
	return s.String()
}

func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, s)
}

// isSubsequence reports whether the runes of want occur in got in the same order.
func isSubsequence(want, got string) bool {
	rest := []rune(got)
	for _, r := range want {
		i := 0
		for i < len(rest) && rest[i] != r {
			i++
		}
		if i == len(rest) {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// requireAllTextDrawn fails unless lines and rows cover all text except newlines and the spaces
// next to them.
func requireAllTextDrawn(t *testing.T, it *blockItem) {
	t.Helper()
	switch l := it.layout.(type) {
	case *textLayout:
		requireLinesCoverText(t, l)
	case *tableLayout:
		for _, r := range l.rows {
			for _, c := range r.cells {
				requireLinesCoverText(t, c)
			}
		}
	case *codeLayout:
		var s strings.Builder
		for i, r := range l.rows {
			if i > 0 && l.rows[i-1].sourceLine != r.sourceLine {
				s.WriteByte('\n')
			}
			s.WriteString(l.text[r.start:r.end])
		}
		if l.hiddenLines == 0 && s.String() != l.text {
			t.Fatalf("rows hold %q of %q", s.String(), l.text)
		}
	}
}

func requireLinesCoverText(t *testing.T, l *textLayout) {
	t.Helper()
	covered := make([]bool, len(l.wrapped.text))
	for _, ln := range l.wrapped.lines {
		for _, p := range ln.pieces {
			for i := p.start; i < p.end; i++ {
				covered[i] = true
			}
		}
	}
	for i, on := range covered {
		if !on && l.wrapped.text[i] != '\n' && l.wrapped.text[i] != ' ' {
			t.Fatalf("byte %d of %q is not drawn", i, l.wrapped.text)
		}
	}
}
