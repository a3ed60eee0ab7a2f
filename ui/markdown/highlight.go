package markdown

import (
	"image/color"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"memoir/ui/theme"
)

// highlightChunkLines is how many lines of a long block are highlighted together. While a block
// grows, each line is highlighted separately, so that a delta costs one line; multi-line strings
// and comments are right once the block is closed.
const highlightChunkLines = 32

// maxWholeHighlightBytes is the size up to which a closed block is highlighted as a whole.
const maxWholeHighlightBytes = 32 << 10

// tokenRun is a run of code in one colour; end is its end offset in the line.
type tokenRun struct {
	end   int
	color theme.Token
}

// codeHighlighter highlights a code block lazily, for the rows that are drawn.
type codeHighlighter struct {
	lexer        chroma.Lexer
	languageName string
	language     string
	text         string
	closed       bool
	lineStarts   []int // offset of each source line
	lineRuns     map[int][]tokenRun
	// chunkTexts holds the text each chunk was highlighted with, so that only a changed chunk is done
	// again.
	chunkTexts map[int]string
}

// newOrContinuedHighlighter returns the highlighter of a block, reusing prev if the text continues.
func newOrContinuedHighlighter(b *Block, prev *codeHighlighter) *codeHighlighter {
	c := prev
	if c == nil || c.language != b.Language || !strings.HasPrefix(b.Text, c.text) || b.IsClosed != c.closed {
		c = &codeHighlighter{
			language: b.Language, closed: b.IsClosed, lineRuns: map[int][]tokenRun{},
			chunkTexts: map[int]string{},
		}
		if b.Language != "" {
			if l := lexers.Get(b.Language); l != nil {
				c.lexer, c.languageName = chroma.Coalesce(l), l.Config().Name
			}
		}
		c.lineStarts = []int{0}
	}
	for i := len(c.text); i < len(b.Text); i++ {
		if b.Text[i] == '\n' {
			c.lineStarts = append(c.lineStarts, i+1)
		}
	}
	c.text = b.Text
	return c
}

// colorRunsOfLine returns the colour runs of source line n.
func (c *codeHighlighter) colorRunsOfLine(n int) []tokenRun {
	if c.lexer == nil {
		return nil
	}
	chunk, rows := n/highlightChunkLines, highlightChunkLines
	switch {
	case !c.closed:
		chunk, rows = n, 1
	case len(c.text) <= maxWholeHighlightBytes:
		chunk, rows = 0, len(c.lineStarts)
	}
	from := c.lineStarts[min(chunk*rows, len(c.lineStarts)-1)]
	to := len(c.text)
	if (chunk+1)*rows < len(c.lineStarts) {
		to = c.lineStarts[(chunk+1)*rows]
	}
	if c.chunkTexts[chunk] != c.text[from:to] {
		c.chunkTexts[chunk] = c.text[from:to]
		c.highlightLines(chunk*rows, c.text[from:to])
	}
	return c.lineRuns[n]
}

// highlightLines highlights text, whose first line is source line n.
func (c *codeHighlighter) highlightLines(n int, text string) {
	it, err := c.lexer.Tokenise(nil, text)
	if err != nil {
		return
	}
	c.lineRuns[n] = nil
	at := 0
	for tok := it(); tok != chroma.EOF; tok = it() {
		tone := syntaxColorOfToken(tok.Type)
		for i, part := range strings.Split(tok.Value, "\n") {
			if i > 0 {
				n, at = n+1, 0
				c.lineRuns[n] = nil
			}
			if part != "" {
				at += len(part)
				c.lineRuns[n] = append(c.lineRuns[n], tokenRun{at, tone})
			}
		}
	}
}

func syntaxColorOfToken(t chroma.TokenType) theme.Token {
	switch {
	case t.InCategory(chroma.Comment):
		return theme.Comment
	case t.InSubCategory(chroma.LiteralString):
		return theme.String
	case t.InSubCategory(chroma.LiteralNumber):
		return theme.Number
	case t == chroma.KeywordConstant, t.InCategory(chroma.Keyword), t == chroma.OperatorWord, t == chroma.NameTag:
		return theme.Keyword
	case t == chroma.NameFunction, t == chroma.NameFunctionMagic, t == chroma.NameClass, t == chroma.NameDecorator,
		t == chroma.NameAttribute, t == chroma.NameBuiltin:
		return theme.Function
	}
	return theme.Text
}

// themeTokenColor returns the colour of a token.
func themeTokenColor(th *theme.Theme, k theme.Token) color.NRGBA { return th.TokenColor(k) }
