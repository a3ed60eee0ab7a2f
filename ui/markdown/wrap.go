package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"memoir/ui/draw"
	"memoir/ui/formula"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// piece is a run of one span on one line, drawn as one text object.
type piece struct {
	start, end int // byte offsets in the text of the block
	span       int
	x, width   float32 // of the whole piece including padding
	pad        float32 // on each side
	isRTL      bool
	face       face
}

// line is one line of a wrapped text.
type line struct {
	pieces     []piece
	start, end int // byte offsets; the space or newline at the break is after end
	width      float32
	// top and height are those of the line in the text, base is its baseline below top: a formula
	// higher than the line makes room for itself.
	top, height, base float32
}

// wrappedText is a text broken into lines.
type wrappedText struct {
	text       string
	spans      []Span
	spanStarts []int // start of each span in text
	lines      []line
	formulas   []*formula.Formula // of each span; nil when there are none
	isRTL      bool               // the base direction is right-to-left
	// hasRTL is set when any of the text is right-to-left.
	hasRTL bool
}

// inlineCodePad is the padding of inline code inside its box, imageChipPad that of an image chip.
const (
	inlineCodePad = theme.Space4
	imageChipPad  = theme.Space8
)

// lineWrapper breaks one text into lines.
type lineWrapper struct {
	metrics     *Metrics
	wrapped     *wrappedText
	textType    theme.TypeStyle
	width       float32
	currentLine line
	x           float32
	span        int // index of the span of the next byte, or an earlier one
}

// wrapSpans breaks spans into lines of width pixels. Lines break where Unicode allows it (UAX #14,
// ASCII words only at spaces), and inside a word only if it is longer than a line.
func (m *Metrics) wrapSpans(spans []Span, ty theme.TypeStyle, width float32) *wrappedText {
	w := newLineWrapper(m, spans, ty, width)
	w.wrapped.isRTL, w.wrapped.hasRTL = draw.StartsRightToLeft(w.wrapped.text), draw.HasRightToLeftRune(w.wrapped.text)
	w.wrapFromOffset(0)
	return w.wrapped
}

func newLineWrapper(m *Metrics, spans []Span, ty theme.TypeStyle, width float32) *lineWrapper {
	f := &wrappedText{text: joinedSpansText(spans), spans: spans, spanStarts: make([]int, len(spans)+1)}
	for i, s := range spans {
		f.spanStarts[i+1] = f.spanStarts[i] + len(s.Text)
	}
	w := &lineWrapper{metrics: m, wrapped: f, textType: ty, width: max(width, 2*ty.Size)}
	w.typesetFormulaSpans()
	return w
}

// wrapFromOffset wraps the text from pos on, where a line begins.
func (w *lineWrapper) wrapFromOffset(pos int) {
	text, done := w.wrapped.text, len(w.wrapped.lines)
	w.span = w.wrapped.spanIndexOfByte(pos)
	for pos < len(text) {
		end, hard := w.wrapped.nextBreakOpportunityAndIfHard(pos)
		w.placeSegmentOnLine(pos, end, hard)
		pos = end
	}
	if len(w.currentLine.pieces) > 0 || len(w.wrapped.lines) == 0 || strings.HasSuffix(text, "\n") {
		w.finishLine(len(text))
	}
	if w.wrapped.hasRTL {
		for i := range w.wrapped.lines[done:] {
			w.reorderLineVisually(&w.wrapped.lines[done+i])
		}
	}
}

// spanIndexOfByte returns the index of the span that contains a byte.
func (f *wrappedText) spanIndexOfByte(pos int) int {
	return max(sort.SearchInts(f.spanStarts, pos+1)-1, 0)
}

// spanIndexAt returns the index of the span of a byte; pos must not be before the current line.
func (w *lineWrapper) spanIndexAt(pos int) int {
	for w.span > 0 && w.wrapped.spanStarts[w.span] > pos {
		w.span--
	}
	for w.span+1 < len(w.wrapped.spans) && w.wrapped.spanStarts[w.span+1] <= pos {
		w.span++
	}
	return w.span
}

