package markdown

import (
	"slices"
	"sort"

	"memoir/ui/theme"
)

// Dimensions of tables in pixels.
const (
	cellPadX          = 14
	cellPadY          = 7
	tableHeaderHeight = 34
	maxColumnDemand   = 360 // a longest word demands at most three quarters of it
	minColumnWidth    = 48
)

// tableLayout is a grid of wrapped texts.
type tableLayout struct {
	width      float32 // visible width
	columns    []float32
	fullWidth  float32 // sum of all columns
	rows       []tableRow
	state      *blockState
	theme      *theme.Theme
	textType   theme.TypeStyle
	alignments []Align
	demand     columnDemand
	textLength int // length of the plain text
}

// tableRow is one row; the first is the header.
type tableRow struct {
	y, height  float32
	cells      []*textLayout
	cellStarts []int // offset of each cell in the plain text
	start, end int
	spans      [][]Span
}

func newTableLayout(m *Metrics, th *theme.Theme, b *Block, width float32, st *blockState, old layout) *tableLayout {
	t := &tableLayout{theme: th, width: width, state: st, textType: th.TypeStyle(theme.RoleCell), alignments: b.Alignments}
	o, _ := old.(*tableLayout)
	if o != nil && o.theme != th {
		o = nil
	}
	same := o.countUnchangedRows(b)
	t.computeAndStoreColumnWidths(m, b, o, same)
	for _, w := range t.columns {
		t.fullWidth += w
	}
	if same > 0 && o.width == width && slices.Equal(o.columns, t.columns) {
		// The old layout is not used any more, so its rows may be overwritten.
		t.rows = o.rows[:same]
	} else {
		t.rows = append(t.rows, t.layoutRowCells(m, b.Header, b.Alignments, th.TypeStyle(theme.RoleCellHead),
			th.ScaleUpWithTextZoom(tableHeaderHeight), 0))
	}
	for i := len(t.rows); i <= len(b.Rows); i++ {
		t.rows = append(t.rows, t.layoutRowCells(m, b.Rows[i-1], b.Alignments, t.textType, 0, t.rows[i-1].end+1))
	}
	t.textLength = t.rows[len(t.rows)-1].end
	return t
}

// columnDemand is what the columns of some rows need: the width of their content and of its longest
// word.
type columnDemand struct {
	contentWidths, wordWidths []float32
	rowCount                  int // including the header
}

// computeAndStoreColumnWidths sets the column widths. The demand of complete rows is kept, and
// taken over from o if its first same rows are those of b.
func (t *tableLayout) computeAndStoreColumnWidths(m *Metrics, b *Block, o *tableLayout, same int) {
	n := len(b.Header)
	if o != nil && o.demand.rowCount <= same {
		t.demand = o.demand
	} else {
		t.demand = columnDemand{make([]float32, n), make([]float32, n), 0}
	}
	rows := min(len(b.Rows), maxSampledRows)
	if t.demand.rowCount == 0 {
		t.demand.includeRowWidths(m, b.Header, t.theme.TypeStyle(theme.RoleCellHead))
	}
	// The last row may still grow.
	for t.demand.rowCount < rows {
		t.demand.includeRowWidths(m, b.Rows[t.demand.rowCount-1], t.textType)
	}
	all := columnDemand{slices.Clone(t.demand.contentWidths), slices.Clone(t.demand.wordWidths), t.demand.rowCount}
	if rows > 0 && all.rowCount == rows {
		all.includeRowWidths(m, b.Rows[rows-1], t.textType)
	}
	t.columns = distributeWidthToColumns(all.contentWidths, all.wordWidths, t.width)
}

func (a *columnDemand) includeRowWidths(m *Metrics, row [][]Span, ty theme.TypeStyle) {
	a.rowCount++
	for c := range min(len(a.contentWidths), len(row)) {
		w, longest := m.unwrappedAndLongestWordWidth(row[c], ty)
		a.contentWidths[c] = max(a.contentWidths[c], w+2*cellPadX)
		a.wordWidths[c] = max(a.wordWidths[c], min(longest, maxColumnDemand*3/4)+2*cellPadX)
	}
}

// countUnchangedRows returns how many rows of o, including the header, are those of b.
func (t *tableLayout) countUnchangedRows(b *Block) int {
	if t == nil || !slices.Equal(t.alignments, b.Alignments) || !sameCells(t.rows[0].spans, b.Header) {
		return 0
	}
	n := 1
	for n < len(t.rows) && n <= len(b.Rows) && sameCells(t.rows[n].spans, b.Rows[n-1]) {
		n++
	}
	return n
}

// layoutRowCells lays out the cells of one row below the existing rows.
func (t *tableLayout) layoutRowCells(
	m *Metrics, spans [][]Span, align []Align, ty theme.TypeStyle, least float32, pos int,
) tableRow {
	r := tableRow{start: pos, spans: spans}
	if k := len(t.rows); k > 0 {
		r.y = t.rows[k-1].y + t.rows[k-1].height + theme.Hairline
	}
	for c, cell := range spans {
		if c >= len(t.columns) {
			break
		}
		w := t.columns[c] - 2*cellPadX
		l := &textLayout{metrics: m, wrapped: m.wrapSpans(cell, ty, w), textType: ty, width: w}
		if c < len(align) {
			l.align = align[c]
		}
		_, h := l.givenWidthAndTotalHeight()
		r.height = max(r.height, h+2*cellPadY, least)
		r.cells = append(r.cells, l)
		r.cellStarts = append(r.cellStarts, pos)
		pos += len(l.wrapped.text) + 1
	}
	r.end = max(pos-1, r.start)
	return r
}

