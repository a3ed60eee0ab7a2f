package markdown

import (
	"hash/maphash"
	"strings"
)

// Kind is the sort of a block.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading
	Code
	Math
	Table
	Rule
	HTML
)

// Style is a set of inline styles.
type Style uint8

// The inline styles.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Mono  // inline code
	TeX   // inline TeX, kept as it was written
	Image // a picture that was not loaded; Text is what it shows
)

// Span is a run of text in one style. A line break in Text is a hard one.
type Span struct {
	Text  string
	Style Style
	// Link is where a click leads, or the address of an Image.
	Link string
}

// Frame is a list item or a quote around a block, outermost first.
type Frame struct {
	Quote bool
	// Marker is what stands in the gutter of an item: "•", "3.", "☐" or "☑". It is set for every block of the item.
	Marker string
	// First tells that the block is the first of this item or quote.
	First bool
}

// Block is a leaf of the document: what is laid out as one.
type Block struct {
	Kind   Kind
	Level  int // of a Heading, 1 to 6
	Frames []Frame
	Gap    float32 // space above, in pixels

	Spans []Span // of Paragraph, Heading, HTML

	Lang   string // of Code, as written
	Text   string // of Code and Math, without the last line break
	Closed bool   // Code has its closing fence, or is indented

	Head  [][]Span // of Table, by column
	Rows  [][][]Span
	Align []Align

	hash uint64
}

// Align is the alignment of a table column.
type Align uint8

// The alignments.
const (
	Start Align = iota
	Center
	End
)

// Plain returns the visible text: what is selected and copied. Cells are separated by tabs, rows by line breaks.
func (b *Block) Plain() string {
	switch b.Kind {
	case Code, Math:
		return b.Text
	case Rule:
		return ""
	case Table:
		var s strings.Builder
		writeRow(&s, b.Head)
		for _, row := range b.Rows {
			s.WriteByte('\n')
			writeRow(&s, row)
		}
		return s.String()
	}
	return plain(b.Spans)
}

func writeRow(s *strings.Builder, row [][]Span) {
	for i, cell := range row {
		if i > 0 {
			s.WriteByte('\t')
		}
		s.WriteString(plain(cell))
	}
}

func plain(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var s strings.Builder
	for _, sp := range spans {
		s.WriteString(sp.Text)
	}
	return s.String()
}

// seal computes the content hash, the key under which a drawn block is used again.
func (b *Block) seal(seed maphash.Seed) {
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
	h.WriteByte(byte(b.Gap))
	flag(b.Closed)
	for _, f := range b.Frames {
		flag(f.Quote)
		flag(f.First)
		writeString(&h, f.Marker)
	}
	h.WriteByte(0xFF)
	writeString(&h, b.Lang)
	writeString(&h, b.Text)
	hashSpans(&h, b.Spans)
	for _, a := range b.Align {
		h.WriteByte(byte(a))
	}
	for _, c := range b.Head {
		hashSpans(&h, c)
	}
	for _, r := range b.Rows {
		for _, c := range r {
			hashSpans(&h, c)
		}
		h.WriteByte(0xFE)
	}
	b.hash = h.Sum64()
}

func hashSpans(h *maphash.Hash, spans []Span) {
	for _, s := range spans {
		h.WriteByte(byte(s.Style))
		writeString(h, s.Text)
		writeString(h, s.Link)
	}
	h.WriteByte(0xFF)
}

func writeString(h *maphash.Hash, s string) {
	h.WriteString(s)
	h.WriteByte(0)
}
