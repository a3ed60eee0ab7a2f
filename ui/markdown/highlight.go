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
const chunkRows = 32

// maxWholeHighlightBytes is the size up to which a closed block is highlighted as a whole.
const wholeAtOnce = 32 << 10

// tokenRun is a run of code in one colour; end is its end offset in the line.
type tint struct {
	end  int
	tone theme.Token
}

// codeHighlighter highlights a code block lazily, for the rows that are drawn.
type colouring struct {
	lexer  chroma.Lexer
	name   string
	lang   string
	text   string
	closed bool
	lines  []int // offset of each source line
	done   map[int][]tint
	// chunkTexts holds the text each chunk was highlighted with, so that only a changed chunk is done
	// again.
	chunks map[int]string
}

// highlighterFor returns the highlighter of a block, reusing prev if the text continues.
func colours(b *Block, prev *colouring) *colouring {
	c := prev
	if c == nil || c.lang != b.Lang || !strings.HasPrefix(b.Text, c.text) || b.Closed != c.closed {
		c = &colouring{lang: b.Lang, closed: b.Closed, done: map[int][]tint{}, chunks: map[int]string{}}
		if b.Lang != "" {
			if l := lexers.Get(b.Lang); l != nil {
				c.lexer, c.name = chroma.Coalesce(l), l.Config().Name
			}
		}
		c.lines = []int{0}
	}
	for i := len(c.text); i < len(b.Text); i++ {
		if b.Text[i] == '\n' {
			c.lines = append(c.lines, i+1)
		}
	}
	c.text = b.Text
	return c
}

// runsOfLine returns the colour runs of source line n.
func (c *colouring) line(n int) []tint {
	if c.lexer == nil {
		return nil
	}
	chunk, rows := n/chunkRows, chunkRows
	switch {
	case !c.closed:
		chunk, rows = n, 1
	case len(c.text) <= wholeAtOnce:
		chunk, rows = 0, len(c.lines)
	}
	from := c.lines[min(chunk*rows, len(c.lines)-1)]
	to := len(c.text)
	if (chunk+1)*rows < len(c.lines) {
		to = c.lines[(chunk+1)*rows]
	}
	if c.chunks[chunk] != c.text[from:to] {
		c.chunks[chunk] = c.text[from:to]
		c.colour(chunk*rows, c.text[from:to])
	}
	return c.done[n]
}

// highlightLines highlights text, whose first line is source line n.
func (c *colouring) colour(n int, text string) {
	it, err := c.lexer.Tokenise(nil, text)
	if err != nil {
		return
	}
	c.done[n] = nil
	at := 0
	for tok := it(); tok != chroma.EOF; tok = it() {
		tone := toneOf(tok.Type)
		for i, part := range strings.Split(tok.Value, "\n") {
			if i > 0 {
				n, at = n+1, 0
				c.done[n] = nil
			}
			if part != "" {
				at += len(part)
				c.done[n] = append(c.done[n], tint{at, tone})
			}
		}
	}
}

func toneOf(t chroma.TokenType) theme.Token {
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

// tokenColor returns the colour of a token.
func ink(look *theme.Theme, k theme.Token) color.NRGBA { return look.Tone(k) }
