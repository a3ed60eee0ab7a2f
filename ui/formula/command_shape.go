package formula

import (
	"fmt"
	"strings"
)

// parseAccentBraceOrBarCommand parses accents, braces, bars and frames.
func (p *parser) parseAccentBraceOrBarCommand(name string) (node, bool, error) {
	if a, ok := accentOfCommand(name); ok {
		base, err := p.parseArgument()
		return &accented{dotlessLetter(base), a}, true, err
	}
	if a, ok := braceOfCommand(name); ok {
		base, err := p.parseArgument()
		return &braced{base, a}, true, err
	}
	kind, ok := barKindOfCommand(name)
	if !ok {
		return nil, false, nil
	}
	base, err := p.parseArgument()
	return &barred{base, kind}, true, err
}

// dotlessLetter returns i and j without their dots, which an accent replaces.
func dotlessLetter(n node) node {
	l, ok := n.(list)
	if ok && len(l) == 1 {
		n = l[0]
	}
	c, ok := n.(*charNode)
	if !ok {
		return n
	}
	switch c.char {
	case letterInAlphabet('i', italics):
		return &charNode{letterInAlphabet('ı', italics), c.kind}
	case letterInAlphabet('j', italics):
		return &charNode{letterInAlphabet('ȷ', italics), c.kind}
	}
	return n
}

func barKindOfCommand(name string) (barKind, bool) {
	switch name {
	case "overline":
		return overline, true
	case "underline", "underbar":
		return underline, true
	case "boxed", "fbox":
		return frame, true
	case "cancel", "bcancel", "xcancel":
		return slash, true
	case "sout", "hcancel":
		return strike, true
	}
	return 0, false
}

// parseStackOrLongArrowCommand parses what stands above or below something else, and arrows with
// labels.
func (p *parser) parseStackOrLongArrowCommand(name string) (node, bool, error) {
	n := &stacked{}
	var order []*node
	switch name {
	case "overset":
		order = []*node{&n.over, &n.base}
	case "stackrel":
		n.kind = rel
		order = []*node{&n.over, &n.base}
	case "underset":
		order = []*node{&n.under, &n.base}
	case "overunderset":
		order = []*node{&n.over, &n.under, &n.base}
	default:
		return p.parseLongArrow(name)
	}
	for _, to := range order {
		arg, err := p.parseArgument()
		if err != nil {
			return nil, true, err
		}
		*to = arg
	}
	if n.kind == ord {
		n.kind = classOfSingleAtom(n.base)
	}
	if n.kind == operator {
		return &bigOperator{name: n, limits: limitsNever}, true, nil
	}
	return n, true, nil
}

// classOfSingleAtom returns the class of a group's only atom, or that of a group.
func classOfSingleAtom(n node) class {
	if l, ok := n.(list); ok && len(l) == 1 {
		return l[0].atomClass()
	}
	return n.atomClass()
}

func (p *parser) parseLongArrow(name string) (node, bool, error) {
	n := &longArrow{}
	switch name {
	case "xrightarrow":
		n.char = '→'
	case "xleftarrow":
		n.char = '←'
	case "xleftrightarrow":
		n.char = '↔'
	case "xRightarrow":
		n.char = '⇒'
	case "xLeftarrow":
		n.char = '⇐'
	case "xLeftrightarrow":
		n.char = '⇔'
	case "xmapsto":
		n.char = '↦'
	case "xhookrightarrow":
		n.char = '↪'
	case "xhookleftarrow":
		n.char = '↩'
	case "xrightleftharpoons":
		n.char = '⇌'
	case "xlongequal":
		n.char = '='
	default:
		return nil, false, nil
	}
	if under, ok := p.readRawOption(); ok {
		l, err := p.parseExtractedSource(under)
		if err != nil {
			return nil, true, err
		}
		n.under = l
	}
	over, err := p.parseArgument()
	n.over = over
	return n, true, err
}

// parseClassOrPhantomCommand parses commands that give something the class of another atom, and
// phantoms.
func (p *parser) parseClassOrPhantomCommand(name string) (node, bool, error) {
	kinds := map[string]class{
		"mathord": ord, "mathop": operator, "mathbin": bin, "mathrel": rel, "mathopen": opening, "mathclose": closing,
		"mathpunct": punct, "mathinner": inner,
	}
	if kind, ok := kinds[name]; ok {
		base, err := p.parseArgument()
		if kind == operator {
			return &bigOperator{name: base}, true, err
		}
		return &classed{base, kind}, true, err
	}
	n := &phantom{keepsWidth: true, keepsHeight: true}
	switch name {
	case "phantom":
	case "hphantom":
		n.keepsHeight = false
	case "vphantom":
		n.keepsWidth = false
	case "smash":
		p.readRawOption()
		n.isDrawn, n.keepsHeight = true, false
	case "mathstrut", "strut":
		n.keepsWidth, n.base = false, list{&charNode{'(', opening}}
		return n, true, nil
	case "rlap", "mathrlap", "clap", "mathclap":
		n.isDrawn, n.keepsWidth = true, false
	default:
		return nil, false, nil
	}
	base, err := p.parseArgument()
	n.base = base
	return n, true, err
}

