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
		parsed, shaped := v.reader.Parsed, v.metrics.Shaped
		v.SetText(src[:len(src)/2], true)
		v.SetText(src, false)
		v.HeightFor(300)
		v.Resize(sizeOf(v, 300))
		if n := v.reader.Parsed - parsed; n > 16*len(src)+1000 {
			t.Errorf("%d bytes were parsed for a text of %d", n, len(src))
		}
		if n := v.metrics.Shaped - shaped; n > 400*len(src)+10000 {
			t.Errorf("%d bytes were measured for a text of %d", n, len(src))
		}
		if want, got := letters(textOfTree(src)), letters(visible(Parse(src))); !within(want, got) {
			t.Errorf("%q shows %q, which is not all of %q", src, got, want)
		}
		for _, it := range v.items {
			checkDrawn(t, it)
		}
		v.SelectAll()
		_ = v.SelectedMarkdown()
		_ = v.SelectedText()
	})
}

// textOfTree returns the text of all leaves of the parsed document.
func textOfTree(src string) string {
	var s strings.Builder
	doc, _ := parseAt(newParser(), []byte(src), nil)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan || n.IsRaw() {
				s.Write(n.Segment.Value([]byte(src)))
			} else {
				s.WriteString(unescape(n.Segment.Value([]byte(src))))
			}
		case *ast.AutoLink:
			s.Write(n.Label([]byte(src)))
		case *tex:
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

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, s)
}

// isSubsequence reports whether the runes of want occur in got in the same order.
func within(want, got string) bool {
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
func checkDrawn(t *testing.T, it *item) {
	t.Helper()
	switch l := it.lay.(type) {
	case *textLayout:
		checkLines(t, l)
	case *tableLayout:
		for _, r := range l.rows {
			for _, c := range r.cells {
				checkLines(t, c)
			}
		}
	case *codeLayout:
		var s strings.Builder
		for i, r := range l.rows {
			if i > 0 && l.rows[i-1].line != r.line {
				s.WriteByte('\n')
			}
			s.WriteString(l.text[r.start:r.end])
		}
		if l.hidden == 0 && s.String() != l.text {
			t.Fatalf("rows hold %q of %q", s.String(), l.text)
		}
	}
}

func checkLines(t *testing.T, l *textLayout) {
	t.Helper()
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
