package formula

import (
	"fmt"
	"strings"
)

// alphabetOfTextCommand returns the alphabet of a command for words.
func alphabetOfTextCommand(name string) (alphabet, bool) {
	switch name {
	case "text", "textrm", "mbox", "hbox", "textnormal", "textup", "textsc", "emph", "textmd":
		return upright, true
	case "textbf":
		return bold, true
	case "textit", "textsl":
		return slanted, true
	case "textsf":
		return sansSerif, true
	case "texttt":
		return typewriter, true
	}
	return 0, false
}

// parseTextOrOperatorNameCommand parses words, in which $…$ is mathematics again.
func (p *parser) parseTextOrOperatorNameCommand(name string) (node, bool, error) {
	if name == "operatorname" || name == "operatornamewithlimits" {
		n, err := p.parseOperatorName()
		return n, true, err
	}
	a, ok := alphabetOfTextCommand(name)
	if !ok {
		return nil, false, nil
	}
	text, ok := p.readRawGroupOrCharacter()
	if !ok {
		return nil, true, fmt.Errorf("%w: a brace is missing", errUnbalanced)
	}
	l, err := p.parseWordsWithFormulas(text, a)
	return l, true, err
}

// parseWordsWithFormulas parses the source of words.
func (p *parser) parseWordsWithFormulas(text string, a alphabet) (list, error) {
	out := list{}
	for i, part := range splitAtUnescapedDollars(text) {
		if part == "" {
			continue
		}
		if i%2 == 1 {
			l, err := p.parseExtractedSource(part)
			if err != nil {
				return nil, err
			}
			out = append(out, l)
			continue
		}
		words, err := p.parseWordsWithCommands(part, a)
		if err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

// splitAtUnescapedDollars splits at dollar signs that no backslash precedes.
func splitAtUnescapedDollars(text string) []string {
	var out []string
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '$':
			out = append(out, text[start:i])
			start = i + 1
		}
	}
	return append(out, text[start:])
}

// parseWordsWithCommands parses words without formulas; the commands among them are parsed as in a
// formula.
func (p *parser) parseWordsWithCommands(text string, a alphabet) (list, error) {
	out := list{}
	in := *p
	in.scanner = scanner{src: text}
	in.alphabet = upright
	if in.depth++; in.depth > maxDepth {
		return nil, errTooLarge
	}
	for in.pos < len(text) {
		n := strings.IndexAny(text[in.pos:], `\{}`)
		if n < 0 {
			n = len(text) - in.pos
		}
		if n > 0 {
			words := collapseSpacesAndCurlQuotes(text[in.pos : in.pos+n])
			out = append(out, &textNode{text: words, alphabet: a})
			in.pos += n
			continue
		}
		if text[in.pos] != '\\' {
			in.pos++
			continue
		}
		t := in.nextToken()
		c, err := in.parseCommand(t.text)
		if err != nil {
			return nil, err
		}
		if c != nil {
			out = append(out, &classed{list{c}, ord})
		}
	}
	p.nodes = in.nodes
	return out, nil
}

// collapseSpacesAndCurlQuotes replaces runs of white space by one space; quotes are those of print.
func collapseSpacesAndCurlQuotes(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		}
		space = false
		switch r {
		case '\'':
			r = '’'
		case '`':
			r = '‘'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (p *parser) parseOperatorName() (node, error) {
	o := &bigOperator{limits: limitsNever}
	if p.acceptRune('*') {
		o.limits = limitsInDisplay
	}
	saved := p.alphabet
	p.alphabet = upright
	n, err := p.parseArgument()
	p.alphabet = saved
	if l, ok := n.(list); ok {
		for _, c := range l {
			if ch, ok := c.(*charNode); ok {
				if ch.kind = ord; ch.char == '−' {
					ch.char = '-'
				}
			}
		}
	}
	o.name = n
	return o, err
}

// delimiterOfToken returns the delimiter at a token; 0 when it is none.
func (p *parser) delimiterOfToken(t token) rune {
	if t.kind == charToken {
		switch t.char {
		case '<':
			return '⟨'
		case '>':
			return '⟩'
		case '(', ')', '[', ']', '|', '/', '.', '⟨', '⟩', '⌊', '⌋', '⌈', '⌉', '‖', '⟦', '⟧':
			return t.char
		}
		return 0
	}
	if t.kind != commandToken {
		return 0
	}
	switch t.text {
	case "lt":
		return '⟨'
	case "gt":
		return '⟩'
	}
	s, ok := p.symbols.byName[t.text]
	switch {
	case !ok:
		return 0
	case s.class == opening, s.class == closing,
		strings.HasSuffix(t.text, "parrow"), strings.HasSuffix(t.text, "downarrow"):
		return s.char
	}
	switch t.text {
	case "vert", "Vert", "|", "backslash":
		return s.char
	case "mid":
		return '|'
	case "parallel":
		return '‖'
	}
	return 0
}

// parseDelimiterCommand parses \left … \right, \big and its like.
func (p *parser) parseDelimiterCommand(name string) (node, bool, error) {
	if name == "left" {
		n, err := p.parseLeftRight()
		return n, true, err
	}
	kind, size := ord, bigDelimiterSize(strings.TrimRight(name, "lrm"))
	switch {
	case size == 0:
		return nil, false, nil
	case strings.HasSuffix(name, "l"):
		kind = opening
	case strings.HasSuffix(name, "r"):
		kind = closing
	case strings.HasSuffix(name, "m"):
		kind = rel
	}
	t := p.nextToken()
	d := p.delimiterOfToken(t)
	if d == 0 {
		return nil, true, fmt.Errorf(`%w: the delimiter of \%s`, errMisplaced, name)
	}
	return &bigDelimiter{d, size, kind}, true, nil
}

// bigDelimiterSize returns the size of the delimiters of \big and its like, as plain TeX has them;
// 0 for others.
func bigDelimiterSize(name string) float64 {
	switch name {
	case "big":
		return 1.2
	case "Big":
		return 1.8
	case "bigg":
		return 2.4
	case "Bigg":
		return 3
	}
	return 0
}

func (p *parser) parseLeftRight() (node, error) {
	f := &fenced{}
	for {
		t := p.nextToken()
		d := p.delimiterOfToken(t)
		if d == 0 {
			return nil, fmt.Errorf(`%w: the delimiter %s`, errMisplaced, t.sourceText())
		}
		f.delimiters = append(f.delimiters, d)
		l, err := p.parseListToEnd()
		if err != nil {
			return nil, err
		}
		f.parts = append(f.parts, l)
		switch t := p.nextToken(); {
		case t.isCommand("middle"):
		case t.isCommand("right"):
			d := p.delimiterOfToken(p.nextToken())
			if d == 0 {
				return nil, fmt.Errorf(`%w: the delimiter of \right`, errMisplaced)
			}
			f.delimiters = append(f.delimiters, d)
			return f, nil
		default:
			return nil, fmt.Errorf(`%w: \right is missing`, errUnbalanced)
		}
	}
}
