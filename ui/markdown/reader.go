package markdown

import (
	"bytes"
	"hash/maphash"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
)

// IncrementalParser parses a text that grows. Blocks that can no longer change are frozen, and only
// the text after them is parsed again. It is not safe for concurrent use, but may be handed from
// one goroutine to another.
type Reader struct {
	parser parser.Parser
	seed   maphash.Seed
	text   string
	blocks []Block
	// frozenBlocks is the number of blocks before tailStart; references are the link targets defined
	// before it.
	frozen int
	tail   int
	after  bool // the last frozen block is a heading
	refs   []parser.Reference
	known  map[string]bool
	exact  bool // blocks equals a full parse of text
	open   *open
	nest   *nest
	least  int // size of a last block from which it is kept open
	retry  int // size of a last block from which to try that again
	Parsed int // total bytes parsed, for tests and benchmarks
}

// NewIncrementalParser returns a parser of the empty text.
func NewReader() *Reader {
	return &Reader{parser: newParser(), seed: sharedSeed, known: map[string]bool{}, least: leastOpen}
}

// hashSeed makes hashes of equal content equal in all parsers of the process.
var sharedSeed = maphash.MakeSeed()

// SetText replaces the text and returns its blocks, which stay valid until the next call. With
// growing, the text is expected to continue: links may refer to targets not yet defined, and the
// beginning of a table is already shown as a table. Without it, the blocks are those of a full
// parse.
func (r *Reader) Set(src string, growing bool) []Block {
	if src == r.text && (growing || r.exact) {
		return r.blocks
	}
	if !strings.HasPrefix(src, r.text) || !growing && len(r.known) > 0 {
		r.restart()
	}
	r.text = src
	if !growing || !r.extend() {
		r.parseTail(growing)
	}
	if !growing && r.frozen > 0 && r.defines() {
		// A late definition may belong to a link that is already frozen.
		r.restart()
		r.parseTail(false)
	}
	r.exact = !growing
	return r.blocks
}

func (r *Reader) defines() bool { return len(r.known) > 0 }

func (r *Reader) restart() {
	r.blocks, r.frozen, r.tail, r.refs, r.after, r.exact = nil, 0, 0, nil, false, false
	r.known = map[string]bool{}
	r.open, r.nest, r.retry = nil, nil, 0
}

func (r *Reader) parseTail(growing bool) {
	r.open, r.nest = nil, nil
	src := []byte(r.text[r.tail:])
	doc, refs := parseAt(r.parser, src, r.refs)
	r.Parsed += len(src)
	if more := openTable(src); growing && len(more) != len(src) && isParagraph(doc.LastChild()) {
		src = more
		doc, refs = parseAt(r.parser, src, r.refs)
		r.Parsed += len(src)
	}
	w := &builder{src: src, seed: r.seed, blocks: r.blocks[:r.frozen], after: r.after}
	cut, cutBlocks, cutAfter := -1, 0, false
	last := lastLine(src)
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if at := lineStart(src, n); at > 0 && (at < last || isParagraph(n) && len(src)-at > settled) {
			cut, cutBlocks, cutAfter = at, len(w.blocks), w.after
		}
		w.top(n)
	}
	r.blocks = w.blocks
	for _, ref := range refs {
		r.known[string(ref.Label())] = true
	}
	if cut > 0 {
		r.frozen, r.after = cutBlocks, cutAfter
		r.tail += cut
		r.refs, r.retry = refs, 0
	}
	if n := doc.LastChild(); growing && n != nil && lineStart(src, n) == max(cut, 0) {
		r.begin(n)
	}
}

func isParagraph(n ast.Node) bool {
	_, ok := n.(*ast.Paragraph)
	return ok
}

// settledLineBytes is the length of an unfinished last line from which it is certainly a paragraph.
// The markers of other blocks are shorter.
const settled = 256

// lastLineStart returns the start of the last line of src, which may still grow: a block that
// begins on it may still become something else.
func lastLine(src []byte) int { return bytes.LastIndexByte(src, '\n') + 1 }

// lineStart returns the offset of the line a top-level block begins on.
func lineStart(src []byte, n ast.Node) int {
	pos := n.Pos()
	if pos < 0 || pos > len(src) {
		return -1
	}
	return bytes.LastIndexByte(src[:pos], '\n') + 1
}

// completeTableDelimiterRow completes an unfinished delimiter row of a table at the end of src, so
// that the table is shown from its first row on.
func openTable(src []byte) []byte {
	s := string(src)
	para := strings.LastIndex(strings.TrimRight(s, "\n"), "\n\n") + 2
	if para < 2 {
		para = 0
	}
	head, rest, more := strings.Cut(s[para:], "\n")
	if !strings.HasPrefix(head, "|") || strings.Count(head, "|") < 2 || strings.Trim(rest, "|:- ") != "" || !more {
		return src
	}
	columns := strings.Count(strings.Trim(strings.ReplaceAll(head, `\|`, ""), "| "), "|") + 1
	return []byte(s[:para] + head + "\n|" + strings.Repeat("---|", columns) + "\n")
}
