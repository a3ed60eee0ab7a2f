package markdown

import "github.com/yuin/goldmark/ast"

// nest is a long list or quote at the end of a growing text. What stands before its last child that can still change,
// an item or a block of the quote, is parsed once. It is dropped when what follows ends it, or makes a tight list a
// loose one, which moves all of its items.
type nest struct {
	done  int // where in the tail the part begins that is parsed again
	keep  int // blocks of what is done
	after bool
	// Of a list: whether its items stand close together, and the number of the first item that is parsed again.
	tight  bool
	number int
}

// beginNest prepares for the last block to grow on if it is a list or a quote; last is that of the tail.
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

// extendNest parses what is not done of the list or quote. It reports false when the whole tail must be parsed.
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

// advance moves the border between what is done and what is parsed again to the last child that begins before the last
// line: one on that line may yet turn out to be something else.
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
