package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"memoir/ui/theme"
)

// piece is a run of one span on one line, drawn as one text object.
type piece struct {
	start, end int // byte offsets in the text of the block
	span       int
	x, width   float32 // of the whole piece including padding
	pad        float32 // on each side
	rtl        bool
	face       face
}

// line is one line of a wrapped text.
type line struct {
	pieces     []piece
	start, end int // byte offsets; the space or newline at the break is after end
	width      float32
}

// wrappedText is a text broken into lines.
type flow struct {
	text  string
	spans []Span
	at    []int // start of each span in text
	lines []line
	right bool // the base direction is right-to-left
	// hasRTL is set when any of the text is right-to-left.
	rightSeen bool
}

// inlineCodePad is the padding of inline code inside its box, imageChipPad that of an image chip.
const (
	codePad = theme.Space4
	chipPad = theme.Space8
)

// lineWrapper breaks one text into lines.
type wrapper struct {
	m     *Metrics
	f     *flow
	ty    theme.Type
	width float32
	cur   line
	x     float32
	span  int // index of the span of the next byte, or an earlier one
}

// wrapSpans breaks spans into lines of width pixels. Lines break where Unicode allows it (UAX #14,
// ASCII words only at spaces), and inside a word only if it is longer than a line.
func (m *Metrics) wrap(spans []Span, ty theme.Type, width float32) *flow {
	w := newWrapper(m, spans, ty, width)
	w.f.right, w.f.rightSeen = startsRight(w.f.text), hasRight(w.f.text)
	w.all(0)
	return w.f
}

func newWrapper(m *Metrics, spans []Span, ty theme.Type, width float32) *wrapper {
	f := &flow{text: plain(spans), spans: spans, at: make([]int, len(spans)+1)}
	for i, s := range spans {
		f.at[i+1] = f.at[i] + len(s.Text)
	}
	return &wrapper{m: m, f: f, ty: ty, width: max(width, 2*ty.Size)}
}

// wrapFrom wraps the text from pos on, where a line begins.
func (w *wrapper) all(pos int) {
	text, done := w.f.text, len(w.f.lines)
	w.span = w.f.spanOf(pos)
	for pos < len(text) {
		end, hard := nextBreak(text, pos, w.atomic(pos))
		w.segment(pos, end, hard)
		pos = end
	}
	if len(w.cur.pieces) > 0 || len(w.f.lines) == 0 || strings.HasSuffix(text, "\n") {
		w.finish(len(text))
	}
	if w.f.rightSeen {
		for i := range w.f.lines[done:] {
			w.reorder(&w.f.lines[done+i])
		}
	}
}

// spanIndexOf returns the index of the span that contains a byte.
func (f *flow) spanOf(pos int) int {
	return max(sort.SearchInts(f.at, pos+1)-1, 0)
}

// atomicSpanEnd returns the end of an unbreakable span at pos, or 0.
func (w *wrapper) atomic(pos int) int {
	i := w.spanAt(pos)
	if i < len(w.f.spans) && w.f.spans[i].Style&Image != 0 {
		return w.f.at[i+1]
	}
	return 0
}

// spanIndexAt returns the index of the span of a byte; pos must not be before the current line.
func (w *wrapper) spanAt(pos int) int {
	for w.span > 0 && w.f.at[w.span] > pos {
		w.span--
	}
	for w.span+1 < len(w.f.spans) && w.f.at[w.span+1] <= pos {
		w.span++
	}
	return w.span
}

// nextBreak returns the end of the segment at pos, including trailing spaces, and whether a hard
// break ends it.
func nextBreak(text string, pos, atomic int) (end int, hard bool) {
	i := pos
	if atomic > pos {
		i = atomic
	}
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
			return uniBreak(text, pos, i)
		}
		i++
	}
	return i, false
}

