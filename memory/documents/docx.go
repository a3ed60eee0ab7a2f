package documents

import (
	"strconv"
	"strings"
)

// readDOCX reads a Word document (ECMA-376 part 1, WordprocessingML): paragraphs, headings, lists and tables, then
// footnotes and endnotes. Deleted text, comments, and headers and footers of pages are left out.
func readDOCX(data []byte, w *writer) error {
	a, err := openZipArchive(data)
	if err != nil {
		return err
	}
	levels := headingLevelsOfStyles(a)
	for _, name := range []string{"word/document.xml", "word/footnotes.xml", "word/endnotes.xml"} {
		if name != "word/document.xml" && !a.hasFile(name) {
			continue
		}
		part, err := a.unpackFile(name)
		if err != nil {
			return err
		}
		if err := walkXML(part, w, &docxHandler{w: w, headingLevels: levels, listDepth: -1}); err != nil {
			return err
		}
	}
	return nil
}

// headingLevelsOfStyles returns the level of each style that is a heading, by its id.
func headingLevelsOfStyles(a *archive) map[string]int {
	var sheet struct {
		Styles []struct {
			ID   string `xml:"styleId,attr"`
			Name struct {
				Value string `xml:"val,attr"`
			} `xml:"name"`
			Properties struct {
				Level *struct {
					Value string `xml:"val,attr"`
				} `xml:"outlineLvl"`
			} `xml:"pPr"`
		} `xml:"style"`
	}
	out := map[string]int{}
	if unmarshalArchiveFile(a, "word/styles.xml", &sheet) != nil {
		return out // the text can be read without them
	}
	for _, s := range sheet.Styles {
		name := strings.ToLower(s.Name.Value)
		switch {
		case name == "title":
			out[s.ID] = 1
		case s.Properties.Level != nil:
			if n, err := strconv.Atoi(s.Properties.Level.Value); err == nil && n < 9 {
				out[s.ID] = n + 1
			}
		case strings.HasPrefix(name, "heading "):
			if n, err := strconv.Atoi(strings.TrimPrefix(name, "heading ")); err == nil {
				out[s.ID] = n
			}
		}
	}
	return out
}

type docxHandler struct {
	w             *writer
	headingLevels map[string]int
	tables        tables
	paragraphs    []*docxParagraph // open ones: a text box stands inside a paragraph
	listDepth     int
	skipped       int // open elements that are left out
	inText        bool
}

type docxParagraph struct {
	text      strings.Builder
	heading   int
	listDepth int // -1 outside a list
}

// isSkippedInDOCX reports whether an element and what is in it are left out: the older form of what is there in
// another form, and what is no text of the document.
func isSkippedInDOCX(name string) bool {
	switch name {
	case "Fallback", "delText", "instrText", "moveFrom", "separator", "continuationSeparator":
		return true
	}
	return false
}

func (h *docxHandler) startElement(e element) {
	if h.skipped > 0 || isSkippedInDOCX(e.name) {
		h.skipped++
		return
	}
	switch e.name {
	case "tbl":
		h.tables.beginTable()
		return
	case "p":
		h.paragraphs = append(h.paragraphs, &docxParagraph{listDepth: -1})
		return
	}
	if len(h.paragraphs) == 0 {
		return
	}
	p := h.paragraphs[len(h.paragraphs)-1]
	switch e.name {
	case "t":
		h.inText = true
	case "tab":
		p.text.WriteByte('\t')
	case "br", "cr":
		p.text.WriteByte('\n')
	case "noBreakHyphen":
		p.text.WriteByte('-')
	case "pStyle":
		p.heading = h.headingLevels[e.attributeValue("val")]
	case "numPr":
		p.listDepth = 0
	case "ilvl":
		if n, err := strconv.Atoi(e.attributeValue("val")); err == nil && p.listDepth >= 0 {
			p.listDepth = n
		}
	}
}

func (h *docxHandler) addCharacters(text string) {
	if h.inText && h.skipped == 0 && len(h.paragraphs) > 0 {
		h.paragraphs[len(h.paragraphs)-1].text.WriteString(text)
	}
}

func (h *docxHandler) endElement(name string) {
	if h.skipped > 0 {
		h.skipped--
		return
	}
	switch name {
	case "t":
		h.inText = false
	case "p":
		h.endParagraph()
	case "tc":
		h.tables.endCell(1)
	case "tr":
		h.tables.endRow()
	case "tbl":
		h.tables.endTable(h.w)
	}
}

func (h *docxHandler) endParagraph() {
	if len(h.paragraphs) == 0 {
		return
	}
	p := h.paragraphs[len(h.paragraphs)-1]
	h.paragraphs = h.paragraphs[:len(h.paragraphs)-1]
	text := p.text.String()
	switch {
	case h.tables.isInTable():
		h.tables.addParagraphToCell(text)
	case p.heading > 0:
		h.w.addHeading(p.heading, text)
	case p.listDepth >= 0:
		h.w.addListItem(p.listDepth, text)
	default:
		h.w.addParagraph(text)
	}
}
