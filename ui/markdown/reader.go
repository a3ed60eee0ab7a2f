package markdown

import (
	"bytes"
	"hash/maphash"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
)

// Reader parses a text that grows. Blocks that can no longer change are frozen, and only what follows them is parsed
// again. It is not safe for concurrent use, but may be handed from one goroutine to another.
type Reader struct {
	parser parser.Parser
	seed   maphash.Seed
	text   string
	blocks []Block
	// frozen blocks end where tail begins; refs are the link targets defined before it.
	frozen int
	tail   int
	after  bool // the last frozen block is a heading
	refs   []parser.Reference
	known  map[string]bool
	exact  bool // blocks is what a whole parse of text gives
	open   *open
	nest   *nest
	least  int // bytes of a last block from which it is kept open
	retry  int // bytes of a last block from which to try that again
	Parsed int // bytes parsed so far, for tests and benchmarks
}

// NewReader returns a reader of the empty text.
func NewReader() *Reader {
	return &Reader{parser: newParser(), seed: sharedSeed, known: map[string]bool{}, least: leastOpen}
}

// sharedSeed makes hashes of one content equal in all readers of the process.
var sharedSeed = maphash.MakeSeed()

// Set replaces the text and returns its blocks, which stay valid until the next call. When growing is set, the text is
// expected to continue, links may refer to targets that have not come yet, and a table that has only begun is shown as
// one. Once it is not, the blocks are those of the whole text.
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
		// A target that came late may belong to a link that is already frozen.
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

// settled is how many bytes of the last line show that it is a paragraph whatever follows on it. The markers of other
// blocks are shorter.
const settled = 256

// lastLine returns where the last line of src begins that may still grow: a block that begins on it may yet turn out
// to be something else.
func lastLine(src []byte) int { return bytes.LastIndexByte(src, '\n') + 1 }

// lineStart returns the offset of the line a top-level block begins on.
func lineStart(src []byte, n ast.Node) int {
	pos := n.Pos()
	if pos < 0 || pos > len(src) {
		return -1
	}
	return bytes.LastIndexByte(src[:pos], '\n') + 1
}

// openTable completes the delimiter row of a table at the end of src that has only begun, so that it is shown as a
// table from its first row on.
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
