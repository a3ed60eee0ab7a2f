package ledger

import (
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// maxTextLines is how many lines of a memory a row shows.
const maxTextLines = 4

// ledgerRow is a decision together with the undo that undid it, if that is loaded.
type ledgerRow struct {
	memory.Decision
	undo *memory.Decision
}

// foldUndos merges undos into the rows of the decisions they undid.
func (p *Page) foldUndos() []ledgerRow {
	at := make(map[memory.ID]*memory.Decision, len(p.decisions))
	for i := range p.decisions {
		at[p.decisions[i].ID] = &p.decisions[i]
	}
	out := make([]ledgerRow, 0, len(p.decisions))
	for _, d := range p.decisions {
		if d.UndoOf != 0 && at[d.UndoOf] != nil {
			continue
		}
		out = append(out, ledgerRow{d, at[d.UndoneBy]})
	}
	return out
}

func rowKey(id memory.ID) string { return "d" + id.String() }

func headingEntry(text string) widgets.ListRow {
	return widgets.ListRow{
		Key: "h" + text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(22) },
		Build: func() fyne.CanvasObject {
			return widgets.PadTop(theme.Space4, draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Page) emptyEntry() widgets.ListRow {
	text := "No changes yet. What Memoir learns and what you change will appear here."
	if p.isFiltered() {
		text = "No changes match these filters."
	}
	return widgets.ListRow{
		Key: "none", Version: text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(80) },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(theme.Space20, theme.Space8, 0, theme.Space8, widgets.NewWrappedText(text, theme.RoleControl,
				theme.Text3, 0).AsCentered())
		},
	}
}

func (p *Page) olderEntry() widgets.ListRow {
	return widgets.ListRow{
		Key: "older", MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(34) },
		Build: func() fyne.CanvasObject {
			return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: "Show older changes", Height: 34},
				p.loadOlder)
		},
	}
}

func (p *Page) rowEntry(r ledgerRow) widgets.ListRow {
	e := widgets.ListRow{
		Key: rowKey(r.ID), Version: fmt.Sprint(r.UndoneBy, p.locationText(r), p.targetID == r.ID),
		Build: func() fyne.CanvasObject { return p.rowCard(r) },
	}
	e.MeasureHeight = func(width float32) float32 {
		o := p.rowCard(r)
		widgets.PropagateWidth(o, width)
		return o.MinSize().Height
	}
	return e
}

// rowCard is the card of a decision: title, text, reason, place and time, and the undo button.
func (p *Page) rowCard(r ledgerRow) fyne.CanvasObject {
	undone := r.UndoneBy != 0
	strong, text := theme.Text, theme.Text
	fill := theme.Surface
	switch {
	case undone:
		strong, text, fill = theme.Text3, theme.Text3, theme.Panel
	case wentToInbox(r.Decision) && r.Action == memory.ActionAdd:
		strong = theme.Warning
	}
	title := widgets.NewWrappedText(DecisionTitle(r.Decision), theme.RoleStrong, strong, 1).SetStrikethrough(undone)
	col := widgets.Column(theme.Space4, widgets.Row(theme.Space8, widgets.Flex(widgets.Inset(theme.Space2, 0, title)),
		p.moreButton(r)))
	if s := DecisionText(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText(s, theme.RoleMemory, text, maxTextLines).SetStrikethrough(undone))
	}
	if s := PreviousText(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText("Before: "+s, theme.RoleMeta, theme.Text3, maxTextLines))
	}
	if s := ReasonText(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText(s, theme.RoleMeta, theme.Text2, 3))
	}
	if undone {
		col.Add(draw.NewShrinkingLabel(p.undoneText(r), theme.RoleMeta, theme.Warning))
	}
	col.Add(widgets.FixedSize(0, 26, widgets.Row(theme.Space8,
		widgets.Flex(widgets.Inset(theme.Space4, 0, draw.NewShrinkingLabel(p.locationText(r), theme.RoleMeta, theme.Text3))),
		p.undoButton(r))))
	t := widgets.NewTappable(DecisionTitle(r.Decision)+": "+DecisionText(r.Decision), fill, fill, theme.Border,
		theme.RadiusCard,
		widgets.Pad(theme.Space8, theme.Space10, theme.Space4, 14, col))
	t.OnTapped = func() { p.openRow(r) }
	t.SetSelected(p.targetID == r.ID)
	return t
}

