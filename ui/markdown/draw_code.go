package markdown

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// codeControls are the label and buttons of a code block.
type codeControls struct {
	languageLabel *draw.Label
	wrapButton    *widgets.Button
	copyButton    *widgets.Button
	showAllButton *widgets.Button
}

func (d *drawn) cachedOrNewCodeControls() *codeControls {
	if d.controls != nil {
		return d.controls
	}
	c := &codeControls{languageLabel: draw.NewLabel("", theme.RoleLabel, theme.Text3)}
	c.wrapButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconWrap,
		Name: translate.Text("Wrap long lines"),
	},
		func() {
			d.item.state.wrapLines, d.item.state.scrollX = !d.item.state.wrapLines, 0
			d.owner.relayout(d.item)
		})
	c.copyButton = widgets.NewSmallButton(widgets.ButtonOptions{Icon: theme.IconCopy, Label: translate.Text("Copy")},
		func() { d.owner.copyCode(d.item) })
	c.showAllButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon:  theme.IconDown,
		Label: translate.Text("Show all"),
	},
		func() {
			d.item.state.showAllLines = true
			d.owner.relayout(d.item)
		})
	d.controls = c
	return c
}

// drawCodeBlock draws the box, the header and the visible rows.
func (d *drawn) drawCodeBlock(l *codeLayout, x float32) []fyne.CanvasObject {
	w, h := l.givenWidthAndTotalHeight()
	box := canvas.NewRectangle(d.theme.TokenColor(theme.Code))
	box.StrokeColor, box.StrokeWidth, box.CornerRadius = d.theme.TokenColor(theme.Border), theme.Hairline, theme.RadiusCard
	draw.MoveAndResize(box, x, 0, w, h)
	d.background = append(
		d.background,
		box,
		d.newColoredRectangle(x+1, l.headerHeight, w-2, theme.Hairline, theme.Border, 0),
	)
	d.item.highlighter = newOrContinuedHighlighter(&d.item.block, d.item.highlighter)
	d.drawCodeLabelAndButtons(l, x)
	var out []fyne.CanvasObject
	first := max(0, int((d.drawnTop-l.firstRowTop())/l.textType.LineHeight))
	last := min(len(l.rows)-1, int((d.drawnBottom-l.firstRowTop())/l.textType.LineHeight))
	for i := first; i <= last; i++ {
		out = append(out, d.drawOrReuseCodeRow(l, i, x)...)
	}
	if over := l.overflowWidth(); over > 0 {
		availableWidth := l.textAreaWidth()
		thumb := max(24, theme.Round(availableWidth*availableWidth/l.widestRow))
		at := x + codePadX + theme.Round((availableWidth-thumb)*min(l.state.scrollX/over, 1))
		d.foreground = append(d.foreground, d.newColoredRectangle(at, h-l.footerHeight-7, thumb, 4, theme.StrongBorder, 2))
	}
	return out
}

func (d *drawn) drawCodeLabelAndButtons(l *codeLayout, x float32) {
	c := d.cachedOrNewCodeControls()
	name := d.item.highlighter.languageName
	switch {
	case d.item.block.Kind == Math:
		name = "TeX"
	case name == "":
		name = d.item.block.Language
	}
	if name == "" {
		name = translate.Text("Text")
	}
	c.languageLabel.SetText(name)
	icon, text := theme.IconCopy, translate.Text("Copy")
	if d.item.showsCopied {
		icon, text = theme.IconCheck, translate.Text("Copied")
	}
	c.copyButton.UpdateOptions(func(o *widgets.ButtonOptions) { o.Icon, o.Label = icon, text })
	m := c.copyButton.MinSize()
	right := x + l.width - theme.Space4
	draw.MoveAndResize(c.languageLabel, x+codePadX, 0, max(0, l.width-codePadX-m.Width-48), l.headerHeight)
	c.copyButton.Move(fyne.NewPos(right-m.Width, theme.Round((l.headerHeight-m.Height)/2)))
	c.copyButton.Resize(m)
	d.foreground = append(d.foreground, c.languageLabel, c.copyButton)
	if l.state.wrapLines || l.overflowWidth() > 0 {
		c.wrapButton.SetSwitchedOn(l.state.wrapLines)
		s := c.wrapButton.MinSize()
		c.wrapButton.Move(fyne.NewPos(right-m.Width-s.Width, theme.Round((l.headerHeight-s.Height)/2)))
		c.wrapButton.Resize(s)
		d.foreground = append(d.foreground, c.wrapButton)
	}
	if l.hiddenLines > 0 {
		c.showAllButton.UpdateOptions(func(o *widgets.ButtonOptions) {
			o.Label = translate.Count(l.hiddenLines, "Show all ({{.Count}} more line)", "Show all ({{.Count}} more lines)")
		})
		s := c.showAllButton.MinSize()
		_, h := l.givenWidthAndTotalHeight()
		c.showAllButton.Move(fyne.NewPos(x+codePadX-theme.Space6,
			h-l.footerHeight+theme.Round((l.footerHeight-s.Height)/2)-2))
		c.showAllButton.Resize(s)
		d.foreground = append(d.foreground, c.showAllButton)
	}
}

