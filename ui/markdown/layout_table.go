package markdown

import (
	"slices"
	"sort"

	"memoir/ui/theme"
)

// Dimensions of tables in pixels.
const (
	cellPadX   = 14
	cellPadY   = 7
	tableHead  = 34
	columnMost = 360 // a longest word demands at most three quarters of it
	columnMin  = 48
)

// tableLayout is a grid of wrapped texts.
type tableLayout struct {
	width   float32 // visible width
	columns []float32
	full    float32 // sum of all columns
	rows    []tableRow
	st      *state
	look    *theme.Theme
	ty      theme.Type
	align   []Align
	asked   asked
	text    int // length of the plain text
}

// tableRow is one row; the first is the header.
type tableRow struct {
	y, h       float32
	cells      []*textLayout
	at         []int // offset of each cell in the plain text
	start, end int
	spans      [][]Span
}

func newTable(m *Metrics, look *theme.Theme, b *Block, width float32, st *state, old layout) *tableLayout {
	t := &tableLayout{look: look, width: width, st: st, ty: look.Type(theme.RoleCell), align: b.Align}
	o, _ := old.(*tableLayout)
	if o != nil && o.look != look {
		o = nil
	}
	same := o.same(b)
	t.measure(m, b, o, same)
	for _, w := range t.columns {
		t.full += w
	}
	if same > 0 && o.width == width && slices.Equal(o.columns, t.columns) {
		// The old layout is not used any more, so its rows may be overwritten.
		t.rows = o.rows[:same]
	} else {
		t.rows = append(t.rows, t.row(m, b.Head, b.Align, look.Type(theme.RoleCellHead), look.Scaled(tableHead), 0))
	}
	for i := len(t.rows); i <= len(b.Rows); i++ {
		t.rows = append(t.rows, t.row(m, b.Rows[i-1], b.Align, t.ty, 0, t.rows[i-1].end+1))
	}
	t.text = t.rows[len(t.rows)-1].end
	return t
}

// columnDemand is what the columns of some rows need: the width of their content and of its longest
// word.
type asked struct {
	want, word []float32
	rows       int // including the header
}

// measureColumns sets the column widths. The demand of complete rows is kept, and taken over from o
// if its first same rows are those of b.
func (t *tableLayout) measure(m *Metrics, b *Block, o *tableLayout, same int) {
	n := len(b.Head)
	if o != nil && o.asked.rows <= same {
		t.asked = o.asked
	} else {
		t.asked = asked{make([]float32, n), make([]float32, n), 0}
	}
	rows := min(len(b.Rows), sampledRows)
	if t.asked.rows == 0 {
		t.asked.add(m, b.Head, t.look.Type(theme.RoleCellHead))
	}
	// The last row may still grow.
	for t.asked.rows < rows {
		t.asked.add(m, b.Rows[t.asked.rows-1], t.ty)
	}
	all := asked{slices.Clone(t.asked.want), slices.Clone(t.asked.word), t.asked.rows}
	if rows > 0 && all.rows == rows {
		all.add(m, b.Rows[rows-1], t.ty)
	}
	t.columns = shareOut(all.want, all.word, t.width)
}

func (a *asked) add(m *Metrics, row [][]Span, ty theme.Type) {
	a.rows++
	for c := range min(len(a.want), len(row)) {
		w, longest := m.natural(row[c], ty)
		a.want[c] = max(a.want[c], w+2*cellPadX)
		a.word[c] = max(a.word[c], min(longest, columnMost*3/4)+2*cellPadX)
	}
}

// countSameRows returns how many rows of o, including the header, are those of b.
func (t *tableLayout) same(b *Block) int {
	if t == nil || !slices.Equal(t.align, b.Align) || !sameCells(t.rows[0].spans, b.Head) {
		return 0
	}
	n := 1
	for n < len(t.rows) && n <= len(b.Rows) && sameCells(t.rows[n].spans, b.Rows[n-1]) {
		n++
	}
	return n
}

