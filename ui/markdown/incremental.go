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
type IncrementalParser struct {
	goldmark parser.Parser
	seed     maphash.Seed
	text     string
	blocks   []Block
	// frozenBlocks is the number of blocks before tailStart; references are the link targets defined
	// before it.
	frozenBlocks  int
	tailStart     int
	afterHeading  bool // the last frozen block is a heading
	references    []parser.Reference
	knownLabels   map[string]bool
	isComplete    bool // blocks equals a full parse of text
	openBlock     *openBlock
	openContainer *openContainer
	minOpenBytes  int // size of a last block from which it is kept open
	retryBytes    int // size of a last block from which to try that again
	ParsedBytes   int // total bytes parsed, for tests and benchmarks
}

// NewIncrementalParser returns a parser of the empty text.
func NewIncrementalParser() *IncrementalParser {
	return &IncrementalParser{
		goldmark: newGoldmarkParser(), seed: hashSeed, knownLabels: map[string]bool{},
		minOpenBytes: minOpenBlockBytes,
	}
}

// hashSeed makes hashes of equal content equal in all parsers of the process.
var hashSeed = maphash.MakeSeed()

// ParseText replaces the text and returns its blocks, which stay valid until the next call. With
// growing, the text is expected to continue: links may refer to targets not yet defined, and the
// beginning of a table is already shown as a table. Without it, the blocks are those of a full
// parse.
func (r *IncrementalParser) ParseText(src string, growing bool) []Block {
	if src == r.text && (growing || r.isComplete) {
		return r.blocks
	}
	if !strings.HasPrefix(src, r.text) || !growing && len(r.knownLabels) > 0 {
		r.resetParserState()
	}
	r.text = src
	if !growing || !r.reparseEndOfOpenBlock() {
		r.parseTailAndFreezeBlocks(growing)
	}
	if !growing && r.frozenBlocks > 0 && r.hasLinkDefinitions() {
		// A late definition may belong to a link that is already frozen.
		r.resetParserState()
		r.parseTailAndFreezeBlocks(false)
	}
	r.isComplete = !growing
	return r.blocks
}

func (r *IncrementalParser) hasLinkDefinitions() bool { return len(r.knownLabels) > 0 }

func (r *IncrementalParser) resetParserState() {
	r.blocks, r.frozenBlocks, r.tailStart, r.references, r.afterHeading, r.isComplete = nil, 0, 0, nil, false, false
	r.knownLabels = map[string]bool{}
	r.openBlock, r.openContainer, r.retryBytes = nil, nil, 0
}

func (r *IncrementalParser) parseTailAndFreezeBlocks(growing bool) {
	r.openBlock, r.openContainer = nil, nil
	src := []byte(r.text[r.tailStart:])
	doc, refs := parseWithLinkReferences(r.goldmark, src, r.references)
	r.ParsedBytes += len(src)
	if more := completeTableDelimiterRow(src); growing && len(more) != len(src) && isParagraph(doc.LastChild()) {
		src = more
		doc, refs = parseWithLinkReferences(r.goldmark, src, r.references)
		r.ParsedBytes += len(src)
	}
	w := &blockBuilder{src: src, seed: r.seed, blocks: r.blocks[:r.frozenBlocks], afterHeading: r.afterHeading}
	cut, cutBlocks, cutAfter := -1, 0, false
	last, limit, before := lastLineStart(src), unsettledFormulaStart(src), 0
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		// A table that was the end of a paragraph begins, for goldmark, where the paragraph does.
		at := blockLineStart(src, n)
		if at > before && at < limit && (at < last || isParagraph(n) && len(src)-at > settledLineBytes) {
			cut, cutBlocks, cutAfter = at, len(w.blocks), w.afterHeading
		}
		before = max(before, at)
		w.addTopLevelNode(n)
	}
	r.blocks = w.blocks
	for _, ref := range refs {
		r.knownLabels[string(ref.Label())] = true
	}
	if cut > 0 {
		r.frozenBlocks, r.afterHeading = cutBlocks, cutAfter
		r.tailStart += cut
		r.references, r.retryBytes = refs, 0
	}
	if n := doc.LastChild(); growing && n != nil && blockLineStart(src, n) == max(cut, 0) {
		r.startOpenBlockIfLong(n)
	}
}

func isParagraph(n ast.Node) bool {
	_, ok := n.(*ast.Paragraph)
	return ok
}

// settledLineBytes is the length of an unfinished last line from which it is certainly a paragraph.
// The markers of other blocks are shorter.
const settledLineBytes = 256

// lastLineStart returns the start of the last line of src, which may still grow: a block that
// begins on it may still become something else.
func lastLineStart(src []byte) int { return bytes.LastIndexByte(src, '\n') + 1 }

// blockLineStart returns the offset of the line a top-level block begins on.
func blockLineStart(src []byte, n ast.Node) int {
	pos := n.Pos()
	if pos < 0 || pos > len(src) {
		return -1
	}
	return bytes.LastIndexByte(src[:pos], '\n') + 1
}

// completeTableDelimiterRow completes an unfinished delimiter row of a table at the end of src, so
// that the table is shown from its first row on.
func completeTableDelimiterRow(src []byte) []byte {
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
