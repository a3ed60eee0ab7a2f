package formula

import (
	"errors"
	"fmt"
	"strconv"
	"unicode"
)

// Limits of a formula, far beyond what people and models write.
const (
	maxSourceBytes = 16 << 10
	maxDepth       = 60
	maxNodes       = 8000
)

// Reasons why a source is not set.
var (
	errUnknownCommand = errors.New("unknown command")
	errUnbalanced     = errors.New("the groups do not match")
	errTooLarge       = errors.New("the formula is too large")
	errMisplaced      = errors.New("misplaced sign")
	errEmpty          = errors.New("the formula is empty")
)

// parser builds the nodes of a formula.
type parser struct {
	scanner
	symbols  *symbolTable
	alphabet alphabet
	depth    int
	nodes    int
}

// parseFormula parses a whole source. Rows and columns outside an environment are aligned
// equations.
func parseFormula(src string) (list, error) {
	if len(src) > maxSourceBytes {
		return nil, errTooLarge
	}
	p := &parser{scanner: scanner{src: src}, symbols: sharedSymbols()}
	body, err := p.parseListToEnd()
	if err != nil {
		return nil, err
	}
	if t := p.peekToken(); t.kind == cellToken || t.isCommand(`\`) || t.isCommand("cr") {
		return p.parseAsEquationRows()
	}
	if t := p.peekToken(); t.kind != endToken {
		return nil, fmt.Errorf("%w: %s", errUnbalanced, t.sourceText())
	}
	if len(body) == 0 {
		return nil, errEmpty
	}
	return body, nil
}

// parseAsEquationRows parses the source again as rows of equations without an environment.
func (p *parser) parseAsEquationRows() (list, error) {
	p.pos = 0
	form, _ := gridFormOfEnvironment("aligned")
	g := &grid{gridForm: form}
	if err := p.parseGridRows(g); err != nil {
		return nil, err
	}
	if t := p.peekToken(); t.kind != endToken {
		return nil, fmt.Errorf("%w: %s", errUnbalanced, t.sourceText())
	}
	return list{g}, nil
}

func (t token) sourceText() string {
	if t.kind == commandToken {
		return `\` + t.text
	}
	return string(t.char)
}

// parseListToEnd parses nodes up to a token that ends a list, which stays. What \rm and the like
// set ends with it.
func (p *parser) parseListToEnd() (list, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errTooLarge
	}
	saved := p.alphabet
	defer func() { p.depth, p.alphabet = p.depth-1, saved }()
	out := list{}
	for !p.atListEnd() {
		if p.nodes++; p.nodes > maxNodes {
			return nil, errTooLarge
		}
		if t := p.peekToken(); t.kind == commandToken && isInfixFractionCommand(t.text) {
			p.nextToken()
			return p.parseInfixFractionAfterNumerator(t.text, out)
		}
		n, err := p.parseAtomWithScripts()
		if err != nil {
			return nil, err
		}
		if n != nil {
			out = append(out, n)
		}
	}
	return out, nil
}

// atListEnd reports whether the next token ends a list.
func (p *parser) atListEnd() bool {
	switch t := p.peekToken(); t.kind {
	case endToken, closeToken, cellToken:
		return true
	case commandToken:
		switch t.text {
		case `\`, "right", "middle", "end", "cr", "tabularnewline":
			return true
		}
	}
	return false
}

// parseAtomWithScripts parses a nucleus with its scripts; nil is a command that draws nothing.
func (p *parser) parseAtomWithScripts() (node, error) {
	var base node
	switch t := p.peekToken(); t.kind {
	case superToken, subToken:
	default:
		if t.kind == charToken && (t.char == '\'' || t.char == '’') {
			break
		}
		n, err := p.parseNodeWithoutScripts()
		if err != nil || n == nil {
			return nil, err
		}
		if n.atomClass() == glue {
			return n, nil
		}
		base = n
	}
	return p.parseScripts(base)
}

// parseScripts parses what follows a nucleus: \limits, primes, ^ and _.
func (p *parser) parseScripts(base node) (node, error) {
	s := &scripts{base: base}
	for {
		t := p.peekToken()
		switch {
		case t.isCommand("limits"), t.isCommand("nolimits"), t.isCommand("displaylimits"):
			p.nextToken()
			setLimitPlacement(base, t.text)
		case t.kind == charToken && (t.char == '\'' || t.char == '’'):
			p.nextToken()
			s.primes++
		case t.kind == superToken || t.kind == subToken:
			p.nextToken()
			if err := p.parseOneScript(s, t.kind == superToken); err != nil {
				return nil, err
			}
		default:
			if s.sup == nil && s.sub == nil && s.primes == 0 {
				return base, nil
			}
			return s, nil
		}
	}
}

func setLimitPlacement(base node, command string) {
	if o, ok := base.(*bigOperator); ok {
		o.limits = map[string]limitPlacement{
			"limits": limitsAlways, "nolimits": limitsNever, "displaylimits": limitsInDisplay,
		}[command]
	}
}

// parseOneScript parses one script of s. A second one of the same kind is an error in TeX too.
func (p *parser) parseOneScript(s *scripts, isSup bool) error {
	arg, err := p.parseArgument()
	if err != nil {
		return err
	}
	if n := countPrimesIfNothingElse(arg); isSup && n > 0 {
		s.primes += n
		return nil
	}
	switch {
	case isSup && s.sup == nil:
		s.sup = arg
	case !isSup && s.sub == nil:
		s.sub = arg
	default:
		return fmt.Errorf("%w: a second script", errMisplaced)
	}
	return nil
}

// countPrimesIfNothingElse returns the number of primes in a script that has nothing else.
func countPrimesIfNothingElse(n node) int {
	l, ok := n.(list)
	if !ok {
		l = list{n}
	}
	for _, c := range l {
		if ch, ok := c.(*charNode); !ok || ch.char != '′' {
			return 0
		}
	}
	return len(l)
}

// parseArgument parses the argument of a command: a group in braces, or one nucleus.
func (p *parser) parseArgument() (node, error) {
	switch t := p.peekToken(); t.kind {
	case openToken:
		return p.parseGroup()
	case charToken:
		p.nextToken()
		return p.nodeOfTypedCharacter(t.char)
	case commandToken:
		if p.atListEnd() {
			break
		}
		if p.depth++; p.depth > maxDepth {
			return nil, errTooLarge
		}
		n, err := p.parseNodeWithoutScripts()
		p.depth--
		if n == nil && err == nil {
			n = list{}
		}
		return n, err
	}
	return nil, fmt.Errorf("%w: an argument is missing", errUnbalanced)
}

// parseGroup parses a group in braces.
func (p *parser) parseGroup() (node, error) {
	p.nextToken()
	l, err := p.parseListToEnd()
	if err != nil {
		return nil, err
	}
	if t := p.nextToken(); t.kind != closeToken {
		return nil, fmt.Errorf("%w: a brace is missing", errUnbalanced)
	}
	return l, nil
}

// parseNodeWithoutScripts parses one node without scripts.
func (p *parser) parseNodeWithoutScripts() (node, error) {
	switch t := p.peekToken(); t.kind {
	case openToken:
		return p.parseGroup()
	case commandToken:
		p.nextToken()
		return p.parseCommand(t.text)
	case charToken:
		p.nextToken()
		return p.nodeOfTypedCharacter(t.char)
	default:
		return nil, fmt.Errorf("%w: %s", errMisplaced, t.sourceText())
	}
}

// nodeOfTypedCharacter returns the node of a character that was typed.
func (p *parser) nodeOfTypedCharacter(r rune) (node, error) {
	switch r {
	case '-':
		return &charNode{'−', bin}, nil
	case '*':
		return &charNode{'∗', bin}, nil
	case '`':
		return &charNode{'‘', ord}, nil
	case '\'':
		return &charNode{'′', ord}, nil
	case '~':
		return &space{width: wordSpace}, nil
	case '"':
		return &charNode{'”', ord}, nil
	}
	class, known := p.symbols.classes[r]
	if class == operator {
		return p.newSymbolNode(symbol{r, operator}), nil
	}
	if !known && !unicode.IsPrint(r) {
		return nil, fmt.Errorf("%w: %s", errMisplaced, strconv.QuoteRune(r))
	}
	return &charNode{letterInAlphabet(r, p.alphabet), class}, nil
}

