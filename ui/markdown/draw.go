package markdown

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// drawn is the widget of one block. It draws the lines near the visible range and reuses the
// objects of lines that did not change.
type drawn struct {
	widget.BaseWidget
	owner       *blockWidgets
	item        *blockItem
	theme       *theme.Theme
	background  []fyne.CanvasObject // bars and boxes
	marks       []fyne.CanvasObject // selection and search matches
	lines       map[int]*lineObjects
	foreground  []fyne.CanvasObject // buttons and borders, drawn on top
	wideClip    *wideClip
	controls    *codeControls
	drawnTop    float32 // range of existing lines, in pixels of the block
	drawnBottom float32
	objects     []fyne.CanvasObject
}

// lineObjects caches the canvas objects of one line together with what they were drawn from.
type lineObjects struct {
	key     string
	pieces  []piece
	x, y    float32
	objects []fyne.CanvasObject
	inUse   bool
}

func newBlockWidget(w *blockWidgets, it *blockItem) *drawn {
	d := &drawn{owner: w, item: it, lines: map[int]*lineObjects{}}
	d.ExtendBaseWidget(d)
	return d
}

func (d *drawn) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(d, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return d.objects },
		MinSize: func() fyne.Size { return fyne.NewSize(1, 1) },
		Refresh: func() { canvas.Refresh(d) },
	})
}

// lineOverscan is how far beyond the visible range lines are drawn, in pixels, so that a small
// scroll draws nothing.
const lineOverscan = 480

// drawLinesInRange draws the lines between top and bottom, in pixels of the block.
func (d *drawn) drawLinesInRange(th *theme.Theme, top, bottom float32) {
	if d.theme != th {
		d.theme = th
		clear(d.lines)
		d.controls = nil
	}
	d.drawnTop, d.drawnBottom = top-lineOverscan, bottom+lineOverscan
	d.redrawBlock()
}

// hasLinesForRange reports whether the lines between top and bottom exist.
func (d *drawn) hasLinesForRange(top, bottom float32) bool {
	_, h := d.item.layout.givenWidthAndTotalHeight()
	return d.drawnTop <= max(top, 0) && d.drawnBottom >= min(bottom, h)
}

func (d *drawn) redrawBlock() {
	for _, l := range d.lines {
		l.inUse = false
	}
	d.background, d.foreground = d.background[:0], d.foreground[:0]
	body := d.drawContentByLayoutKind()
	for i, l := range d.lines {
		if !l.inUse {
			delete(d.lines, i)
		}
	}
	d.drawQuoteBarsAndListMarkers()
	d.objects = slices.Concat(d.background, d.marks, body, d.foreground)
	d.Refresh()
}

// drawContentByLayoutKind returns the objects of the text and fills background and foreground.
func (d *drawn) drawContentByLayoutKind() []fyne.CanvasObject {
	x := d.item.indent
	switch l := d.item.layout.(type) {
	case *textLayout:
		tone := theme.Text
		if d.item.block.Kind == HTML || d.isInsideQuote() {
			tone = theme.Text2
		}
		return append(d.drawVisibleTextLines(nil, l, x, 0, 0, tone), d.drawImages(l, x)...)
	case *codeLayout:
		return d.drawCodeBlock(l, x)
	case *tableLayout:
		return d.drawVisibleTableReturningCells(l, x)
	case *formulaLayout:
		tone := theme.Text
		if d.isInsideQuote() {
			tone = theme.Text2
		}
		return d.drawFormulaBlock(l, x, tone)
	case ruleLayout:
		d.background = append(d.background,
			d.newColoredRectangle(x, ruleHeight/2, l.width, theme.Hairline, theme.StrongBorder, 0))
	}
	return nil
}

func (d *drawn) isInsideQuote() bool {
	return slices.ContainsFunc(d.item.block.Containers, func(f Container) bool { return f.IsQuote })
}

func (d *drawn) newColoredRectangle(x, y, w, h float32, tone theme.Token, radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(d.owner.blocks.theme.TokenColor(tone))
	r.CornerRadius = radius
	draw.MoveAndResize(r, x, y, w, h)
	return r
}

// drawVisibleTextLines draws the visible lines of a wrapped text at x, y. key is the cache key of
// its first line, unique within the block.
func (d *drawn) drawVisibleTextLines(
	out []fyne.CanvasObject, l *textLayout, x, y float32, key int, tone theme.Token,
) []fyne.CanvasObject {
	if len(l.wrapped.lines) == 0 {
		return out
	}
	for i := l.lineIndexAtY(d.drawnTop - y); i <= l.lineIndexAtY(d.drawnBottom-y); i++ {
		ln := &l.wrapped.lines[i]
		out = append(
			out,
			d.drawOrReuseTextLine(l, ln, key+i, x+l.lineLeftEdge(ln), y+ln.top, tone)...)
	}
	return out
}

