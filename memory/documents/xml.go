package documents

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
)

// element is the start of an XML element, by its name without namespace.
type element struct {
	name  string
	attrs []xml.Attr
}

// attributeValue returns the value of an attribute by its name without namespace, "" if there is
// none.
func (e element) attributeValue(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// xmlHandler is told of what is in a part of a document, in order.
type xmlHandler interface {
	startElement(e element)
	endElement(name string)
	addCharacters(text string)
}

// walkXML tells a handler of everything in data. Entities that data declares itself are errors, so
// that none can grow.
func walkXML(data []byte, w *writer, h xmlHandler) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	depth := 0
	for n := 0; ; n++ {
		if n%1024 == 0 && w.isLimitExceeded() {
			return w.err
		}
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxElementDepth {
				return &Error{"has too many levels of nesting"}
			}
			h.startElement(element{t.Name.Local, t.Attr})
		case xml.EndElement:
			depth--
			h.endElement(t.Name.Local)
		case xml.CharData:
			h.addCharacters(string(t))
		}
	}
}

// unmarshalArchiveFile reads one file of an archive into v; see encoding/xml.
func unmarshalArchiveFile(a *archive, name string, v any) error {
	data, err := a.unpackFile(name)
	if err != nil {
		return err
	}
	return xml.Unmarshal(data, v)
}

// tables collects the cells of tables that may stand in each other.
type tables struct{ open []*openTable }

type openTable struct {
	rows [][]string
	row  []string
	cell []string // paragraphs
}

func (t *tables) isInTable() bool { return len(t.open) > 0 }

func (t *tables) beginTable() { t.open = append(t.open, &openTable{}) }

func (t *tables) innermostTable() *openTable { return t.open[len(t.open)-1] }

// addParagraphToCell adds a paragraph to the cell that is open.
func (t *tables) addParagraphToCell(text string) {
	t.innermostTable().cell = append(t.innermostTable().cell, text)
}

// endCell closes a cell that stands in count columns.
func (t *tables) endCell(count int) {
	if !t.isInTable() {
		return
	}
	text := collapseToOneLine(joinWithSpaces(t.innermostTable().cell))
	for i := range count {
		if i > 0 && text != "" {
			text = ""
		}
		t.innermostTable().row = append(t.innermostTable().row, text)
	}
	t.innermostTable().cell = nil
}

func (t *tables) endRow() {
	if t.isInTable() {
		t.innermostTable().rows, t.innermostTable().row = append(t.innermostTable().rows, t.innermostTable().row), nil
	}
}

// endTableWritingIfOutermost closes a table: one in a cell becomes text of that cell.
func (t *tables) endTableWritingIfOutermost(w *writer) {
	if !t.isInTable() {
		return
	}
	rows := t.innermostTable().rows
	t.open = t.open[:len(t.open)-1]
	if !t.isInTable() {
		w.addTableOrParagraphs(rows)
		return
	}
	for _, row := range rows {
		t.addParagraphToCell(joinWithSpaces(row))
	}
}

func joinWithSpaces(paragraphs []string) string {
	var b bytes.Buffer
	for _, p := range paragraphs {
		if b.Len() > 0 && p != "" {
			b.WriteByte(' ')
		}
		b.WriteString(p)
	}
	return b.String()
}
