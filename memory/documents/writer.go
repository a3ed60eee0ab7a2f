package documents

import (
	"path"
	"strings"
	"time"
)

// writer collects Markdown. After err is set, because a limit is passed, it takes nothing more.
type writer struct {
	text     strings.Builder
	deadline time.Time
	err      error
	inList   bool
}

// isLimitExceeded reports whether a limit is passed.
func (w *writer) isLimitExceeded() bool {
	if w.err == nil && time.Now().After(w.deadline) {
		w.err = errTooSlow()
	}
	return w.err != nil
}

// addBlock adds a block, after a blank line unless it goes on with a list.
func (w *writer) addBlock(block string, isListItem bool) {
	if block == "" || w.isLimitExceeded() {
		return
	}
	if w.text.Len()+len(block) > maxTextBytes {
		w.err = &Error{"has more text than Memoir can handle. Save the part you need as a text file, then add that"}
		return
	}
	if w.text.Len() > 0 {
		w.text.WriteByte('\n')
		if !isListItem || !w.inList {
			w.text.WriteByte('\n')
		}
	}
	w.text.WriteString(block)
	w.inList = isListItem
}

// addParagraph adds text as a paragraph; empty text adds nothing.
func (w *writer) addParagraph(text string) { w.addBlock(strings.TrimSpace(text), false) }

// addHeading adds a heading of a level from 1 to 6.
func (w *writer) addHeading(level int, text string) {
	if text = collapseToOneLine(text); text != "" {
		w.addBlock(strings.Repeat("#", min(max(level, 1), 6))+" "+text, false)
	}
}

// addListItem adds an item of a list; depth counts from 0.
func (w *writer) addListItem(depth int, text string) {
	if text = collapseToOneLine(text); text != "" {
		w.addBlock(strings.Repeat("  ", min(max(depth, 0), 8))+"- "+text, true)
	}
}

// addItemWithMarkerOrBullet adds an item of a list with the number that it has there; without one
// it is a bullet.
func (w *writer) addItemWithMarkerOrBullet(depth int, marker, text string) {
	if marker == "" {
		w.addListItem(depth, text)
		return
	}
	if text = collapseToOneLine(text); text != "" {
		w.addBlock(strings.Repeat("  ", min(max(depth, 0), 8))+marker+" "+text, true)
	}
}

// textWithMarker puts the number of a paragraph before its text: a cell may have nothing else.
func textWithMarker(marker, text string) string {
	if marker == "" {
		return text
	}
	return marker + " " + text
}

// addTableOrParagraphs adds a table whose first row is the head. A table of one column becomes
// paragraphs.
func (w *writer) addTableOrParagraphs(rows [][]string) {
	columns := 0
	for _, row := range rows {
		for i, cell := range row {
			if strings.TrimSpace(cell) != "" {
				columns = max(columns, i+1)
			}
		}
	}
	if columns < 2 {
		for _, row := range rows {
			if len(row) > 0 {
				w.addParagraph(row[0])
			}
		}
		return
	}
	var b strings.Builder
	isFirst := true
	for _, row := range rows {
		line := formatTableRow(row, columns)
		if strings.Trim(line, "| ") == "" {
			continue
		}
		if b.Len()+w.text.Len() > maxTextBytes {
			break
		}
		b.WriteString(line)
		if isFirst {
			b.WriteString("\n|" + strings.Repeat("---|", columns))
			isFirst = false
		}
		b.WriteByte('\n')
	}
	w.addBlock(strings.TrimRight(b.String(), "\n"), false)
}

// formatTableRow returns a row of a table with the given number of cells.
func formatTableRow(row []string, columns int) string {
	var b strings.Builder
	b.WriteByte('|')
	for i := range columns {
		cell := ""
		if i < len(row) {
			cell = strings.ReplaceAll(collapseToOneLine(row[i]), "|", `\|`)
		}
		b.WriteString(" " + cell + " |")
	}
	return b.String()
}

// collapseToOneLine returns text in one line.
func collapseToOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// descriptionUnlessFileName returns what a picture is described by; "" for the name of its file,
// which programs put there.
func descriptionUnlessFileName(text string) string {
	switch strings.ToLower(path.Ext(strings.TrimSpace(text))) {
	case ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".webp", ".emf", ".wmf":
		return ""
	}
	return text
}