// layoutRow lays out the cells of one row below the existing rows.
func (t *tableLayout) row(m *Metrics, spans [][]Span, align []Align, ty theme.Type, least float32, pos int) tableRow {
	r := tableRow{start: pos, spans: spans}
	if k := len(t.rows); k > 0 {
		r.y = t.rows[k-1].y + t.rows[k-1].h + theme.Hairline
	}
	for c, cell := range spans {
		if c >= len(t.columns) {
			break
		}
		w := t.columns[c] - 2*cellPadX
		l := &textLayout{m: m, f: m.wrap(cell, ty, w), ty: ty, width: w}
		if c < len(align) {
			l.align = align[c]
		}
		_, h := l.size()
		r.h = max(r.h, h+2*cellPadY, least)
		r.cells = append(r.cells, l)
		r.at = append(r.at, pos)
		pos += len(l.f.text) + 1
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
const sampledRows = 64

// distributeWidth gives each column its content width and then distributes what is left of width,
// or what is missing. A table whose longest words alone are wider than width is scrolled sideways.
func shareOut(want, word []float32, width float32) []float32 {
	var sum, least float32
	for c := range want {
		want[c] = theme.Ceil(max(want[c], columnMin))
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
			want[c] = theme.Ceil(min(want[c], max(word[c], columnMin)))
		}
		return want
	}
	// Columns that need less than a fair share keep their width; the others share the rest.
	return squeeze(want, word, width)
}

func squeeze(want, word []float32, width float32) []float32 {
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

// naturalWidths returns the width of spans without wrapping, and of their longest word.
func (m *Metrics) natural(spans []Span, ty theme.Type) (width, longest float32) {
	f := m.wrap(spans, ty, 1e6)
	for _, l := range f.lines {
		width = max(width, l.width)
	}
	w := &wrapper{m: m, f: f, ty: ty}
	for pos := 0; pos < len(f.text); {
		end, _ := nextBreak(f.text, pos, w.atomic(pos))
		longest = max(longest, w.measure(pos, end))
		pos = end
	}
	return width, longest
}

func (t *tableLayout) size() (w, h float32) {
	last := t.rows[len(t.rows)-1]
	return t.width, last.y + last.h
}

func (t *tableLayout) overflow() float32 { return max(0, t.full-t.width) }

// cellX returns the left edge of the text of a column.
func (t *tableLayout) cellX(c int) float32 {
	x := cellPadX - t.st.dx
	for _, w := range t.columns[:c] {
		x += w
	}
	return x
}

// cellY returns the top of the text of a cell: single lines are centred vertically.
func (r *tableRow) cellY(l *textLayout) float32 {
	_, h := l.size()
	if len(l.f.lines) == 1 {
		return r.y + theme.Round((r.h-h)/2)
	}
	return r.y + cellPadY
}

func (t *tableLayout) rowAt(y float32) int {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].y > y })
	return max(i-1, 0)
}

func (t *tableLayout) rowOf(off int) int {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].start > off })
	return max(i-1, 0)
}

func (t *tableLayout) offsetAt(x, y float32) int {
	if y < 0 {
		return 0
	}
	if _, h := t.size(); y >= h {
		return t.text
	}
	r := &t.rows[t.rowAt(y)]
	for c, l := range r.cells {
		left := t.cellX(c)
		if x < left+l.width+cellPadX || c == len(r.cells)-1 {
			_, h := l.size()
			dy := min(max(y-r.cellY(l), 0), h-1)
			return r.at[c] + l.offsetAt(x-left, dy)
		}
	}
	return r.start
}

func (t *tableLayout) lineTop(off int) (top, height float32) {
	r := &t.rows[t.rowOf(off)]
	return r.y, r.h
}

func (t *tableLayout) areas(a, b int) []rect {
	var out []rect
	for i := t.rowOf(a); i < len(t.rows) && t.rows[i].start < b; i++ {
		r := &t.rows[i]
		for c, l := range r.cells {
			s, e := max(a-r.at[c], 0), min(b-r.at[c], len(l.f.text))
			if s >= e {
				continue
			}
			for _, q := range l.areas(s, e) {
				q.x += t.cellX(c)
				q.y += r.cellY(l)
				if x1 := min(q.x+q.w, t.width); x1 > max(q.x, 0) {
					q.w, q.x = x1-max(q.x, 0), max(q.x, 0)
					out = append(out, q)
				}
			}
		}
	}
	return out
}