// nextTextBreakOpportunity returns the end of the segment at pos, including trailing spaces, and
// whether a hard break ends it.
func nextTextBreakOpportunity(text string, pos, atomic int) (end int, hard bool) {
	i := pos
	if pos == 0 || text[pos-1] == '\n' { // indentation stays with the first word
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
	}
	i = max(i, atomic)
	for i < len(text) {
		switch c := text[i]; {
		case c == '\n':
			return i + 1, true
		case c == ' ':
			for i < len(text) && text[i] == ' ' {
				i++
			}
			if i < len(text) && text[i] == '\n' {
				return i + 1, true
			}
			return i, false
		case c >= utf8.RuneSelf:
			return nextUnicodeBreakOpportunity(text, pos, i)
		}
		i++
	}
	return i, false
}

// nextUnicodeBreakOpportunity finds the end of a segment with non-ASCII characters.
func nextUnicodeBreakOpportunity(text string, pos, from int) (end int, hard bool) {
	stop := from
	for stop < len(text) && text[stop] != '\n' && text[stop] != ' ' {
		stop++
	}
	seg, _, _, _ := uniseg.FirstLineSegmentInString(text[pos:stop], -1)
	end = pos + len(seg)
	if end < stop {
		return end, false
	}
	for end < len(text) && text[end] == ' ' {
		end++
	}
	if end < len(text) && text[end] == '\n' {
		return end + 1, true
	}
	return end, false
}

// placeSegmentOnLine places text[pos:end], a word with its trailing spaces, on this line or the
// next.
func (w *lineWrapper) placeSegmentOnLine(pos, end int, hard bool) {
	word := pos + len(strings.TrimRight(w.wrapped.text[pos:end], " \t\r\n"))
	need := w.textRangeWidth(pos, word)
	if w.x+need > w.width+0.01 {
		if len(w.currentLine.pieces) > 0 {
			w.finishLine(pos)
		}
		for need > w.width+0.01 && word > pos {
			n := w.bytesThatFit(pos, word)
			if n >= word-pos {
				break
			}
			w.appendTextRange(pos, pos+n)
			w.finishLine(pos + n)
			pos += n
			need = w.textRangeWidth(pos, word)
		}
	}
	w.appendTextRange(pos, word)
	if hard {
		w.finishLine(end)
		return
	}
	w.appendTextRange(word, end)
}

// textRangeWidth returns the width that text[a:b] adds to the line.
func (w *lineWrapper) textRangeWidth(a, b int) float32 {
	var sum float32
	for a < b {
		i := w.spanIndexAt(a)
		e := min(b, w.wrapped.spanStarts[i+1])
		if w.wrapped.formulaOfSpan(i) != nil {
			width, _ := w.formulaWidthAndSize(i)
			sum, a = sum+width, e
			continue
		}
		fc := fontFaceOfStyle(w.textType, w.wrapped.spans[i].Style)
		sum += w.metrics.textWidth(w.wrapped.text[a:e], fc) + w.spanPaddingAndChipNoteWidth(i, a, e)
		a = e
	}
	return sum
}

// spanPaddingAndChipNoteWidth returns the padding of a boxed span that begins or ends within
// text[a:b].
func (w *lineWrapper) spanPaddingAndChipNoteWidth(i, a, b int) float32 {
	s := w.wrapped.spans[i]
	if s.Style&Image != 0 {
		return 2*imageChipPad + w.metrics.textWidth(imageChipNoteText(s), fontFaceOfStyle(w.textType, s.Style))
	}
	if s.Style&Mono == 0 {
		return 0
	}
	var e float32
	if a == w.wrapped.spanStarts[i] {
		e += inlineCodePad
	}
	if b == w.wrapped.spanStarts[i+1] {
		e += inlineCodePad
	}
	return e
}