func (p *Page) undoneText(r ledgerRow) string {
	if r.undo == nil {
		return "Undone"
	}
	return ActorName(r.undo.Actor) + " undid this, " + humanize.FormatTime(r.undo.CreatedAt, p.env.Now())
}

// undoButton is Undo, Redo for an undone decision, or nothing.
func (p *Page) undoButton(r ledgerRow) fyne.CanvasObject {
	label, do := "Undo", func() { p.undoDecision(r.ID, "Undone") }
	switch {
	case r.UndoneBy != 0 && r.UndoOf == 0:
		label, do = "Redo", func() { p.undoDecision(r.UndoneBy, "Restored") }
	case !CanUndo(r.Decision):
		return widgets.Row(0)
	case r.UndoOf != 0:
		label = "Redo"
	}
	return widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: label, Name: label + ": " + DecisionTitle(r.Decision), Height: 26,
	}, do)
}

// locationText is the time and the chat or file of a decision.
func (p *Page) locationText(r ledgerRow) string {
	s := humanize.FormatTime(r.CreatedAt, p.env.Now())
	switch {
	case r.FileID != 0 && p.filterNames.fileNames[r.FileID] != "":
		return s + " · " + p.filterNames.fileNames[r.FileID]
	case r.ChatID != 0 && p.filterNames.chatTitles[r.ChatID] != "":
		return s + " · " + p.filterNames.chatTitles[r.ChatID]
	}
	return s
}

func (p *Page) openMessage(r ledgerRow) { p.env.NavigateTo(app.ChatRoute(r.ChatID, r.MessageID)) }

// openRow opens the memory, or the message when the decision created no memory.
func (p *Page) openRow(r ledgerRow) {
	switch {
	case r.MemoryID != 0 && r.Action != memory.ActionErase:
		p.actions.OpenMemory(r.MemoryID)
	case r.MessageID != 0:
		p.openMessage(r)
	case r.OldID != 0:
		p.actions.OpenMemory(r.OldID)
	}
}

// moreButton opens the menu of a row.
func (p *Page) moreButton(r ledgerRow) fyne.CanvasObject {
	b := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: "More options for this change", Height: 24, IconSize: 16,
	}, nil)
	b.OnTapped = func() { widgets.ShowMenu(b, p.menuItems(r)) }
	return b
}

func (p *Page) menuItems(r ledgerRow) []widgets.MenuItem {
	var items []widgets.MenuItem
	add := func(ok bool, it widgets.MenuItem) {
		if ok {
			items = append(items, it)
		}
	}
	add(r.MemoryID != 0 && r.Action != memory.ActionErase,
		widgets.MenuItem{
			Icon: theme.IconBookmark, Label: "Open memory",
			OnChosen: func() { p.actions.OpenMemory(r.MemoryID) },
		})
	add(r.MessageID != 0,
		widgets.MenuItem{
			Icon: theme.IconChat, Label: "Open message",
			OnChosen: func() { p.openMessage(r) },
		})
	add(len(items) > 0, widgets.MenuItem{})
	group := func(ok bool, what string, f memory.DecisionFilter) {
		add(ok, widgets.MenuItem{
			Icon: theme.IconUndo, Label: "Undo everything " + what,
			OnChosen: func() { p.undoAll(f, what) },
		})
	}
	group(r.MessageID != 0, "from this answer", memory.DecisionFilter{MessageID: r.MessageID})
	group(r.RunID != "" && r.MessageID == 0, "from this run", memory.DecisionFilter{RunID: string(r.RunID)})
	group(r.ChatID != 0, "from this chat", memory.DecisionFilter{ChatID: r.ChatID})
	group(r.FileID != 0, "from this file", memory.DecisionFilter{FileID: r.FileID})
	day := startOfDay(r.CreatedAt)
	group(true, "from this day", memory.DecisionFilter{Since: day, Until: day.AddDate(0, 0, 1)})
	return items
}
