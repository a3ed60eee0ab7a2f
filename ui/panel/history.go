package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// past is what is known of a memory beside its text.
type past struct {
	m       memory.Memory
	history []memory.Decision
	source  memory.Message
	title   string
}

// reload reads the memory and its history again. What was typed meanwhile stays.
func (e *editor) reload() {
	if e.isNew() {
		return
	}
	env, id := e.p.env, e.m.ID
	app.Newest(env.Tasks, &e.ask, func(ctx context.Context) (past, error) {
		var x past
		var err error
		if x.m, err = env.Service.Memory(ctx, env.Profile, id); err != nil {
			return x, err
		}
		if x.history, err = env.Service.History(ctx, env.Profile, id); err != nil {
			return x, err
		}
		if x.m.SourceMessageID != 0 {
			if x.source, err = env.Service.Message(ctx, env.Profile, x.m.SourceMessageID); err == nil {
				if t, err := env.Service.Thread(ctx, env.Profile, x.source.ThreadID); err == nil {
					x.title = t.Title
				}
			}
		}
		return x, nil
	}, func(x past, err error) {
		if err != nil || e.p.editor != e {
			return
		}
		if e.patch() == nil {
			e.take(x.m)
		}
		e.m.Pinned, e.m.Status, e.m.UseCount, e.m.LastUsedAt = x.m.Pinned, x.m.Status, x.m.UseCount, x.m.LastUsedAt
		e.showPin()
		e.showPast(x)
		e.changed()
	})
}

func (e *editor) showPast(x past) {
	o := []fyne.CanvasObject{}
	if x.m.Quote != "" || x.source.ID != 0 {
		o = append(o, labelled("Where it came from", e.quote(x)))
	}
	if why := e.why(x.history); why != nil {
		o = append(o, labelled("Why", why))
	}
	rows := parts.Column(theme.Space8)
	for i, d := range x.history {
		if d.UndoOf == 0 {
			rows.Add(e.event(d, i == 0))
		}
	}
	if len(x.history) > 0 {
		o = append(o, labelled("History", rows))
	}
	if x.m.UseCount > 0 {
		used := parts.Row(theme.Space8, kit.NewIcon(theme.IconChat, 15, theme.Text2),
			kit.NewLabel("Used in "+when.Count(x.m.UseCount, "answer", "answers"), theme.RoleButton, theme.Text),
			parts.Space(), kit.NewLabel("last: "+when.Said(x.m.LastUsedAt.Time, e.p.env.Now()), theme.RoleMeta, theme.Text3))
		box := parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusCard), parts.Fix(0, 40, parts.Pad(0, 12, 0,
			12, used)))
		o = append(o, box)
	}
	e.past.Objects = o
	e.past.Refresh()
	e.p.inner.Refresh()
}

// quote shows the user's own words and leads to them.
func (e *editor) quote(x past) fyne.CanvasObject {
	text := string(x.m.Quote)
	if text == "" {
		text = x.source.Content
	}
	col := parts.Column(theme.Space4,
		parts.NewPara("“"+text+"”", theme.RoleControl, theme.Text2, 6).Italic())
	if x.source.ID != 0 {
		title := x.title
		if title == "" {
			title = "A chat"
		}
		col.Add(kit.NewShrinkingLabel(title+" · "+when.Said(x.source.CreatedAt, e.p.env.Now()), theme.RoleMeta, theme.Text3))
		open := parts.NewButton(parts.ButtonOptions{
			Kind: parts.Link, Label: "Open message", Tail: theme.IconOut, Height: 26,
		}, func() { e.p.on.Message(x.source.ThreadID, x.source.ID) })
		col.Add(parts.Row(0, open, parts.Space()))
	}
	bar := parts.Fix(3, 0, kit.NewBox(theme.AccentLine, theme.None, 1.5))
	return parts.On(kit.NewBox(theme.Sunken, theme.None, theme.RadiusCard),
		parts.Pad(10, 12, 8, 12, parts.Barred(bar, theme.Space10, col)))
}

// event is one thing that happened to the memory.
func (e *editor) event(d memory.Decision, newest bool) fyne.CanvasObject {
	tone := theme.Strong
	if newest {
		tone = theme.Accent
	}
	dot := parts.Fix(8, 8, kit.NewBox(tone, theme.None, 4))
	said := ledger.Title(d)
	role := theme.Text
	if d.UndoneBy != 0 {
		said, role = said+" (taken back)", theme.Text3
	}
	row := parts.TopRow(theme.Space10, parts.Pad(6, 0, 0, 0, dot),
		parts.Flex(parts.Column(0, kit.NewShrinkingLabel(said, theme.RoleControl, role),
			kit.NewShrinkingLabel(when.Said(d.CreatedAt, e.p.env.Now()), theme.RoleMeta, theme.Text3))))
	back := func(label string, id memory.ID) {
		row.Add(parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Height: 24}, func() {
			e.p.memories.takeBack(id)
		}))
	}
	switch {
	case d.UndoneBy != 0:
		back("Redo", d.UndoneBy)
	case ledger.CanUndo(d):
		back("Undo", d.ID)
	}
	return row
}

// why tells how the memory came about: the reason, how near others were, and the model.
func (e *editor) why(history []memory.Decision) fyne.CanvasObject {
	for _, d := range history {
		if d.Actor != memory.ActorExtractor || d.Reason == "" && len(d.Scores) == 0 && d.Model == "" {
			continue
		}
		col := parts.Column(theme.Space4, parts.NewPara(ledger.Title(d), theme.RoleControl, theme.Text, 2))
		add := func(text string) {
			if text != "" {
				col.Add(parts.NewPara(text, theme.RoleMeta, theme.Text2, 4))
			}
		}
		add(ledger.Reason(d))
		add(ledger.Scores(d))
		if d.Model != "" {
			add("written by " + string(d.Model))
		}
		return parts.On(kit.NewBox(theme.Sunken, theme.None, theme.RadiusCard), parts.Pad(8, 12, 8, 12, col))
	}
	return nil
}

// take shows the memory as it is stored now.
func (e *editor) take(m memory.Memory) {
	e.m = m
	e.text.SetText(m.Content)
	e.kind.SetValue(string(m.Type))
	e.key.SetText(string(m.Key))
	e.tags = append([]string{}, m.Tags...)
	e.showTags()
	e.from.SetText(string(m.ValidFrom))
	e.to.SetText(string(m.ValidTo))
}
