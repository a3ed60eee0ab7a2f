package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// texNode is an inline formula with its delimiters.
type texNode struct {
	ast.BaseInline
	source []byte
	// isAlone is set for a display formula with nothing else on its lines.
	isAlone bool
}

var kindTeX = ast.NewNodeKind("TeX")

func (*texNode) Kind() ast.NodeKind { return kindTeX }

func (t *texNode) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// texParser finds $…$, $$…$$, \(…\) and \[…\]. The content is kept as source, so that Markdown
// emphasis and escapes do not apply to it.
type texParser struct{}

func (texParser) Trigger() []byte { return []byte{'$', '\\'} }

// maxTeXLines bounds the search for the closing delimiter, so that a text full of dollar signs
// parses in linear time.
const maxTeXLines = 64

func (texParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	open, closer := texDelimitersAtStart(line)
	if open == "" {
		return nil
	}
	before := block.PrecendingCharacter()
	row, pos := block.Position()
	var body []byte
	block.Advance(len(open))
	for range maxTeXLines {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		if i := bytes.Index(line, []byte(closer)); i >= 0 {
			body = append(body, line[:i]...)
			rest := line[i+len(closer):]
			if !isTeXFormula(string(body), open, string(rest)) {
				break
			}
			block.Advance(i + len(closer))
			isAlone := isDisplayFormulaOpener(open) && (before == '\n' || before == ' ' && isFirstOnLine(block, pos)) &&
				len(bytes.TrimSpace(rest)) == 0
			return &texNode{source: []byte(open + string(body) + closer), isAlone: isAlone}
		}
		if open == "$" {
			break
		}
		body = append(body, line...)
		block.AdvanceLine()
	}
	block.SetPosition(row, pos)
	return nil
}

// isFirstOnLine reports whether only spaces precede a segment on its line.
func isFirstOnLine(block text.Reader, at text.Segment) bool {
	src := block.Source()
	i := min(at.Start, len(src))
	for i > 0 && (src[i-1] == ' ' || src[i-1] == '\t') {
		i--
	}
	return i == 0 || src[i-1] == '\n'
}

func texDelimitersAtStart(line []byte) (open, closer string) {
	switch {
	case bytes.HasPrefix(line, []byte("$$")):
		return "$$", "$$"
	case bytes.HasPrefix(line, []byte("$")):
		return "$", "$"
	case bytes.HasPrefix(line, []byte(`\(`)):
		return `\(`, `\)`
	case bytes.HasPrefix(line, []byte(`\[`)):
		return `\[`, `\]`
	}
	return "", ""
}

func isDisplayFormulaOpener(open string) bool { return open == "$$" || open == `\[` }

// texSigns are the characters of which a formula in doubt must have one.
const texSigns = `=^_\+*/<>`

// isTeXFormula distinguishes TeX from amounts of money, names of variables and plain escapes. rest
// is what follows the closing delimiter. Single dollars follow Pandoc's rule (no space inside
// either dollar, no digit after the closing one); "$5 … $6", "$HOME/$USER" and "${A}-${B}" are
// never formulas, nor is "\[1\]", an escaped reference.
func isTeXFormula(body, open, rest string) bool {
	if !strings.ContainsFunc(body, isASCIILetterOrDigit) {
		return false
	}
	switch open {
	case `\[`:
		return strings.ContainsAny(body, texSigns) || len(body) > 8
	case "$":
		return isSingleDollarFormula(body, rest)
	}
	return true
}

func isSingleDollarFormula(body, rest string) bool {
	if body[0] == ' ' || body[0] == '\t' || strings.HasSuffix(body, " ") || strings.HasSuffix(body, `\`) {
		return false
	}
	if rest != "" {
		next := rune(rest[0])
		if isASCIIDigit(next) || next == '{' && body[0] == '{' {
			return false
		}
		if next >= 'A' && isASCIILetterOrDigit(next) && len(body) > 1 && !strings.ContainsAny(body, `=^_\+`) {
			return false
		}
	}
	return !isASCIIDigit(rune(body[0])) || strings.ContainsAny(body, texSigns) || !strings.Contains(body, " ")
}

func isASCIIDigit(r rune) bool { return r >= '0' && r <= '9' }

func isASCIILetterOrDigit(r rune) bool {
	return isASCIIDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
