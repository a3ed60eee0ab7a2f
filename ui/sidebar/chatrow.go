package sidebar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// newChatRowWidget is a chat in the list: its title and a slot that shows its state, or the "…"
// button while hovered.
func (p *Pane) newChatRowWidget(t memory.Chat, current, busy bool) fyne.CanvasObject {
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
		state = widgets.Center(p.busyIndicator(t.ID))
	case t.Unread:
		state = widgets.Center(widgets.FixedSize(7, 7, draw.NewBox(theme.Accent, theme.None, 3.5)))
	case t.Temporary:
		state = draw.NewIcon(theme.IconGhost, 15, theme.Text3)
	}
	var more *widgets.Button
	var r *widgets.Tappable
	menu := func() { widgets.ShowMenuBelow(more, p.chatMenuItems(t, r)) }
	more = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: "More options for " + ChatDisplayTitle(t), Height: 24, IconSize: 16,
	}, menu)
	more.Hide()
	slot := widgets.FixedSize(24, 24, container.NewStack(state, more))
	left := float32(theme.Space10)
	if t.ProjectID != 0 {
		left += projectIndent
	}
	inner := widgets.Pad(0, theme.Space4, 0, left, widgets.Row(theme.Space6,
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space6, 0, draw.NewShrinkingLabel(ChatDisplayTitle(t), role, tone))),
		slot))
	r = widgets.NewTappable(ChatDisplayTitle(t), theme.None, theme.Hover, theme.None, theme.RadiusRow, inner)
	r.OnTapped = func() { p.env.NavigateTo(app.ChatRoute(t.ID, 0)) }
	r.OnSecondaryTap = func(at fyne.Position) { widgets.ShowMenuAtPosition(r, at, p.chatMenuItems(t, r)) }
	r.OnHoverChange = func(on bool) {
		more.Hidden = !on
		if on {
			state.Hide()
		} else {
			state.Show()
		}
		slot.Refresh()
	}
	r.CountButtonHoverAsOwn(more)
	r.OnKey = func(k fyne.KeyName) bool {
		switch k {
		case fyne.KeyF2:
			p.navigateToChatScreen(app.ScreenRenameChat, t)
		case fyne.KeyDelete:
			p.navigateToChatScreen(app.ScreenDeleteChat, t)
		default:
			return false
		}
		return true
	}
	r.SetSelected(current)
	return r
}

func (p *Pane) navigateToChatScreen(s app.Screen, t memory.Chat) {
	p.env.NavigateTo(app.Route{Screen: s, Chat: t.ID})
}

func (p *Pane) chatMenuItems(t memory.Chat, row fyne.CanvasObject) []widgets.MenuItem {
	pin := "Pin"
	if t.Pinned {
		pin = "Unpin"
	}
	return []widgets.MenuItem{
		{
			Icon:     theme.IconEdit,
			Label:    "Rename",
			Detail:   "F2",
			OnChosen: func() { p.navigateToChatScreen(app.ScreenRenameChat, t) },
		},
		{Icon: theme.IconPin, Label: pin, OnChosen: func() { p.env.TogglePin(t) }},
		{Icon: theme.IconRight, Label: "Move to project", OnChosen: func() { p.showMoveMenu(t, row) }},
		{Icon: theme.IconStack, Label: "Archive", OnChosen: func() { p.ArchiveChat(t.ID) }},
		{Icon: theme.IconArrowDown, Label: "Export", OnChosen: func() { p.env.Export(app.ExportOfChat(t)) }},
		{},
		{
			Icon:     theme.IconTrash,
			Label:    "Delete",
			Detail:   "Del",
			OnChosen: func() { p.navigateToChatScreen(app.ScreenDeleteChat, t) },
		},
	}
}

func wrapInFixedSquare(size float32, o fyne.CanvasObject) fyne.CanvasObject {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSquareSize(size))
	return container.NewStack(r, o)
}

// newWideButton returns one of the two wide buttons at the top.
func newWideButton(icon theme.Icon, text, hint string, tone theme.Token, strong bool, tapped func()) fyne.CanvasObject {
	role := theme.RoleControl
	iconTone := theme.Text3
	if strong {
		role, iconTone = theme.RoleButton, theme.AccentText
	}
	inner := widgets.FixedSize(0, 36, widgets.PadVerticalAndSides(0, theme.Space10,
		widgets.Row(theme.Space8, draw.NewIcon(icon, 16, iconTone),
			widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(text, role, tone))),
			draw.NewLabel(hint, theme.RoleHint, theme.Text3))))
	t := widgets.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusControl, inner)
	if strong {
		t.BackgroundBox().SetShadowBlur(4)
	}
	t.OnTapped = tapped
	return t
}

// spinnerStepsPerTurn is the number of steps in a turn of the arcs, which takes one second; it is
// small because every frame redraws the window.
const spinnerStepsPerTurn = 10

// The angles between which the arcs are drawn at the beginning of a turn, in degrees.
const spinnerStart, spinnerEnd = 20, 290

// busyIndicator shows that an answer is being written in a chat: a rotating arc or, with reduced
// motion, a static ring.
func (p *Pane) busyIndicator(id memory.ID) fyne.CanvasObject {
	if p.env.HasReducedMotion() {
		return widgets.FixedSize(10, 10, draw.NewBox(theme.None, theme.Accent, 5))
	}
	a := canvas.NewArc(spinnerStart, spinnerEnd, 0.72, theme.Current().TokenColor(theme.Accent))
	p.spinnerArcs[id] = a
	return wrapInFixedSquare(12, a)
}

// startOrStopSpinner rotates the arcs while any chat is busy.
func (p *Pane) startOrStopSpinner() {
	if len(p.busy) == 0 || p.env.HasReducedMotion() {
		if p.spinnerFrames != nil {
			p.spinnerFrames.Stop()
			p.spinnerFrames = nil
		}
		clear(p.spinnerArcs)
		return
	}
	if p.spinnerFrames != nil {
		return
	}
	p.spinnerStep = 0
	p.spinnerFrames = draw.StartFrameCallbacks(p.rotateSpinnerArcs)
}

// rotateSpinnerArcs turns the arcs to the step of a second, a fraction of 1.
func (p *Pane) rotateSpinnerArcs(second float32) {
	step := int(second * spinnerStepsPerTurn)
	if step == p.spinnerStep {
		return
	}
	p.spinnerStep = step
	angle := float32(step) * 360 / spinnerStepsPerTurn
	for id, a := range p.spinnerArcs {
		if p.busy[id] {
			a.StartAngle, a.EndAngle = spinnerStart+angle, spinnerEnd+angle
			a.FillColor = theme.Current().TokenColor(theme.Accent)
			a.Refresh()
		}
	}
}
