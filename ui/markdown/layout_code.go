package markdown

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"memoir/ui/theme"
)

// Dimensions of code blocks in pixels.
const (
	codeHeaderHeight = 34
	codePadX         = 14
	codePadY         = 10
	maxCodeLines     = 400 // lines shown before "Show all"
	tabStop          = 4
)

// codeRow is a displayed row of code: a source line, or a part of a wrapped one.
type codeRow struct {
	start, end int // byte offsets in the block's text
	sourceLine int // source line, from 0
}

// codeLayout is a block of code, or a formula, in a monospaced face.
type codeLayout struct {
	metrics      *Metrics
	text         string
	textType     theme.TypeStyle
	face         face
	width        float32
	headerHeight float32
	rows         []codeRow
	hiddenLines  int // number of source lines not shown
	footerHeight float32
	widestRow    float32 // width of the widest row
	state        *blockState
}

// newCodeLayout splits code into rows. If the text continues that of old, only the last row of old
// is split again.
func newCodeLayout(m *Metrics, th *theme.Theme, b *Block, width float32, st *blockState, old layout) *codeLayout {
	ty := th.TypeStyle(theme.RoleCode)
	c := &codeLayout{
		metrics: m, text: b.Text, textType: ty, face: face{ty.Size, ty.Style}, width: width, state: st,
		headerHeight: th.ScaleUpWithTextZoom(codeHeaderHeight),
	}
	pos, number := 0, 0
	if o, ok := old.(*codeLayout); ok && c.continuesLayout(o) && len(o.rows) > 1 && !o.state.wrapLines && !st.wrapLines &&
		o.hiddenLines == 0 {
		keep := len(o.rows) - 1
		c.rows = o.rows[:keep:keep]
		c.widestRow = o.widestRow
		pos, number = o.rows[keep].start, o.rows[keep].sourceLine
	}
	for {
		nl := strings.IndexByte(c.text[pos:], '\n')
		end := len(c.text)
		if nl >= 0 {
			end = pos + nl
		}
		if number >= maxCodeLines && !st.showAllLines {
			c.hiddenLines = strings.Count(c.text[pos:], "\n") + 1
			c.footerHeight = th.ScaleUpWithTextZoom(codeHeaderHeight)
			break
		}
		c.addSourceLineRows(pos, end, number)
		number++
		if nl < 0 {
			break
		}
		pos = end + 1
	}
	return c
}

func (c *codeLayout) continuesLayout(o *codeLayout) bool {
	return o.width == c.width && o.textType == c.textType && strings.HasPrefix(c.text, o.text)
}

// addSourceLineRows adds a source line as one row or, when wrapping, as several.
func (c *codeLayout) addSourceLineRows(start, end, number int) {
	if !c.state.wrapLines {
		c.rows = append(c.rows, codeRow{start, end, number})
		c.widestRow = max(c.widestRow, c.rowWidth(c.text[start:end]))
		return
	}
	availableWidth := c.textAreaWidth()
	for {
		n := rowBreakAfterWord(c.text[start:end], c.bytesThatFit(c.text[start:end], availableWidth))
		c.rows = append(c.rows, codeRow{start, start + n, number})
		start += n
		if start >= end {
			return
		}
	}
}

// rowBreakAfterWord returns where to end a row of s in which n bytes fit: after a space, unless
// half of the row would stay empty.
func rowBreakAfterWord(s string, n int) int {
	if n >= len(s) {
		return n
	}
	if s[n] == ' ' {
		return n + 1
	}
	if i := strings.LastIndexByte(s[:n], ' '); i >= n/2 {
		return i + 1
	}
	return n
}

// bytesThatFit returns how many bytes of s fit into availableWidth pixels, at least one grapheme
// cluster.
func (c *codeLayout) bytesThatFit(s string, availableWidth float32) int {
	var x float32
	n, state := 0, -1
	for rest := s; rest != ""; {
		var g string
		g, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		w := c.clusterWidth(g, x)
		if n > 0 && x+w > availableWidth {
			return n
		}
		x += w
		n += len(g)
	}
	return n
}

func (c *codeLayout) clusterWidth(g string, x float32) float32 {
	if g == "\t" {
		stop := tabStop * c.metrics.monospacedCharWidth(c.face)
		return float32(int(x/stop)+1)*stop - x
	}
	return c.metrics.textWidth(g, c.face)
}

