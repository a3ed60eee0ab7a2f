package markdown

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/kit"
	"memoir/ui/theme"
)

// drawn is the widget of one block. It draws the lines near the visible range and reuses the
// objects of lines that did not change.
type drawn struct {
	widget.BaseWidget
	view  *View
	item  *item
	look  *theme.Theme
	back  []fyne.CanvasObject // bars and boxes
	marks []fyne.CanvasObject // selection and search matches
	lines map[int]*drawnLine
	front []fyne.CanvasObject // buttons and borders, drawn on top
	clip  *clipped
	code  *codeChrome
	from  float32 // range of existing lines, in pixels of the block
	to    float32
	all   []fyne.CanvasObject
}

// lineObjects caches the canvas objects of one line together with what they were drawn from.
type drawnLine struct {
	text   string
	pieces []piece
	x, y   float32
	objs   []fyne.CanvasObject
	used   bool
}

func newDrawn(v *View, it *item) *drawn {
	d := &drawn{view: v, item: it, lines: map[int]*drawnLine{}}
	d.ExtendBaseWidget(d)
	return d
}

func (d *drawn) CreateRenderer() fyne.WidgetRenderer { return &drawnRenderer{d} }

type drawnRenderer struct{ d *drawn }

func (r *drawnRenderer) Destroy()                     {}
func (r *drawnRenderer) Layout(fyne.Size)             {}
func (r *drawnRenderer) MinSize() fyne.Size           { return fyne.NewSize(1, 1) }
func (r *drawnRenderer) Refresh()                     { canvas.Refresh(r.d) }
func (r *drawnRenderer) Objects() []fyne.CanvasObject { return r.d.all }

// lineOverscan is how far beyond the visible range lines are drawn, in pixels, so that a small
// scroll draws nothing.
const spare = 480

// drawRange draws the lines between top and bottom, in pixels of the block.
func (d *drawn) show(look *theme.Theme, top, bottom float32) {
	if d.look != look {
		d.look = look
		clear(d.lines)
		d.code = nil
	}
	d.from, d.to = top-spare, bottom+spare
	d.redraw()
}

// coversRange reports whether the lines between top and bottom exist.
func (d *drawn) covers(top, bottom float32) bool {
	_, h := d.item.lay.size()
	return d.from <= max(top, 0) && d.to >= min(bottom, h)
}

func (d *drawn) redraw() {
	for _, l := range d.lines {
		l.used = false
	}
	d.back, d.front = d.back[:0], d.front[:0]
	body := d.body()
	for i, l := range d.lines {
		if !l.used {
			delete(d.lines, i)
		}
	}
	d.frames()
	d.all = slices.Concat(d.back, d.marks, body, d.front)
	d.Refresh()
}

// drawBody returns the objects of the text and fills background and foreground.
func (d *drawn) body() []fyne.CanvasObject {
	x := d.item.indent
	switch l := d.item.lay.(type) {
	case *textLayout:
		tone := theme.Text
		if d.item.block.Kind == HTML || d.quoted() {
			tone = theme.Text2
		}
		return append(d.text(nil, l, x, 0, 0, tone), d.drawPictures(l, x)...)
	case *codeLayout:
		return d.codeBlock(l, x)
	case *tableLayout:
		return d.table(l, x)
	case ruleLayout:
		d.back = append(d.back, d.bar(x, ruleHeight/2, l.width, theme.Hairline, theme.Strong, 0))
	}
	return nil
}

func (d *drawn) quoted() bool {
	return slices.ContainsFunc(d.item.block.Frames, func(f Frame) bool { return f.Quote })
}

func (d *drawn) bar(x, y, w, h float32, tone theme.Token, radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(d.view.look.Tone(tone))
	r.CornerRadius = radius
	r.Move(fyne.NewPos(x, y))
	r.Resize(fyne.NewSize(w, h))
	return r
}

// drawTextLines draws the visible lines of a wrapped text at x, y. key is the cache key of its
// first line, unique within the block.
func (d *drawn) text(
	out []fyne.CanvasObject, l *textLayout, x, y float32, key int, tone theme.Token,
) []fyne.CanvasObject {
	if len(l.f.lines) == 0 {
		return out
	}
	for i := l.lineAt(d.from - y); i <= l.lineAt(d.to-y); i++ {
		ln := &l.f.lines[i]
		out = append(out, d.textLine(l, ln, key+i, x+l.shift(ln), y+float32(i)*l.ty.Line, tone)...)
	}
	return out
}

// drawTextLine returns the objects of a line, from the cache if nothing changed.
func (d *drawn) textLine(l *textLayout, ln *line, key int, x, y float32, tone theme.Token) []fyne.CanvasObject {
	text := l.f.text[ln.start:ln.end] + l.signature(ln, tone)
	have := d.lines[key]
	if have != nil && have.text == text && have.x == x && have.y == y && samePieces(have.pieces, ln.pieces) {
		have.used = true
		return have.objs
	}
	n := &drawnLine{text: text, pieces: ln.pieces, x: x, y: y, used: true}
	base := y + kit.Baseline(l.ty.Size, l.ty.Line, false)
	for _, p := range ln.pieces {
		n.objs = append(n.objs, d.piece(l, p, x+p.x, base, tone)...)
	}
	d.lines[key] = n
	return n.objs
}

// styleKey distinguishes lines of equal text but different styles in the line cache.
func (t *textLayout) signature(ln *line, tone theme.Token) string {
	b := []byte{0, byte(tone)}
	for _, p := range ln.pieces {
		s := &t.f.spans[p.span]
		b = append(b, byte(s.Style))
		b = append(b, s.Link...)
	}
	return string(b)
}

