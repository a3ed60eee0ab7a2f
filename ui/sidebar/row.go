package sidebar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// chatRow is a chat in the list: its title and a slot that shows its state, or the "…" button while
// hovered.
func (p *Pane) row(t memory.Thread, current, busy bool) fyne.CanvasObject {
	role, tone := theme.RoleControl, theme.Text2
	switch {
	case t.Unread:
		role, tone = theme.RoleStrong, theme.Text
	case current:
		role, tone = theme.RoleButton, theme.Text
	}
	var state fyne.CanvasObject = canvas.NewRectangle(nil)
	switch {
	case busy:
		state = parts.Centre(p.working(t.ID))
	case t.Unread:
		state = parts.Centre(parts.Fix(7, 7, kit.NewBox(theme.Accent, theme.None, 3.5)))
	case t.Temporary:
		state = kit.NewIcon(theme.IconGhost, 15, theme.Text3)
	}
	var more *parts.Button
	menu := func() { parts.ShowMenu(more, p.menu(t)) }
	more = parts.NewButton(parts.ButtonOptions{
		Kind: parts.Quiet, Icon: theme.IconMore, Name: "More about " + Title(t), Height: 24, IconSize: 16,
	}, menu)
	more.Hide()
	slot := parts.Fix(24, 24, container.NewStack(state, more))
	inner := parts.Pad(0, 4, 0, 10, parts.Row(6,
		parts.Flex(parts.Pad(6, 0, 6, 0, kit.NewShrinkingLabel(Title(t), role, tone))), slot))
	r := parts.NewTappable(Title(t), theme.None, theme.Hover, theme.None, theme.RadiusRow, inner)
	r.OnTapped = func() { p.on.Open(t.ID) }
	r.OnSecondary = func(at fyne.Position) { parts.ShowMenuAt(r, at, p.menu(t)) }
	r.OnHover = func(on bool) {
		more.Hidden = !on
		if on {
			state.Hide()
		} else {
			state.Show()
		}
		slot.Refresh()
	}
	r.Hold(more)
	r.OnKey = func(k fyne.KeyName) bool {
		switch k {
		case fyne.KeyF2:
			p.on.Rename(t)
		case fyne.KeyDelete:
			p.on.Delete(t)
		default:
			return false
		}
		return true
	}
	r.SetSelected(current)
	return r
}

func (p *Pane) menu(t memory.Thread) []parts.Item {
	pin := "Pin"
	if t.Pinned {
		pin = "Unpin"
	}
	return []parts.Item{
		{Icon: theme.IconEdit, Label: "Rename", Sub: "F2", Do: func() { p.on.Rename(t) }},
		{Icon: theme.IconPin, Label: pin, Do: func() { p.on.Pin(t) }},
		{},
		{Icon: theme.IconTrash, Label: "Delete", Sub: "Del", Do: func() { p.on.Delete(t) }},
	}
}

func square(size float32, o fyne.CanvasObject) fyne.CanvasObject {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSquareSize(size))
	return container.NewStack(r, o)
}

// newWideButton returns one of the two wide buttons at the top.
func newWide(icon theme.Icon, text, hint string, tone theme.Token, strong bool, tapped func()) fyne.CanvasObject {
	role := theme.RoleControl
	iconTone := theme.Text3
	if strong {
		role, iconTone = theme.RoleButton, theme.AccentText
	}
	inner := parts.Fix(0, 36, parts.Pad(0, 10, 0, 10, parts.Row(8, kit.NewIcon(icon, 16, iconTone),
		parts.Flex(parts.Middle(kit.NewShrinkingLabel(text, role, tone))), kit.NewLabel(hint, theme.RoleHint, theme.Text3))))
	t := parts.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusControl, inner)
	if strong {
		t.Box().SetShadow(4)
	}
	t.OnTapped = tapped
	return t
}

// spinnerStepsPerTurn is the number of steps in a turn of the arcs, which takes one second; it is
// small because every frame redraws the window.
const spinnerSteps = 10

// busyIndicator shows that an answer is being written in a chat: a rotating arc or, with reduced
// motion, a static ring.
func (p *Pane) working(id memory.ID) fyne.CanvasObject {
	if p.env.Still() {
		return parts.Fix(10, 10, kit.NewBox(theme.None, theme.Accent, 5))
	}
	a := canvas.NewArc(20, 290, 0.72, theme.Current().Tone(theme.Accent))
	p.arcs[id] = a
	return square(12, a)
}

// updateSpinner rotates the arcs while any chat is busy.
func (p *Pane) turn() {
	if len(p.busy) == 0 || p.env.Still() {
		if p.spin != nil {
			p.spin.Stop()
			p.spin = nil
		}
		clear(p.arcs)
		return
	}
	if p.spin != nil {
		return
	}
	last := -1
	p.spin = kit.StartFrames(func(at float32) {
		n := int(at * spinnerSteps)
		if n == last {
			return
		}
		last = n
		for id, a := range p.arcs {
			if p.busy[id] {
				a.StartAngle, a.EndAngle = 20+float32(n)*360/spinnerSteps, 290+float32(n)*360/spinnerSteps
				a.FillColor = theme.Current().Tone(theme.Accent)
				a.Refresh()
			}
		}
	})
}