// drawOrReuseTextLine returns the objects of a line, from the cache if nothing changed.
func (d *drawn) drawOrReuseTextLine(
	l *textLayout,
	ln *line,
	key int,
	x, y float32,
	tone theme.Token,
) []fyne.CanvasObject {
	text := l.wrapped.text[ln.start:ln.end] + l.lineStyleCacheKey(ln, tone)
	cached := d.lines[key]
	if cached != nil && cached.key == text && cached.x == x && cached.y == y && samePieces(cached.pieces, ln.pieces) {
		cached.inUse = true
		return cached.objects
	}
	n := &lineObjects{key: text, pieces: ln.pieces, x: x, y: y, inUse: true}
	base := y + ln.base
	for _, p := range ln.pieces {
		n.objects = append(n.objects, d.drawTextPiece(l, p, x+p.x, base, tone)...)
	}
	d.lines[key] = n
	return n.objects
}

// lineStyleCacheKey distinguishes lines of equal text but different styles in the line cache.
func (t *textLayout) lineStyleCacheKey(ln *line, tone theme.Token) string {
	b := []byte{0, byte(tone)}
	for _, p := range ln.pieces {
		s := &t.wrapped.spans[p.span]
		b = append(b, byte(s.Style))
		b = append(b, s.Link...)
	}
	return string(b)
}

func samePieces(a, b []piece) bool { return slices.Equal(a, b) }

// drawTextPiece draws one piece of text with the decoration of its style.
func (d *drawn) drawTextPiece(l *textLayout, p piece, x, base float32, tone theme.Token) []fyne.CanvasObject {
	s := l.wrapped.spans[p.span]
	if f := l.wrapped.formulaOfSpan(p.span); f != nil {
		if s.Link != "" {
			tone = theme.AccentText
		}
		return []fyne.CanvasObject{d.newFormulaRaster(f, p.face.size, x, base, tone)}
	}
	text := toDrawableText(l.wrapped.text[p.start:p.end])
	if p.isRTL {
		text = draw.ReverseAndMirrorUnlessRTLLetters(text)
	}
	switch {
	case s.Style&Image != 0:
		return d.drawImageChip(s, p, x, base, text)
	case s.Link != "":
		tone = theme.AccentText
	}
	if s.Style&Mono == 0 {
		text = draw.WithBaselineStrutIfNeeded(text)
	}
	t := canvas.NewText(text, d.theme.TokenColor(tone))
	t.TextSize, t.TextStyle = p.face.size, p.face.style
	draw.PlaceTextOnBaselineChoosingFont(t, x+p.pad, base)
	t.Resize(t.MinSize())
	var out []fyne.CanvasObject
	if s.Style&Mono != 0 {
		size := p.face.size
		out = append(
			out,
			d.newColoredRectangle(theme.Round(x), base-theme.CeilWithTolerance(size*1.15), theme.Round(p.width),
				theme.Round(size*1.55),
				theme.Sunken, theme.RadiusInline),
		)
	}
	out = append(out, t)
	if s.Link != "" {
		out = append(out, d.newColoredRectangle(theme.Round(x), base+3, p.width, theme.Hairline, theme.AccentBorder, 0))
	}
	if s.Style&Strike != 0 {
		out = append(
			out,
			d.newColoredRectangle(theme.Round(x), base-theme.Round(p.face.size*0.3), p.width, theme.Hairline, tone, 0),
		)
	}
	return out
}

// drawImageChip draws the placeholder of an image: its name, its host and the offer to load it.
func (d *drawn) drawImageChip(s Span, p piece, x, base float32, text string) []fyne.CanvasObject {
	h := theme.Round(p.face.size * 1.75)
	box := canvas.NewRectangle(d.theme.TokenColor(theme.Code))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.theme.TokenColor(theme.Border), theme.Hairline,
		theme.RadiusInline
	draw.MoveAndResize(box, theme.Round(x), base-theme.CeilWithTolerance(p.face.size*1.3), theme.Round(p.width), h)
	name := canvas.NewText(text, d.theme.TokenColor(theme.Text))
	noteText := imageChipNoteText(s)
	if d.owner.blocks.images[s.Link] != nil {
		noteText = strings.TrimSuffix(noteText, imageChipOfferText())
	}
	note := canvas.NewText(noteText, d.theme.TokenColor(theme.Text3))
	x += p.pad
	for _, t := range []*canvas.Text{name, note} {
		t.TextSize, t.TextStyle = p.face.size, p.face.style
		draw.PlaceTextOnBaselineChoosingFont(t, x, base)
		t.Resize(t.MinSize())
		x += t.MinSize().Width
	}
	if loadableImageHost(s.Link) != "" {
		note.Color = d.theme.TokenColor(theme.AccentText)
	}
	return []fyne.CanvasObject{box, name, note}
}

