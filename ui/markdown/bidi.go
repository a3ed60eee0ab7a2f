package markdown

import (
	"slices"

	"memoir/ui/draw"
)

// reorderLineVisually splits the pieces of a line into runs of one direction and puts them in
// visual order (UAX #9, rule L2).
func (w *lineWrapper) reorderLineVisually(l *line) {
	if len(l.pieces) == 0 {
		return
	}
	var out []piece
	text := w.wrapped.replaceFormulasByLetters(w.wrapped.text[l.start:l.end], l.start)
	for _, r := range draw.VisualRuns(text, w.wrapped.isRTL) {
		out = append(out, w.splitRunIntoVisualPieces(l, l.start+r.Start, l.start+r.End, r.Level%2 == 1)...)
	}
	x := float32(0)
	for i := range out {
		out[i].x = x
		x += out[i].width
	}
	l.pieces, l.width = out, x
}

// splitRunIntoVisualPieces returns the pieces of text[a:b], a run of one direction, in visual
// order.
func (w *lineWrapper) splitRunIntoVisualPieces(l *line, a, b int, rtl bool) []piece {
	if !rtl {
		return w.cutPiecesToRange(l.pieces, a, b, false)
	}
	var out []piece
	for _, p := range draw.SplitRightToLeftRun(w.wrapped.text, a, b) {
		pieces := w.cutPiecesToRange(l.pieces, p.Start, p.End, true)
		slices.Reverse(pieces)
		out = append(out, pieces...)
	}
	return out
}

// cutPiecesToRange returns the parts of pieces within [a, b).
func (w *lineWrapper) cutPiecesToRange(pieces []piece, a, b int, rtl bool) []piece {
	var out []piece
	for _, p := range pieces {
		s, e := max(p.start, a), min(p.end, b)
		if s >= e {
			continue
		}
		q := p
		q.start, q.end, q.isRTL = s, e, rtl
		if s != p.start || e != p.end {
			q.width = w.metrics.textWidth(w.wrapped.text[s:e], p.face) + w.spanPaddingAndChipNoteWidth(p.span, s, e)
			if s != p.start {
				q.pad = 0
			}
		}
		out = append(out, q)
	}
	return out
}