// drawOrReuseCodeRow draws the visible part of a row.
func (d *drawn) drawOrReuseCodeRow(l *codeLayout, i int, x float32) []fyne.CanvasObject {
	r := l.rows[i]
	row := l.text[r.start:r.end]
	tints := d.item.highlighter.colorRunsOfLine(r.sourceLine)
	from := r.start - d.item.highlighter.lineStarts[min(r.sourceLine, len(d.item.highlighter.lineStarts)-1)]
	y := l.firstRowTop() + float32(i)*l.textType.LineHeight
	cached := d.lines[i]
	key := row + tokenRunsCacheKey(tints)
	if cached != nil && cached.key == key && cached.x == x-l.state.scrollX && cached.y == y {
		cached.inUse = true
		return cached.objects
	}
	n := &lineObjects{key: key, x: x - l.state.scrollX, y: y, inUse: true}
	base := y + draw.BaselineFromLineTop(l.textType.Size, l.textType.LineHeight, true)
	var at float32
	for _, run := range splitCodeRowByColor(row, tints, from) {
		part := row[run.from:run.to]
		w := l.rowWidth(part)
		if part == "\t" {
			w = l.clusterWidth("\t", at)
		} else {
			n.objects = append(n.objects, d.drawClippedCodeRun(l, part, run.tone, x+codePadX, at-l.state.scrollX, base)...)
		}
		at += w
	}
	d.lines[i] = n
	return n.objects
}

// drawClippedCodeRun draws part of a row, clipped to the box at whole characters.
func (d *drawn) drawClippedCodeRun(l *codeLayout, s string, tone theme.Token, x, at, base float32) []fyne.CanvasObject {
	availableWidth := l.textAreaWidth() + codePadX - theme.Space4
	adv := l.metrics.monospacedCharWidth(l.face)
	for at < -theme.Space8 && s != "" {
		_, n := utf8.DecodeRuneInString(s)
		at += l.metrics.textWidth(s[:n], l.face)
		s = s[n:]
	}
	if at >= availableWidth || strings.TrimSpace(s) == "" {
		return nil
	}
	if most := int((availableWidth-at)/adv) + 1; isPrintableASCII(s) {
		if most <= len(s) {
			s = s[:max(most-1, 0)]
		}
	} else if l.metrics.textWidth(s, l.face) > availableWidth-at {
		s = s[:l.bytesThatFit(s, availableWidth-at)]
	}
	if s == "" {
		return nil
	}
	t := canvas.NewText(toDrawableText(s), themeTokenColor(d.theme, tone))
	t.TextSize, t.TextStyle = l.face.size, l.face.style
	draw.PlaceTextOnBaselineChoosingFont(t, x+at, base)
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

// codeRun is a part of a row in one colour; a tab is a run of its own.
type codeRun struct {
	from, to int
	tone     theme.Token
}

// splitCodeRowByColor splits a row, which starts at byte from of its source line, into runs of one
// colour.
func splitCodeRowByColor(row string, tints []tokenRun, from int) []codeRun {
	var out []codeRun
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
				out = append(out, codeRun{a, e, tone})
			}
			a = e
		}
	}
	at := 0
	for _, t := range tints {
		end := min(t.end-from, len(row))
		if end > at {
			add(at, end, t.color)
			at = end
		}
	}
	add(at, len(row), theme.Text)
	return out
}

func tokenRunsCacheKey(tints []tokenRun) string {
	b := make([]byte, 0, 2*len(tints)+1)
	b = append(b, 0)
	for _, t := range tints {
		b = append(b, byte(t.color), byte(t.end), byte(t.end>>8))
	}
	return string(b)
}
