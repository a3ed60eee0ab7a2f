package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// minOpenBlockBytes is the size of the last block in bytes from which only its end is parsed again.
// Below it, parsing all of it costs less than a tenth of a millisecond.
const minOpenBlockBytes = 2 << 10

// openBlock is a long block at the end of a growing text. Complete rows of a table, complete lines
// of a fence and the beginning of a paragraph never change their meaning again, so they are parsed
// once. It is dropped as soon as the following text ends the block or turns it into another kind.
type openBlock struct {
	block      Block  // content of tail[:stableEnd]
	stableEnd  int    // offset in the tail from which text is parsed again
	prefix     string // prepended to that text, so that it parses as the same kind of block
	retryBytes int    // unparsed size of a paragraph at which moving stableEnd is tried again
}

// reparseEndOfOpenBlock parses the end of the last block again. It reports false when the whole
// tail must be parsed.
func (r *IncrementalParser) reparseEndOfOpenBlock() bool {
	if r.openContainer != nil {
		return r.reparseEndOfListOrQuote()
	}
	o := r.openBlock
	if o == nil {
		return false
	}
	tail := r.text[r.tailStart:]
	rest := tail[o.stableEnd:]
	if rest == "" {
		return false
	}
	part, ok := r.parseIfSingleBlock(o.prefix + rest)
	if !ok || part.Kind != o.block.Kind || part.Kind == Code && part.IsClosed {
		return false
	}
	b := o.block
	switch b.Kind {
	case Code:
		b.Text += part.Text
	case Table:
		b.Rows = append(b.Rows, part.Rows...)
	case Paragraph:
		b.Spans = appendSpansMergingSeam(b.Spans, trimParagraphPrefix(part.Spans))
	}
	b.updateContentHash(r.seed)
	r.blocks = append(r.blocks[:r.frozenBlocks], b)
	r.moveStableEndForward(rest, part)
	return true
}

// moveStableEndForward moves the end of the stable part forward.
func (r *IncrementalParser) moveStableEndForward(rest string, part Block) {
	o := r.openBlock
	if o.block.Kind == Paragraph {
		if len(rest) > max(o.retryBytes, r.minOpenBytes) && !r.moveParagraphStableEnd(rest) {
			o.retryBytes = len(rest) + len(rest)/4
		}
		return
	}
	// The last complete line stays unstable, so that there is always something to parse.
	cut := strings.LastIndexByte(rest[:len(rest)-1], '\n') + 1
	if cut == 0 {
		return
	}
	if o.block.Kind == Code {
		o.block.Text += rest[:cut]
	} else {
		rows := strings.Count(rest[:cut], "\n")
		if rows > len(part.Rows) {
			return // a blank line has ended the table
		}
		o.block.Rows = append(o.block.Rows, part.Rows[:rows]...)
	}
	o.stableEnd += cut
}

// paragraphPrefix turns any text into a paragraph: no other block can start after a word on the
// same line.
const paragraphPrefix = "x "

// maxCutAttempts is how many cut offsets are tried per call.
const maxCutAttempts = 4

// moveParagraphStableEnd looks for an offset after which nothing depends on the text before it, and
// appends the spans up to it to the stable part.
func (r *IncrementalParser) moveParagraphStableEnd(rest string) bool {
	o := r.openBlock
	head, limit := o.prefix, len(rest)/2
	for range maxCutAttempts {
		cut := offsetOfLastWordBoundary(rest, limit)
		if cut <= 0 {
			return false
		}
		doc, refs := parseWithLinkReferences(r.goldmark, []byte(head+rest[:cut]), r.references)
		n := doc.FirstChild()
		r.ParsedBytes += cut
		if _, ok := n.(*ast.Paragraph); !ok || n.NextSibling() != nil || len(refs) != len(r.references) {
			return false
		}
		src := []byte(head + rest[:cut])
		if at := firstOpenDelimiter(n, src); at >= 0 {
			limit = at - len(head)
			continue
		}
		w := &blockBuilder{src: src}
		spans := w.inlineSpans(n)
		if head != "" {
			spans = trimParagraphPrefix(spans)
		}
		o.block.Spans = appendSpansMergingSeam(appendSpansMergingSeam(o.block.Spans, spans), []Span{{Text: " "}})
		o.stableEnd += cut
		o.prefix, o.retryBytes = paragraphPrefix, 0
		return true
	}
	return false
}

