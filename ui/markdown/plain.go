package markdown

import (
	"slices"
	"strings"

	"memoir/ui/theme"
)

// BlocksOfTypedTextWithCodeAndTeX returns the blocks that show a text as it was typed: nothing in
// it is markup, except that code between two fences of backticks is a code block, because people
// paste it that way, and that TeX is a formula. Blank lines separate blocks. The text of every
// block is a slice of the text itself, so that a selection can be copied byte for byte.
func BlocksOfTypedTextWithCodeAndTeX(text string) []Block {
	p := &plainText{text: text, lines: strings.SplitAfter(text, "\n")}
	for p.line < len(p.lines) {
		switch closing := p.closingFenceLineOrZero(); {
		case closing > 0:
			p.addFencedCode(closing)
		case isBlankLine(p.lines[p.line]):
			p.skipToLine(p.line + 1)
		default:
			p.addNextParagraphAndFormulas()
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

// closingFenceLineOrZero returns the line that closes the fence opened by the next line, or 0 when
// it opens none or the fence is never closed.
func (p *plainText) closingFenceLineOrZero() int {
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

// splitBacktickFence returns the number of backticks that a line begins with, and what follows
// them. Other blanks than isBlankLine's are text: a fence before a no-break space closes nothing.
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

// addNextParagraphAndFormulas adds the lines up to the next blank line or code block.
func (p *plainText) addNextParagraphAndFormulas() {
	start := p.offset
	p.skipToLine(p.line + 1)
	for p.line < len(p.lines) && !isBlankLine(p.lines[p.line]) && p.closingFenceLineOrZero() == 0 {
		p.skipToLine(p.line + 1)
	}
	text := strings.TrimRight(p.text[start:p.offset], " \t\r\n")
	from := 0
	spans := splitIntoTextAndFormulaSpans(text)
	at := 0
	for i, s := range spans {
		if s.Style&Display != 0 {
			p.addParagraphOfSpans(text[from:at], spans[:i], start+from)
			p.appendBlock(Block{Kind: Math, Text: s.Text, IsClosed: true, sourceStart: start + at})
			from = at + len(s.Text)
		}
		at += len(s.Text)
	}
	p.addParagraphOfSpans(text[from:], spans, start+from)
}

// addParagraphOfSpans adds a paragraph of text, the end of which is that of spans, without the
// white space around it; start is its offset.
func (p *plainText) addParagraphOfSpans(text string, spans []Span, start int) {
	trimmed := strings.TrimLeft(text, "\r\n")
	if start > 0 && trimmed != text {
		start += len(text) - len(trimmed)
		text = trimmed
	}
	if strings.Trim(text, " \t\r\n") == "" {
		return
	}
	var own []Span
	for i, left := len(spans)-1, len(text); i >= 0 && left > 0; i-- {
		s := spans[i]
		s.Text = s.Text[max(len(s.Text)-left, 0):]
		left -= len(s.Text)
		own = append(own, s)
	}
	slices.Reverse(own)
	last := &own[len(own)-1]
	last.Text = strings.TrimRight(last.Text, " \t\r\n")
	if last.Text == "" {
		own = own[:len(own)-1]
	}
	p.appendBlock(Block{Kind: Paragraph, Spans: own, sourceStart: start})
}

// splitIntoTextAndFormulaSpans cuts a typed text into words and formulas. A dollar sign or bracket
// between backticks or after a backslash begins none. All spans together are the text.
func splitIntoTextAndFormulaSpans(text string) []Span {
	if !strings.ContainsAny(text, `$\`) {
		return []Span{{Text: text}}
	}
	var out []Span
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '`':
			if end := strings.IndexByte(text[i+1:], '`'); end >= 0 {
				i += end + 1
			}
			continue
		case '$', '\\':
		default:
			continue
		}
		s, ok := formulaAt(text, i)
		if !ok {
			if i+1 < len(text) && (text[i] == '\\' || text[i+1] == '$') {
				i++
			}
			continue
		}
		if i > from {
			out = append(out, Span{Text: text[from:i]})
		}
		out = append(out, s)
		from = i + len(s.Text)
		i = from - 1
	}
	if from < len(text) {
		out = append(out, Span{Text: text[from:]})
	}
	return out
}

// maxPlainFormulaBytes bounds the search for the end of a formula in a typed text.
const maxPlainFormulaBytes = 8 << 10

// formulaAt returns the formula that begins at byte i of a typed text. A display formula alone on
// its lines is marked as such.
func formulaAt(text string, i int) (Span, bool) {
	rest := text[i:min(len(text), i+maxPlainFormulaBytes)]
	open, closer := texDelimitersAtStart([]byte(rest[:min(2, len(rest))]))
	if open == "" {
		return Span{}, false
	}
	n := strings.Index(rest[len(open):], closer)
	if n < 0 {
		return Span{}, false
	}
	body := rest[len(open) : len(open)+n]
	end := i + len(open) + n + len(closer)
	if open == "$" && strings.Contains(body, "\n") || !isTeXFormula(body, open, text[end:]) {
		return Span{}, false
	}
	s := Span{Text: text[i:end], Style: TeX}
	before, after := text[:i], text[end:]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	if isDisplayFormulaOpener(open) && isBlankLine(before) && isBlankLine(after) {
		s.Style |= Display
	}
	return s, true
}

func (p *plainText) appendBlock(b Block) {
	b.GapAbove = theme.BlockGap
	b.updateContentHash(hashSeed)
	p.blocks = append(p.blocks, b)
}
