package markdown

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"memoir/ui/theme"
)

// maxContainerDepth is how many containers are drawn around a block; deeper ones are flattened, so
// that hostile nesting neither narrows the text to nothing nor grows without bound.
const maxContainerDepth = 12

// Parse returns the blocks of a text. It is pure and may run on any goroutine.
func Parse(src string) []Block {
	return NewIncrementalParser().ParseText(src, false)
}

// newGoldmarkParser returns goldmark's CommonMark parser with GFM tables, strikethrough, task lists
// and autolinks, and TeX.
func newGoldmarkParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(), util.Prioritized(texBlockParser{}, 650))...),
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
type blockBuilder struct {
	src                []byte
	seed               maphash.Seed
	containers         []Container
	gapAbove           float32 // of the next block
	afterHeading       bool    // the previous block was a heading
	blocks             []Block
	continuesContainer bool  // the first list or quote continues an openContainer
	childStarts        []int // number of blocks before each child of a top-level list or quote
}

// Gaps between blocks in pixels.
const (
	gapBelowHeading = 6 // below a heading
	gapAboveHeading = 18
	looseItemGap    = 8
	tightItemGap    = 0
)

func (w *blockBuilder) addTopLevelNode(n ast.Node) {
	w.gapAbove = theme.BlockGap
	w.addNodeAsBlocks(n)
}

func (w *blockBuilder) appendBlockWithContext(b Block) {
	b.Containers = append([]Container(nil), w.containers...)
	b.GapAbove = w.gapAbove
	switch {
	case w.afterHeading:
		b.GapAbove = gapBelowHeading
	case b.Kind == Heading && w.gapAbove == theme.BlockGap:
		b.GapAbove = gapAboveHeading
	}
	w.afterHeading = b.Kind == Heading
	for i := range w.containers {
		w.containers[i].IsFirst = false
	}
	b.updateContentHash(w.seed)
	w.blocks = append(w.blocks, b)
	w.gapAbove = theme.BlockGap
}

func (w *blockBuilder) addNodeAsBlocks(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.appendBlockWithContext(Block{Kind: Heading, Level: n.Level, Spans: w.inlineSpans(n)})
	case *ast.Paragraph, *ast.TextBlock:
		w.addParagraphsAndFormulas(n)
	case *ast.ThematicBreak:
		w.appendBlockWithContext(Block{Kind: Rule})
	case *ast.FencedCodeBlock:
		lang := ""
		if n.Info != nil {
			lang, _, _ = strings.Cut(strings.TrimSpace(resolveEscapesAndCharReferences(n.Info.Segment.Value(w.src))), " ")
		}
		w.addFencedCodeOrMath(n, lang)
	case *ast.CodeBlock:
		w.appendBlockWithContext(Block{Kind: Code, Text: w.nodeSourceText(n), IsClosed: true})
	case *texBlock:
		w.addTeXBlock(n)
	case *ast.HTMLBlock:
		s := w.nodeSourceText(n)
		if n.HasClosure() {
			s += "\n" + strings.TrimRight(string(n.ClosureLine.Value(w.src)), "\n")
		}
		w.appendBlockWithContext(Block{Kind: HTML, Spans: []Span{{Text: strings.Trim(s, "\n")}}})
	case *extast.Table:
		w.addTable(n)
	case *ast.List:
		w.addListItems(n)
	case *ast.Blockquote:
		w.addQuote(n)
	case *ast.LinkReferenceDefinition:
	default:
		w.addChildNodes(n)
	}
}

func (w *blockBuilder) addChildNodes(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.addNodeAsBlocks(c)
	}
}

func (w *blockBuilder) addParagraphsAndFormulas(n ast.Node) {
	spans := w.inlineSpans(n)
	if len(spans) == 0 && len(w.containers) == 0 {
		return
	}
	start := 0
	for i, s := range spans {
		if s.Style != TeX|Display {
			continue
		}
		if text := trimSpansAtEdges(spans[start:i]); len(text) > 0 {
			w.appendBlockWithContext(Block{Kind: Paragraph, Spans: text})
		}
		w.appendDisplayFormula(s.Text)
		start = i + 1
	}
	if start > 0 {
		if spans = trimSpansAtEdges(spans[start:]); len(spans) == 0 {
			return
		}
	}
	w.appendBlockWithContext(Block{Kind: Paragraph, Spans: spans})
}

func (w *blockBuilder) appendDisplayFormula(source string) {
	w.appendBlockWithContext(Block{Kind: Math, Text: source, IsClosed: true})
}

