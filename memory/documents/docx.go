package documents

import (
	"strconv"
	"strings"
)

// nameOfMainDOCXPart returns the name of the part with the text, which Office on the web does not
// call document.xml; "" when there is none.
func nameOfMainDOCXPart(a *archive) string {
	const usual = "word/document.xml"
	if a.hasFile(usual) {
		return usual
	}
	main := relationshipTargets(a, "")["/officeDocument"]
	if strings.HasPrefix(main, "word/") && a.hasFile(main) {
		return main
	}
	return ""
}

// writeDOCXAsMarkdown reads a Word document (ECMA-376 part 1, WordprocessingML): paragraphs,
// headings, lists with their numbers and tables, then footnotes and endnotes. Deleted and hidden
// text, comments, and headers and footers of pages are left out.
func writeDOCXAsMarkdown(data []byte, w *writer) error {
	a, err := openZipArchive(data)
	if err != nil {
		return err
	}
	main := nameOfMainDOCXPart(a)
	targets := relationshipTargets(a, main)
	partOf := func(kind string) string {
		if target := targets["/"+kind]; target != "" {
			return target
		}
		return "word/" + kind + ".xml"
	}
	styles := readDOCXStyles(a, partOf("styles"))
	numbering := readDOCXNumbering(a, partOf("numbering"))
	notes := docxNotes{}
	for _, name := range []string{main, partOf("footnotes"), partOf("endnotes")} {
		if name != main && !a.hasFile(name) {
			continue
		}
		part, err := a.unpackFile(name)
		if err != nil {
			return err
		}
		if err := walkXML(part, w, &docxHandler{
			w: w, styles: styles, numbering: numbering, notes: notes,
			addPlaced: func(id string) { addChartOrDiagramIfReadable(a, targets[id], w) },
		}); err != nil {
			return err
		}
	}
	return nil
}

// docxStyle is what a style says of its paragraphs.
type docxStyle struct {
	heading int    // its level, 0 for other paragraphs
	list    string // the list that numbers them, "" for none
	level   int    // of the list
}

// readDOCXStyles returns the styles of paragraphs by their ids.
func readDOCXStyles(a *archive, part string) map[string]docxStyle {
	var sheet struct {
		Styles []struct {
			ID   string `xml:"styleId,attr"`
			Name struct {
				Value string `xml:"val,attr"`
			} `xml:"name"`
			Properties struct {
				Outline *docxValue `xml:"outlineLvl"`
				List    docxValue  `xml:"numPr>numId"`
				Level   docxValue  `xml:"numPr>ilvl"`
			} `xml:"pPr"`
		} `xml:"style"`
	}
	out := map[string]docxStyle{}
	if unmarshalArchiveFile(a, part, &sheet) != nil {
		return out // the text can be read without them
	}
	for _, s := range sheet.Styles {
		style := docxStyle{list: s.Properties.List.Value, level: atoiOr(s.Properties.Level.Value, 0)}
		name := strings.ToLower(s.Name.Value)
		switch {
		case name == "title":
			style.heading = 1
		case s.Properties.Outline != nil:
			if n := atoiOr(s.Properties.Outline.Value, 9); n < 9 {
				style.heading = n + 1
			}
		case strings.HasPrefix(name, "heading "):
			style.heading = atoiOr(strings.TrimPrefix(name, "heading "), 0)
		}
		out[s.ID] = style
	}
	return out
}

type docxHandler struct {
	w          *writer
	styles     map[string]docxStyle
	numbering  *docxNumbering
	tables     tables
	paragraphs []*docxParagraph // open ones: a text box stands inside a paragraph
	addPlaced  func(id string)  // adds a chart or diagram
	notes      docxNotes
	dropCap    string // the large first letter that the next paragraph begins with
	noteMarker string // of the note whose first paragraph comes next
	skipped    int    // open elements that are left out
	inText     bool
	isHidden   bool // of the run that is open
}

