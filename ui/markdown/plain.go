package markdown

import (
	"strings"

	"memoir/ui/theme"
)

// PlainTextBlocks returns the blocks that show a text as it was typed: nothing in it is markup,
// except that code between two fences of backticks is a code block, because people paste it that
// way. Blank lines separate blocks. The text of every block is a slice of the text itself, so that
// a selection can be copied byte for byte.
func PlainTextBlocks(text string) []Block {
	p := &plainText{text: text, lines: strings.SplitAfter(text, "\n")}
	for p.line < len(p.lines) {
		switch closing := p.closingFenceLine(); {
		case closing > 0:
			p.addFencedCode(closing)
		case isBlankLine(p.lines[p.line]):
			p.skipToLine(p.line + 1)
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

func isBlankLine(line string) bool { return strings.Trim(line, " \t\r\n") == "" }

// skipToLine moves on to a later line.
func (p *plainText) skipToLine(line int) {
	for ; p.line < line; p.line++ {
		p.offset += len(p.lines[p.line])
	}
}

// closingFenceLine returns the line that closes the fence opened by the next line, or 0 when it opens
// none or the fence is never closed.
func (p *plainText) closingFenceLine() int {
	ticks, info := splitBacktickFence(p.lines[p.line])
	if ticks < 3 || strings.Contains(info, "`") || p.unclosedTicks > 0 && ticks >= p.unclosedTicks {
		return 0
	}
	for i := p.line + 1; i < len(p.lines); i++ {
		if n, rest := splitBacktickFence(p.lines[i]); n >= ticks && rest == "" {
			return i
		}
	}
	p.unclosedTicks = ticks
	return 0
}

// splitBacktickFence returns the number of backticks that a line begins with, and what follows them. Other
// blanks than isBlankLine's are text: a fence before a no-break space closes nothing.
func splitBacktickFence(line string) (ticks int, info string) {
	line = strings.Trim(line, " \t\r\n")
	info = strings.TrimLeft(line, "`")
	return len(line) - len(info), strings.Trim(info, " \t")
}

func (p *plainText) addFencedCode(closing int) {
	_, info := splitBacktickFence(p.lines[p.line])
	language, _, _ := strings.Cut(info, " ")
	p.skipToLine(p.line + 1)
	start := p.offset
	p.skipToLine(closing)
	code := strings.TrimSuffix(strings.TrimSuffix(p.text[start:p.offset], "\n"), "\r")
	p.appendBlock(Block{Kind: Code, Language: language, Text: code, IsClosed: true, sourceStart: start})
	p.skipToLine(closing + 1)
}

// addParagraph adds the lines up to the next blank line or code block.
func (p *plainText) addParagraph() {
	start := p.offset
	p.skipToLine(p.line + 1)
	for p.line < len(p.lines) && !isBlankLine(p.lines[p.line]) && p.closingFenceLine() == 0 {
		p.skipToLine(p.line + 1)
	}
	text := strings.TrimRight(p.text[start:p.offset], " \t\r\n")
	p.appendBlock(Block{Kind: Paragraph, Spans: []Span{{Text: text}}, sourceStart: start})
}

func (p *plainText) appendBlock(b Block) {
	b.GapAbove = theme.BlockGap
	b.computeContentHash(hashSeed)
	p.blocks = append(p.blocks, b)
}
