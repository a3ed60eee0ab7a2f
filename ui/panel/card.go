package panel

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

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

// source is the line beneath a memory: type, where from, when.
func (m *memories) source(x memory.Memory) string {
	said := []string{typeName(x.Type)}
	switch {
	case x.Pinned:
		said = append(said, "pinned")
	case x.ThreadID != 0 && m.chats[x.ThreadID] != "":
		said = append(said, m.chats[x.ThreadID])
	case x.Origin == memory.OriginManual:
		said = append(said, "added by you")
	case x.Origin == memory.OriginExtracted:
		said = append(said, "from a chat")
	default:
		said = append(said, string(x.Origin))
	}
	switch {
	case x.SupersededBy != 0:
		said = append(said, "replaced "+when.Date(string(x.ValidTo)))
	case x.Scope == memory.ScopeThread:
		said = append(said, "in its chat only")
	case x.Pinned:
		said = append(said, "in every chat")
	case x.ValidTo != "":
		said = append(said, "until "+when.Date(string(x.ValidTo)))
	default:
		said = append(said, when.Said(x.CreatedAt, m.p.env.Now()))
	}
	return strings.Join(said, " · ")
}

func (m *memories) card(x memory.Memory) fyne.CanvasObject {
	if x.Status == memory.StatusInbox || m.waiting.replaces[x.ID] != "" && x.Status == memory.StatusActive {
		return m.inboxCard(x)
	}
	text := parts.NewPara(x.Content, theme.RoleMemory, theme.Text, cardLines)
	top := fyne.CanvasObject(text)
	meta := kit.NewShrinkingLabel(m.source(x), theme.RoleMeta, theme.Text3)
	tail := parts.Row(0)
	switch {
	case m.isNew(x):
		tail.Add(kit.NewLabel("New", theme.RoleStrong, theme.AccentText))
	case x.Pinned:
		tail.Add(kit.NewIcon(theme.IconPin, 14, theme.AccentText))
	}
	foot := parts.Row(theme.Space8, parts.Flex(meta), tail)
	actions := m.cardActions(x)
	actions.Hide()
	inner := parts.Pad(10, 14, 8, 14, parts.Column(theme.Space4, top,
		parts.Fix(0, 26, parts.Row(0, parts.Flex(parts.On(foot, actions))))))
	t := parts.NewTappable("Memory: "+x.Content, theme.Surface, theme.Surface, theme.Border, theme.RadiusCard, inner)
	t.OnTapped = func() { m.open(x.ID) }
	t.OnHover = func(on bool) {
		foot.Hidden, actions.Hidden = on, !on
		inner.Refresh()
	}
	t.OnKey = func(k fyne.KeyName) bool {
		if k == fyne.KeyDelete && x.Status == memory.StatusActive {
			m.forget(x.ID)
			return true
		}
		return false
	}
	t.SetSelected(x.ID == m.chosen)
	return t
}

func (m *memories) cardActions(x memory.Memory) *fyne.Container {
	small := func(icon theme.Icon, label string, do func()) fyne.CanvasObject {
		return parts.NewButton(parts.ButtonOptions{
			Kind: parts.Ghost, Icon: icon, Label: label, Height: 26, Pad: 6, IconSize: 14,
		}, do)
	}
	if x.Status != memory.StatusActive {
		active := memory.StatusActive
		return parts.Row(theme.Space6,
			small(theme.IconUndo, "Bring back", func() { m.change(x.ID, "Back again", memory.MemoryPatch{Status: &active}) }),
			small(theme.IconTrash, "Erase", func() { m.p.askErase(x) }), parts.Space())
	}
	return parts.Row(theme.Space6,
		small(theme.IconEdit, "Edit", func() { m.open(x.ID) }),
		small(theme.IconTrash, "Forget", func() { m.forget(x.ID) }),
		small(theme.IconWhy, "Why", func() { m.open(x.ID) }), parts.Space())
}
