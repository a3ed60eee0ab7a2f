package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// texBlock is a display formula on lines of its own. Its lines are source: what would begin a list
// or underline a heading in Markdown, such as a line of "=", is part of the formula.
type texBlock struct {
	ast.BaseBlock
	isClosed bool
}

var kindTeXBlock = ast.NewNodeKind("TeXBlock")

func (*texBlock) Kind() ast.NodeKind { return kindTeXBlock }

func (*texBlock) IsRaw() bool { return true }

func (t *texBlock) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// texBlockParser finds display formulas that begin and end a line outside lists and quotes; inside
// them texParser finds those that have no such lines. A formula that is not closed before the next
// blank line is none.
type texBlockParser struct{}

func (texBlockParser) Trigger() []byte { return []byte{'$', '\\'} }

func (texBlockParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if _, ok := parent.(*ast.Document); !ok {
		return nil, parser.NoChildren
	}
	line, segment := reader.PeekLine()
	pos := pc.BlockOffset()
	if pos < 0 {
		return nil, parser.NoChildren
	}
	open, closer := texDelimitersAtStart(line[pos:])
	if !isDisplayFormulaOpener(open) {
		return nil, parser.NoChildren
	}
	start := segment.Start - segment.Padding + pos
	n := len(displayFormulaAtStart(reader.Source()[start:], open, closer))
	if n == 0 {
		return nil, parser.NoChildren
	}
	b := &texBlock{isClosed: n <= segment.Stop-start}
	b.Lines().Append(text.NewSegment(start, segment.Stop))
	reader.AdvanceToEOL()
	return b, parser.NoChildren
}

func (texBlockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	b, ok := node.(*texBlock)
	if !ok || b.isClosed {
		return parser.Close
	}
	line, segment := reader.PeekLine()
	b.Lines().Append(segment)
	trimmed := bytes.TrimRight(line, " \t\r\n")
	b.isClosed = bytes.HasSuffix(trimmed, []byte("$$")) || bytes.HasSuffix(trimmed, []byte(`\]`))
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (texBlockParser) Close(ast.Node, text.Reader, parser.Context) {}

func (texBlockParser) CanInterruptParagraph() bool { return true }

func (texBlockParser) CanAcceptIndentedLine() bool { return false }

// displayFormulaAtStart returns the display formula that src begins with, whose closing delimiter
// ends a line; nil if there is none.
func displayFormulaAtStart(src []byte, open, closer string) []byte {
	end := len(open)
	for range maxTeXLines {
		line := src[end:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if len(bytes.TrimSpace(line)) == 0 && end > len(open) || len(line) == 0 {
			return nil
		}
		if i := bytes.Index(line, []byte(closer)); i >= 0 {
			if len(bytes.TrimSpace(line[i+len(closer):])) > 0 {
				return nil
			}
			end += i + len(closer)
			if !isTeXFormula(string(src[len(open):end-len(closer)]), open, "") {
				return nil
			}
			return src[:end]
		}
		end += len(line)
	}
	return nil
}

// unsettledFormulaStart returns the start of the line in src that begins a display formula which
// more text may still close, or make text again, or len(src): the block before it, and those from
// there on, may still change.
func unsettledFormulaStart(src []byte) int {
	at := lastLinesStartAfterBlankLine(src, maxTeXLines)
	for at < len(src) {
		next := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := bytes.TrimLeft(src[at:next], " ")
		if open, closer := texDelimitersAtStart(line); isDisplayFormulaOpener(open) {
			body := src[next-len(line):]
			if n := len(displayFormulaAtStart(body, open, closer)); n > 0 {
				end := next - len(line) + n
				if bytes.IndexByte(src[end:], '\n') < 0 {
					return at
				}
				next = max(next, end)
			} else if !bytes.Contains(body[len(open):], []byte(closer)) {
				return at
			}
		} else if string(line) == "$" || string(line) == `\` {
			return at
		}
		at = next
	}
	return len(src)
}

// lastLinesStartAfterBlankLine returns the start of the last n lines of src, or of those after the
// last blank line.
func lastLinesStartAfterBlankLine(src []byte, n int) int {
	at := len(src)
	for range n {
		if at == 0 {
			break
		}
		start := bytes.LastIndexByte(src[:at-1], '\n') + 1
		if len(bytes.TrimSpace(src[start:at])) == 0 && at < len(src) {
			break
		}
		at = start
	}
	return at
}

// texBlockSource returns the source of a display formula without the white space around it.
func (w *blockBuilder) texBlockSource(n *texBlock) string {
	return strings.TrimSpace(w.nodeSourceText(n))
}