// drawQuoteBarsAndListMarkers draws quote bars and list markers: at the left, or mirrored at the
// right of right-to-left text.
func (d *drawn) drawQuoteBarsAndListMarkers() {
	var from float32 // the outer edge of the gutter, from the side that the text begins at
	width, h := d.item.layout.givenWidthAndTotalHeight()
	zoom := d.theme.Zoom()
	right := width + d.item.rightIndent
	for _, f := range d.item.block.Containers {
		w := f.gutterWidth(zoom)
		x, bar := from, from
		if d.item.hasGuttersAtRight() {
			x, bar = right-from-w, right-from-quoteBar
		}
		switch {
		case f.IsQuote:
			d.background = append(d.background, d.newColoredRectangle(bar, 0, quoteBar, h, theme.AccentBorder, 0))
		case f.IsFirst:
			d.background = append(d.background, d.drawListMarker(f, x, w)...)
		}
		from += w
	}
}

// hasGuttersAtRight reports whether the gutters of a block are at its right.
func (it *blockItem) hasGuttersAtRight() bool { return it.rightIndent > 0 }

// drawListMarker draws the marker of a list item in its gutter, which is w wide.
func (d *drawn) drawListMarker(f Container, x, w float32) []fyne.CanvasObject {
	ty := d.theme.TypeStyle(theme.RoleBody)
	base := draw.BaselineFromLineTop(ty.Size, ty.LineHeight, false)
	top := float32(0) // of the first line, without the room of formulas above it
	if l, ok := d.item.layout.(*textLayout); ok && d.item.block.Kind == Paragraph && len(l.wrapped.lines) > 0 {
		top = l.wrapped.lines[0].base - base
	}
	switch f.Marker {
	case "•":
		dot := theme.Round(5 * d.theme.Zoom())
		at := x + 3
		if d.item.hasGuttersAtRight() {
			at = x + w - 3 - dot
		}
		return []fyne.CanvasObject{
			d.newColoredRectangle(at, top+theme.Round((ty.LineHeight-dot)/2), dot, dot, theme.Text3, dot/2),
		}
	case "☐", "☑":
		if d.item.hasGuttersAtRight() {
			x += w - theme.Round(ty.Size)
		}
		return d.drawCheckbox(f.Marker == "☑", x, top, ty)
	}
	marker := f.Marker
	if end := len(marker) - 1; d.item.hasGuttersAtRight() {
		marker = marker[end:] + marker[:end] // "1." is read from the right
	}
	t := canvas.NewText(marker, d.theme.TokenColor(theme.Text2))
	t.TextSize, t.TextStyle = ty.Size, ty.Style
	at := x + max(0, w-theme.Space6-t.MinSize().Width)
	if d.item.hasGuttersAtRight() {
		at = x + theme.Space6
	}
	draw.PlaceTextOnBaselineChoosingFont(t, at, top+base)
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

func (d *drawn) drawCheckbox(on bool, x, top float32, ty theme.TypeStyle) []fyne.CanvasObject {
	side := theme.Round(ty.Size)
	y := top + theme.Round((ty.LineHeight-side)/2)
	box := canvas.NewRectangle(d.theme.TokenColor(theme.Surface))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.theme.TokenColor(theme.StrongBorder), 1.5, theme.Space4
	if on {
		box.FillColor, box.StrokeColor = d.theme.TokenColor(theme.Accent), d.theme.TokenColor(theme.Accent)
	}
	draw.MoveAndResize(box, x, y, side, side)
	if !on {
		return []fyne.CanvasObject{box}
	}
	tick := draw.NewIcon(theme.IconCheck, (side-2)/max(1, d.theme.Zoom()), theme.OnAccent)
	draw.MoveAndResize(tick, x+1, y+1, side-2, side-2)
	return []fyne.CanvasObject{box, tick}
}

// redrawWithNewMarks shows new marks without drawing the text again.
func (d *drawn) redrawWithNewMarks() {
	d.redrawBlock()
}

// setMarkRectangles places the rectangles of the selection and of search matches behind the text.
func (d *drawn) setMarkRectangles(areas []rect, tones []theme.Token) {
	d.marks = d.marks[:0]
	for i, a := range areas {
		d.marks = append(d.marks, d.newColoredRectangle(d.item.indent+a.x, a.y, a.w, a.h, tones[i], 0))
	}
}
