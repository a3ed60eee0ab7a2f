package panel

import (
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// cardHeight is the height of the card of a short memory, in pixels at zoom 1.
const cardHeight = 62

// cardLines is how many lines of a memory a card shows.
const cardLines = 4

func (m *memories) entry(x memory.Memory) parts.Entry {
	e := parts.Entry{
		Key: "m" + x.ID.String(),
		Version: fmt.Sprint(x.UpdatedAt.UnixNano(), x.Status, x.Pinned, m.isNew(x), m.source(x), x.Content,
			x.ID == m.chosen, x.ValidTo, x.SupersededBy, m.waiting.why[x.ID], m.waiting.replaces[x.ID]),
		Make: func() fyne.CanvasObject { return m.card(x) },
	}
	e.Height = func(width float32) float32 {
		c := m.card(x)
		parts.Widen(c, width)
		return c.MinSize().Height
	}
	return e
}

func (m *memories) card(x memory.Memory) fyne.CanvasObject {
	if m.waits(x) {
		return m.inboxCard(x)
	}
	chosen := x.ID == m.chosen
	mark := parts.Row(0)
	switch {
	case m.isNew(x):
		mark.Add(kit.NewLabel("New", theme.RoleStrong, theme.AccentText))
	case x.Pinned:
		mark.Add(kit.NewIcon(theme.IconPin, 14, theme.AccentText))
	}
	icons := parts.Row(0)
	icons.Hide()
	foot := parts.Fix(0, 24, parts.Row(theme.Space4, parts.Flex(parts.Middle(m.origin(x))), icons, mark))
	col := parts.Column(theme.Space2, parts.NewPara(x.Content, theme.RoleMemory, theme.Text, cardLines), foot)
	if chosen {
		col.Add(parts.NewFlow(theme.Space6, theme.Space2, m.cardActions(x)...))
	}
	inner := parts.Pad(10, 14, 6, 14, col)
	t := parts.NewTappable("Memory: "+x.Content, theme.Surface, theme.Surface, theme.Border, theme.RadiusCard, inner)
	t.OnTapped = func() { m.open(x.ID, false) }
	t.OnHover = func(on bool) {
		if icons.Hidden != on || chosen {
			return
		}
		if len(icons.Objects) == 0 { // most cards are only measured
			m.addIcons(x, icons, t)
		}
		icons.Hidden, mark.Hidden = !on, on
		foot.Refresh()
	}
	t.OnKey = func(k fyne.KeyName) bool {
		if k == fyne.KeyDelete && x.Status == memory.StatusActive {
			m.forget(x.ID)
			return true
		}
		return false
	}
	t.SetSelected(chosen)
	return t
}

// cardAction is an action of a card.
type deed struct {
	icon  theme.Icon
	label string
	do    func()
}

func (m *memories) deeds(x memory.Memory) []deed {
	if x.Status != memory.StatusActive {
		active := memory.StatusActive
		return []deed{
			{theme.IconUndo, "Bring back", func() { m.change(x.ID, "Back again", memory.MemoryPatch{Status: &active}) }},
			{theme.IconTrash, "Erase", func() { m.p.askErase(x) }},
		}
	}
	return []deed{
		{theme.IconEdit, "Edit", func() { m.open(x.ID, false) }},
		{theme.IconTrash, "Forget", func() { m.forget(x.ID) }},
		{theme.IconWhy, "Why", func() { m.open(x.ID, true) }},
	}
}

// addActionIcons adds the actions as icons, shown while the card is hovered or focused.
func (m *memories) addIcons(x memory.Memory, row *fyne.Container, card *parts.Tappable) {
	for _, d := range m.deeds(x) {
		b := parts.NewButton(parts.ButtonOptions{
			Kind: parts.Quiet, Icon: d.icon, Name: d.label, Height: 24, IconSize: 15,
		}, d.do)
		card.Hold(b)
		row.Add(b)
	}
}

// actionButtons are the same actions with labels, shown on the selected card.
func (m *memories) cardActions(x memory.Memory) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, d := range m.deeds(x) {
		out = append(out, parts.NewSmall(parts.ButtonOptions{
			Kind: parts.Ghost, Icon: d.icon, Label: d.label, Pad: 6,
		}, d.do))
	}
	return out
}
