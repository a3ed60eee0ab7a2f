package chat

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Minimum widths of longer titles and model names, in pixels at text zoom 100 %.
const (
	minTitleWidth = 140
	minModelWidth = 96
)

// headerLayout lays the header out from left to right. Where room is short it shortens labels
// instead of clipping them: first the location of the model is dropped, then the prefix of the
// memory label, then model name and title are truncated.
type headerLayout struct{ h *header }

func (l *headerLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[len(o)-1].MinSize().Height)
}

func (l *headerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h, zoom := l.h, theme.Current()
	ty := zoom.TypeStyle(theme.RoleTitle)
	least := min(theme.CeilWithTolerance(theme.MeasureText(h.titleLabel.Text(), ty.Size, ty.Style).Width),
		zoom.ScaleUpWithTextZoom(minTitleWidth))
	h.setModelAndMemoryLabelDetail(true, true)
	if s.Width-h.widthWithoutTitle(o) < least {
		h.setModelAndMemoryLabelDetail(false, true)
	}
	if s.Width-h.widthWithoutTitle(o) < least {
		h.setModelAndMemoryLabelDetail(false, false)
	}
	title, model := s.Width-h.widthWithoutTitle(o), h.modelButton.MinSize().Width
	if lack := least - title; lack > 0 {
		give := min(lack, max(0, model-zoom.ScaleUpWithTextZoom(minModelWidth)))
		title, model = title+give, model-give
	}
	x := float32(0)
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		m := c.MinSize()
		switch c {
		case h.titleArea:
			m = fyne.NewSize(max(0, title), s.Height)
		case h.modelButton:
			m.Width = model
		}
		c.Move(fyne.NewPos(theme.Round(x), theme.Round((s.Height-m.Height)/2)))
		c.Resize(fyne.NewSize(theme.Round(m.Width), m.Height))
		x += theme.Round(m.Width) + theme.Space8
	}
}

// widthWithoutTitle is the width of everything but the title.
func (h *header) widthWithoutTitle(o []fyne.CanvasObject) float32 {
	w := -float32(theme.Space8)
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		if w += theme.Space8; c != h.titleArea {
			w += theme.CeilWithTolerance(c.MinSize().Width)
		}
	}
	return w
}

// setModelAndMemoryLabelDetail sets whether the model shows its location and whether the memory
// label is long.
func (h *header) setModelAndMemoryLabelDetail(showLocation, inFull bool) {
	h.modelButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		if o.Detail = ""; showLocation {
			o.Detail = h.modelLocation
		}
	})
	long, short := translate.Text("Memory: off"), translate.Text("Off")
	switch h.state.Chat.Memory {
	case memory.MemoryOn:
		long, short = translate.Text("Memory: on"), translate.Text("On")
	case memory.MemoryReadOnly:
		long, short = translate.Text("Memory: read-only"), translate.Text("Read-only")
	case memory.MemoryOff:
	}
	h.memoryButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		if o.Label = short; inFull {
			o.Label = long
		}
	})
}
