package message

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

const (
	chipPad      = 12
	chipIconSize = 13
	chipInnerGap = 6 // between the parts of the chip
	undoneLabel  = "Not kept"
)

// learnedChip shows a memory learned from a turn, with an Undo button.
type learnedChip struct {
	widget.BaseWidget
	onOpen  func()
	learned LearnedMemory
	undone  bool // the memory was undone; shows "Not kept"

	box        *draw.Box
	icon       *draw.Icon
	prefix     *draw.Label
	text       *draw.Label
	undoButton *widgets.Button
}

func newLearnedChip() *learnedChip {
	c := &learnedChip{
		box:    draw.NewBox(theme.AccentTint, theme.None, receiptRowHeight/2),
		icon:   draw.NewIcon(theme.IconBookmark, chipIconSize, theme.AccentText),
		prefix: draw.NewLabel("", theme.RoleLabel, theme.AccentText),
		text:   draw.NewShrinkingLabel("", theme.RoleMeta, theme.AccentText),
	}
	c.undoButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Undo"), Name: translate.Text("Don't keep this memory"),
		Padding: 6, Height: 22,
	}, nil)
	c.ExtendBaseWidget(c)
	return c
}

// setMemoryAndActions shows a memory; undone is set after its undo.
func (c *learnedChip) setMemoryAndActions(l LearnedMemory, undone bool, undo, open func()) {
	c.learned, c.undone, c.onOpen = l, undone, open
	c.undoButton.OnTapped = undo
	draw.SetVisible(c.undoButton, !undone)
	draw.SetVisible(c.icon, !undone)
	draw.SetVisible(c.prefix, !undone)
	fill, line, ink, lead := theme.AccentTint, theme.None, theme.AccentText, translate.Text("Learned:")
	text := l.Text
	switch {
	case undone:
		fill, line, ink, text = theme.None, theme.Border, theme.Text3, translate.Text(undoneLabel)
	case l.IsInInbox:
		fill, ink, lead = theme.WarningTint, theme.Warning, translate.Text("Waiting for your OK:")
		draw.SetVisible(c.undoButton, false)
	}
	c.box.SetColors(fill, line)
	c.icon.SetIcon(theme.IconBookmark, ink)
	c.prefix.SetStyle(theme.RoleLabel, ink)
	c.text.SetStyle(theme.RoleMeta, ink)
	c.prefix.SetText(lead)
	c.text.SetText(truncateRunesWithEllipsis(text, maxLearnedRunes))
	c.Refresh()
}

// maxLearnedRunes is how much of a memory a chip shows, so that two fit beside each other.
const maxLearnedRunes = 60

// truncateRunesWithEllipsis cuts a text to n runes, the last of which is then an ellipsis.
func truncateRunesWithEllipsis(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return strings.TrimRight(string(runes[:n-1]), " ") + "…"
	}
	return text
}

func (c *learnedChip) Tapped(*fyne.PointEvent) {
	if !c.undone {
		c.onOpen()
	}
}

func (c *learnedChip) Cursor() desktop.Cursor {
	if c.undone {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (c *learnedChip) textWidth() float32 {
	ty := theme.Current().TypeStyle(theme.RoleMeta)
	return theme.CeilWithTolerance(ty.TextWidth(c.text.Text()))
}

// widthWithoutText is the width of everything except the text.
func (c *learnedChip) widthWithoutText() float32 {
	w := float32(2 * chipPad)
	if c.icon.Visible() {
		w += c.icon.MinSize().Width + chipInnerGap
	}
	if c.prefix.Visible() {
		w += c.prefix.MinSize().Width + theme.Space4
	}
	if c.undoButton.Visible() {
		w += c.undoButton.MinSize().Width - theme.Space4
	}
	return w
}

// narrowestChipText is how much of the text a chip shows at least, in pixels at text zoom 100 %.
const narrowestChipText = 200

func (c *learnedChip) narrowestWidth() float32 {
	return c.widthWithoutText() + min(c.textWidth(), theme.Current().ScaleUpWithTextZoom(narrowestChipText))
}

func (c *learnedChip) layoutParts(s fyne.Size) {
	c.box.Resize(s)
	x, side := float32(chipPad), c.icon.MinSize().Width
	if c.icon.Visible() {
		draw.MoveAndResize(c.icon, x-1, theme.Round((s.Height-side)/2), side, side)
		x += side + chipInnerGap
	}
	if c.prefix.Visible() {
		w := c.prefix.MinSize().Width
		draw.MoveAndResize(c.prefix, x, 0, w, s.Height)
		x += w + theme.Space4
	}
	w := max(0, s.Width-c.widthWithoutText())
	draw.MoveAndResize(c.text, x, 0, w+1, s.Height)
	if c.undoButton.Visible() {
		m := c.undoButton.MinSize()
		c.undoButton.Move(fyne.NewPos(s.Width-m.Width-theme.Space6, theme.Round((s.Height-m.Height)/2)))
		c.undoButton.Resize(m)
	}
}

func (c *learnedChip) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(c, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(c.box, c.icon, c.prefix, c.text, c.undoButton),
		MinSize: func() fyne.Size {
			return fyne.NewSize(c.widthWithoutText()+c.textWidth(), theme.Current().ScaleUpWithTextZoom(receiptRowHeight))
		},
		Layout: c.layoutParts,
	})
}