// bytesThatFit returns how many bytes of text[a:b], a word longer than a line, fit on one line. It
// measures no more than a few lines of text, and never splits a grapheme cluster.
func (w *lineWrapper) bytesThatFit(a, b int) int {
	var sum float32
	start, state := a, -1
	rest := w.wrapped.text[a:b]
	for rest != "" {
		chunk := ""
		n := 0
		for n < 16 && rest != "" && len(chunk) < 64 {
			var c string
			c, rest, state = w.wrapped.firstClusterOrFormula(a+len(chunk), rest, state)
			chunk = w.wrapped.text[a : a+len(chunk)+len(c)]
			n++
		}
		width := w.textRangeWidth(a, a+len(chunk))
		if sum+width > w.width {
			return w.bytesFittingByCluster(start, a, a+len(chunk), sum)
		}
		sum += width
		a += len(chunk)
	}
	return a - start
}

// bytesFittingByCluster completes bytesThatFit cluster by cluster within text[a:b]; an empty line
// takes at least one cluster.
func (w *lineWrapper) bytesFittingByCluster(start, a, b int, sum float32) int {
	rest, state := w.wrapped.text[a:b], -1
	for at := a; rest != ""; {
		var c string
		c, rest, state = w.wrapped.firstClusterOrFormula(at, rest, state)
		if sum+w.textRangeWidth(a, at+len(c)) > w.width && at > start {
			return at - start
		}
		at += len(c)
	}
	return b - start
}

// appendTextRange appends text[a:b] to the line, merging it with the previous piece if the span is
// the same.
func (w *lineWrapper) appendTextRange(a, b int) {
	for a < b {
		i := w.spanIndexAt(a)
		e := min(b, w.wrapped.spanStarts[i+1])
		s := w.wrapped.spans[i]
		fc := fontFaceOfStyle(w.textType, s.Style)
		var width float32
		if w.wrapped.formulaOfSpan(i) != nil {
			width, fc.size = w.formulaWidthAndSize(i)
		} else {
			width = w.metrics.textWidth(w.wrapped.text[a:e], fc) + w.spanPaddingAndChipNoteWidth(i, a, e)
		}
		if k := len(w.currentLine.pieces); k > 0 && w.currentLine.pieces[k-1].span == i &&
			w.currentLine.pieces[k-1].end == a {
			w.currentLine.pieces[k-1].end = e
			w.currentLine.pieces[k-1].width += width
		} else {
			p := piece{start: a, end: e, span: i, x: w.x, width: width, face: fc}
			switch {
			case s.Style&Image != 0:
				p.pad = imageChipPad
			case s.Style&Mono != 0 && a == w.wrapped.spanStarts[i]:
				p.pad = inlineCodePad
			}
			w.currentLine.pieces = append(w.currentLine.pieces, p)
		}
		w.x += width
		a = e
	}
}

// finishLine ends the line; the next one begins at next.
func (w *lineWrapper) finishLine(next int) {
	l := w.currentLine
	if len(l.pieces) > 0 {
		l.start, l.end = l.pieces[0].start, l.pieces[len(l.pieces)-1].end
	} else {
		l.start, l.end = next, next
		if next > 0 && w.wrapped.text[next-1] == '\n' && len(w.wrapped.lines) > 0 {
			l.start, l.end = next-1, next-1
		}
	}
	l.width = w.x
	w.setLineTopBaseAndHeight(&l)
	w.wrapped.lines = append(w.wrapped.lines, l)
	w.currentLine, w.x = line{}, 0
}

// imageChipOfferText is the part of a chip's note that offers to load the image.
func imageChipOfferText() string { return "  " + translate.Text("Load|an image") }

// imageChipNoteText is the text of an image chip after its name.
func imageChipNoteText(s Span) string {
	if host := loadableImageHost(s.Link); host != "" {
		return "  " + host + imageChipOfferText()
	}
	return "  " + translate.Text("not loaded|an image")
}
