package documents

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// relationshipTargetsByID are the targets of a part of an Office document, by id (ECMA-376 part 2).
func relationshipTargetsByID(a *archive, part string) map[string]string {
	var rels struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	out := map[string]string{}
	if unmarshalArchiveFile(a, path.Join(path.Dir(part), "_rels", path.Base(part)+".rels"), &rels) != nil {
		return out
	}
	for _, r := range rels.All {
		target := r.Target
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(part), target)
		}
		out[r.ID] = strings.TrimPrefix(target, "/")
		if strings.HasSuffix(r.Type, "/notesSlide") {
			out["notes"] = out[r.ID]
		}
	}
	return out
}

// readPPTX reads a PowerPoint presentation (ECMA-376 part 1, PresentationML): the slides in their order with title,
// paragraphs, tables and notes.
func readPPTX(data []byte, w *writer) error {
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
	targets := relationshipTargetsByID(a, main)
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
		if err := walkXML(part, w, &slideHandler{w: w}); err != nil {
			return err
		}
		if notes := relationshipTargetsByID(a, name)["notes"]; a.hasFile(notes) {
			if part, err = a.unpackFile(notes); err != nil {
				return err
			}
			if err := walkXML(part, w, &slideHandler{w: w, isNotes: true}); err != nil {
				return err
			}
		}
	}
	return nil
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
}

func (h *slideHandler) startElement(e element) {
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
		h.tables.endTable(h.w)
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
