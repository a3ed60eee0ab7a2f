package panel

import (
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// cardHeight is the height of the card of a short memory, in pixels at zoom 1.
const cardHeight = 62

// cardLines is how many lines of a memory a card shows.
const cardLines = 4

func (m *memoriesPage) cardEntry(x memory.Memory) widgets.ListRow {
	e := widgets.ListRow{
		Key: "m" + x.ID.String(),
		Version: fmt.Sprint(x.UpdatedAt.UnixNano(), x.Status, x.Pinned, m.isNew(x), m.sourceText(x), x.Content,
			x.ID == m.selectedID, x.ValidTo, x.SupersededBy, m.inboxDetails.reasons[x.ID], m.inboxDetails.replaces[x.ID]),
		Build: func() fyne.CanvasObject { return m.memoryCard(x) },
	}
	e.MeasureHeight = func(width float32) float32 {
		c := m.memoryCard(x)
		widgets.PropagateWidth(c, width)
		return c.MinSize().Height
	}
	return e
}

func (m *memoriesPage) memoryCard(x memory.Memory) fyne.CanvasObject {
	if m.inInbox(x) {
		return m.inboxCard(x)
	}
	chosen := x.ID == m.selectedID
	mark := widgets.Row(0)
	switch {
	case m.isNew(x):
		mark.Add(draw.NewLabel("New", theme.RoleStrong, theme.AccentText))
	case x.Pinned:
		mark.Add(draw.NewIcon(theme.IconPin, 14, theme.AccentText))
	}
	icons := widgets.Row(0)
	icons.Hide()
	foot := widgets.FixedSize(0, 24, widgets.Row(theme.Space4, widgets.Flex(widgets.CenterVertically(m.newSourceLine(x))),
		icons, mark))
	col := widgets.Column(theme.Space2, widgets.NewWrappedText(x.Content, theme.RoleMemory, theme.Text, cardLines), foot)
	if chosen {
		col.Add(widgets.NewFlow(theme.Space6, theme.Space2, m.actionButtons(x)...))
	}
	inner := widgets.Pad(10, 14, 6, 14, col)
	t := widgets.NewTappable("Memory: "+x.Content, theme.Surface, theme.Surface, theme.Border, theme.RadiusCard, inner)
	t.OnTapped = func() { m.openMemory(x.ID, false) }
	t.OnHoverChange = func(on bool) {
		if icons.Hidden != on || chosen {
			return
		}
		if len(icons.Objects) == 0 { // most cards are only measured
			m.addActionIcons(x, icons, t)
		}
		icons.Hidden, mark.Hidden = !on, on
		foot.Refresh()
	}
	t.OnKey = func(k fyne.KeyName) bool {
		if k == fyne.KeyDelete && x.Status == memory.StatusActive {
			m.forgetMemory(x.ID)
			return true
		}
		return false
	}
	t.SetSelected(chosen)
	return t
}

// cardAction is an action of a card.
type cardAction struct {
	icon  theme.Icon
	label string
	run   func()
}

func (m *memoriesPage) memoryActions(x memory.Memory) []cardAction {
	if x.Status != memory.StatusActive {
		active := memory.StatusActive
		return []cardAction{
			{theme.IconUndo, "Bring back", func() { m.updateMemory(x.ID, "Back again", memory.MemoryPatch{Status: &active}) }},
			{theme.IconTrash, "Erase", func() { m.pane.askErase(x) }},
		}
	}
	return []cardAction{
		{theme.IconEdit, "Edit", func() { m.openMemory(x.ID, false) }},
		{theme.IconTrash, "Forget", func() { m.forgetMemory(x.ID) }},
		{theme.IconWhy, "Why", func() { m.openMemory(x.ID, true) }},
	}
}

// addActionIcons adds the actions as icons, shown while the card is hovered or focused.
func (m *memoriesPage) addActionIcons(x memory.Memory, row *fyne.Container, card *widgets.Tappable) {
	for _, d := range m.memoryActions(x) {
		b := widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Quiet, Icon: d.icon, Name: d.label, Height: 24, IconSize: 15,
		}, d.run)
		card.ExtendHoverTo(b)
		row.Add(b)
	}
}

// actionButtons are the same actions with labels, shown on the selected card.
func (m *memoriesPage) actionButtons(x memory.Memory) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, d := range m.memoryActions(x) {
		out = append(out, widgets.NewSmallButton(widgets.ButtonOptions{
			Kind: widgets.Ghost, Icon: d.icon, Label: d.label, Padding: 6,
		}, d.run))
	}
	return out
}
