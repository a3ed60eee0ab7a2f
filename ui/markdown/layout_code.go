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
	codeHead  = 34
	codePadX  = 14
	codePadY  = 10
	codeLines = 400 // lines shown before "Show all"
	tabStop   = 4
)

// codeRow is a displayed row of code: a source line, or a part of a wrapped one.
type codeRow struct {
	start, end int // byte offsets in the block's text
	line       int // source line, from 0
}

// codeLayout is a block of code, or a formula, in a monospaced face.
type codeLayout struct {
	m      *Metrics
	text   string
	ty     theme.Type
	face   face
	width  float32
	head   float32
	rows   []codeRow
	hidden int // number of source lines not shown
	foot   float32
	widest float32 // width of the widest row
	st     *state
}

// newCodeLayout splits code into rows. If the text continues that of old, only the last row of old
// is split again.
func newCode(m *Metrics, look *theme.Theme, b *Block, width float32, st *state, old layout) *codeLayout {
	ty := look.Type(theme.RoleCode)
	c := &codeLayout{
		m: m, text: b.Text, ty: ty, face: face{ty.Size, ty.Style}, width: width, st: st,
		head: look.Scaled(codeHead),
	}
	pos, number := 0, 0
	if o, ok := old.(*codeLayout); ok && c.continues(o) && len(o.rows) > 1 && !o.st.wrap && !st.wrap && o.hidden == 0 {
		keep := len(o.rows) - 1
		c.rows = o.rows[:keep:keep]
		c.widest = o.widest
		pos, number = o.rows[keep].start, o.rows[keep].line
	}
	for {
		nl := strings.IndexByte(c.text[pos:], '\n')
		end := len(c.text)
		if nl >= 0 {
			end = pos + nl
		}
		if number >= codeLines && !st.all {
			c.hidden = strings.Count(c.text[pos:], "\n") + 1
			c.foot = look.Scaled(codeHead)
			break
		}
		c.addLine(pos, end, number)
		number++
		if nl < 0 {
			break
		}
		pos = end + 1
	}
	return c
}

func (c *codeLayout) continues(o *codeLayout) bool {
	return o.width == c.width && o.ty == c.ty && strings.HasPrefix(c.text, o.text)
}

// addLine adds a source line as one row or, when wrapping, as several.
func (c *codeLayout) addLine(start, end, number int) {
	if !c.st.wrap {
		c.rows = append(c.rows, codeRow{start, end, number})
		c.widest = max(c.widest, c.rowWidth(c.text[start:end]))
		return
	}
	room := c.inner()
	for {
		n := wordEnd(c.text[start:end], c.fit(c.text[start:end], room))
		c.rows = append(c.rows, codeRow{start, start + n, number})
		start += n
		if start >= end {
			return
		}
	}
}

// rowBreakAfterWord returns where to end a row of s in which n bytes fit: after a space, unless
// half of the row would stay empty.
func wordEnd(s string, n int) int {
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
func (c *codeLayout) fit(s string, room float32) int {
	var x float32
	n, state := 0, -1
	for rest := s; rest != ""; {
		var g string
		g, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		w := c.clusterWidth(g, x)
		if n > 0 && x+w > room {
			return n
		}
		x += w
		n += len(g)
	}
	return n
}

func (c *codeLayout) clusterWidth(g string, x float32) float32 {
	if g == "\t" {
		stop := tabStop * c.m.advance(c.face)
		return float32(int(x/stop)+1)*stop - x
	}
	return c.m.width(g, c.face)
}

// rowWidth measures a row; tabs advance to the next tab stop.
func (c *codeLayout) rowWidth(s string) float32 {
	if ascii(s) {
		return float32(len(s)) * c.m.advance(c.face)
	}
	var x float32
	for s != "" {
		i := strings.IndexByte(s, '\t')
		if i < 0 {
			return x + c.m.width(s, c.face)
		}
		x += c.m.width(s[:i], c.face)
		x += c.clusterWidth("\t", x)
		s = s[i+1:]
	}
	return x
}

// innerWidth is the width of the text area.
func (c *codeLayout) inner() float32 { return c.width - 2*codePadX }

// overflowWidth is how far the text can be scrolled sideways.
func (c *codeLayout) overflow() float32 { return max(0, c.widest-c.inner()) }

func (c *codeLayout) size() (w, h float32) {
	return c.width, c.head + theme.Hairline + 2*codePadY + float32(len(c.rows))*c.ty.Line + c.foot
}

// bodyTop returns the top of the first row.
func (c *codeLayout) body() float32 { return c.head + theme.Hairline + codePadY }

func (c *codeLayout) offsetAt(x, y float32) int {
	if y < c.head {
		return 0
	}
	i := int((y - c.body()) / c.ty.Line)
	if i >= len(c.rows) {
		return len(c.text)
	}
	r := c.rows[max(i, 0)]
	x -= codePadX - c.st.dx
	best, gap := r.start, float32(1e9)
	s := c.text[r.start:r.end]
	if ascii(s) {
		n := int(theme.Round(x / c.m.advance(c.face)))
		return r.start + min(max(n, 0), len(s))
	}
	var at float32
	last := 0
	for n := range clusters(s) {
		at += c.rowWidth(s[last:n])
		last = n
		d := max(at-x, x-at)
		if d <= gap {
			best, gap = r.start+n, d
		}
	}
	return best
}

// rowIndexOf returns the index of the row that contains off.
func (c *codeLayout) rowOf(off int) int {
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

func (c *codeLayout) lineTop(off int) (top, height float32) {
	return c.body() + float32(c.rowOf(off))*c.ty.Line, c.ty.Line
}

func (c *codeLayout) areas(a, b int) []rect {
	var out []rect
	for i := c.rowOf(a); i < len(c.rows) && c.rows[i].start < b; i++ {
		r := c.rows[i]
		s, e := max(a, r.start), min(b, r.end)
		x0 := c.rowWidth(c.text[r.start:max(s, r.start)])
		w := c.rowWidth(c.text[r.start:max(e, s)]) - x0
		if b > r.end {
			w += theme.Space4
		}
		x0 += codePadX - c.st.dx
		x1 := min(x0+w, c.width-theme.Space4)
		x0 = max(x0, theme.Space4)
		if x1 > x0 {
			out = append(out, rect{x0, c.body() + float32(i)*c.ty.Line, x1 - x0, c.ty.Line})
		}
	}
	return out
}

// clusterEnds yields 0 and then the end of each grapheme cluster of s.
func clusters(s string) iter.Seq[int] {
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
