package markdown

import (
	"strings"

	"memoir/ui/theme"
)

// Plain returns the blocks that show a text as it was typed: nothing in it is markup, except that
// code between two fences of backticks is a code block, because people paste it that way. Blank
// lines separate blocks. The text of every block is a slice of the text itself, so that a selection
// can be copied byte for byte.
func Plain(text string) []Block {
	p := &plainText{text: text, lines: strings.SplitAfter(text, "\n")}
	for p.line < len(p.lines) {
		switch closing := p.closingFence(); {
		case closing > 0:
			p.addCode(closing)
		case isBlank(p.lines[p.line]):
			p.skipTo(p.line + 1)
		default:
			p.addParagraph()
		}
	}
	return p.blocks
}

// plainText is a text that is being cut into blocks.
type plainText struct {
	text   string
	lines  []string // with their line ends
	line   int      // the next line
	offset int      // its start in text
	// unclosedTicks is the size of the smallest fence that is known not to be closed, 0 = none.
	unclosedTicks int
	blocks        []Block
}

func isBlank(line string) bool { return strings.Trim(line, " \t\r\n") == "" }

// skipTo moves on to a later line.
func (p *plainText) skipTo(line int) {
	for ; p.line < line; p.line++ {
		p.offset += len(p.lines[p.line])
	}
}

// closingFence returns the line that closes the fence opened by the next line, or 0 when it opens
// none or the fence is never closed.
func (p *plainText) closingFence() int {
	ticks, info := cutFence(p.lines[p.line])
	if ticks < 3 || strings.Contains(info, "`") || p.unclosedTicks > 0 && ticks >= p.unclosedTicks {
		return 0
	}
	for i := p.line + 1; i < len(p.lines); i++ {
		if n, rest := cutFence(p.lines[i]); n >= ticks && rest == "" {
			return i
		}
	}
	p.unclosedTicks = ticks
	return 0
}

// cutFence returns the number of backticks that a line begins with, and what follows them.
func cutFence(line string) (ticks int, info string) {
	line = strings.TrimSpace(line)
	info = strings.TrimLeft(line, "`")
	return len(line) - len(info), strings.TrimSpace(info)
}

func (p *plainText) addCode(closing int) {
	_, info := cutFence(p.lines[p.line])
	language, _, _ := strings.Cut(info, " ")
	p.skipTo(p.line + 1)
	start := p.offset
	p.skipTo(closing)
	code := strings.TrimSuffix(strings.TrimSuffix(p.text[start:p.offset], "\n"), "\r")
	p.addBlock(Block{Kind: Code, Language: language, Text: code, IsClosed: true, sourceStart: start})
	p.skipTo(closing + 1)
}

// addParagraph adds the lines up to the next blank line or code block.
func (p *plainText) addParagraph() {
	start := p.offset
	p.skipTo(p.line + 1)
	for p.line < len(p.lines) && !isBlank(p.lines[p.line]) && p.closingFence() == 0 {
		p.skipTo(p.line + 1)
	}
	text := strings.TrimRight(p.text[start:p.offset], " \t\r\n")
	p.addBlock(Block{Kind: Paragraph, Spans: []Span{{Text: text}}, sourceStart: start})
}

func (p *plainText) addBlock(b Block) {
	b.GapAbove = theme.BlockGap
	b.computeHash(hashSeed)
	p.blocks = append(p.blocks, b)
}