// rowWidth measures a row; tabs advance to the next tab stop.
func (c *codeLayout) rowWidth(s string) float32 {
	if isPrintableASCII(s) {
		return float32(len(s)) * c.metrics.monospacedCharWidth(c.face)
	}
	var x float32
	for s != "" {
		i := strings.IndexByte(s, '\t')
		if i < 0 {
			return x + c.metrics.textWidth(s, c.face)
		}
		x += c.metrics.textWidth(s[:i], c.face)
		x += c.clusterWidth("\t", x)
		s = s[i+1:]
	}
	return x
}

// textAreaWidth is the width of the text area.
func (c *codeLayout) textAreaWidth() float32 { return c.width - 2*codePadX }

// overflowWidth is how far the text can be scrolled sideways.
func (c *codeLayout) overflowWidth() float32 { return max(0, c.widestRow-c.textAreaWidth()) }

func (c *codeLayout) givenWidthAndTotalHeight() (w, h float32) {
	return c.width, c.headerHeight + theme.Hairline + 2*codePadY + float32(len(c.rows))*c.textType.LineHeight +
		c.footerHeight
}

// firstRowTop returns the top of the first row.
func (c *codeLayout) firstRowTop() float32 { return c.headerHeight + theme.Hairline + codePadY }

func (c *codeLayout) textOffsetAtPoint(x, y float32) int {
	if y < c.headerHeight {
		return 0
	}
	i := int((y - c.firstRowTop()) / c.textType.LineHeight)
	if i >= len(c.rows) {
		return len(c.text)
	}
	r := c.rows[max(i, 0)]
	x -= codePadX - c.state.scrollX
	best, gap := r.start, float32(1e9)
	s := c.text[r.start:r.end]
	if isPrintableASCII(s) {
		n := int(theme.Round(x / c.metrics.monospacedCharWidth(c.face)))
		return r.start + min(max(n, 0), len(s))
	}
	var at float32
	last := 0
	for n := range graphemeClusterBoundaries(s) {
		at += c.rowWidth(s[last:n])
		last = n
		d := max(at-x, x-at)
		if d <= gap {
			best, gap = r.start+n, d
		}
	}
	return best
}

// rowIndexOfOffset returns the index of the row that contains off.
func (c *codeLayout) rowIndexOfOffset(off int) int {
	lo, hi := 0, len(c.rows)
	for lo < hi {
		if mid := (lo + hi) / 2; c.rows[mid].start > off {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return max(lo-1, 0)
}

func (c *codeLayout) lineTopAndHeight(off int) (top, height float32) {
	return c.firstRowTop() + float32(c.rowIndexOfOffset(off))*c.textType.LineHeight, c.textType.LineHeight
}

func (c *codeLayout) formulaRangeAround(off int) (start, end int) { return off, off }

func (c *codeLayout) rectsOfTextRange(a, b int) []rect {
	var out []rect
	for i := c.rowIndexOfOffset(a); i < len(c.rows) && c.rows[i].start < b; i++ {
		r := c.rows[i]
		s, e := max(a, r.start), min(b, r.end)
		x0 := c.rowWidth(c.text[r.start:max(s, r.start)])
		w := c.rowWidth(c.text[r.start:max(e, s)]) - x0
		if b > r.end {
			w += theme.Space4
		}
		x0 += codePadX - c.state.scrollX
		x1 := min(x0+w, c.width-theme.Space4)
		x0 = max(x0, theme.Space4)
		if x1 > x0 {
			out = append(out, rect{x0, c.firstRowTop() + float32(i)*c.textType.LineHeight, x1 - x0, c.textType.LineHeight})
		}
	}
	return out
}

// graphemeClusterBoundaries yields 0 and then the end of each grapheme cluster of s.
func graphemeClusterBoundaries(s string) iter.Seq[int] {
	return func(yield func(int) bool) {
		if !yield(0) {
			return
		}
		at, state := 0, -1
		for rest := s; rest != ""; {
			var g string
			if len(rest) > 1 && rest[0] < utf8.RuneSelf && rest[1] < utf8.RuneSelf && rest[0] != '\r' {
				g, rest, state = rest[:1], rest[1:], -1
			} else {
				g, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
			}
			at += len(g)
			if !yield(at) {
				return
			}
		}
	}
}
