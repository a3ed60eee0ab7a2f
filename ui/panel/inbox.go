package panel

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// inInbox reports whether a memory is listed for a decision of the user: it waits in the inbox, or
// it is active and proposes to replace another one.
func (m *memoriesPage) inInbox(x memory.Memory) bool {
	return x.Status == memory.StatusInbox || m.inboxDetails.replaces[x.ID] != "" && x.Status == memory.StatusActive
}

// inboxEntries lists the inbox; memories from one chat are grouped and can be decided together.
func (m *memoriesPage) inboxEntries(entries []widgets.ListRow) []widgets.ListRow {
	for i := 0; i < len(m.inbox); {
		chat, n := sourceChat(m.inbox[i], m.sourceChats.byMessage), i+1
		for n < len(m.inbox) && sourceChat(m.inbox[n], m.sourceChats.byMessage) == chat {
			n++
		}
		if group := m.inbox[i:n]; chat != 0 && len(group) > 1 {
			entries = append(entries, m.inboxGroupEntry(chat, group))
		}
		for _, x := range m.inbox[i:n] {
			entries = append(entries, m.cardEntry(x))
		}
		i = n
	}
	return entries
}

// inboxGroupEntry is the heading of the inbox memories from one chat, with Keep all and Discard
// all.
func (m *memoriesPage) inboxGroupEntry(chat memory.ID, group []memory.Memory) widgets.ListRow {
	title := m.chatTitles[chat]
	if title == "" {
		title = "one chat"
	}
	text := humanize.FormatNumber(len(group)) + " from " + title
	return widgets.ListRow{
		Key: "g" + chat.String(), Version: text, MeasureHeight: func(float32) float32 {
			return theme.Current().ScaleWithText(
				28)
		},
		Build: func() fyne.CanvasObject {
			link := func(label, name string, do func()) fyne.CanvasObject {
				return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name, Height: 26}, do)
			}
			return widgets.Row(theme.Space8, widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(text, theme.RoleLabel,
				theme.Text2))),
				link("Keep all", "Keep all from "+title, func() { m.decideAll(group, memory.StatusActive) }),
				link("Discard all", "Discard all from "+title, func() { m.decideAll(group, memory.StatusForgotten) }))
		},
	}
}

// decideAll keeps or discards several inbox memories. None of them replaces another one: that is
// asked for each separately.
func (m *memoriesPage) decideAll(group []memory.Memory, status memory.Status) {
	env, no := m.pane.env, false
	text := "Kept " + humanize.CountNoun(len(group), "memory", "memories")
	if status == memory.StatusForgotten {
		text = "Discarded " + humanize.CountNoun(len(group), "memory", "memories")
	}
	app.Queue(env.Tasks, func(ctx context.Context) ([]memory.ID, error) {
		var done []memory.ID
		for _, x := range group {
			patch := memory.MemoryPatch{Status: &status}
			if x.Proposes != 0 && status == memory.StatusActive {
				patch.Replace = &no
			}
			if _, err := env.Session.UpdateMemory(ctx, x.ID, patch); err != nil {
				return done, err
			}
			d, err := m.lastDecision(ctx, x.ID)
			if err != nil {
				return done, err
			}
			done = append(done, d)
		}
		return done, nil
	}, func(done []memory.ID, err error) { m.offerUndo(text, err, done...) })
}

// inboxCard is the card of an inbox memory: keep or discard it, and whether it replaces another
// one.
func (m *memoriesPage) inboxCard(x memory.Memory) fyne.CanvasObject {
	title, old := "Waiting for your OK", m.inboxDetails.replaces[x.ID]
	if x.Status == memory.StatusActive {
		title = "Does this replace another one?"
	}
	col := widgets.Column(theme.Space4, draw.NewLabel(title, theme.RoleStrong, theme.Warning),
		widgets.NewWrappedText(x.Content, theme.RoleMemory, theme.Text, cardLines))
	if old != "" {
		col.Add(widgets.NewWrappedText("Replaces “"+old+"”?", theme.RoleControl, theme.Text2, cardLines))
	}
	if why := m.inboxDetails.reasons[x.ID]; why != "" {
		col.Add(widgets.NewWrappedText(toSentence(why), theme.RoleMeta, theme.Text2, 3))
	}
	col.Add(m.newSourceLine(x))
	col.Add(widgets.Pad(2, 0, 0, 0, m.inboxActions(x, old != "")))
	t := widgets.NewTappable("Waiting: "+x.Content, theme.WarningTint, theme.WarningTint, theme.None, theme.RadiusCard,
		widgets.Pad(10, 14, 10, 14, col))
	t.OnTapped = func() { m.openMemory(x.ID, false) }
	return t
}

// toSentence turns a clause into a sentence.
func toSentence(clause string) string {
	r := []rune(clause)
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
}

func (m *memoriesPage) inboxActions(x memory.Memory, proposal bool) fyne.CanvasObject {
	active, gone, yes, no := memory.StatusActive, memory.StatusForgotten, true, false
	row := widgets.NewFlow(theme.Space8, theme.Space6)
	var buttons []fyne.CanvasObject
	add := func(kind widgets.ButtonKind, label string, do func()) {
		buttons = append(buttons, widgets.NewButton(widgets.ButtonOptions{Kind: kind, Label: label, Height: 28}, do))
	}
	if proposal {
		add(widgets.Primary, "Replace", func() {
			m.updateMemory(x.ID, "Replaced", memory.MemoryPatch{Status: &active, Replace: &yes})
		})
		add(widgets.Outline, "Keep both", func() {
			m.updateMemory(x.ID, "Both kept", memory.MemoryPatch{Status: &active, Replace: &no})
		})
	} else {
		add(widgets.Primary, "Keep", func() { m.updateMemory(x.ID, "Kept", memory.MemoryPatch{Status: &active}) })
	}
	add(widgets.Outline, "Edit", func() { m.openMemory(x.ID, false) })
	add(widgets.Outline, "Discard", func() { m.updateMemory(x.ID, "Discarded", memory.MemoryPatch{Status: &gone}) })
	row.SetObjects(buttons...)
	return row
}
