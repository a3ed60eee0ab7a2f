package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// leastOpen is the size in bytes of a last block from which it is parsed by its end alone. Below it, parsing all of it
// costs less than a tenth of a millisecond.
const leastOpen = 2 << 10

// open is a long block at the end of a growing text: complete rows of a table, complete lines of a fence and the
// beginning of a paragraph never change their meaning again, so they are parsed once. It is dropped as soon as what
// follows turns the block into another one or ends it.
type open struct {
	block Block  // what the first done bytes of the tail give
	done  int    // where the part begins that is parsed again
	head  string // put before that part, so that it is read as the same kind of block
	next  int    // size of that part of a paragraph from which it is worth while to move done on
}

// extend parses the end of the last block again. It reports false when the whole tail must be parsed.
func (r *Reader) extend() bool {
	if r.nest != nil {
		return r.extendNest()
	}
	o := r.open
	if o == nil {
		return false
	}
	tail := r.text[r.tail:]
	rest := tail[o.done:]
	if rest == "" {
		return false
	}
	part, ok := r.alone(o.head + rest)
	if !ok || part.Kind != o.block.Kind || part.Kind == Code && part.Closed {
		return false
	}
	b := o.block
	switch b.Kind {
	case Code:
		b.Text += part.Text
	case Table:
		b.Rows = append(b.Rows, part.Rows...)
	case Paragraph:
		b.Spans = joinSpans(b.Spans, behindHead(part.Spans))
	}
	b.seal(r.seed)
	r.blocks = append(r.blocks[:r.frozen], b)
	r.advance(rest, part)
	return true
}

// advance moves the border between what is done and what is parsed again.
func (r *Reader) advance(rest string, part Block) {
	o := r.open
	if o.block.Kind == Paragraph {
		if len(rest) > max(o.next, r.least) && !r.advanceParagraph(rest) {
			o.next = len(rest) + len(rest)/4
		}
		return
	}
	// The last complete line stays, so that there is always something to parse.
	cut := strings.LastIndexByte(rest[:len(rest)-1], '\n') + 1
	if cut == 0 {
		return
	}
	if o.block.Kind == Code {
		o.block.Text += rest[:cut]
	} else {
		o.block.Rows = append(o.block.Rows, part.Rows[:strings.Count(rest[:cut], "\n")]...)
	}
	o.done += cut
}

// paragraphHead makes any text a paragraph: behind a word nothing begins another block.
const paragraphHead = "x "

// cutTries is how many places are tried at once.
const cutTries = 4

// advanceParagraph looks for a place behind which nothing depends on what stands before it, and takes the spans up to
// there over.
func (r *Reader) advanceParagraph(rest string) bool {
	o := r.open
	head, limit := o.head, len(rest)/2
	for range cutTries {
		cut := breakBefore(rest, limit)
		if cut <= 0 {
			return false
		}
		doc, refs := parseAt(r.parser, []byte(head+rest[:cut]), r.refs)
		n := doc.FirstChild()
		r.Parsed += cut
		if _, ok := n.(*ast.Paragraph); !ok || n.NextSibling() != nil || len(refs) != len(r.refs) {
			return false
		}
		src := []byte(head + rest[:cut])
		if at := firstOpen(n, src); at >= 0 {
			limit = at - len(head)
			continue
		}
		w := &builder{src: src}
		spans := w.inline(n)
		if head != "" {
			spans = behindHead(spans)
		}
		o.block.Spans = joinSpans(joinSpans(o.block.Spans, spans), []Span{{Text: " "}})
		o.done += cut
		o.head, o.next = paragraphHead, 0
		return true
	}
	return false
}

// breakBefore returns the offset behind the last single space between two words before limit.
func breakBefore(s string, limit int) int {
	for i := min(limit, len(s)-1); i > 1; i-- {
		if s[i-1] == ' ' && s[i] > ' ' && s[i-2] > ' ' && s[i-2] != '\\' {
			return i
		}
	}
	return -1
}

// behindHead takes paragraphHead off the first span.
func behindHead(spans []Span) []Span {
	if len(spans) == 0 || !strings.HasPrefix(spans[0].Text, paragraphHead) {
		return spans
	}
	out := slices.Clone(spans)
	if out[0].Text = out[0].Text[len(paragraphHead):]; out[0].Text == "" {
		return out[1:]
	}
	return out
}

// joinSpans appends b to a, merging at the seam what has one style. It never changes the spans of a.
func joinSpans(a, b []Span) []Span {
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

// firstOpen returns the offset of the first sign in a paragraph that was left as text, but may mean something together
// with text that is still to come, or -1.
func firstOpen(n ast.Node, src []byte) int {
	at := -1
	var brackets []int
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		t, ok := n.(*ast.Text)
		if !ok || !entering || at >= 0 || n.Parent().Kind() == ast.KindCodeSpan {
			return ast.WalkContinue, nil
		}
		at = openIn(src, t.Segment.Start, t.Segment.Stop, &brackets)
		return ast.WalkContinue, nil
	})
	if len(brackets) > 0 && (at < 0 || brackets[0] < at) {
		at = brackets[0]
	}
	return at
}

// openIn is firstOpen for a run of text; brackets collects those that were not closed.
func openIn(src []byte, from, to int, brackets *[]int) int {
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
			// A run of signs before a space opens nothing.
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

// alone parses src and returns its block if it is the only one.
func (r *Reader) alone(src string) (Block, bool) {
	doc, refs := parseAt(r.parser, []byte(src), r.refs)
	r.Parsed += len(src)
	n := doc.FirstChild()
	if n == nil || n.NextSibling() != nil || len(refs) != len(r.refs) {
		return Block{}, false
	}
	w := &builder{src: []byte(src), seed: r.seed}
	w.block(n)
	if len(w.blocks) != 1 || len(w.blocks[0].Frames) > 0 {
		return Block{}, false
	}
	return w.blocks[0], true
}

// begin prepares for the last block to grow on, if it is a long one of a kind that can be continued. last is its node,
// all there is in the tail.
func (r *Reader) begin(last ast.Node) {
	tail := r.text[r.tail:]
	if len(tail) < max(r.least, r.retry) || r.beginNest(last) || len(r.blocks) != r.frozen+1 {
		return
	}
	b := r.blocks[r.frozen]
	o := &open{block: Block{Kind: b.Kind, Gap: b.Gap, Lang: b.Lang, Head: b.Head, Align: b.Align}}
	first := strings.IndexByte(tail, '\n') + 1
	switch {
	case b.Kind == Paragraph && !strings.ContainsRune(" \t|[", rune(tail[0])):
		r.open = o
		if !r.advanceParagraph(tail) {
			r.open, r.retry = nil, 2*len(tail)
		}
		return
	case b.Kind == Code && !b.Closed && first > 0 && (tail[0] == '`' || tail[0] == '~'):
		o.done = first
	case b.Kind == Table && tail[0] == '|':
		second := strings.IndexByte(tail[first:], '\n') + 1
		if o.done = first + second; second == 0 {
			return
		}
	default:
		return
	}
	o.head = tail[:o.done]
	r.open = o
}
