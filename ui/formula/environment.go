package formula

import (
	"fmt"
	"strings"
)

// Column gaps of LaTeX: twice \arraycolsep, and between the pairs of aligned equations.
const (
	arrayGap   = 1.0
	alignedGap = 1.0
	jot        = 0.3 // extra space between rows of equations
)

// gridFormOfEnvironment returns how the grid of an environment is set; ok is false for those that
// are unknown.
func gridFormOfEnvironment(name string) (f gridForm, ok bool) {
	cells := gridForm{style: 1, columnGap: arrayGap, stretch: 1, align: 'c'}
	lines := gridForm{style: 0, columnGap: alignedGap, stretch: 1, rowGap: jot, align: 'c'}
	switch strings.TrimSuffix(name, "*") {
	case "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "array", "tabular", "darray":
		if name == "darray" {
			cells.style = 0
		}
		return cells, true
	case "smallmatrix":
		cells.style, cells.columnGap, cells.stretch = 2, 0.5, 0.9
		return cells, true
	case "cases", "rcases", "dcases":
		cells.align, cells.stretch = 'l', 1.1
		if name[0] == 'd' {
			cells.style = 0
		}
		return cells, true
	case "aligned", "align", "split", "alignat", "alignedat", "flalign", "eqnarray":
		lines.isAligned = !strings.HasPrefix(name, "eqn")
		if !lines.isAligned {
			lines.columnGap = 0.3
		}
		return lines, true
	case "gather", "gathered", "multline", "equation", "displaymath", "math":
		return lines, true
	case "subarray":
		return gridForm{style: -1, stretch: 1, isRowTight: true, align: 'c'}, true
	}
	return gridForm{}, false
}

// delimitersOfEnvironment returns the delimiters of an environment.
func delimitersOfEnvironment(name string) (left, right rune) {
	switch strings.TrimSuffix(name, "*") {
	case "pmatrix":
		return '(', ')'
	case "bmatrix":
		return '[', ']'
	case "Bmatrix":
		return '{', '}'
	case "vmatrix":
		return '|', '|'
	case "Vmatrix":
		return '‖', '‖'
	case "cases", "dcases":
		return '{', '.'
	case "rcases":
		return '.', '}'
	}
	return 0, 0
}

// parseEnvironment parses \begin{…} … \end{…}.
func (p *parser) parseEnvironment() (node, error) {
	name, ok := p.readRawGroupOrCharacter()
	if !ok {
		return nil, errUnbalanced
	}
	name = strings.TrimSpace(name)
	form, ok := gridFormOfEnvironment(name)
	if !ok {
		return nil, fmt.Errorf("%w environment %s", errUnknownCommand, name)
	}
	g := &grid{gridForm: form}
	g.left, g.right = delimitersOfEnvironment(name)
	if err := p.parseEnvironmentOptions(g, name); err != nil {
		return nil, err
	}
	if err := p.parseGridRows(g); err != nil {
		return nil, err
	}
	if t := p.nextToken(); !t.isCommand("end") {
		return nil, fmt.Errorf(`%w: \end{%s} is missing`, errUnbalanced, name)
	}
	if end, ok := p.readRawGroupOrCharacter(); !ok || strings.TrimSpace(end) != name {
		return nil, fmt.Errorf(`%w: \end{%s} is missing`, errUnbalanced, name)
	}
	return g, nil
}