// trimSpansAtEdges returns spans without white space before and after their text.
func trimSpansAtEdges(spans []Span) []Span {
	out := slices.Clone(spans)
	for len(out) > 0 {
		if out[0].Text = strings.TrimLeft(out[0].Text, " \n"); out[0].Text != "" {
			break
		}
		out = out[1:]
	}
	for k := len(out) - 1; k >= 0; k-- {
		if out[k].Text = strings.TrimRight(out[k].Text, " \n"); out[k].Text != "" {
			break
		}
		out = out[:k]
	}
	return out
}

// addFencedCodeOrMath adds a block of code. In the language "math" it is a formula, as soon as it
// is complete.
func (w *blockBuilder) addFencedCodeOrMath(n *ast.FencedCodeBlock, lang string) {
	code, isClosed := w.nodeSourceText(n), w.hasClosingFence(n)
	if lang == "math" && isClosed && strings.TrimSpace(code) != "" {
		w.appendDisplayFormula("$$\n" + code + "\n$$")
		return
	}
	w.appendBlockWithContext(Block{Kind: Code, Language: lang, Text: code, IsClosed: isClosed})
}

// addTeXBlock adds a display formula; without its end it is text.
func (w *blockBuilder) addTeXBlock(n *texBlock) {
	source := w.texBlockSource(n)
	if n.isClosed {
		w.appendDisplayFormula(source)
		return
	}
	w.appendBlockWithContext(Block{Kind: Paragraph, Spans: []Span{{Text: source}}})
}

func (w *blockBuilder) nodeSourceText(n ast.Node) string {
	var s strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		s.Write(seg.Value(w.src))
	}
	return strings.TrimSuffix(s.String(), "\n")
}

// hasClosingFence reports whether the closing fence of a code block has arrived.
func (w *blockBuilder) hasClosingFence(n *ast.FencedCodeBlock) bool {
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

func (w *blockBuilder) addListItems(n *ast.List) {
	if len(w.containers) >= maxContainerDepth {
		w.addChildNodes(n)
		return
	}
	number, first := n.Start, !w.continuesContainer
	w.continuesContainer = false
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "•"
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + "."
			number++
		}
		if box := taskCheckboxMarker(item); box != "" {
			marker = box
		}
		between := float32(looseItemGap)
		if n.IsTight {
			between = tightItemGap
		}
		if len(w.containers) == 0 {
			w.childStarts = append(w.childStarts, len(w.blocks))
		}
		if !first {
			w.gapAbove = between
		} else if len(w.containers) > 0 {
			w.gapAbove = min(w.gapAbove, between)
		}
		first = false
		w.addChildrenInContainer(Container{Marker: marker, IsFirst: true}, item, between)
	}
}

func (w *blockBuilder) addQuote(n ast.Node) {
	if len(w.containers) >= maxContainerDepth {
		w.addChildNodes(n)
		return
	}
	first := !w.continuesContainer
	if w.continuesContainer = false; !first {
		w.gapAbove = looseItemGap
	}
	w.addChildrenInContainer(Container{IsQuote: true, IsFirst: first}, n, looseItemGap)
}

// addChildrenInContainer adds the children of n inside container f; an empty container still shows.
func (w *blockBuilder) addChildrenInContainer(f Container, n ast.Node, between float32) {
	w.containers = append(w.containers, f)
	before := len(w.blocks)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() {
			w.gapAbove = between
		}
		if f.IsQuote && len(w.containers) == 1 {
			w.childStarts = append(w.childStarts, len(w.blocks))
		}
		w.addNodeAsBlocks(c)
	}
	if len(w.blocks) == before {
		w.appendBlockWithContext(Block{Kind: Paragraph})
	}
	w.containers = w.containers[:len(w.containers)-1]
}

func taskCheckboxMarker(item ast.Node) string {
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

func (w *blockBuilder) addTable(n *extast.Table) {
	b := Block{Kind: Table}
	for _, a := range n.Alignments {
		b.Alignments = append(b.Alignments, map[extast.Alignment]Align{extast.AlignCenter: Center, extast.AlignRight: End}[a])
	}
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		row := make([][]Span, 0, len(b.Alignments))
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, w.inlineSpans(c))
		}
		if r.Kind() == extast.KindTableHeader {
			b.Header = row
		} else {
			b.Rows = append(b.Rows, row)
		}
	}
	w.appendBlockWithContext(b)
}

// parseWithLinkReferences parses src with the link reference definitions known from the text before
// it.
func parseWithLinkReferences(p parser.Parser, src []byte, refs []parser.Reference) (ast.Node, []parser.Reference) {
	pc := parser.NewContext()
	for _, r := range refs {
		pc.AddReference(r)
	}
	doc := p.Parse(text.NewReader(src), parser.WithContext(pc))
	return doc, pc.References()
}
