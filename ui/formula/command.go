package formula

import (
	"fmt"
	"strings"
)

// parseCommand parses a command whose name has been read, with its arguments. Commands that draw
// nothing give nil.
func (p *parser) parseCommand(name string) (node, error) {
	for _, parse := range []func(string) (node, bool, error){
		p.parseSymbolOrFunctionNameCommand, p.parseSpaceOrStyleCommand, p.parseFractionOrRootCommand, p.parseFontCommand,
		p.parseTextOrOperatorNameCommand,
		p.parseDelimiterCommand, p.parseAccentBraceOrBarCommand, p.parseStackOrLongArrowCommand,
		p.parseClassOrPhantomCommand, p.parseEnvironmentOrRareCommand,
	} {
		if n, ok, err := parse(name); ok {
			return n, err
		}
	}
	return nil, fmt.Errorf(`%w \%s`, errUnknownCommand, name)
}

// parseSymbolOrFunctionNameCommand parses commands that stand for a character or the name of a
// function.
func (p *parser) parseSymbolOrFunctionNameCommand(name string) (node, bool, error) {
	if s, ok := p.symbols.byName[name]; ok {
		return p.newSymbolNode(s), true, nil
	}
	below, ok := p.symbols.functions[name]
	if !ok {
		return nil, false, nil
	}
	text := name
	switch name {
	case "liminf", "limsup", "injlim", "projlim":
		text = strings.TrimSpace(strings.Replace(name, "lim", " lim ", 1))
	case "argmax", "argmin":
		text = "arg " + name[3:]
	}
	o := &bigOperator{name: &textNode{text: text, alphabet: upright}, limits: limitsNever}
	if below {
		o.limits = limitsInDisplay
	}
	return o, true, nil
}

// parseSpaceOrStyleCommand parses commands that make space, or change the style.
func (p *parser) parseSpaceOrStyleCommand(name string) (node, bool, error) {
	if width, ok := spaceWidthOfCommand(name); ok {
		return &space{width: width, isMu: name != "quad" && name != "qquad" && name != " "}, true, nil
	}
	switch name {
	case "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle":
		level := strings.Index("dts", name[:1])
		if name == "scriptscriptstyle" {
			level = 3
		}
		return &styleChange{level}, true, nil
	case "hspace", "hskip", "kern", "mkern", "mskip", "mspace", "vspace":
		p.acceptRune('*')
		text, ok := p.readRawLengthArgument(name)
		em, isLength := parseLengthInEm(text)
		if !ok || !isLength {
			return nil, true, fmt.Errorf(`%w: the length of \%s`, errMisplaced, name)
		}
		if name == "vspace" {
			return nil, true, nil
		}
		return &space{width: em, isMu: strings.HasPrefix(name, "m")}, true, nil
	}
	return nil, false, nil
}

// readRawLengthArgument returns the length of a command: in braces, or as it stands after those of
// TeX.
func (s *scanner) readRawLengthArgument(name string) (string, bool) {
	if s.peekToken().kind == openToken {
		return s.readRawGroupOrCharacter()
	}
	if strings.HasSuffix(name, "space") {
		return "", false
	}
	s.pos = s.peekToken().end - 1
	rest := s.src[s.pos:]
	n := 0
	for n < len(rest) && strings.IndexByte("+-.0123456789 ", rest[n]) >= 0 {
		n++
	}
	if n+2 > len(rest) {
		return "", false
	}
	s.pos += n + 2
	return rest[:n+2], true
}

func spaceWidthOfCommand(name string) (float64, bool) {
	switch name {
	case ",", "thinspace":
		return 3 * mu, true
	case ":", ">", "medspace":
		return 4 * mu, true
	case ";", "thickspace":
		return 5 * mu, true
	case "!", "negthinspace":
		return -3 * mu, true
	case "negmedspace":
		return -4 * mu, true
	case "negthickspace":
		return -5 * mu, true
	case " ", "nobreakspace", "space", "\n", "\t":
		return wordSpace, true
	case "enspace", "enskip":
		return 0.5, true
	case "quad":
		return 1, true
	case "qquad":
		return 2, true
	}
	return 0, false
}

// parseFractionOrRootCommand parses fractions and roots.
func (p *parser) parseFractionOrRootCommand(name string) (node, bool, error) {
	f := &fraction{hasRule: true, forced: -1}
	switch name {
	case "frac":
	case "dfrac":
		f.forced = 0
	case "tfrac":
		f.forced = 1
	case "cfrac":
		f.forced, f.isContinued = 0, true
		p.readRawOption()
	case "binom", "dbinom", "tbinom":
		f.hasRule, f.left, f.right = false, '(', ')'
		f.forced = strings.Index("dt", name[:1])
	case "sqrt":
		n, err := p.parseRoot()
		return n, true, err
	default:
		return nil, false, nil
	}
	var err error
	if f.numerator, err = p.parseArgument(); err != nil {
		return nil, true, err
	}
	if f.denominator, err = p.parseArgument(); err != nil {
		return nil, true, err
	}
	return f, true, nil
}

func (p *parser) parseRoot() (node, error) {
	r := &radical{}
	if degree, ok := p.readRawOption(); ok && strings.TrimSpace(degree) != "" {
		l, err := p.parseExtractedSource(degree)
		if err != nil {
			return nil, err
		}
		r.degree = l
	}
	var err error
	r.radicand, err = p.parseArgument()
	return r, err
}

// parseExtractedSource parses a part of the source that was cut out.
func (p *parser) parseExtractedSource(src string) (list, error) {
	in := *p
	in.scanner = scanner{src: src}
	l, err := in.parseListToEnd()
	p.nodes = in.nodes
	if err != nil {
		return nil, err
	}
	if t := in.peekToken(); t.kind != endToken {
		return nil, fmt.Errorf("%w: %s", errUnbalanced, t.sourceText())
	}
	return l, nil
}

// alphabetOfCommand returns the alphabet of a command with an argument.
func alphabetOfCommand(name string) (alphabet, bool) {
	switch name {
	case "mathrm", "mathup", "symup", "mathnormal":
		if name == "mathnormal" {
			return italics, true
		}
		return upright, true
	case "mathbf", "symbf":
		return bold, true
	case "boldsymbol", "bm", "pmb", "mathbfit", "bold":
		return boldItalic, true
	case "mathit":
		return slanted, true
	case "mathbb", "Bbb":
		return doubleStruck, true
	case "mathcal", "mathscr":
		return script, true
	case "mathfrak", "frak":
		return fraktur, true
	case "mathsf":
		return sansSerif, true
	case "mathtt":
		return typewriter, true
	}
	return 0, false
}

// alphabetOfSwitchCommand returns the alphabet of a command that holds to the end of its group.
func alphabetOfSwitchCommand(name string) (alphabet, bool) {
	switch name {
	case "rm":
		return upright, true
	case "bf", "boldmath":
		return bold, true
	case "it", "mit":
		return slanted, true
	case "cal":
		return script, true
	case "sf":
		return sansSerif, true
	case "tt":
		return typewriter, true
	}
	return 0, false
}

// parseFontCommand parses commands that choose an alphabet.
func (p *parser) parseFontCommand(name string) (node, bool, error) {
	if a, ok := alphabetOfSwitchCommand(name); ok {
		p.alphabet = a
		return nil, true, nil
	}
	a, ok := alphabetOfCommand(name)
	if !ok {
		return nil, false, nil
	}
	saved := p.alphabet
	p.alphabet = a
	n, err := p.parseArgument()
	p.alphabet = saved
	return n, true, err
}
