package markdown

import (
	"strings"

	"memoir/ui/theme"
)

// rewrapSpans is wrapSpans for spans that continue those of old, which was laid out with the same
// type and width: lines that cannot change are kept, so that only the end of the text is laid out.
func (m *Metrics) rewrap(spans []Span, ty theme.Type, width float32, old *flow) *flow {
	w := newWrapper(m, spans, ty, width)
	keep, from := 0, 0
	if startsRight(w.f.text) == old.right {
		keep, from = old.lasting(common(old, w.f))
	}
	w.f.right, w.f.rightSeen = old.right, old.rightSeen
	if keep == 0 {
		w.f.right, w.f.rightSeen = startsRight(w.f.text), hasRight(w.f.text)
	} else if !w.f.rightSeen {
		w.f.rightSeen = hasRight(w.f.text[from:])
	}
	// The old wrapped text is not used any more, so its lines may be overwritten.
	w.f.lines = old.lines[:keep]
	w.all(from)
	return w.f
}

// commonPrefixLen returns how many bytes two wrapped texts have in common, including their styles.
func common(a, b *flow) int {
	for i := range min(len(a.spans), len(b.spans)) {
		x, y := &a.spans[i], &b.spans[i]
		if x.Style != y.Style || x.Link != y.Link {
			return a.at[i]
		}
		if x.Text == y.Text {
			continue
		}
		if x.Style&Image != 0 {
			return a.at[i]
		}
		n := 0
		if strings.HasPrefix(y.Text, x.Text) {
			n = len(x.Text)
		}
		return a.at[i] + n
	}
	return min(len(a.text), len(b.text))
}

// reusableLines returns how many lines stay valid when only the first n bytes of the text are
// unchanged, and where the next line begins: at a segment that ends within those bytes, so that it
// fits or does not fit as before.
func (f *flow) lasting(n int) (lines, from int) {
	for k := len(f.lines) - 1; k > 0; k-- {
		start := f.lines[k].start
		if f.text[start-1] != ' ' && f.text[start-1] != '\n' || len(f.lines[k].pieces) == 0 {
			continue
		}
		if end, _ := nextBreak(f.text, start, f.imageEnd(start)); end < n {
			return k, start
		}
	}
	return 0, 0
}

// imageEnd returns the end of the image chip at pos, or 0.
func (f *flow) imageEnd(pos int) int {
	i := f.spanOf(pos)
	if i < len(f.spans) && f.spans[i].Style&Image != 0 {
		return f.at[i+1]
	}
	return 0
}
