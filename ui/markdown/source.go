package markdown

import "strings"

// textSource is what the blocks of a view were made from, Markdown or a text as it was typed. It
// turns ranges of the blocks back into text for the clipboard. It belongs to the UI goroutine.
type textSource struct {
	blocks    *blockList
	parser    *IncrementalParser
	isPlain   bool   // the text is plainText, not that of the parser
	plainText string // as it was typed
}

// parseMarkdown parses Markdown; while streaming, more of it is expected.
func (s *textSource) parseMarkdown(text string, streaming bool) []Block {
	s.isPlain = false
	return s.parser.ParseText(text, streaming)
}

// adoptParser adopts the text of a parser.
func (s *textSource) adoptParser(r *IncrementalParser) []Block {
	s.parser, s.isPlain = r, false
	return r.blocks
}

// wholeSourceText returns the text as it was set.
func (s *textSource) wholeSourceText() string {
	if s.isPlain {
		return s.plainText
	}
	return s.parser.text
}

// plainTextBetween returns the plain text of two positions, a <= b: list markers stay, Markdown
// syntax is removed. Of a typed text it is that part of it, byte for byte.
func (s *textSource) plainTextBetween(a, b int) string {
	if s.isPlain {
		return s.typedTextBetween(a, b)
	}
	return s.blocks.plainTextBetween(a, b)
}

// markdownBetween returns the Markdown of two positions, a <= b; if they enclose everything, the
// original source. Of a typed text it is what plainTextBetween returns.
func (s *textSource) markdownBetween(a, b int) string {
	if s.isPlain {
		return s.typedTextBetween(a, b)
	}
	return s.blocksAsMarkdownBetween(a, b)
}

// blocksAsMarkdownBetween is markdownBetween for blocks of any text.
func (s *textSource) blocksAsMarkdownBetween(a, b int) string {
	if !s.isPlain && a == 0 && b == s.blocks.textEndPosition() && b > 0 {
		return s.parser.text
	}
	return s.blocks.joinBlockTextsBetween(
		a,
		b,
		func(it *blockItem, a, b int) string { return it.block.rangeToMarkdown(a, b) },
		true,
	)
}

// typedTextBetween returns the part of the plain text between two positions. Everything includes
// the white space around it.
func (s *textSource) typedTextBetween(a, b int) string {
	if a == b {
		return ""
	}
	return s.plainText[s.typedOffsetOfPosition(a):s.typedOffsetOfPosition(b)]
}

// typedOffsetOfPosition returns where in the plain text a position of the view is.
func (s *textSource) typedOffsetOfPosition(pos int) int {
	switch {
	case pos <= 0:
		return 0
	case pos >= s.blocks.textEndPosition():
		return len(s.plainText)
	}
	it := s.blocks.items[s.blocks.itemIndexOfPosition(pos)]
	return it.block.sourceStart + min(pos-it.textStart, it.textLength)
}

// plainTextBetween returns the text of the blocks between two positions, with list markers.
func (bs *blockList) plainTextBetween(from, to int) string {
	return bs.joinBlockTextsBetween(from, to, func(it *blockItem, a, b int) string {
		return prefixListMarkers(it, a, it.text[a:b])
	}, false)
}

// joinBlockTextsBetween applies f to the part of each block that is between two positions, and
// joins the results.
func (bs *blockList) joinBlockTextsBetween(
	from, to int, f func(it *blockItem, a, b int) string, blank bool,
) string {
	var s strings.Builder
	if from == to {
		return ""
	}
	first := true
	for i := bs.itemIndexOfPosition(from); i < len(bs.items) && bs.items[i].textStart <= to; i++ {
		it := bs.items[i]
		a, b := max(from-it.textStart, 0), min(to-it.textStart, it.textLength)
		if a > it.textLength || a == b && it.textLength > 0 {
			continue
		}
		if !first {
			s.WriteByte('\n')
			if it.block.GapAbove > tightItemGap || blank && !it.isInList() {
				if blank && it.continuesQuote() {
					s.WriteByte('>')
				}
				s.WriteByte('\n')
			}
		}
		first = false
		s.WriteString(f(it, a, b))
	}
	return s.String()
}

// continuesQuote reports whether a block is in the same quote as the block before it.
func (it *blockItem) continuesQuote() bool {
	f := it.block.Containers
	return len(f) > 0 && f[0].IsQuote && !f[0].IsFirst
}

func (it *blockItem) isInList() bool {
	for _, f := range it.block.Containers {
		if !f.IsQuote {
			return true
		}
	}
	return false
}

// prefixListMarkers prefixes text with its list marker if the selection includes the start of the
// item.
func prefixListMarkers(it *blockItem, a int, text string) string {
	if a > 0 {
		return text
	}
	prefix := ""
	for _, f := range it.block.Containers {
		switch {
		case f.IsQuote:
		case f.IsFirst && f.Marker == "•":
			prefix += "- "
		case f.IsFirst:
			prefix += f.Marker + " "
		default:
			prefix += strings.Repeat(" ", len([]rune(f.Marker))+1)
		}
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len([]rune(prefix))))
}
