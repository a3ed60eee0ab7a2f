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

// memoryDetails is what the editor loads about a memory besides its fields.
type past struct {
	m       memory.Memory
	history []memory.Decision
	source  memory.Message
	title   string
}

// reload reloads the memory and its history. Text typed meanwhile is kept.
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
		e.known = x
		e.showPast(x)
		e.changed()
		if e.uses.open {
			e.findUses()
		}
		e.p.settled()
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
		o = append(o, e.used(x.m))
	}
	e.past.Objects = o
	e.past.Refresh()
	e.p.inner.Refresh()
	if e.toWhy {
		e.toWhy = false
		e.page.ScrollToOffset(fyne.NewPos(0, e.past.Position().Y))
	}
}

// quoteBlock shows the quote and a link to its message.
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

// historyRow is one decision about the memory.
func (e *editor) event(d memory.Decision, newest bool) fyne.CanvasObject {
	tone := theme.Strong
	if newest {
		tone = theme.Accent
	}
	dot := parts.Fix(8, 8, kit.NewBox(tone, theme.None, 4))
	said := ledger.Title(d)
	role := theme.Text
	if d.UndoneBy != 0 {
		role = theme.Text3
	}
	text := parts.Column(0, parts.NewPara(said, theme.RoleControl, role, 1).Strike(d.UndoneBy != 0))
	if was := ledger.Instead(d); was != "" {
		text.Add(parts.NewPara("instead of: "+was, theme.RoleMeta, theme.Text3, 2))
	}
	text.Add(kit.NewShrinkingLabel(when.Said(d.CreatedAt, e.p.env.Now()), theme.RoleMeta, theme.Text3))
	row := parts.TopRow(theme.Space10, parts.Pad(6, 0, 0, 0, dot), parts.Flex(text))
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

// reasonBlock explains why the memory was extracted: the reason, the similarity scores, and the
// model.
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

// setMemory fills the fields from the stored memory.
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
