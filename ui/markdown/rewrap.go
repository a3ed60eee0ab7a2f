package markdown

import (
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// rewrapContinuedSpans is wrapSpans for spans that continue those of old, which was laid out with
// the same type and width: lines that cannot change are kept, so that only the end of the text is
// laid out.
func (m *Metrics) rewrapContinuedSpans(spans []Span, ty theme.TypeStyle, width float32, old *wrappedText) *wrappedText {
	w := newLineWrapper(m, spans, ty, width)
	keep, from := 0, 0
	if draw.StartsRightToLeft(w.wrapped.text) == old.isRTL {
		keep, from = old.reusableLineCountAndNextStart(commonStyledPrefixLen(old, w.wrapped))
	}
	w.wrapped.isRTL, w.wrapped.hasRTL = old.isRTL, old.hasRTL
	if keep == 0 {
		w.wrapped.isRTL, w.wrapped.hasRTL = draw.StartsRightToLeft(w.wrapped.text), draw.HasRightToLeftRune(w.wrapped.text)
	} else if !w.wrapped.hasRTL {
		w.wrapped.hasRTL = draw.HasRightToLeftRune(w.wrapped.text[from:])
	}
	// The old wrapped text is not used any more, so its lines may be overwritten.
	w.wrapped.lines = old.lines[:keep]
	w.wrapFromOffset(from)
	return w.wrapped
}

// commonStyledPrefixLen returns how many bytes two wrapped texts have in common, including their
// styles.
func commonStyledPrefixLen(a, b *wrappedText) int {
	for i := range min(len(a.spans), len(b.spans)) {
		x, y := &a.spans[i], &b.spans[i]
		if x.Style != y.Style || x.Link != y.Link {
			return a.spanStarts[i]
		}
		if x.Text == y.Text {
			continue
		}
		if x.Style&(Image|TeX) != 0 {
			return a.spanStarts[i]
		}
		return a.spanStarts[i] + commonPrefixLen(x.Text, y.Text)
	}
	return min(len(a.text), len(b.text))
}

// reusableLineCountAndNextStart returns how many lines stay valid when only the first n bytes of
// the text are unchanged, and where the next line begins: at a segment that ends within those
// bytes, so that it fits or does not fit as before.
func (f *wrappedText) reusableLineCountAndNextStart(n int) (lines, from int) {
	for k := len(f.lines) - 1; k > 0; k-- {
		start := f.lines[k].start
		if f.text[start-1] != ' ' && f.text[start-1] != '\n' || len(f.lines[k].pieces) == 0 {
			continue
		}
		if end, _ := f.nextBreakOpportunityAndIfHard(start); end < n {
			return k, start
		}
	}
	return 0, 0
}

// commonPrefixLen returns how many bytes two texts have in common at their start.
func commonPrefixLen(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
