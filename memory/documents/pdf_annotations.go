package documents

import (
	"math"
	"slices"

	"github.com/ledongthuc/pdf"
)

// maxAnnotations bounds the form fields and notes of one page.
const maxAnnotations = 2000

// readAnnotations reads what is filled into the form of a page and the notes that are written on it, as they are
// shown (PDF 1.7, 12.5): each after the text to its left.
func (p *pageReader) readAnnotations(annotations, resources pdf.Value) {
	for i := range min(annotations.Len(), maxAnnotations) {
		a := annotations.Index(i)
		kind := a.Key("Subtype").Name()
		if kind != "Widget" && kind != "FreeText" || p.w.isLimitExceeded() {
			continue
		}
		page := p.runs
		p.runs = nil
		p.readAnnotation(a, resources)
		p.runs = insertAfterTextToTheLeft(page, p.runs)
	}
}

// readAnnotation reads the appearance of an annotation, of a box that is ticked a tick, and of one without an
// appearance its text.
func (p *pageReader) readAnnotation(a, resources pdf.Value) {
	rect := a.Key("Rect")
	x, y := rect.Index(0).Float64(), rect.Index(1).Float64()
	height := math.Abs(rect.Index(3).Float64() - y)
	if a.Key("FT").Name() == "Btn" {
		if state := a.Key("AS").Name(); state != "" && state != "Off" {
			p.runs = append(p.runs, textRun{x, y, rect.Index(2).Float64(), height, "[x]"})
		}
		return
	}
	if form := a.Key("AP").Key("N"); form.Kind() == pdf.Stream {
		state := pdfState{matrix: transform{1, 0, 0, 1, x - form.Key("BBox").Index(0).Float64(), y}, scale: 1}
		own := form.Key("Resources")
		if own.IsNull() {
			own = resources
		}
		p.collectTextRunsOfContentStream(form, own, state, 1)
	}
	if len(p.runs) > 0 {
		return
	}
	text := a.Key("V").Text()
	if a.Key("Subtype").Name() == "FreeText" {
		text = a.Key("Contents").Text()
	}
	if text != "" {
		p.runs = []textRun{{x, y, rect.Index(2).Float64(), math.Min(height, maxFieldTextSize), text}}
	}
}

// maxFieldTextSize is the height, in points, that is assumed of the text of a field without an appearance.
const maxFieldTextSize = 12

// insertAfterTextToTheLeft inserts the runs of a field after the nearest run that stands to its left on the same
// line, or at the end.
func insertAfterTextToTheLeft(page, field []textRun) []textRun {
	if len(field) == 0 {
		return page
	}
	first, at := field[0], len(page)
	nearest := math.Inf(-1)
	for i, r := range page {
		isOnLine := math.Abs(r.y-first.y) <= 0.8*max(r.size, first.size, 1)
		if isOnLine && r.x <= first.x && r.x > nearest {
			nearest, at = r.x, i+1
		}
	}
	return slices.Insert(page, at, field...)
}
