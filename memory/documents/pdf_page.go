package documents

import (
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// maxFormDepth is how many forms of a page, which are pages in a page, may stand in each other.
const maxFormDepth = 8

// maxRuns bounds the strings of one page.
const maxRuns = 200_000

// wordGap is the space between two glyphs, in thousandths of the size of the font, that separates
// words.
const wordGap = 180

// transform is a matrix [a b 0; c d 0; e f 1] of PDF 1.7, 8.3.3.
type transform struct{ a, b, c, d, e, f float64 }

func identityTransform() transform { return transform{a: 1, d: 1} }

// multiply returns m × n.
func (m transform) multiply(n transform) transform {
	return transform{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

// pdfState is the part of the graphics state that places text (PDF 1.7, 9.3).
type pdfState struct {
	matrix                     transform // of the page
	font                       *pdfFont
	size, leading, rise, scale float64
	charSpace, wordSpace       float64
}

// pageReader collects the strings that a page shows.
type pageReader struct {
	w     *writer
	fonts map[string]*pdfFont // by what the file says of them
	runs  []textRun

	resources  pdf.Value
	state      pdfState
	saved      []pdfState
	text, line transform
}

// collectTextRunsOfContentStream reads a stream of a page or a form.
func (p *pageReader) collectTextRunsOfContentStream(content, resources pdf.Value, state pdfState, depth int) {
	if depth > maxFormDepth || content.IsNull() || p.w.isLimitExceeded() {
		return
	}
	if p.w.err = refuseUnsafeStream(content); p.w.err != nil {
		return
	}
	outer, outerState, outerSaved := p.resources, p.state, p.saved
	p.resources, p.state, p.saved = resources, state, nil
	pdf.Interpret(content, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		if len(p.runs) < maxRuns && !p.w.isLimitExceeded() {
			p.applyOperator(op, args, depth)
		}
	})
	p.resources, p.state, p.saved = outer, outerState, outerSaved
}

// applyOperator applies one operator. Those with too few operands, and those that do not concern
// text, do nothing.
func (p *pageReader) applyOperator(op string, args []pdf.Value, depth int) {
	switch op {
	case "q":
		if len(p.saved) < maxElementDepth {
			p.saved = append(p.saved, p.state)
		}
	case "Q":
		if n := len(p.saved); n > 0 {
			p.state, p.saved = p.saved[n-1], p.saved[:n-1]
		}
	case "BT":
		p.text, p.line = identityTransform(), identityTransform()
	case "T*":
		p.moveTextLine(0, -p.state.leading)
	case "cm", "Tm", "Td", "TD":
		p.applyPositionOperator(op, operandNumbers(args))
	case "Tc", "Tw", "Tz", "TL", "Ts":
		p.applySpacingOperator(op, operandNumbers(args))
	case "Tf":
		if len(args) == 2 {
			p.state.font = p.fontNamedOrNil(args[0].Name())
			p.state.size = args[1].Float64()
		}
	case "Tj", "TJ", "'", "\"":
		p.applyShowOperator(op, args)
	case "Do":
		if len(args) == 1 {
			p.readFormContent(p.resources.Key("XObject").Key(args[0].Name()), depth)
		}
	}
}

// operandNumbers returns the operands as numbers, 0 for those that are none.
func operandNumbers(args []pdf.Value) []float64 {
	out := make([]float64, len(args))
	for i, a := range args {
		out[i] = a.Float64()
	}
	return out
}

func (p *pageReader) applyPositionOperator(op string, n []float64) {
	switch {
	case op == "cm" && len(n) == 6:
		p.state.matrix = transform{n[0], n[1], n[2], n[3], n[4], n[5]}.multiply(p.state.matrix)
	case op == "Tm" && len(n) == 6:
		p.text = transform{n[0], n[1], n[2], n[3], n[4], n[5]}
		p.line = p.text
	case op == "TD" && len(n) == 2:
		p.state.leading = -n[1]
		p.moveTextLine(n[0], n[1])
	case op == "Td" && len(n) == 2:
		p.moveTextLine(n[0], n[1])
	}
}

func (p *pageReader) moveTextLine(x, y float64) {
	p.line = transform{1, 0, 0, 1, x, y}.multiply(p.line)
	p.text = p.line
}

func (p *pageReader) applySpacingOperator(op string, n []float64) {
	if len(n) != 1 {
		return
	}
	switch op {
	case "Tc":
		p.state.charSpace = n[0]
	case "Tw":
		p.state.wordSpace = n[0]
	case "Tz":
		p.state.scale = n[0] / 100
	case "TL":
		p.state.leading = n[0]
	case "Ts":
		p.state.rise = n[0]
	}
}

func (p *pageReader) applyShowOperator(op string, args []pdf.Value) {
	switch {
	case op == "'" && len(args) == 1:
		p.moveTextLine(0, -p.state.leading)
	case op == "\"" && len(args) == 3:
		p.state.wordSpace, p.state.charSpace = args[0].Float64(), args[1].Float64()
		p.moveTextLine(0, -p.state.leading)
		args = args[2:]
	}
	if len(args) != 1 {
		return
	}
	if args[0].Kind() == pdf.Array {
		p.showStringArray(args[0])
		return
	}
	p.addTextRunAndAdvance(args[0].RawString(), "")
}

// showStringArray shows the strings of an array as one run: the numbers between them are gaps, of
// which wide ones separate words.
func (p *pageReader) showStringArray(array pdf.Value) {
	pending := ""
	for i := range array.Len() {
		v := array.Index(i)
		if v.Kind() == pdf.String {
			p.addTextRunAndAdvance(v.RawString(), pending)
			pending = ""
			continue
		}
		shift := -v.Float64()
		if shift > wordGap && len(p.runs) > 0 && !strings.HasSuffix(p.runs[len(p.runs)-1].text, " ") {
			pending = " "
		}
		p.advanceTextPosition(shift / 1000 * p.state.size * p.state.scale)
	}
}

func (p *pageReader) advanceTextPosition(x float64) {
	p.text = transform{1, 0, 0, 1, x, 0}.multiply(p.text)
}

// addTextRunAndAdvance adds a string that is shown, with what stands before it.
func (p *pageReader) addTextRunAndAdvance(raw, before string) {
	if p.state.font == nil {
		return
	}
	text := p.state.font.decodeString(raw)
	placed := transform{1, 0, 0, 1, 0, p.state.rise}.multiply(p.text).multiply(p.state.matrix)
	glyphs, blanks := p.state.font.countCodesAndWordSpaces(raw)
	width := p.state.font.textWidthInThousandths(raw) / 1000 * p.state.size
	width += float64(glyphs)*p.state.charSpace + float64(blanks)*p.state.wordSpace
	p.advanceTextPosition(width * p.state.scale)
	end := p.text.multiply(p.state.matrix)
	size := math.Abs(p.state.size) * math.Hypot(placed.c, placed.d)
	if before != "" && strings.HasPrefix(text, " ") {
		before = ""
	}
	p.runs = append(p.runs, textRun{placed.e, placed.f, end.e, size, before + text})
}

// readFormContent reads a form, which has content and resources of its own.
func (p *pageReader) readFormContent(form pdf.Value, depth int) {
	if form.Key("Subtype").Name() != "Form" {
		return
	}
	resources := form.Key("Resources")
	if resources.IsNull() {
		resources = p.resources
	}
	state := p.state
	if m := form.Key("Matrix"); m.Len() == 6 {
		n := [6]float64{}
		for i := range n {
			n[i] = m.Index(i).Float64()
		}
		state.matrix = transform{n[0], n[1], n[2], n[3], n[4], n[5]}.multiply(state.matrix)
	}
	text, line := p.text, p.line
	p.collectTextRunsOfContentStream(form, resources, state, depth+1)
	p.text, p.line = text, line
}