func sameCells(a, b [][]Span) bool {
	if len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y []Span) bool { return slices.Equal(x, y) })
}

// maxSampledRows is how many rows determine the column widths; later rows wrap into them, so that a
// long table that grows is not laid out again.
const maxSampledRows = 64

// distributeWidthToColumns gives each column its content width and then distributes what is left of
// width, or what is missing. A table whose longest words alone are wider than width is scrolled
// sideways.
func distributeWidthToColumns(want, word []float32, width float32) []float32 {
	var sum, least float32
	for c := range want {
		want[c] = theme.CeilWithTolerance(max(want[c], minColumnWidth))
		sum += want[c]
		least += min(want[c], word[c])
	}
	if len(want) == 0 {
		return want
	}
	if sum <= width {
		extra := (width - sum) / float32(len(want))
		var used float32
		for c := range want {
			want[c] = theme.Round(want[c] + extra)
			used += want[c]
		}
		want[len(want)-1] += width - used
		return want
	}
	if least >= width {
		for c := range want {
			want[c] = theme.CeilWithTolerance(min(want[c], max(word[c], minColumnWidth)))
		}
		return want
	}
	// Columns that need less than a fair share keep their width; the others share the rest.
	return shrinkColumnsToWidth(want, word, width)
}

func shrinkColumnsToWidth(want, word []float32, width float32) []float32 {
	order := make([]int, len(want))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return want[order[i]] < want[order[j]] })
	var floor float32
	for c := range want {
		floor += min(want[c], word[c])
	}
	left := width - floor
	out := make([]float32, len(want))
	var used float32
	for i, c := range order {
		base := min(want[c], word[c])
		add := min(want[c]-base, left/float32(len(order)-i))
		out[c] = theme.Round(base + add)
		left -= add
		used += out[c]
	}
	out[order[len(order)-1]] += width - used
	return out
}

// unwrappedAndLongestWordWidth returns the width of spans without wrapping, and of their longest
// word.
func (m *Metrics) unwrappedAndLongestWordWidth(spans []Span, ty theme.TypeStyle) (width, longest float32) {
	f := m.wrapSpans(spans, ty, 1e6)
	for _, l := range f.lines {
		width = max(width, l.width)
	}
	w := &lineWrapper{metrics: m, wrapped: f, textType: ty}
	for pos := 0; pos < len(f.text); {
		end, _ := f.nextBreakOpportunityAndIfHard(pos)
		longest = max(longest, w.textRangeWidth(pos, end))
		pos = end
	}
	return width, longest
}

func (t *tableLayout) givenWidthAndTotalHeight() (w, h float32) {
	last := t.rows[len(t.rows)-1]
	return t.width, last.y + last.height
}

func (t *tableLayout) overflowWidth() float32 { return max(0, t.fullWidth-t.width) }

// cellTextLeft returns the left edge of the text of a column.
func (t *tableLayout) cellTextLeft(c int) float32 {
	x := cellPadX - t.state.scrollX
	for _, w := range t.columns[:c] {
		x += w
	}
	return x
}

// cellTextTop returns the top of the text of a cell: single lines are centred vertically.
func (r *tableRow) cellTextTop(l *textLayout) float32 {
	_, h := l.givenWidthAndTotalHeight()
	if len(l.wrapped.lines) == 1 {
		return r.y + theme.Round((r.height-h)/2)
	}
	return r.y + cellPadY
}

func (t *tableLayout) rowIndexAtY(y float32) int {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].y > y })
	return max(i-1, 0)
}

func (t *tableLayout) rowIndexOfOffset(off int) int {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].start > off })
	return max(i-1, 0)
}

func (t *tableLayout) textOffsetAtPoint(x, y float32) int {
	if y < 0 {
		return 0
	}
	if _, h := t.givenWidthAndTotalHeight(); y >= h {
		return t.textLength
	}
	r := &t.rows[t.rowIndexAtY(y)]
	for c, l := range r.cells {
		left := t.cellTextLeft(c)
		if x < left+l.width+cellPadX || c == len(r.cells)-1 {
			_, h := l.givenWidthAndTotalHeight()
			dy := min(max(y-r.cellTextTop(l), 0), h-1)
			return r.cellStarts[c] + l.textOffsetAtPoint(x-left, dy)
		}
	}
	return r.start
}

func (t *tableLayout) lineTopAndHeight(off int) (top, height float32) {
	r := &t.rows[t.rowIndexOfOffset(off)]
	return r.y, r.height
}

func (t *tableLayout) formulaRangeAround(off int) (start, end int) {
	r := &t.rows[t.rowIndexOfOffset(off)]
	for c, l := range r.cells {
		if from := r.cellStarts[c]; off >= from && off <= from+len(l.wrapped.text) {
			start, end = l.formulaRangeAround(off - from)
			return start + from, end + from
		}
	}
	return off, off
}

func (t *tableLayout) rectsOfTextRange(a, b int) []rect {
	var out []rect
	for i := t.rowIndexOfOffset(a); i < len(t.rows) && t.rows[i].start < b; i++ {
		r := &t.rows[i]
		for c, l := range r.cells {
			s, e := max(a-r.cellStarts[c], 0), min(b-r.cellStarts[c], len(l.wrapped.text))
			if s >= e {
				continue
			}
			for _, q := range l.rectsOfTextRange(s, e) {
				q.x += t.cellTextLeft(c)
				q.y += r.cellTextTop(l)
				if x1 := min(q.x+q.w, t.width); x1 > max(q.x, 0) {
					q.w, q.x = x1-max(q.x, 0), max(q.x, 0)
					out = append(out, q)
				}
			}
		}
	}
	return out
}