// parseEnvironmentOrRareCommand parses environments and what fits nowhere else.
func (p *parser) parseEnvironmentOrRareCommand(name string) (node, bool, error) {
	switch name {
	case "begin":
		n, err := p.parseEnvironment()
		return n, true, err
	case "not":
		n, err := p.parseNegation()
		return n, true, err
	case "substack":
		n, err := p.parseSubstack()
		return n, true, err
	case "bmod", "mod", "pmod", "pod":
		n, err := p.parseModulo(name)
		return n, true, err
	case "tag":
		n, err := p.parseTag()
		return n, true, err
	case "color", "textcolor", "colorbox", "href", "class", "cssId", "style", "htmlClass", "htmlId":
		// The color and the like are not shown; the second argument is.
		if _, ok := p.readRawGroupOrCharacter(); !ok {
			return nil, true, fmt.Errorf("%w: a brace is missing", errUnbalanced)
		}
		if name == "color" {
			return nil, true, nil
		}
		n, err := p.parseArgument()
		return n, true, err
	}
	if isIgnoredCommand(name) {
		return nil, true, nil
	}
	if name == "label" || name == "ref" {
		_, ok := p.readRawGroupOrCharacter()
		if !ok {
			return nil, true, errUnbalanced
		}
		return nil, true, nil
	}
	return nil, false, nil
}

// isIgnoredCommand reports whether a command has no effect on what is drawn here.
func isIgnoredCommand(name string) bool {
	switch name {
	case "nonumber", "notag", "allowbreak", "nobreak", "relax", "/", "-", "noindent", "centering", "hfill", "hfil",
		"normalsize", "small", "large", "Large", "footnotesize", "tiny", "huge", "protect", "leavevmode", "null",
		"nolinebreak", "linebreak":
		return true
	}
	return false
}

func (p *parser) parseNegation() (node, error) {
	base, err := p.parseArgument()
	if err != nil {
		return nil, err
	}
	if l, ok := base.(list); ok && len(l) == 1 {
		base = l[0]
	}
	if c, ok := base.(*charNode); ok {
		if r := negatedRelation(c.char); r != 0 {
			return &charNode{r, c.kind}, nil
		}
	}
	return &overlaid{base}, nil
}

// parseModulo parses \bmod and its like.
func (p *parser) parseModulo(name string) (node, error) {
	word := &textNode{text: "mod", alphabet: upright}
	if name == "bmod" {
		return &classed{word, bin}, nil
	}
	arg, err := p.parseArgument()
	if err != nil {
		return nil, err
	}
	gap := &space{width: 6 * mu, isMu: true}
	out := list{&space{width: 1}}
	if name != "mod" {
		out = append(out, &charNode{'(', opening})
	}
	if name != "pod" {
		out = append(out, word, gap)
	}
	out = append(out, arg)
	if name != "mod" {
		out = append(out, &charNode{')', closing})
	}
	return out, nil
}

// parseTag parses the number of an equation, which stands behind it.
func (p *parser) parseTag() (node, error) {
	isBare := p.acceptRune('*')
	text, ok := p.readRawGroupOrCharacter()
	if !ok {
		return nil, errUnbalanced
	}
	if !isBare {
		text = "(" + text + ")"
	}
	l, err := p.parseWordsWithFormulas(text, upright)
	return append(list{&space{width: 2}}, l...), err
}

// parseSubstack parses lines that are centered below each other.
func (p *parser) parseSubstack() (node, error) {
	text, ok := p.readRawGroupOrCharacter()
	if !ok {
		return nil, errUnbalanced
	}
	in := *p
	in.scanner = scanner{src: strings.TrimSpace(text)}
	if in.depth++; in.depth > maxDepth {
		return nil, errTooLarge
	}
	g := &grid{gridForm: gridForm{style: -1, stretch: 1, isRowTight: true, align: 'c'}}
	if err := in.parseGridRows(g); err != nil {
		return nil, err
	}
	p.nodes = in.nodes
	if t := in.peekToken(); t.kind != endToken {
		return nil, fmt.Errorf("%w: %s", errUnbalanced, t.sourceText())
	}
	return g, nil
}
