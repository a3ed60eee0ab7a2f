package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// memoryDetails is what the editor loads about a memory besides its fields.
type memoryDetails struct {
	memory        memory.Memory
	history       []memory.Decision
	sourceMessage memory.Message
	chatTitle     string
}

// reload reloads the memory and its history. Text typed meanwhile is kept.
func (e *editor) reload() {
	if e.isNew() {
		return
	}
	env, id := e.pane.env, e.memory.ID
	app.Latest(env.Tasks, &e.request, func(ctx context.Context) (memoryDetails, error) {
		var x memoryDetails
		var err error
		if x.memory, err = env.Session.Memory(ctx, id); err != nil {
			return x, err
		}
		if x.history, err = env.Session.MemoryHistory(ctx, id); err != nil {
			return x, err
		}
		if x.memory.SourceMessageID != 0 {
			if x.sourceMessage, err = env.Session.Message(ctx, x.memory.SourceMessageID); err == nil {
				if t, err := env.Session.Chat(ctx, x.sourceMessage.ChatID); err == nil {
					x.chatTitle = t.Title
				}
			}
		}
		return x, nil
	}, func(x memoryDetails, err error) {
		if err != nil || e.pane.editor != e {
			return
		}
		if e.pendingPatch() == nil {
			e.setMemory(x.memory)
		}
		e.memory.Pinned, e.memory.Status, e.memory.UseCount, e.memory.LastUsedAt = x.memory.Pinned, x.memory.Status,
			x.memory.UseCount, x.memory.LastUsedAt
		e.showPin()
		e.details = x
		e.showDetails(x)
		e.onChanged()
		if e.usage.isOpen {
			e.loadUses()
		}
		e.pane.notifyLoad()
	})
}

func (e *editor) showDetails(x memoryDetails) {
	o := []fyne.CanvasObject{}
	if x.memory.Quote != "" || x.sourceMessage.ID != 0 {
		o = append(o, labelledField("Where it came from", e.quoteBlock(x)))
	}
	if why := e.reasonBlock(x.history); why != nil {
		o = append(o, labelledField("Why", why))
	}
	rows := widgets.Column(theme.Space8)
	for i, d := range x.history {
		if d.UndoOf == 0 {
			rows.Add(e.historyRow(d, i == 0))
		}
	}
	if len(x.history) > 0 {
		o = append(o, labelledField("History", rows))
	}
	if x.memory.UseCount > 0 {
		o = append(o, e.usageBlock(x.memory))
	}
	e.detailsColumn.Objects = o
	e.detailsColumn.Refresh()
	e.pane.content.Refresh()
	if e.scrollToReason {
		e.scrollToReason = false
		e.scroll.ScrollToOffset(fyne.NewPos(0, e.detailsColumn.Position().Y))
	}
}

// quoteBlock shows the quote and a link to its message.
func (e *editor) quoteBlock(x memoryDetails) fyne.CanvasObject {
	text := string(x.memory.Quote)
	if text == "" {
		text = x.sourceMessage.Content
	}
	col := widgets.Column(theme.Space4,
		widgets.NewWrappedText("“"+text+"”", theme.RoleControl, theme.Text2, 6).AsItalic())
	if x.sourceMessage.ID != 0 {
		title := x.chatTitle
		if title == "" {
			title = "A chat"
		}
		col.Add(draw.NewShrinkingLabel(title+" · "+humanize.FormatTime(x.sourceMessage.CreatedAt, e.pane.env.Now()),
			theme.RoleMeta, theme.Text3))
		open := widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: "Open message", TrailingIcon: theme.IconExternalLink, Height: 26,
		}, func() { e.pane.actions.OpenMessage(x.sourceMessage.ChatID, x.sourceMessage.ID) })
		col.Add(widgets.Row(0, open, widgets.Spacer()))
	}
	bar := widgets.FixedSize(3, 0, draw.NewBox(theme.AccentBorder, theme.None, 1.5))
	return widgets.Stack(draw.NewBox(theme.Sunken, theme.None, theme.RadiusCard),
		widgets.Pad(10, 12, 8, 12, widgets.WithLeftBar(bar, theme.Space10, col)))
}

// historyRow is one decision about the memory.
func (e *editor) historyRow(d memory.Decision, newest bool) fyne.CanvasObject {
	tone := theme.StrongBorder
	if newest {
		tone = theme.Accent
	}
	dot := widgets.FixedSize(8, 8, draw.NewBox(tone, theme.None, 4))
	said := ledger.DecisionTitle(d)
	role := theme.Text
	if d.UndoneBy != 0 {
		role = theme.Text3
	}
	text := widgets.Column(0, widgets.NewWrappedText(said, theme.RoleControl, role, 1).SetStrikethrough(d.UndoneBy != 0))
	if was := ledger.PreviousText(d); was != "" {
		text.Add(widgets.NewWrappedText("instead of: "+was, theme.RoleMeta, theme.Text3, 2))
	}
	text.Add(draw.NewShrinkingLabel(humanize.FormatTime(d.CreatedAt, e.pane.env.Now()), theme.RoleMeta, theme.Text3))
	row := widgets.TopRow(theme.Space10, widgets.Pad(6, 0, 0, 0, dot), widgets.Flex(text))
	back := func(label string, id memory.ID) {
		row.Add(widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Height: 24}, func() {
			e.pane.memories.undoDecisions(id)
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
func (e *editor) reasonBlock(history []memory.Decision) fyne.CanvasObject {
	for _, d := range history {
		if d.Actor != memory.ActorExtractor || d.Reason == "" && len(d.Scores) == 0 && d.Model == "" {
			continue
		}
		col := widgets.Column(theme.Space4, widgets.NewWrappedText(ledger.DecisionTitle(d), theme.RoleControl, theme.Text, 2))
		add := func(text string) {
			if text != "" {
				col.Add(widgets.NewWrappedText(text, theme.RoleMeta, theme.Text2, 4))
			}
		}
		add(ledger.ReasonText(d))
		add(ledger.ScoresText(d))
		if d.Model != "" {
			add("written by " + string(d.Model))
		}
		return widgets.Stack(draw.NewBox(theme.Sunken, theme.None, theme.RadiusCard), widgets.Pad(8, 12, 8, 12, col))
	}
	return nil
}

// setMemory fills the fields from the stored memory.
func (e *editor) setMemory(m memory.Memory) {
	e.memory = m
	e.textField.SetText(m.Content)
	e.typeChoice.SetValue(string(m.Type))
	e.keyField.SetText(string(m.Key))
	e.tags = append([]string{}, m.Tags...)
	e.showTags()
	e.fromField.SetText(string(m.ValidFrom))
	e.untilField.SetText(string(m.ValidTo))
}
