package documents

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/ledongthuc/pdf"
)

// maxPDFJunk is how many bytes before the header of a PDF its readers accept (PDF 1.7, appendix H).
const maxPDFJunk = 1024

// writePDFAsMarkdown reads the text of each page, line by line in the order of the file, under a
// heading with its number.
func writePDFAsMarkdown(data []byte, w *writer) error {
	if i := bytes.Index(data[:min(len(data), maxPDFJunk)], []byte("%PDF-")); i > 0 {
		data = data[i:]
	}
	if err := refuseUnsafeObjectStreams(data); err != nil {
		return err
	}
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if errors.Is(err, pdf.ErrInvalidPassword) {
		return errEncrypted()
	}
	if err != nil {
		return err
	}
	pages := r.NumPage()
	if pages > maxPages {
		return &Error{"has " + strconv.Itoa(pages) + " pages; the limit is " + strconv.Itoa(maxPages)}
	}
	tree := pageTree{w: w, fonts: map[string]*pdfFont{}}
	tree.readPagesBelow(r.Trailer().Key("Root").Key("Pages"), pdf.Value{}, 0)
	return w.err
}

// Limits of the tree of pages, which a damaged file may close to a ring.
const (
	maxPageTreeDepth = 40
	maxPageTreeNodes = 4 * maxPages
)

// pageTree reads the pages of a document in their order (PDF 1.7, 7.7.3). The library finds a page
// by its number from the root each time, and without end in a tree that contains itself.
type pageTree struct {
	w            *writer
	fonts        map[string]*pdfFont
	pages, nodes int
}

// readPagesBelow reads the pages below a node that inherits resources.
func (t *pageTree) readPagesBelow(node, resources pdf.Value, depth int) {
	if t.nodes++; t.nodes > maxPageTreeNodes || depth > maxPageTreeDepth || t.pages >= maxPages || t.w.isLimitExceeded() {
		return
	}
	if own := node.Key("Resources"); !own.IsNull() {
		resources = own
	}
	kids := node.Key("Kids")
	if kids.Kind() == pdf.Array {
		for i := range kids.Len() {
			t.readPagesBelow(kids.Index(i), resources, depth+1)
		}
		return
	}
	if node.Kind() != pdf.Dict || node.Key("Type").Name() == "Pages" {
		return
	}
	t.pages++
	p := pageReader{w: t.w, fonts: t.fonts}
	p.collectTextRunsOfContentStream(node.Key("Contents"), resources, pdfState{matrix: identityTransform(), scale: 1}, 0)
	p.readAnnotations(node.Key("Annots"), resources)
	if text := strings.TrimSpace(joinTextRuns(p.runs)); text != "" {
		t.w.addHeading(2, "Page "+strconv.Itoa(t.pages))
		t.w.addParagraph(text)
	}
}

// textRun is a string that a page shows: where it begins, in points from the lower left corner,
// where it ends, and the height of its font.
type textRun struct {
	x, y, end, size float64
	text            string
}

// joinTextRuns joins runs in their order: those on one line with a blank where there is a gap, and
// with an empty line where there is one between lines.
func joinTextRuns(runs []textRun) string {
	var b strings.Builder
	for i, r := range runs {
		if i == 0 {
			b.WriteString(r.text)
			continue
		}
		before := runs[i-1]
		size := max(before.size, r.size, 1)
		down := before.y - r.y
		switch {
		case down > 1.9*size || down < -1.2*size:
			b.WriteString("\n\n")
		case down > 0.5*size || down < -0.5*size:
			b.WriteByte('\n')
		case r.x > before.end+0.15*size || r.x < before.x-0.5*size:
			if !strings.HasSuffix(before.text, " ") && !strings.HasPrefix(r.text, " ") {
				b.WriteByte(' ')
			}
		}
		b.WriteString(r.text)
	}
	return b.String()
}
