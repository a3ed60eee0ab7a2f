package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// inboxCard is a memory that waits for the user's word: whether it is kept, and whether it takes the place of another.
func (m *memories) inboxCard(x memory.Memory) fyne.CanvasObject {
	title, old := "Waiting for your OK", m.waiting.replaces[x.ID]
	if x.Status == memory.StatusActive {
		title = "Does this replace another one?"
	}
	col := parts.Column(theme.Space4, kit.NewLabel(title, theme.RoleStrong, theme.Warn),
		parts.NewPara(x.Content, theme.RoleMemory, theme.Text, cardLines))
	if old != "" {
		col.Add(parts.NewPara("Replaces “"+old+"”?", theme.RoleControl, theme.Text2, cardLines))
	}
	if why := m.waiting.why[x.ID]; why != "" {
		col.Add(parts.NewPara("because "+why, theme.RoleMeta, theme.Text2, 3))
	}
	col.Add(kit.NewShrinkingLabel(m.source(x), theme.RoleMeta, theme.Text3))
	col.Add(parts.Pad(2, 0, 0, 0, m.inboxActions(x, old != "")))
	t := parts.NewTappable("Waiting: "+x.Content, theme.WarnTint, theme.WarnTint, theme.None, theme.RadiusCard,
		parts.Pad(10, 14, 10, 14, col))
	t.OnTapped = func() { m.open(x.ID) }
	return t
}

func (m *memories) inboxActions(x memory.Memory, proposal bool) fyne.CanvasObject {
	active, gone, yes, no := memory.StatusActive, memory.StatusForgotten, true, false
	row := parts.NewFlow(theme.Space8, theme.Space6)
	var buttons []fyne.CanvasObject
	add := func(kind parts.Kind, label string, do func()) {
		buttons = append(buttons, parts.NewButton(parts.ButtonOptions{Kind: kind, Label: label, Height: 28}, do))
	}
	if proposal {
		add(parts.Primary, "Replace", func() {
			m.change(x.ID, "Replaced", memory.MemoryPatch{Status: &active, Replace: &yes})
		})
		add(parts.Outline, "Keep both", func() {
			m.change(x.ID, "Both kept", memory.MemoryPatch{Status: &active, Replace: &no})
		})
	} else {
		add(parts.Primary, "Keep", func() { m.change(x.ID, "Kept", memory.MemoryPatch{Status: &active}) })
	}
	add(parts.Outline, "Edit", func() { m.open(x.ID) })
	add(parts.Outline, "Discard", func() { m.change(x.ID, "Discarded", memory.MemoryPatch{Status: &gone}) })
	row.Set(buttons...)
	return row
}