// unicodeBreak finds the end of a segment with non-ASCII characters.
func uniBreak(text string, pos, from int) (end int, hard bool) {
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

// placeSegment places text[pos:end], a word with its trailing spaces, on this line or the next.
func (w *wrapper) segment(pos, end int, hard bool) {
	word := pos + len(strings.TrimRight(w.f.text[pos:end], " \n"))
	need := w.measure(pos, word)
	if w.x+need > w.width+0.01 {
		if len(w.cur.pieces) > 0 {
			w.finish(pos)
		}
		for need > w.width+0.01 && word > pos {
			n := w.fit(pos, word)
			if n >= word-pos {
				break
			}
			w.put(pos, pos+n)
			w.finish(pos + n)
			pos += n
			need = w.measure(pos, word)
		}
	}
	w.put(pos, word)
	if hard {
		w.finish(end)
		return
	}
	w.put(word, end)
}

// measureRange returns the width that text[a:b] adds to the line.
func (w *wrapper) measure(a, b int) float32 {
	var sum float32
	for a < b {
		i := w.spanAt(a)
		e := min(b, w.f.at[i+1])
		fc := faceOf(w.ty, w.f.spans[i].Style)
		sum += w.m.width(w.f.text[a:e], fc) + w.edges(i, a, e)
		a = e
	}
	return sum
}

// edgePadding returns the padding of a boxed span that begins or ends within text[a:b].
func (w *wrapper) edges(i, a, b int) float32 {
	s := w.f.spans[i]
	if s.Style&Image != 0 {
		return 2*chipPad + w.m.width(chipNote(s), faceOf(w.ty, s.Style))
	}
	if s.Style&Mono == 0 {
		return 0
	}
	var e float32
	if a == w.f.at[i] {
		e += codePad
	}
	if b == w.f.at[i+1] {
		e += codePad
	}
	return e
}

// bytesThatFit returns how many bytes of text[a:b], a word longer than a line, fit on one line. It
// measures no more than a few lines of text, and never splits a grapheme cluster.
func (w *wrapper) fit(a, b int) int {
	var sum float32
	start, state := a, -1
	rest := w.f.text[a:b]
	for rest != "" {
		chunk := ""
		n := 0
		for n < 16 && rest != "" && len(chunk) < 64 {
			var c string
			c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
			chunk = w.f.text[a : a+len(chunk)+len(c)]
			n++
		}
		width := w.measure(a, a+len(chunk))
		if sum+width > w.width {
			return w.fitChunk(start, a, a+len(chunk), sum)
		}
		sum += width
		a += len(chunk)
	}
	return a - start
}

// clustersThatFit completes bytesThatFit cluster by cluster within text[a:b]; an empty line takes
// at least one cluster.
func (w *wrapper) fitChunk(start, a, b int, sum float32) int {
	rest, state := w.f.text[a:b], -1
	for at := a; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if sum+w.measure(a, at+len(c)) > w.width && at > start {
			return at - start
		}
		at += len(c)
	}
	return b - start
}

// appendRange appends text[a:b] to the line, merging it with the previous piece if the span is the
// same.
func (w *wrapper) put(a, b int) {
	for a < b {
		i := w.spanAt(a)
		e := min(b, w.f.at[i+1])
		s := w.f.spans[i]
		fc := faceOf(w.ty, s.Style)
		width := w.m.width(w.f.text[a:e], fc) + w.edges(i, a, e)
		if k := len(w.cur.pieces); k > 0 && w.cur.pieces[k-1].span == i && w.cur.pieces[k-1].end == a {
			w.cur.pieces[k-1].end = e
			w.cur.pieces[k-1].width += width
		} else {
			p := piece{start: a, end: e, span: i, x: w.x, width: width, face: fc}
			switch {
			case s.Style&Image != 0:
				p.pad = chipPad
			case s.Style&Mono != 0 && a == w.f.at[i]:
				p.pad = codePad
			}
			w.cur.pieces = append(w.cur.pieces, p)
		}
		w.x += width
		a = e
	}
}

// finishLine ends the line; the next one begins at next.
func (w *wrapper) finish(next int) {
	l := w.cur
	if len(l.pieces) > 0 {
		l.start, l.end = l.pieces[0].start, l.pieces[len(l.pieces)-1].end
	} else {
		l.start, l.end = next, next
		if next > 0 && w.f.text[next-1] == '\n' && len(w.f.lines) > 0 {
			l.start, l.end = next-1, next-1
		}
	}
	l.width = w.x
	w.f.lines = append(w.f.lines, l)
	w.cur, w.x = line{}, 0
}

// imageChipOffer is the part of a chip's note that offers to load the image.
const chipOffer = "  Load"

// imageChipNote is the text of an image chip after its name.
func chipNote(s Span) string {
	if host := imageHost(s.Link); host != "" {
		return "  " + host + chipOffer
	}
	return "  not loaded"
}
