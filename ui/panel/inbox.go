package panel

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// inInbox reports whether a memory is listed for a decision of the user: it waits in the inbox, or
// it is active and proposes to replace another one.
func (m *memories) waits(x memory.Memory) bool {
	return x.Status == memory.StatusInbox || m.waiting.replaces[x.ID] != "" && x.Status == memory.StatusActive
}

// inboxEntries lists the inbox; memories from one chat are grouped and can be decided together.
func (m *memories) waitingEntries(entries []parts.Entry) []parts.Entry {
	for i := 0; i < len(m.inbox); {
		chat, n := chatOf(m.inbox[i], m.sources.chats), i+1
		for n < len(m.inbox) && chatOf(m.inbox[n], m.sources.chats) == chat {
			n++
		}
		if group := m.inbox[i:n]; chat != 0 && len(group) > 1 {
			entries = append(entries, m.groupEntry(chat, group))
		}
		for _, x := range m.inbox[i:n] {
			entries = append(entries, m.entry(x))
		}
		i = n
	}
	return entries
}

// inboxGroupEntry is the heading of the inbox memories from one chat, with Keep all and Discard
// all.
func (m *memories) groupEntry(chat memory.ID, group []memory.Memory) parts.Entry {
	title := m.chats[chat]
	if title == "" {
		title = "one chat"
	}
	text := when.Number(len(group)) + " from " + title
	return parts.Entry{
		Key: "g" + chat.String(), Version: text, Height: func(float32) float32 { return theme.Current().Scaled(28) },
		Make: func() fyne.CanvasObject {
			link := func(label, name string, do func()) fyne.CanvasObject {
				return parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Name: name, Height: 26}, do)
			}
			return parts.Row(theme.Space8, parts.Flex(parts.Middle(kit.NewShrinkingLabel(text, theme.RoleLabel, theme.Text2))),
				link("Keep all", "Keep all from "+title, func() { m.answerAll(group, memory.StatusActive) }),
				link("Discard all", "Discard all from "+title, func() { m.answerAll(group, memory.StatusForgotten) }))
		},
	}
}

// decideAll keeps or discards several inbox memories. None of them replaces another one: that is
// asked for each separately.
func (m *memories) answerAll(group []memory.Memory, status memory.Status) {
	env, no := m.p.env, false
	said := "Kept " + when.Count(len(group), "memory", "memories")
	if status == memory.StatusForgotten {
		said = "Discarded " + when.Count(len(group), "memory", "memories")
	}
	app.InOrder(env.Tasks, func(ctx context.Context) ([]memory.ID, error) {
		var done []memory.ID
		for _, x := range group {
			patch := memory.MemoryPatch{Status: &status}
			if x.Proposes != 0 && status == memory.StatusActive {
				patch.Replace = &no
			}
			if _, err := env.Service.UpdateMemory(ctx, env.Profile, memory.ActorUser, x.ID, patch); err != nil {
				return done, err
			}
			d, err := m.lastDecision(ctx, x.ID)
			if err != nil {
				return done, err
			}
			done = append(done, d)
		}
		return done, nil
	}, func(done []memory.ID, err error) { m.offerUndo(said, err, done...) })
}

// inboxCard is the card of an inbox memory: keep or discard it, and whether it replaces another
// one.
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
		col.Add(parts.NewPara(sentence(why), theme.RoleMeta, theme.Text2, 3))
	}
	col.Add(m.origin(x))
	col.Add(parts.Pad(2, 0, 0, 0, m.inboxActions(x, old != "")))
	t := parts.NewTappable("Waiting: "+x.Content, theme.WarnTint, theme.WarnTint, theme.None, theme.RadiusCard,
		parts.Pad(10, 14, 10, 14, col))
	t.OnTapped = func() { m.open(x.ID, false) }
	return t
}

// toSentence turns a clause into a sentence.
func sentence(clause string) string {
	r := []rune(clause)
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
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
	add(parts.Outline, "Edit", func() { m.open(x.ID, false) })
	add(parts.Outline, "Discard", func() { m.change(x.ID, "Discarded", memory.MemoryPatch{Status: &gone}) })
	row.Set(buttons...)
	return row
}
