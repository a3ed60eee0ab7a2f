package documents

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// relationshipTargets are the targets of a part of an Office document, "" for the whole, by id and
// by "/" and their type (ECMA-376 part 2).
func relationshipTargets(a *archive, part string) map[string]string {
	var rels struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	out := map[string]string{}
	dir, base := path.Split(part)
	if unmarshalArchiveFile(a, path.Join(dir, "_rels", base+".rels"), &rels) != nil {
		return out
	}
	for _, r := range rels.All {
		target := r.Target
		if !strings.HasPrefix(target, "/") {
			target = path.Join(dir, target)
		}
		out[r.ID] = strings.TrimPrefix(target, "/")
		out["/"+path.Base(r.Type)] = out[r.ID]
	}
	return out
}

// writePPTXAsMarkdown reads a PowerPoint presentation (ECMA-376 part 1, PresentationML): the slides
// in their order with title, paragraphs, tables and notes.
func writePPTXAsMarkdown(data []byte, w *writer) error {
	a, err := openZipArchive(data)
	if err != nil {
		return err
	}
	const main = "ppt/presentation.xml"
	var p struct {
		Slides []struct {
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sldIdLst>sldId"`
	}
	if err := unmarshalArchiveFile(a, main, &p); err != nil {
		return err
	}
	targets := relationshipTargets(a, main)
	for i, s := range p.Slides {
		name := ""
		for _, attr := range s.Attrs {
			if t := targets[attr.Value]; t != "" && attr.Name.Space != "" {
				name = t
			}
		}
		part, err := a.unpackFile(name)
		if err != nil {
			return err
		}
		w.addHeading(2, "Slide "+strconv.Itoa(i+1))
		if err := addSlideWithChartsAndNotes(a, name, part, w); err != nil {
			return err
		}
	}
	return nil
}

// addSlideWithChartsAndNotes adds the text of a slide, its charts and diagrams, and its notes.
func addSlideWithChartsAndNotes(a *archive, name string, part []byte, w *writer) error {
	h := &slideHandler{w: w}
	if err := walkXML(part, w, h); err != nil {
		return err
	}
	targets := relationshipTargets(a, name)
	for _, id := range h.placed {
		addChartOrDiagramIfReadable(a, targets[id], w)
	}
	notes := targets["/notesSlide"]
	if !a.hasFile(notes) {
		return nil
	}
	part, err := a.unpackFile(notes)
	if err != nil {
		return err
	}
	return walkXML(part, w, &slideHandler{w: w, isNotes: true})
}

type slideHandler struct {
	w       *writer
	tables  tables
	text    strings.Builder
	level   int
	isTitle bool
	isNotes bool
	isField bool // the number of a slide or a date
	inText  bool
	placed  []string // charts and diagrams, by id
}

func (h *slideHandler) startElement(e element) {
	if id := idOfChartOrDiagram(e); id != "" {
		h.placed = append(h.placed, id)
	}
	h.applyElement(e)
}

func (h *slideHandler) applyElement(e element) {
	switch e.name {
	case "sp":
		h.isTitle, h.isField = false, false
	case "ph":
		kind := e.attributeValue("type")
		h.isTitle = kind == "title" || kind == "ctrTitle"
		h.isField = kind == "sldNum" || kind == "dt" || kind == "ftr" || kind == "hdr"
	case "tbl":
		h.tables.beginTable()
	case "p":
		h.text.Reset()
		h.level = 0
	case "pPr":
		h.level, _ = strconv.Atoi(e.attributeValue("lvl"))
	case "br":
		h.text.WriteByte('\n')
	case "tab":
		h.text.WriteByte('\t')
	case "t":
		h.inText = true
	case "cNvPr":
		if !h.isNotes {
			h.w.addParagraph(descriptionUnlessFileName(e.attributeValue("descr")))
		}
	}
}

func (h *slideHandler) addCharacters(text string) {
	if h.inText && !h.isField {
		h.text.WriteString(text)
	}
}

func (h *slideHandler) endElement(name string) {
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

func (h *slideHandler) endParagraph() {
	text := h.text.String()
	h.text.Reset()
	switch {
	case h.tables.isInTable():
		h.tables.addParagraphToCell(text)
	case h.isTitle:
		h.w.addHeading(3, text)
	case h.isNotes && strings.TrimSpace(text) != "":
		h.w.addParagraph("Note: " + text)
	case h.level > 0:
		h.w.addListItem(h.level, text)
	default:
		h.w.addParagraph(text)
	}
}