// offsetOfLastWordBoundary returns the offset after the last single space between two words before
// limit, or -1.
func offsetOfLastWordBoundary(s string, limit int) int {
	for i := min(limit, len(s)-1); i > 1; i-- {
		if s[i-1] == ' ' && s[i] > ' ' && s[i-2] > ' ' && s[i-2] != '\\' {
			return i
		}
	}
	return -1
}

// trimParagraphPrefix removes paragraphPrefix from the first span.
func trimParagraphPrefix(spans []Span) []Span {
	if len(spans) == 0 || !strings.HasPrefix(spans[0].Text, paragraphPrefix) {
		return spans
	}
	out := slices.Clone(spans)
	if out[0].Text = out[0].Text[len(paragraphPrefix):]; out[0].Text == "" {
		return out[1:]
	}
	return out
}

// appendSpansMergingSeam appends b to a, merging the spans at the seam if their style and link are
// equal. It never modifies the spans of a.
func appendSpansMergingSeam(a, b []Span) []Span {
	if len(a) == 0 || len(b) == 0 {
		return append(a[:len(a):len(a)], b...)
	}
	out := make([]Span, 0, len(a)+len(b))
	out = append(out, a...)
	last := &out[len(out)-1]
	if last.Style == b[0].Style && last.Link == b[0].Link && last.Style&Image == 0 {
		last.Text += b[0].Text
		b = b[1:]
	}
	return append(out, b...)
}

// firstOpenDelimiter returns the offset of the first delimiter in a paragraph that was parsed as
// text but may become markup together with later text, or -1.
func firstOpenDelimiter(n ast.Node, src []byte) int {
	at := -1
	var brackets []int
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		t, ok := n.(*ast.Text)
		if !ok || !entering || at >= 0 || n.Parent().Kind() == ast.KindCodeSpan {
			return ast.WalkContinue, nil
		}
		at = firstOpenDelimiterInRun(src, t.Segment.Start, t.Segment.Stop, &brackets)
		return ast.WalkContinue, nil
	})
	if len(brackets) > 0 && (at < 0 || brackets[0] < at) {
		at = brackets[0]
	}
	return at
}

// firstOpenDelimiterInRun is firstOpenDelimiter for a run of text; brackets collects those that
// were not closed.
func firstOpenDelimiterInRun(src []byte, from, to int, brackets *[]int) int {
	for i := from; i < to; i++ {
		switch c := src[i]; c {
		case '\\':
			if i+1 < to && (src[i+1] == '(' || src[i+1] == '[') {
				return i
			}
			i++
		case '`', '<', '$':
			return i
		case '*', '_', '~':
			// A delimiter run before whitespace opens nothing.
			end := i
			for end < len(src) && src[end] == c {
				end++
			}
			if end < len(src) && !bytes.ContainsRune([]byte(" \n\t"), rune(src[end])) {
				return i
			}
			i = end - 1
		case '[':
			*brackets = append(*brackets, i)
		case ']':
			if k := len(*brackets); k > 0 {
				*brackets = (*brackets)[:k-1]
			}
		}
	}
	return -1
}

// parseIfSingleBlock parses src and returns its block if there is exactly one.
func (r *IncrementalParser) parseIfSingleBlock(src string) (Block, bool) {
	doc, refs := parseWithLinkReferences(r.goldmark, []byte(src), r.references)
	r.ParsedBytes += len(src)
	n := doc.FirstChild()
	if n == nil || n.NextSibling() != nil || len(refs) != len(r.references) {
		return Block{}, false
	}
	w := &blockBuilder{src: []byte(src), seed: r.seed}
	w.addNodeAsBlocks(n)
	if len(w.blocks) != 1 || len(w.blocks[0].Containers) > 0 {
		return Block{}, false
	}
	return w.blocks[0], true
}