func samePieces(a, b []piece) bool { return slices.Equal(a, b) }

// drawPiece draws one piece of text with the decoration of its style.
func (d *drawn) piece(l *textLayout, p piece, x, base float32, tone theme.Token) []fyne.CanvasObject {
	s := l.f.spans[p.span]
	text := shown(l.f.text[p.start:p.end])
	if p.rtl {
		text = mirrored(text)
	}
	switch {
	case s.Style&Image != 0:
		return d.chip(s, p, x, base, text)
	case s.Link != "":
		tone = theme.AccentText
	}
	if s.Style&Mono == 0 {
		text = kit.Steady(text)
	}
	t := canvas.NewText(text, d.look.Tone(tone))
	t.TextSize, t.TextStyle = p.face.size, p.face.style
	kit.PlaceOnBaseline(t, x+p.pad, base)
	t.Resize(t.MinSize())
	var out []fyne.CanvasObject
	if s.Style&Mono != 0 {
		size := p.face.size
		out = append(out, d.bar(theme.Round(x), base-theme.Ceil(size*1.15), theme.Round(p.width), theme.Round(size*1.55),
			theme.Sunken, theme.RadiusInline))
	}
	out = append(out, t)
	if s.Link != "" {
		out = append(out, d.bar(theme.Round(x), base+3, p.width, theme.Hairline, theme.AccentLine, 0))
	}
	if s.Style&Strike != 0 {
		out = append(out, d.bar(theme.Round(x), base-theme.Round(p.face.size*0.3), p.width, theme.Hairline, tone, 0))
	}
	return out
}

// drawImageChip draws the placeholder of an image: its name, its host and the offer to load it.
func (d *drawn) chip(s Span, p piece, x, base float32, text string) []fyne.CanvasObject {
	h := theme.Round(p.face.size * 1.75)
	box := canvas.NewRectangle(d.look.Tone(theme.Code))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.look.Tone(theme.Border), theme.Hairline, theme.RadiusInline
	box.Move(fyne.NewPos(theme.Round(x), base-theme.Ceil(p.face.size*1.3)))
	box.Resize(fyne.NewSize(theme.Round(p.width), h))
	name := canvas.NewText(text, d.look.Tone(theme.Text))
	said := chipNote(s)
	if d.view.pictures[s.Link] != nil {
		said = strings.TrimSuffix(said, chipOffer)
	}
	note := canvas.NewText(said, d.look.Tone(theme.Text3))
	x += p.pad
	for _, t := range []*canvas.Text{name, note} {
		t.TextSize, t.TextStyle = p.face.size, p.face.style
		kit.PlaceOnBaseline(t, x, base)
		t.Resize(t.MinSize())
		x += t.MinSize().Width
	}
	if imageHost(s.Link) != "" {
		note.Color = d.look.Tone(theme.AccentText)
	}
	return []fyne.CanvasObject{box, name, note}
}

// drawContainers draws quote bars and list markers.
func (d *drawn) frames() {
	var x float32
	_, h := d.item.lay.size()
	zoom := d.look.Zoom()
	for _, f := range d.item.block.Frames {
		w := f.gutter(zoom)
		switch {
		case f.Quote:
			d.back = append(d.back, d.bar(x, 0, quoteBar, h, theme.AccentLine, 0))
		case f.First:
			d.back = append(d.back, d.marker(f, x, w)...)
		}
		x += w
	}
}

func (d *drawn) marker(f Frame, x, w float32) []fyne.CanvasObject {
	ty := d.look.Type(theme.RoleBody)
	switch f.Marker {
	case "•":
		dot := theme.Round(5 * d.look.Zoom())
		return []fyne.CanvasObject{d.bar(x+3, theme.Round((ty.Line-dot)/2), dot, dot, theme.Text3, dot/2)}
	case "☐", "☑":
		return d.checkbox(f.Marker == "☑", x, ty)
	}
	t := canvas.NewText(f.Marker, d.look.Tone(theme.Text2))
	t.TextSize, t.TextStyle = ty.Size, ty.Style
	width := t.MinSize().Width
	kit.PlaceOnBaseline(t, x+max(0, w-theme.Space6-width), kit.Baseline(ty.Size, ty.Line, false))
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

func (d *drawn) checkbox(on bool, x float32, ty theme.Type) []fyne.CanvasObject {
	side := theme.Round(ty.Size)
	y := theme.Round((ty.Line - side) / 2)
	box := canvas.NewRectangle(d.look.Tone(theme.Surface))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.look.Tone(theme.Strong), 1.5, theme.Space4
	if on {
		box.FillColor, box.StrokeColor = d.look.Tone(theme.Accent), d.look.Tone(theme.Accent)
	}
	box.Move(fyne.NewPos(x, y))
	box.Resize(fyne.NewSquareSize(side))
	if !on {
		return []fyne.CanvasObject{box}
	}
	tick := kit.NewIcon(theme.IconCheck, (side-2)/max(1, d.look.Zoom()), theme.OnAccent)
	tick.Move(fyne.NewPos(x+1, y+1))
	tick.Resize(fyne.NewSquareSize(side - 2))
	return []fyne.CanvasObject{box, tick}
}

// redrawMarks shows new marks without drawing the text again.
func (d *drawn) remarked() {
	d.redraw()
}

// setMarks places the rectangles of the selection and of search matches behind the text.
func (d *drawn) mark(areas []rect, tones []theme.Token) {
	d.marks = d.marks[:0]
	for i, a := range areas {
		d.marks = append(d.marks, d.bar(d.item.indent+a.x, a.y, a.w, a.h, tones[i], 0))
	}
}
