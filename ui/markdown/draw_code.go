package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// codeControls are the label and buttons of a code block.
type codeChrome struct {
	lang *kit.Label
	wrap *parts.Button
	copy *parts.Button
	more *parts.Button
}

func (d *drawn) chrome() *codeChrome {
	if d.code != nil {
		return d.code
	}
	c := &codeChrome{lang: kit.NewLabel("", theme.RoleLabel, theme.Text3)}
	c.wrap = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconWrap, Name: "Wrap long lines"},
		func() { d.view.toggleWrap(d.item) })
	c.copy = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconCopy, Label: "Copy"}, func() { d.view.copyBlock(d.item) })
	c.more = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconDown, Label: "Show all"},
		func() { d.view.showAll(d.item) })
	d.code = c
	return c
}

// drawCodeBlock draws the box, the header and the visible rows.
func (d *drawn) codeBlock(l *codeLayout, x float32) []fyne.CanvasObject {
	w, h := l.size()
	box := canvas.NewRectangle(d.look.Tone(theme.Code))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.look.Tone(theme.Border), theme.Hairline, theme.RadiusCard
	box.Move(fyne.NewPos(x, 0))
	box.Resize(fyne.NewSize(w, h))
	d.back = append(d.back, box, d.bar(x+1, l.head, w-2, theme.Hairline, theme.Border, 0))
	d.item.tints = colours(&d.item.block, d.item.tints)
	d.codeHead(l, x)
	var out []fyne.CanvasObject
	first := max(0, int((d.from-l.body())/l.ty.Line))
	last := min(len(l.rows)-1, int((d.to-l.body())/l.ty.Line))
	for i := first; i <= last; i++ {
		out = append(out, d.codeRow(l, i, x)...)
	}
	if over := l.overflow(); over > 0 {
		room := l.inner()
		thumb := max(24, theme.Round(room*room/l.widest))
		at := x + codePadX + theme.Round((room-thumb)*min(l.st.dx/over, 1))
		d.front = append(d.front, d.bar(at, h-l.foot-7, thumb, 4, theme.Strong, 2))
	}
	return out
}

func (d *drawn) codeHead(l *codeLayout, x float32) {
	c := d.chrome()
	name := d.item.tints.name
	switch {
	case d.item.block.Kind == Math:
		name = "TeX"
	case name == "":
		name = d.item.block.Lang
	}
	if name == "" {
		name = "Text"
	}
	c.lang.SetText(name)
	icon, text := theme.IconCopy, "Copy"
	if d.item.copied {
		icon, text = theme.IconCheck, "Copied"
	}
	c.copy.Set(func(o *parts.ButtonOptions) { o.Icon, o.Label = icon, text })
	m := c.copy.MinSize()
	right := x + l.width - theme.Space4
	c.lang.Move(fyne.NewPos(x+codePadX, 0))
	c.lang.Resize(fyne.NewSize(max(0, l.width-codePadX-m.Width-48), l.head))
	c.copy.Move(fyne.NewPos(right-m.Width, theme.Round((l.head-m.Height)/2)))
	c.copy.Resize(m)
	d.front = append(d.front, c.lang, c.copy)
	if l.st.wrap || l.overflow() > 0 {
		c.wrap.SetOn(l.st.wrap)
		s := c.wrap.MinSize()
		c.wrap.Move(fyne.NewPos(right-m.Width-s.Width, theme.Round((l.head-s.Height)/2)))
		c.wrap.Resize(s)
		d.front = append(d.front, c.wrap)
	}
	if l.hidden > 0 {
		c.more.Set(func(o *parts.ButtonOptions) { o.Label = "Show all, " + strconv.Itoa(l.hidden) + " more lines" })
		s := c.more.MinSize()
		_, h := l.size()
		c.more.Move(fyne.NewPos(x+codePadX-theme.Space6, h-l.foot+theme.Round((l.foot-s.Height)/2)-2))
		c.more.Resize(s)
		d.front = append(d.front, c.more)
	}
}

// drawCodeRow draws the visible part of a row.
func (d *drawn) codeRow(l *codeLayout, i int, x float32) []fyne.CanvasObject {
	r := l.rows[i]
	row := l.text[r.start:r.end]
	tints := d.item.tints.line(r.line)
	from := r.start - d.item.tints.lines[min(r.line, len(d.item.tints.lines)-1)]
	y := l.body() + float32(i)*l.ty.Line
	have := d.lines[i]
	key := row + tintKey(tints)
	if have != nil && have.text == key && have.x == x-l.st.dx && have.y == y {
		have.used = true
		return have.objs
	}
	n := &drawnLine{text: key, x: x - l.st.dx, y: y, used: true}
	base := y + kit.Baseline(l.ty.Size, l.ty.Line, true)
	var at float32
	for _, run := range runsOf(row, tints, from) {
		part := row[run.from:run.to]
		w := l.rowWidth(part)
		if part == "\t" {
			w = l.clusterWidth("\t", at)
		} else {
			n.objs = append(n.objs, d.codeRun(l, part, run.tone, x+codePadX, at-l.st.dx, base)...)
		}
		at += w
	}
	d.lines[i] = n
	return n.objs
}

// drawCodeRun draws part of a row, clipped to the box at whole characters.
func (d *drawn) codeRun(l *codeLayout, s string, tone theme.Token, x, at, base float32) []fyne.CanvasObject {
	room := l.inner() + codePadX - theme.Space4
	adv := l.m.advance(l.face)
	for at < -theme.Space8 && s != "" {
		_, n := utf8.DecodeRuneInString(s)
		at += l.m.width(s[:n], l.face)
		s = s[n:]
	}
	if at >= room || strings.TrimSpace(s) == "" {
		return nil
	}
	if most := int((room-at)/adv) + 1; ascii(s) {
		if most <= len(s) {
			s = s[:max(most-1, 0)]
		}
	} else if l.m.width(s, l.face) > room-at {
		s = s[:l.fit(s, room-at)]
	}
	if s == "" {
		return nil
	}
	t := canvas.NewText(shown(s), ink(d.look, tone))
	t.TextSize, t.TextStyle = l.face.size, l.face.style
	kit.PlaceOnBaseline(t, x+at, base)
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

// codeRun is a part of a row in one colour; a tab is a run of its own.
type codeRunOf struct {
	from, to int
	tone     theme.Token
}

// splitCodeRuns splits a row, which starts at byte from of its source line, into runs of one
// colour.
func runsOf(row string, tints []tint, from int) []codeRunOf {
	var out []codeRunOf
	add := func(a, b int, tone theme.Token) {
		for a < b {
			e := b
			if i := strings.IndexByte(row[a:b], '\t'); i == 0 {
				e = a + 1
			} else if i > 0 {
				e = a + i
			}
			if k := len(out); k > 0 && out[k-1].tone == tone && row[a] != '\t' && row[out[k-1].from] != '\t' {
				out[k-1].to = e
			} else {
				out = append(out, codeRunOf{a, e, tone})
			}
			a = e
		}
	}
	at := 0
	for _, t := range tints {
		end := min(t.end-from, len(row))
		if end > at {
			add(at, end, t.tone)
			at = end
		}
	}
	add(at, len(row), theme.Text)
	return out
}

func tintKey(tints []tint) string {
	b := make([]byte, 0, 2*len(tints)+1)
	b = append(b, 0)
	for _, t := range tints {
		b = append(b, byte(t.tone), byte(t.end), byte(t.end>>8))
	}
	return string(b)
}
