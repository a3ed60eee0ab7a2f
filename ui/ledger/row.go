package ledger

import (
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// maxTextLines is how many lines of a memory a row shows.
const maxTextLines = 4

// rowView builds the rows of the list.
type rowView struct {
	*model
	navigateTo   func(app.Route)
	undoDecision func(id memory.ID, toastText string)
	undoAll      func(f memory.DecisionFilter, what string)
	loadOlder    func()
}

// buildRowsUnderPeriodHeadings returns the rows of the list under headings of their days, and how
// many changes they are.
func (v *rowView) buildRowsUnderPeriodHeadings() ([]widgets.ListRow, int) {
	rows := v.ledgerRowsWithUndosMerged()
	entries := make([]widgets.ListRow, 0, len(rows)+2)
	day := ""
	for _, r := range rows {
		if g := humanize.PeriodGroupHeading(r.CreatedAt, v.now()); g != day {
			day = g
			entries = append(entries, periodHeadingRow(g))
		}
		entries = append(entries, v.decisionListRow(r))
	}
	if len(rows) == 0 {
		entries = append(entries, v.emptyListRow())
	}
	if v.hasOlder {
		entries = append(entries, v.olderChangesButtonRow())
	}
	return entries, len(rows)
}

func decisionRowKey(id memory.ID) string { return "d" + id.String() }

func periodHeadingRow(text string) widgets.ListRow {
	return widgets.ListRow{
		Key: "h" + text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(22) },
		Build: func() fyne.CanvasObject {
			return widgets.PadTop(theme.Space4, draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (v *rowView) emptyListRow() widgets.ListRow {
	text := translate.Text("No changes yet. What Memoir learns and what you change will appear here.")
	if v.isFiltered() {
		text = translate.Text("No changes match these filters.")
	}
	return widgets.ListRow{
		Key: "none", Version: text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(80) },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(theme.Space20, theme.Space8, 0, theme.Space8, widgets.NewWrappedText(text, theme.RoleControl,
				theme.Text3, 0).MakeCentered())
		},
	}
}

func (v *rowView) olderChangesButtonRow() widgets.ListRow {
	return widgets.ListRow{
		Key: "older", MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(34) },
		Build: func() fyne.CanvasObject {
			return widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Outline, Label: translate.Text("Show older changes"),
				Height: 34,
			},
				v.loadOlder)
		},
	}
}

func (v *rowView) decisionListRow(r ledgerRow) widgets.ListRow {
	e := widgets.ListRow{
		Key: decisionRowKey(r.ID), Version: fmt.Sprint(r.UndoneBy, v.timeAndOriginText(r), v.targetID == r.ID),
		Build: func() fyne.CanvasObject { return v.decisionCard(r) },
	}
	e.MeasureHeight = func(width float32) float32 {
		o := v.decisionCard(r)
		widgets.PropagateWidth(o, width)
		return o.MinSize().Height
	}
	return e
}

// decisionCard is the card of a decision: title, text, reason, place and time, and the undo button.
func (v *rowView) decisionCard(r ledgerRow) fyne.CanvasObject {
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
	col := widgets.Column(theme.Space4,
		widgets.Row(theme.Space8, widgets.Flex(widgets.PadVerticalAndSides(theme.Space2, 0, title)), v.rowMenuButton(r)))
	if s := DecisionText(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText(s, theme.RoleMemory, text, maxTextLines).SetStrikethrough(undone))
	} else if wasTextWithheld(r.Decision) {
		col.Add(widgets.NewWrappedText(translate.Text("The text wasn't kept, for safety."), theme.RoleMeta, theme.Text3, 2))
	}
	if s := TextBeforeDecision(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText(translate.Text("Before: {{.Text}}", "Text", s), theme.RoleMeta, theme.Text3,
			maxTextLines))
	}
	if s := DecisionReasonClause(r.Decision); s != "" {
		col.Add(widgets.NewWrappedText(s, theme.RoleMeta, theme.Text2, 3))
	}
	if undone {
		col.Add(draw.NewShrinkingLabel(v.undoneByText(r), theme.RoleMeta, theme.Warning))
	}
	col.Add(widgets.FixedSize(0, 26, widgets.Row(
		theme.Space8,
		widgets.Flex(
			widgets.PadVerticalAndSides(
				theme.Space4,
				0,
				draw.NewShrinkingLabel(v.timeAndOriginText(r), theme.RoleMeta, theme.Text3),
			),
		),
		v.undoOrRedoButton(r),
	)))
	t := widgets.NewTappable(rowName(r.Decision), fill, fill, theme.Border,
		theme.RadiusCard,
		widgets.Pad(theme.Space8, theme.Space10, theme.Space4, 14, col))
	t.OnTapped = func() { v.openMemoryOrMessageOfRow(r) }
	t.SetSelected(v.targetID == r.ID)
	return t
}

