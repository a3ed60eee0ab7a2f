package markdown

import "github.com/yuin/goldmark/ast"

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
	doc, refs := parseWithReferences(r.goldmark, src, r.references)
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
