package chat

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Minimum widths of longer titles and model names, in pixels at text zoom 100 %.
const (
	leastTitle = 140
	leastModel = 96
)

// headerLayout lays the header out from left to right. Where room is short it shortens labels
// instead of clipping them: first the location of the model is dropped, then the prefix of the
// memory label, then model name and title are truncated.
type topLine struct{ h *header }

func (l *topLine) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[len(o)-1].MinSize().Height)
}

func (l *topLine) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h, zoom := l.h, theme.Current()
	ty := zoom.Type(theme.RoleTitle)
	least := min(theme.Ceil(fyne.MeasureText(h.title.Text(), ty.Size, ty.Style).Width), zoom.Scaled(leastTitle))
	h.say(true, true)
	if s.Width-h.taken(o) < least {
		h.say(false, true)
	}
	if s.Width-h.taken(o) < least {
		h.say(false, false)
	}
	title, model := s.Width-h.taken(o), h.model.MinSize().Width
	if lack := least - title; lack > 0 {
		give := min(lack, max(0, model-zoom.Scaled(leastModel)))
		title, model = title+give, model-give
	}
	x := float32(0)
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		m := c.MinSize()
		switch c {
		case h.name:
			m = fyne.NewSize(max(0, title), s.Height)
		case h.model:
			m.Width = model
		}
		c.Move(fyne.NewPos(theme.Round(x), theme.Round((s.Height-m.Height)/2)))
		c.Resize(fyne.NewSize(theme.Round(m.Width), m.Height))
		x += theme.Round(m.Width) + theme.Space8
	}
}

// widthWithoutTitle is the width of everything but the title.
func (h *header) taken(o []fyne.CanvasObject) float32 {
	w := -float32(theme.Space8)
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		if w += theme.Space8; c != h.name {
			w += theme.Ceil(c.MinSize().Width)
		}
	}
	return w
}

// setLabelDetail sets whether the model shows its location and whether the memory label is long.
func (h *header) say(place, whole bool) {
	h.model.Set(func(o *parts.ButtonOptions) {
		if o.Sub = ""; place {
			o.Sub = h.place
		}
	})
	long, short := "Memory: off", "Off"
	switch h.p.thread.Memory {
	case memory.ModeOn:
		long, short = "Memory: on", "On"
	case memory.ModeRead:
		long, short = "Memory: read only", "Read only"
	case memory.ModeOff:
	}
	h.memory.Set(func(o *parts.ButtonOptions) {
		if o.Label = short; whole {
			o.Label = long
		}
	})
}