// rowName is the name of a row for screen readers: what was done, and with which text, if it is shown.
func rowName(d memory.Decision) string {
	if text := DecisionText(d); text != "" {
		return DecisionTitle(d) + ": " + text
	}
	return DecisionTitle(d)
}

// undoOrRedoButton is Undo, Redo for an undone decision, or nothing.
func (v *rowView) undoOrRedoButton(r ledgerRow) fyne.CanvasObject {
	label, do := translate.Text("Undo"), func() { v.undoDecision(r.ID, translate.Text("Undone")) }
	switch {
	case r.UndoneBy != 0 && r.UndoOf == 0:
		label, do = translate.Text("Redo"), func() { v.undoDecision(r.UndoneBy, translate.Text("Restored")) }
	case !CanUndo(r.Decision):
		return widgets.Row(0)
	case r.UndoOf != 0:
		label = translate.Text("Redo")
	}
	return widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: label, Name: label + ": " + DecisionTitle(r.Decision), Height: 26,
	}, do)
}

func (v *rowView) openMemory(id memory.ID) { v.navigateTo(app.MemoryRoute(id)) }

func (v *rowView) openMessage(r ledgerRow) { v.navigateTo(app.ChatRoute(r.ChatID, r.MessageID)) }

// openMemoryOrMessageOfRow opens the memory, or the message when the decision created no memory.
func (v *rowView) openMemoryOrMessageOfRow(r ledgerRow) {
	switch {
	case r.MemoryID != 0 && r.Action != memory.ActionErase:
		v.openMemory(r.MemoryID)
	case r.MessageID != 0:
		v.openMessage(r)
	case r.OldID != 0:
		v.openMemory(r.OldID)
	}
}

// rowMenuButton opens the menu of a row.
func (v *rowView) rowMenuButton(r ledgerRow) fyne.CanvasObject {
	b := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: translate.Text("More options for this change"), Height: 24,
		IconSize: 16,
	}, nil)
	b.OnTapped = func() { widgets.ShowMenuBelow(b, v.rowMenuItems(r)) }
	return b
}

func (v *rowView) rowMenuItems(r ledgerRow) []widgets.MenuItem {
	var items []widgets.MenuItem
	add := func(ok bool, it widgets.MenuItem) {
		if ok {
			items = append(items, it)
		}
	}
	add(r.MemoryID != 0 && r.Action != memory.ActionErase,
		widgets.MenuItem{
			Icon: theme.IconBookmark, Label: translate.Text("Open memory"),
			OnChosen: func() { v.openMemory(r.MemoryID) },
		})
	add(r.MessageID != 0,
		widgets.MenuItem{
			Icon: theme.IconChat, Label: translate.Text("Open message"),
			OnChosen: func() { v.openMessage(r) },
		})
	add(len(items) > 0, widgets.MenuItem{})
	group := func(ok bool, what string, f memory.DecisionFilter) {
		add(ok, widgets.MenuItem{
			Icon: theme.IconUndo, Label: translate.Text("Undo everything {{.What}}", "What", what),
			OnChosen: func() { v.undoAll(f, what) },
		})
	}
	group(r.MessageID != 0, translate.Text("from this answer"), memory.DecisionFilter{MessageID: r.MessageID})
	group(r.RunID != "" && r.MessageID == 0, translate.Text("from this run"),
		memory.DecisionFilter{RunID: string(r.RunID)})
	group(r.ChatID != 0, translate.Text("from this chat"), memory.DecisionFilter{ChatID: r.ChatID})
	group(r.FileID != 0, translate.Text("from this file"), memory.DecisionFilter{FileID: r.FileID})
	day := startOfLocalDay(r.CreatedAt)
	group(true, translate.Text("from this day"), memory.DecisionFilter{Since: day, Until: day.AddDate(0, 0, 1)})
	return items
}
