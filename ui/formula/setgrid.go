package formula

// Struts of a row of a grid: the share of the distance between lines that is above and below the
// baseline, and that distance, as in LaTeX.
const (
	lineDistance  = 1.2
	strutAbove    = 0.7 * lineDistance
	strutBelow    = 0.3 * lineDistance
	tightRowGap   = 0.25 // between rows of \substack
	gridRule      = 0.04
	doubleRuleGap = 0.2
)

// gridRows are the cells of a grid, set, and the places of its rows.
type gridRows struct {
	cells     [][]box
	widths    []float64
	baselines []float64 // of each row, below the top
	bounds    []float64 // above each row and below the last
	height    float64
}

// layoutBox lays out a grid centered on the axis.
func (n *grid) layoutBox(t *setter, s style) box {
	g := n.layoutRows(t, s)
	axis := t.scaledConstant(axisHeight, s)
	body := box{height: g.height/2 + axis, depth: g.height/2 - axis}
	x := 0.0
	for c, width := range g.widths {
		x = n.drawRulesBeforeColumnAndAdvance(&body, c, x, g.height, body.height)
		if c > 0 {
			x += n.gapBeforeColumn(c)
		}
		for r := range g.cells {
			if c >= len(g.cells[r]) {
				continue
			}
			cell := g.cells[r][c]
			at := x
			switch n.columnAlignment(c) {
			case 'c':
				at += (width - cell.width) / 2
			case 'r':
				at += width - cell.width
			}
			body.drawBoxAtKeepingSize(cell, at, body.height-g.baselines[r])
		}
		x += width
	}
	x = n.drawRulesBeforeColumnAndAdvance(&body, len(g.widths), x, g.height, body.height)
	body.width = x
	for r, lines := range n.lines {
		for i := range lines {
			body.drawRuleAt(0, body.height-g.bounds[r]-float64(i)*doubleRuleGap-gridRule/2, x, gridRule)
		}
	}
	return n.surroundWithDelimiters(t, body, s)
}

func (n *grid) surroundWithDelimiters(t *setter, body box, s style) box {
	if n.left == 0 && n.right == 0 {
		body.accentX = body.width / 2
		return body
	}
	size := t.delimiterSizeAround(body, s)
	var out box
	if n.left != 0 {
		out.appendAtRight(t.delimiterBox(n.left, size, s))
	}
	out.appendAtRight(body)
	if n.right != 0 {
		out.appendAtRight(t.delimiterBox(n.right, size, s))
	}
	out.accentX = out.width / 2
	return out
}

// layoutRows sets the cells and places the rows.
func (n *grid) layoutRows(t *setter, s style) gridRows {
	cellStyle := style{max(n.style, 0), false}
	if n.style < 0 {
		cellStyle = style{max(s.level, 1), s.isCramped}
	}
	scale := t.glyphScaleOfStyle(cellStyle)
	var g gridRows
	y := 0.0
	for r, row := range n.rows {
		var line box
		if !n.isRowTight {
			line.height, line.depth = strutAbove*n.stretch*scale, strutBelow*n.stretch*scale
		}
		var cells []box
		for c, cell := range row {
			b := cell.layoutBox(t, cellStyle)
			b.width += b.italic
			line.growVerticallyToInclude(b, 0)
			cells = append(cells, b)
			if c == len(g.widths) {
				g.widths = append(g.widths, 0)
			}
			g.widths[c] = max(g.widths[c], b.width)
		}
		if r > 0 {
			y += n.rowGap
			if n.isRowTight {
				y += tightRowGap * scale
			}
		}
		g.bounds = append(g.bounds, y-n.rowGap/2)
		g.cells = append(g.cells, cells)
		g.baselines = append(g.baselines, y+line.height)
		y += line.height + line.depth + n.gaps[r]
	}
	g.bounds = append(g.bounds, y)
	g.height = y
	return g
}

// gapBeforeColumn returns the space before a column that is not the first.
func (n *grid) gapBeforeColumn(c int) float64 {
	if n.isAligned {
		if c%2 == 1 {
			return 0
		}
		return 2 * n.columnGap
	}
	return n.columnGap
}

func (n *grid) columnAlignment(c int) byte {
	if n.isAligned {
		return "rl"[c%2]
	}
	if c < len(n.columns) && n.columns[c].align != 0 {
		return n.columns[c].align
	}
	return n.align
}

// drawRulesBeforeColumnAndAdvance draws the vertical lines before a column and returns where it
// continues.
func (n *grid) drawRulesBeforeColumnAndAdvance(body *box, c int, x, height, top float64) float64 {
	if c >= len(n.columns) {
		return x
	}
	half := n.columnGap / 2
	for i := range n.columns[c].lines {
		at := x + float64(i)*doubleRuleGap
		if c > 0 && c < len(n.columns) {
			at += half
		}
		body.drawRuleAt(at-gridRule/2, top-height, gridRule, height)
	}
	if n.columns[c].lines > 0 && c == 0 {
		return x + half
	}
	if c == len(n.columns)-1 && n.columns[c].align == 0 {
		return x + half
	}
	return x
}