// startOpenBlockIfLong starts an open block or container for the last block if it is long and of a
// kind that can be continued. last is the node of that block and the only one in the tail.
func (r *IncrementalParser) startOpenBlockIfLong(last ast.Node) {
	tail := r.text[r.tailStart:]
	if len(tail) < max(r.minOpenBytes, r.retryBytes) || r.startOpenListOrQuote(last) || len(r.blocks) != r.frozenBlocks+1 {
		return
	}
	b := r.blocks[r.frozenBlocks]
	o := &openBlock{block: Block{
		Kind: b.Kind, GapAbove: b.GapAbove, Language: b.Language, Header: b.Header,
		Alignments: b.Alignments,
	}}
	first := strings.IndexByte(tail, '\n') + 1
	switch {
	case b.Kind == Paragraph && !strings.ContainsRune(" \t|[", rune(tail[0])):
		r.openBlock = o
		if !r.moveParagraphStableEnd(tail) {
			r.openBlock, r.retryBytes = nil, 2*len(tail)
		}
		return
	case b.Kind == Code && !b.IsClosed && first > 0 && (tail[0] == '`' || tail[0] == '~'):
		o.stableEnd = first
	case b.Kind == Table && tail[0] == '|':
		second := strings.IndexByte(tail[first:], '\n') + 1
		if o.stableEnd = first + second; second == 0 {
			return
		}
	default:
		return
	}
	o.prefix = tail[:o.stableEnd]
	r.openBlock = o
}

// openContainer is a long list or quote at the end of a growing text. The part before its last
// child that can still change (a list item or a block of the quote) is parsed once. It is dropped
// when the following text ends the container, or makes a tight list loose, which moves all of its
// items.
type openContainer struct {
	stableEnd    int // offset in the tail from which text is parsed again
	stableBlocks int // number of blocks of the stable part
	afterHeading bool
	// For a list: whether it is tight, and the number of the first item that is parsed again.
	isTight     bool
	firstNumber int
}

// startOpenListOrQuote starts an open container if last, the last block of the tail, is a list or a
// quote.
func (r *IncrementalParser) startOpenListOrQuote(last ast.Node) bool {
	n := &openContainer{afterHeading: r.afterHeading}
	switch last := last.(type) {
	case *ast.List:
		n.isTight, n.firstNumber = last.IsTight, last.Start
	case *ast.Blockquote:
	default:
		return false
	}
	r.openContainer = n
	if !r.reparseEndOfListOrQuote() || n.stableEnd == 0 {
		r.openContainer, r.retryBytes = nil, 2*(len(r.text)-r.tailStart)
	}
	return true
}

// reparseEndOfListOrQuote parses the unstable part of the list or quote. It reports false when the
// whole tail must be parsed.
func (r *IncrementalParser) reparseEndOfListOrQuote() bool {
	n := r.openContainer
	src := []byte(r.text[r.tailStart+n.stableEnd:])
	doc, refs := parseWithLinkReferences(r.goldmark, src, r.references)
	r.ParsedBytes += len(src)
	top := doc.FirstChild()
	if top == nil || top.NextSibling() != nil || len(refs) != len(r.references) {
		return false
	}
	w := &blockBuilder{
		src: src, seed: r.seed, blocks: r.blocks[:r.frozenBlocks+n.stableBlocks],
		afterHeading: n.afterHeading, continuesContainer: n.stableEnd > 0,
	}
	switch top := top.(type) {
	case *ast.List:
		if n.isTight && !top.IsTight {
			return false
		}
		top.IsTight, top.Start = n.isTight, n.firstNumber
	case *ast.Blockquote:
	default:
		return false
	}
	w.addTopLevelNode(top)
	r.blocks = w.blocks
	n.moveStableEndToLastChild(r.frozenBlocks, w, top)
	return true
}

// moveStableEndToLastChild moves the end of the stable part forward to the last child that begins
// before the last line: a child that begins on that line may still become something else.
func (n *openContainer) moveStableEndToLastChild(frozen int, w *blockBuilder, top ast.Node) {
	last, i := lastLineStart(w.src), 0
	at, child := 0, 0
	for c := top.FirstChild(); c != nil; c = c.NextSibling() {
		if s := blockLineStart(w.src, c); s > at && s < last && i < len(w.childStarts) {
			at, child = s, i
		}
		i++
	}
	if at == 0 || w.childStarts[child] == frozen {
		return
	}
	n.stableEnd += at
	n.stableBlocks = w.childStarts[child] - frozen
	n.firstNumber += child
	n.afterHeading = w.blocks[w.childStarts[child]-1].Kind == Heading
}
