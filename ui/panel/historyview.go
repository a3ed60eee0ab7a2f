package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// sourceQuoteCard shows the quote and a link to its message.
func sourceQuoteCard(d memoryDetails, when string, openMessage func()) fyne.CanvasObject {
	col := widgets.Column(theme.Space4,
		widgets.NewWrappedText(translate.Text("“{{.Text}}”", "Text", d.quoteOrSourceMessageText()), theme.RoleControl,
			theme.Text2, 6).MakeItalic())
	if d.sourceMessage.ID != 0 {
		col.Add(draw.NewShrinkingLabel(d.sourceChatTitle()+" · "+when, theme.RoleMeta, theme.Text3))
		open := widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Open message"), TrailingIcon: theme.IconExternalLink, Height: 26,
		}, openMessage)
		col.Add(widgets.Pad(0, 0, 0, -widgets.LinkPadding, widgets.Row(0, open, widgets.Spacer())))
	}
	bar := widgets.FixedSize(3, 0, draw.NewBox(theme.AccentBorder, theme.None, 1.5))
	return sunkenCard(10, 8, widgets.Border(nil, nil, widgets.Pad(0, theme.Space10, 0, 0, bar), nil, col))
}

// extractionReasonCard explains why the memory was extracted: the reason, the similarity scores,
// and the model.
func extractionReasonCard(d memory.Decision) fyne.CanvasObject {
	col := widgets.Column(theme.Space4,
		widgets.NewWrappedText(ledger.DecisionTitle(d), theme.RoleControl, theme.Text, 2))
	add := func(text string) {
		if text != "" {
			col.Add(widgets.NewWrappedText(text, theme.RoleMeta, theme.Text2, 4))
		}
	}
	add(ledger.DecisionReasonClause(d))
	add(ledger.SimilarityScoresText(d))
	if d.Model != "" {
		add(translate.Text("Model: {{.Model}}", "Model", humanize.ReadableModelName(string(d.Model))))
	}
	return sunkenCard(8, 8, col)
}

// memoryHistoryRow draws a step of the history.
func memoryHistoryRow(s historyStep, when string, undo func(id memory.ID)) fyne.CanvasObject {
	tone, role := theme.StrongBorder, theme.Text
	if s.newest {
		tone = theme.Accent
	}
	if s.undone {
		role = theme.Text3
	}
	dot := widgets.FixedSize(8, 8, draw.NewBox(tone, theme.None, 4))
	title := widgets.NewWrappedText(ledger.DecisionTitle(s.Decision), theme.RoleControl, role, 1)
	text := widgets.Column(0, title.SetStrikethrough(s.undone))
	if was := ledger.TextBeforeDecision(s.Decision); was != "" {
		text.Add(widgets.NewWrappedText(translate.Text("Before: {{.Was}}", "Was", was), theme.RoleMeta, theme.Text3, 2))
	}
	text.Add(draw.NewShrinkingLabel(when, theme.RoleMeta, theme.Text3))
	row := widgets.TopAlignedRow(theme.Space10, widgets.PadTop(theme.Space6, dot), widgets.Flex(text))
	if s.undoLabel != "" {
		row.Add(widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: s.undoLabel, Height: 24},
			func() { undo(s.undoID) }))
	}
	return row
}