// parseEnvironmentOptions parses what follows the name of an environment.
func (s *scanner) parseEnvironmentOptions(g *grid, name string) error {
	switch strings.TrimSuffix(name, "*") {
	case "array", "tabular", "darray", "subarray":
		s.readRawOption()
		spec, ok := s.readRawGroupOrCharacter()
		if !ok {
			return fmt.Errorf("%w: the columns of %s", errUnbalanced, name)
		}
		columns, err := parseColumnSpec(spec)
		if err != nil {
			return err
		}
		g.columns = columns
	case "alignat", "alignedat":
		s.readRawOption()
		if _, ok := s.readRawGroupOrCharacter(); !ok {
			return errUnbalanced
		}
	case "aligned", "gathered", "split":
		if option, ok := s.readRawOption(); ok && strings.Trim(option, "tbc ") != "" {
			s.pos -= len(option) + 2
		}
	case "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix":
		if strings.HasSuffix(name, "*") {
			if option, ok := s.readRawOption(); ok && len(option) == 1 && strings.Contains("lcr", option) {
				g.align = option[0]
			}
		}
	}
	return nil
}

// parseColumnSpec parses a specification such as "l|cc".
func parseColumnSpec(spec string) ([]gridColumn, error) {
	var out []gridColumn
	lines := 0
	for i := 0; i < len(spec); i++ {
		switch c := spec[i]; c {
		case 'l', 'c', 'r':
			out = append(out, gridColumn{c, lines})
			lines = 0
		case '|':
			lines++
		case ' ', '\n', '\t':
		case '@', '!', '>', '<':
			end := strings.IndexByte(spec[i:], '}')
			if end < 0 {
				return nil, errUnbalanced
			}
			i += end
		default:
			return nil, fmt.Errorf("%w: the column %q", errMisplaced, c)
		}
	}
	if lines > 0 {
		out = append(out, gridColumn{0, lines})
	}
	return out, nil
}

// parseGridRows parses the rows of a grid up to what ends them, which stays.
func (p *parser) parseGridRows(g *grid) error {
	for {
		g.lines = append(g.lines, p.skipAndCountHorizontalLines())
		row, err := p.parseGridRow(g)
		if err != nil {
			return err
		}
		t := p.peekToken()
		isEnd := !t.isCommand(`\`) && !t.isCommand("cr") && !t.isCommand("tabularnewline")
		if isEnd && len(row) == 1 && len(row[0]) == 0 && len(g.rows) > 0 {
			return nil // nothing follows the last \\
		}
		g.rows, g.gaps = append(g.rows, row), append(g.gaps, 0)
		if isEnd {
			g.lines = append(g.lines, 0)
			return nil
		}
		p.nextToken()
		p.acceptRune('*')
		if gap, ok := p.parseRowGap(); ok {
			g.gaps[len(g.gaps)-1] = max(gap, -0.5)
		}
	}
}

// parseRowGap parses the option of \\, a length in brackets. Brackets with anything else begin the
// next row.
func (s *scanner) parseRowGap() (float64, bool) {
	save := s.pos
	text, ok := s.readRawOption()
	if !ok {
		return 0, false
	}
	em, ok := parseLengthInEm(text)
	if !ok {
		s.pos = save
	}
	return em, ok
}

func (p *parser) parseGridRow(g *grid) ([]list, error) {
	var row []list
	for {
		if p.nodes++; p.nodes > maxNodes {
			return nil, errTooLarge
		}
		cell, err := p.parseListToEnd()
		if err != nil {
			return nil, err
		}
		if g.isAligned && len(row)%2 == 1 && len(cell) > 0 {
			cell = append(list{list{}}, cell...) // so that a relation there has its spaces
		}
		row = append(row, cell)
		if p.peekToken().kind != cellToken {
			return row, nil
		}
		p.nextToken()
	}
}

// skipAndCountHorizontalLines skips \hline and its like and returns their number.
func (s *scanner) skipAndCountHorizontalLines() int {
	n := 0
	for {
		t := s.peekToken()
		switch {
		case t.isCommand("hline"), t.isCommand("toprule"), t.isCommand("midrule"), t.isCommand("bottomrule"):
			s.nextToken()
			n++
		case t.isCommand("cline"):
			s.nextToken()
			if _, ok := s.readRawGroupOrCharacter(); !ok {
				return n
			}
		default:
			return n
		}
	}
}
