package markdown

import (
	"hash/maphash"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxContainerDepth is how many containers are drawn around a block; deeper ones are flattened, so
// that hostile nesting neither narrows the text to nothing nor grows without bound.
const maxDepth = 12

// Parse returns the blocks of a text. It is pure and may run on any goroutine.
func Parse(src string) []Block {
	return NewReader().Set(src, false)
}

// newParser returns goldmark's CommonMark parser with GFM tables, strikethrough, task lists and
// autolinks, and TeX.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
			util.Prioritized(texParser{}, 50),
		)...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// blockBuilder converts one parsed document to blocks.
type builder struct {
	src    []byte
	seed   maphash.Seed
	frames []Frame
	gap    float32 // of the next block
	after  bool    // the previous block was a heading
	blocks []Block
	goesOn bool  // the first list or quote continues an openContainer
	starts []int // number of blocks before each child of a top-level list or quote
}

// Gaps between blocks in pixels, from the design in ui.md.
const (
	gapBlock   = 12
	gapHeading = 6 // below a heading
	gapBefore  = 18
	gapLoose   = 8
	gapTight   = 0
)

func (w *builder) top(n ast.Node) {
	w.gap = gapBlock
	w.block(n)
}

func (w *builder) emit(b Block) {
	b.Frames = append([]Frame(nil), w.frames...)
	b.Gap = w.gap
	switch {
	case w.after:
		b.Gap = gapHeading
	case b.Kind == Heading && w.gap == gapBlock:
		b.Gap = gapBefore
	}
	w.after = b.Kind == Heading
	for i := range w.frames {
		w.frames[i].First = false
	}
	b.seal(w.seed)
	w.blocks = append(w.blocks, b)
	w.gap = gapBlock
}

func (w *builder) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.emit(Block{Kind: Heading, Level: n.Level, Spans: w.inline(n)})
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(n)
	case *ast.ThematicBreak:
		w.emit(Block{Kind: Rule})
	case *ast.FencedCodeBlock:
		lang := ""
		if n.Info != nil {
			lang, _, _ = strings.Cut(strings.TrimSpace(unescape(n.Info.Segment.Value(w.src))), " ")
		}
		w.emit(Block{Kind: Code, Lang: lang, Text: w.lines(n), Closed: w.closed(n)})
	case *ast.CodeBlock:
		w.emit(Block{Kind: Code, Text: w.lines(n), Closed: true})
	case *ast.HTMLBlock:
		s := w.lines(n)
		if n.HasClosure() {
			s += "\n" + strings.TrimRight(string(n.ClosureLine.Value(w.src)), "\n")
		}
		w.emit(Block{Kind: HTML, Spans: []Span{{Text: strings.Trim(s, "\n")}}})
	case *extast.Table:
		w.table(n)
	case *ast.List:
		w.list(n)
	case *ast.Blockquote:
		w.quote(n)
	case *ast.LinkReferenceDefinition:
	default:
		w.children(n)
	}
}

func (w *builder) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c)
	}
}

func (w *builder) paragraph(n ast.Node) {
	spans := w.inline(n)
	if len(spans) == 0 && len(w.frames) == 0 {
		return
	}
	if len(spans) == 1 && spans[0].Style == TeX {
		if body, ok := displayed(spans[0].Text); ok {
			w.emit(Block{Kind: Math, Text: body, Closed: true})
			return
		}
	}
	w.emit(Block{Kind: Paragraph, Spans: spans})
}

func (w *builder) lines(n ast.Node) string {
	var s strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		s.Write(seg.Value(w.src))
	}
	return strings.TrimSuffix(s.String(), "\n")
}

// hasClosingFence reports whether the closing fence of a code block has arrived.
func (w *builder) closed(n *ast.FencedCodeBlock) bool {
	end := n.Pos()
	if k := n.Lines().Len(); k > 0 {
		end = n.Lines().At(k - 1).Stop
	} else if i := strings.IndexByte(string(w.src[max(end, 0):]), '\n'); i >= 0 {
		end += i + 1
	} else {
		return false
	}
	line, _, _ := strings.Cut(string(w.src[min(end, len(w.src)):min(end+256, len(w.src))]), "\n")
	line = strings.TrimLeft(line, " >\t")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

func (w *builder) list(n *ast.List) {
	if len(w.frames) >= maxDepth {
		w.children(n)
		return
	}
	number, first := n.Start, !w.goesOn
	w.goesOn = false
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "•"
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + "."
			number++
		}
		if box := checkbox(item); box != "" {
			marker = box
		}
		between := float32(gapLoose)
		if n.IsTight {
			between = gapTight
		}
		if len(w.frames) == 0 {
			w.starts = append(w.starts, len(w.blocks))
		}
		if !first {
			w.gap = between
		} else if len(w.frames) > 0 {
			w.gap = min(w.gap, between)
		}
		first = false
		w.within(Frame{Marker: marker, First: true}, item, between)
	}
}

func (w *builder) quote(n ast.Node) {
	if len(w.frames) >= maxDepth {
		w.children(n)
		return
	}
	first := !w.goesOn
	if w.goesOn = false; !first {
		w.gap = gapLoose
	}
	w.within(Frame{Quote: true, First: first}, n, gapLoose)
}

// addContainer adds the children of n inside container f; an empty container still shows.
func (w *builder) within(f Frame, n ast.Node, between float32) {
	w.frames = append(w.frames, f)
	before := len(w.blocks)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() {
			w.gap = between
		}
		if f.Quote && len(w.frames) == 1 {
			w.starts = append(w.starts, len(w.blocks))
		}
		w.block(c)
	}
	if len(w.blocks) == before {
		w.emit(Block{Kind: Paragraph})
	}
	w.frames = w.frames[:len(w.frames)-1]
}

func checkbox(item ast.Node) string {
	p := item.FirstChild()
	if p == nil {
		return ""
	}
	if box, ok := p.FirstChild().(*extast.TaskCheckBox); ok {
		if box.IsChecked {
			return "☑"
		}
		return "☐"
	}
	return ""
}

func (w *builder) table(n *extast.Table) {
	b := Block{Kind: Table}
	for _, a := range n.Alignments {
		b.Align = append(b.Align, map[extast.Alignment]Align{extast.AlignCenter: Center, extast.AlignRight: End}[a])
	}
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		row := make([][]Span, 0, len(b.Align))
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, w.inline(c))
		}
		if r.Kind() == extast.KindTableHeader {
			b.Head = row
		} else {
			b.Rows = append(b.Rows, row)
		}
	}
	w.emit(b)
}

// parseWithReferences parses src with the link reference definitions known from the text before it.
func parseAt(p parser.Parser, src []byte, refs []parser.Reference) (ast.Node, []parser.Reference) {
	pc := parser.NewContext()
	for _, r := range refs {
		pc.AddReference(r)
	}
	doc := p.Parse(text.NewReader(src), parser.WithContext(pc))
	return doc, pc.References()
}
