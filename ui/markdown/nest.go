package markdown

import "github.com/yuin/goldmark/ast"

// openContainer is a long list or quote at the end of a growing text. The part before its last
// child that can still change (a list item or a block of the quote) is parsed once. It is dropped
// when the following text ends the container, or makes a tight list loose, which moves all of its
// items.
type nest struct {
	done  int // offset in the tail from which text is parsed again
	keep  int // number of blocks of the stable part
	after bool
	// For a list: whether it is tight, and the number of the first item that is parsed again.
	tight  bool
	number int
}

// startOpenContainer starts an open container if last, the last block of the tail, is a list or a
// quote.
func (r *Reader) beginNest(last ast.Node) bool {
	n := &nest{after: r.after}
	switch last := last.(type) {
	case *ast.List:
		n.tight, n.number = last.IsTight, last.Start
	case *ast.Blockquote:
	default:
		return false
	}
	r.nest = n
	if !r.extendNest() || n.done == 0 {
		r.nest, r.retry = nil, 2*(len(r.text)-r.tail)
	}
	return true
}

// extendOpenContainer parses the unstable part of the list or quote. It reports false when the
// whole tail must be parsed.
func (r *Reader) extendNest() bool {
	n := r.nest
	src := []byte(r.text[r.tail+n.done:])
	doc, refs := parseAt(r.parser, src, r.refs)
	r.Parsed += len(src)
	top := doc.FirstChild()
	if top == nil || top.NextSibling() != nil || len(refs) != len(r.refs) {
		return false
	}
	w := &builder{src: src, seed: r.seed, blocks: r.blocks[:r.frozen+n.keep], after: n.after, goesOn: n.done > 0}
	switch top := top.(type) {
	case *ast.List:
		if n.tight && !top.IsTight {
			return false
		}
		top.IsTight, top.Start = n.tight, n.number
	case *ast.Blockquote:
	default:
		return false
	}
	w.top(top)
	r.blocks = w.blocks
	n.advance(r.frozen, w, top)
	return true
}

// moveStableEnd moves the end of the stable part forward to the last child that begins before the
// last line: a child that begins on that line may still become something else.
func (n *nest) advance(frozen int, w *builder, top ast.Node) {
	last, i := lastLine(w.src), 0
	at, child := 0, 0
	for c := top.FirstChild(); c != nil; c = c.NextSibling() {
		if s := lineStart(w.src, c); s > at && s < last && i < len(w.starts) {
			at, child = s, i
		}
		i++
	}
	if at == 0 || w.starts[child] == frozen {
		return
	}
	n.done += at
	n.keep = w.starts[child] - frozen
	n.number += child
	n.after = w.blocks[w.starts[child]-1].Kind == Heading
}
