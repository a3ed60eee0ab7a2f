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
	open, closer := texDelimiters(line)
	if open == "" {
		return nil
	}
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
			if !isTeXFormula(string(body), open, line[i+len(closer):]) {
				break
			}
			block.Advance(i + len(closer))
			return &texNode{source: []byte(open + string(body) + closer)}
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

func texDelimiters(line []byte) (open, closer string) {
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

// isTeXFormula distinguishes TeX from amounts of money and from plain escapes. Single dollars follow
// Pandoc's rule (no space inside either dollar, no digit after the closing one), and "$5 … $6" is
// never a formula.
func isTeXFormula(body, open string, rest []byte) bool {
	if !strings.ContainsFunc(body, isASCIILetterOrDigit) {
		return false
	}
	if open != "$" {
		return true
	}
	if body[0] == ' ' || body[0] == '\t' || strings.HasSuffix(body, " ") || strings.HasSuffix(body, `\`) {
		return false
	}
	if len(rest) > 0 && isASCIIDigit(rune(rest[0])) {
		return false
	}
	return !isASCIIDigit(rune(body[0])) || strings.ContainsAny(body, `=^_\+*/<>`) || !strings.Contains(body, " ")
}

func isASCIIDigit(r rune) bool { return r >= '0' && r <= '9' }

func isASCIILetterOrDigit(r rune) bool {
	return isASCIIDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// displayFormulaBody returns the body of a display formula, without its delimiters.
func displayFormulaBody(source string) (string, bool) {
	for _, d := range [][2]string{{"$$", "$$"}, {`\[`, `\]`}} {
		if strings.HasPrefix(source, d[0]) && strings.HasSuffix(source, d[1]) && len(source) > 4 {
			return strings.Trim(source[2:len(source)-2], "\n "), true
		}
	}
	return "", false
}
