package markdown

import (
	"image/color"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"memoir/ui/theme"
)

// chunkRows is how many lines of a long block are coloured at once. While a block grows, each line is coloured by
// itself, so that a delta costs one line; strings and comments over several lines are right once the block is closed.
const chunkRows = 32

// wholeAtOnce is the size in bytes up to which a closed block is coloured in one go.
const wholeAtOnce = 32 << 10

// tint is a run of code in one colour; end is its end in the row.
type tint struct {
	end  int
	tone theme.Token
}

// colouring is the colours of a block of code, computed for the rows that are drawn.
type colouring struct {
	lexer  chroma.Lexer
	name   string
	lang   string
	text   string
	closed bool
	lines  []int // where each source line begins
	done   map[int][]tint
	// chunks holds the text each chunk was coloured with, so that only the growing one is done again.
	chunks map[int]string
}

// colours returns colouring for a block, continuing prev where the text does.
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

// line returns the colours of source line n.
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

// colour fills the colours of the lines of text, the first being source line n.
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

// ink returns the colour of a tone.
func ink(look *theme.Theme, k theme.Token) color.NRGBA { return look.Tone(k) }
