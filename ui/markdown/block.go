package markdown

import (
	"hash/maphash"
	"strings"
)

// Kind is the kind of a block.
type Kind uint8

// Block kinds.
const (
	Paragraph Kind = iota
	Heading
	Code
	Math
	Table
	Rule
	HTML
)

// Style is a bit set of inline styles.
type Style uint8

// Inline styles.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Mono  // inline code
	TeX   // a formula with its delimiters; its source is shown where it cannot be set
	Image // an image placeholder; Text is its label
	// Display is set beside TeX for a display formula alone on its lines.
	Display
)

// Span is a run of text in one style. A newline in Text is a hard line break.
type Span struct {
	Text  string
	Style Style
	// Link is the link target, or the address of an Image.
	Link string
}

// Container is a list item or a block quote around a block. Containers are listed outermost first.
type Container struct {
	IsQuote bool
	// Marker is the list marker in the gutter: "•", "3.", "☐" or "☑". It is set for every block of the
	// item.
	Marker string
	// IsFirst is set for the first block of the item or quote.
	IsFirst bool
}

// Block is a leaf block of the document, the unit of layout.
type Block struct {
	Kind       Kind
	Level      int // heading level, 1 to 6
	Containers []Container
	GapAbove   float32 // space above, in pixels

	Spans []Span // of Paragraph, Heading and HTML

	Language string // info string of Code, as written
	Text     string // content of Code, without the final newline; source of Math with its delimiters
	IsClosed bool   // Code has its closing fence, or is indented

	Header     [][]Span // cells of Table, by column
	Rows       [][][]Span
	Alignments []Align

	sourceStart int // offset of the text of a block of Plain in the whole text

	contentHash uint64 // of everything but sourceStart
}

// Align is the alignment of a table column.
type Align uint8

// Column alignments.
const (
	Start Align = iota
	Center
	End
)

// PlainText returns the visible text, which selection offsets refer to and copying uses. Cells are
// separated by tabs, rows by newlines.
func (b *Block) PlainText() string {
	switch b.Kind {
	case Code, Math:
		return b.Text
	case Rule:
		return ""
	case Table:
		var s strings.Builder
		writeRowTabSeparated(&s, b.Header)
		for _, row := range b.Rows {
			s.WriteByte('\n')
			writeRowTabSeparated(&s, row)
		}
		return s.String()
	}
	return joinedSpansText(b.Spans)
}

func writeRowTabSeparated(s *strings.Builder, row [][]Span) {
	for i, cell := range row {
		if i > 0 {
			s.WriteByte('\t')
		}
		s.WriteString(joinedSpansText(cell))
	}
}

func joinedSpansText(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var s strings.Builder
	for _, sp := range spans {
		s.WriteString(sp.Text)
	}
	return s.String()
}

// updateContentHash computes the content hash, the key under which a laid-out block is reused.
func (b *Block) updateContentHash(seed maphash.Seed) {
	var h maphash.Hash
	h.SetSeed(seed)
	flag := func(on bool) {
		if on {
			h.WriteByte(1)
		} else {
			h.WriteByte(0)
		}
	}
	h.WriteByte(byte(b.Kind))
	h.WriteByte(byte(b.Level))
	h.WriteByte(byte(b.GapAbove))
	flag(b.IsClosed)
	for _, f := range b.Containers {
		flag(f.IsQuote)
		flag(f.IsFirst)
		writeStringToHash(&h, f.Marker)
	}
	h.WriteByte(0xFF)
	writeStringToHash(&h, b.Language)
	writeStringToHash(&h, b.Text)
	writeSpansToHash(&h, b.Spans)
	for _, a := range b.Alignments {
		h.WriteByte(byte(a))
	}
	for _, c := range b.Header {
		writeSpansToHash(&h, c)
	}
	for _, r := range b.Rows {
		for _, c := range r {
			writeSpansToHash(&h, c)
		}
		h.WriteByte(0xFE)
	}
	b.contentHash = h.Sum64()
}

func writeSpansToHash(h *maphash.Hash, spans []Span) {
	for _, s := range spans {
		h.WriteByte(byte(s.Style))
		writeStringToHash(h, s.Text)
		writeStringToHash(h, s.Link)
	}
	h.WriteByte(0xFF)
}

func writeStringToHash(h *maphash.Hash, s string) {
	h.WriteString(s)
	h.WriteByte(0)
}
