package documents

import (
	"bytes"
	"strconv"
	"strings"
)

// Limits of what a table of an OpenDocument repeats: sheets say "16,000 empty columns".
const (
	maxRepeatedCells  = 100
	maxRepeatedSpaces = 100
)

// writeODFAsMarkdown reads a text, a presentation or a spreadsheet (OpenDocument 1.3, part 3):
// paragraphs, headings, lists and tables; notes in brackets where they are. Comments and deleted
// text are left out.
func writeODFAsMarkdown(data []byte, w *writer) error {
	a, err := openZipArchive(data)
	if err != nil {
		return err
	}
	manifest, err := a.unpackFile("META-INF/manifest.xml")
	if err == nil && bytes.Contains(manifest, []byte("encryption-data")) {
		return errEncrypted()
	}
	part, err := a.unpackFile("content.xml")
	if err != nil {
		return err
	}
	mimetype, err := a.unpackFile("mimetype")
	if err != nil {
		return err
	}
	h := &odfHandler{w: w, isSheet: bytes.Contains(mimetype, []byte("spreadsheet")), lists: newODFLists()}
	if styles, err := a.unpackFile("styles.xml"); err == nil {
		_ = walkXML(styles, w, odfStyleHandler{h.lists}) // the text can be read without them
	}
	return walkXML(part, w, h)
}

// odfStyleHandler reads the list styles of a document.
type odfStyleHandler struct{ lists *odfLists }

func (h odfStyleHandler) startElement(e element) { h.lists.readListStyleElement(e) }
func (h odfStyleHandler) endElement(string)      {}
func (h odfStyleHandler) addCharacters(string)   {}

type odfHandler struct {
	w          *writer
	isSheet    bool
	tables     tables
	columns    []int // of the cells that are open
	paragraphs []*odfParagraph
	lists      *odfLists
	notes      int
	slide      int
	skipped    int
}

type odfParagraph struct {
	text    strings.Builder
	heading int
}

// isSkippedInODF reports whether an element and what is in it are left out.
func isSkippedInODF(name string) bool {
	switch name {
	case "annotation", "tracked-changes", "note-citation", "forms", "title", "date-style", "notes":
		return true
	}
	return false
}

func (h *odfHandler) startElement(e element) {
	if h.skipped > 0 || isSkippedInODF(e.name) {
		h.skipped++
		return
	}
	switch e.name {
	case "h":
		level, err := strconv.Atoi(e.attributeValue("outline-level"))
		if err != nil {
			level = 1
		}
		h.paragraphs = append(h.paragraphs, &odfParagraph{heading: level})
	case "p":
		h.paragraphs = append(h.paragraphs, &odfParagraph{})
	case "list":
		h.lists.openList(e)
	case "list-item", "list-header":
		h.lists.beginItem(e)
	case "note":
		h.notes++
	case "table":
		if h.isSheet && !h.tables.isInTable() {
			h.w.addHeading(2, "Sheet "+e.attributeValue("name"))
		}
		h.tables.beginTable()
	case "table-cell", "covered-table-cell":
		n, err := strconv.Atoi(e.attributeValue("number-columns-repeated"))
		if err != nil {
			n = 1
		}
		h.columns = append(h.columns, min(max(n, 1), maxRepeatedCells))
	case "page":
		h.slide++
		h.w.addHeading(2, "Slide "+strconv.Itoa(h.slide))
	default:
		h.lists.readListStyleElement(e)
		h.addBlanksOfElement(e)
	}
}

// addBlanksOfElement adds what an element for blanks stands for.
func (h *odfHandler) addBlanksOfElement(e element) {
	switch e.name {
	case "s":
		n, err := strconv.Atoi(e.attributeValue("c"))
		if err != nil {
			n = 1
		}
		h.addCharacters(strings.Repeat(" ", min(max(n, 1), maxRepeatedSpaces)))
	case "tab":
		h.addCharacters("\t")
	case "line-break":
		h.addCharacters("\n")
	}
}

func (h *odfHandler) addCharacters(text string) {
	if h.skipped == 0 && len(h.paragraphs) > 0 {
		h.paragraphs[len(h.paragraphs)-1].text.WriteString(text)
	}
}

func (h *odfHandler) endElement(name string) {
	if h.skipped > 0 {
		h.skipped--
		return
	}
	switch name {
	case "h", "p":
		h.endParagraph()
	case "list":
		h.lists.closeList()
	case "note":
		h.notes--
	case "table-cell", "covered-table-cell":
		if n := len(h.columns); n > 0 {
			h.tables.endCell(h.columns[n-1])
			h.columns = h.columns[:n-1]
		}
	case "table-row":
		h.tables.endRow()
	case "table":
		h.tables.endTableWritingIfOutermost(h.w)
	}
}

func (h *odfHandler) endParagraph() {
	if len(h.paragraphs) == 0 {
		return
	}
	p := h.paragraphs[len(h.paragraphs)-1]
	h.paragraphs = h.paragraphs[:len(h.paragraphs)-1]
	text := p.text.String()
	switch {
	case h.notes > 0 && len(h.paragraphs) > 0:
		h.addCharacters(" (" + strings.TrimSpace(text) + ")")
	case h.tables.isInTable():
		h.tables.addParagraphToCell(textWithMarker(h.lists.takeMarker(), text))
	case p.heading > 0:
		h.w.addHeading(p.heading, text)
	case len(h.lists.open) > 0:
		h.w.addItemWithMarkerOrBullet(len(h.lists.open)-1, h.lists.takeMarker(), text)
	default:
		h.w.addParagraph(text)
	}
}