type docxParagraph struct {
	text      strings.Builder
	style     docxStyle
	placed    []string // charts and diagrams, by id
	isDropCap bool     // the large first letter of the next paragraph
}

// isSkippedInDOCX reports whether an element and what is in it are left out: the older form of what
// is there in another form, and what is no text of the document.
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
		p := &docxParagraph{}
		h.paragraphs = append(h.paragraphs, p)
		p.text.WriteString(h.noteMarker)
		h.noteMarker = ""
		return
	case "footnote", "endnote":
		if id := e.name + e.attributeValue("id"); h.notes[id] > 0 {
			h.noteMarker = h.notes.assignNoteNumberInBrackets(id) + " "
		}
	}
	if len(h.paragraphs) == 0 {
		return
	}
	p := h.paragraphs[len(h.paragraphs)-1]
	if id := idOfChartOrDiagram(e); id != "" {
		p.placed = append(p.placed, id)
	}
	h.applyElementOfParagraph(p, e)
}

func (h *docxHandler) applyElementOfParagraph(p *docxParagraph, e element) {
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
		p.applyStyleKeepingOwnList(h.styles[e.attributeValue("val")])
	case "numId":
		p.style.list = e.attributeValue("val")
	case "ilvl":
		p.style.level = atoiOr(e.attributeValue("val"), 0)
	case "r":
		h.isHidden = false
	case "vanish":
		h.isHidden = e.attributeValue("val") != "0" && e.attributeValue("val") != "false"
	case "framePr":
		p.isDropCap = e.attributeValue("dropCap") == "drop" || e.attributeValue("dropCap") == "margin"
	case "docPr":
		p.text.WriteString(" " + descriptionUnlessFileName(e.attributeValue("descr")) + " ")
	case "footnoteReference", "endnoteReference":
		p.text.WriteString(
			h.notes.assignNoteNumberInBrackets(strings.TrimSuffix(e.name, "Reference") + e.attributeValue("id")),
		)
	}
}

// applyStyleKeepingOwnList gives a paragraph what its style says, but for the list that it names
// itself.
func (p *docxParagraph) applyStyleKeepingOwnList(style docxStyle) {
	if p.style.list != "" {
		style.list, style.level = p.style.list, p.style.level
	}
	p.style = style
}

// docxNotes numbers the notes of a document in the order in which the text refers to them.
type docxNotes map[string]int

// assignNoteNumberInBrackets returns the number of a note in brackets.
func (n docxNotes) assignNoteNumberInBrackets(id string) string {
	if n[id] == 0 {
		n[id] = len(n) + 1
	}
	return "[" + strconv.Itoa(n[id]) + "]"
}

func (h *docxHandler) addCharacters(text string) {
	if h.inText && !h.isHidden && h.skipped == 0 && len(h.paragraphs) > 0 {
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
		h.tables.endTableWritingIfOutermost(h.w)
	}
}

func (h *docxHandler) endParagraph() {
	if len(h.paragraphs) == 0 {
		return
	}
	p := h.paragraphs[len(h.paragraphs)-1]
	h.paragraphs = h.paragraphs[:len(h.paragraphs)-1]
	text := h.dropCap + p.text.String()
	if h.dropCap = ""; p.isDropCap {
		h.dropCap = strings.TrimSpace(text)
		return
	}
	isInList := p.style.list != "" && p.style.list != "0"
	marker := ""
	if isInList {
		marker = h.numbering.nextMarkerOfList(p.style.list, p.style.level)
	}
	switch {
	case h.tables.isInTable():
		h.tables.addParagraphToCell(textWithMarker(marker, text))
	case p.style.heading > 0:
		h.w.addHeading(p.style.heading, textWithMarker(marker, text))
	case isInList:
		h.w.addItemWithMarkerOrBullet(p.style.level, marker, text)
	default:
		h.w.addParagraph(text)
	}
	for _, id := range p.placed {
		h.addPlaced(id)
	}
}