// newSymbolNode returns the node of a symbol.
func (p *parser) newSymbolNode(s symbol) node {
	if s.class == operator {
		o := &bigOperator{char: s.char}
		if isIntegralSign(s.char) {
			o.limits = limitsNever
		}
		return o
	}
	return &charNode{letterInAlphabet(s.char, p.alphabet), s.class}
}

// isIntegralSign reports whether the limits of an operator stand beside it.
func isIntegralSign(r rune) bool { return r >= '∫' && r <= '∳' || r == '⨌' }

// parseDecimal parses a decimal number of TeX.
func parseDecimal(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v > -1e4 && v < 1e4
}

// isInfixFractionCommand reports whether a command stands between numerator and denominator.
func isInfixFractionCommand(name string) bool {
	switch name {
	case "over", "atop", "choose", "brace", "brack":
		return true
	}
	return false
}

// parseInfixFractionAfterNumerator parses the denominator of a fraction whose numerator is num.
func (p *parser) parseInfixFractionAfterNumerator(name string, num list) (list, error) {
	den, err := p.parseListToEnd()
	if err != nil {
		return nil, err
	}
	f := &fraction{numerator: num, denominator: den, hasRule: name == "over", forced: -1}
	switch name {
	case "choose":
		f.left, f.right = '(', ')'
	case "brace":
		f.left, f.right = '{', '}'
	case "brack":
		f.left, f.right = '[', ']'
	}
	return list{f}, nil
}
