package tiers

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// draft is an edit of a summary that is not saved.
type draft struct {
	Summary memory.ID `json:"summary"` // 0 = none
	Text    string    `json:"text"`
}

// rebuildSummaries shows the summaries as cards; the one that is edited keeps its field.
func (p *Page) rebuildSummaries() {
	shown := p.model.summaries[:min(len(p.model.summaries), p.shownCount)]
	heading := translate.Text("Summaries of all chats")
	if p.onlyChat != 0 {
		heading = translate.Text("Summaries of this chat")
	}
	head := widgets.Row(theme.Space8, widgets.Flex(draw.NewShrinkingLabel(heading, theme.RoleLabel, theme.Text3)))
	switch {
	case p.onlyChat != 0:
		head.Add(newLinkButton(translate.Text("All chats"), translate.Text("Show the summaries of all chats"),
			func() { p.showSummariesOfChatOrAll(0) }))
	case p.model.tiers.ChatID != 0:
		head.Add(newLinkButton(translate.Text("This chat"), translate.Text("Show the summaries of this chat"), func() {
			p.showSummariesOfChatOrAll(p.model.tiers.ChatID)
		}))
	}
	p.summaryColumn.Objects = []fyne.CanvasObject{widgets.PadTop(theme.Space6, head)}
	if len(shown) == 0 {
		p.summaryColumn.Add(widgets.NewWrappedText(translate.Text(
			"No summaries yet. Memoir summarizes a chat once it gets long or has been idle for a while."),
			theme.RoleMeta, theme.Text3, 0))
	}
	p.editedCard = nil
	for i := range shown {
		card := p.newSummaryCard(i)
		p.summaryColumn.Add(card)
		if p.editing.Summary == shown[i].ID {
			p.editedCard = card
		}
	}
	if len(p.model.summaries) > len(shown) {
		p.summaryColumn.Add(widgets.NewButton(
			widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Show older summaries"), Height: 34}, func() {
				p.shownCount += summariesPerLoad
				p.rebuildSummaries()
			}))
	}
	p.summaryColumn.Refresh()
	p.scroll.Refresh()
}

func newLinkButton(label, name string, do func()) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name, Height: 26}, do)
}

// newSummaryText shows the lines of a summary; its points hang behind a bullet, as in the chat.
func newSummaryText(content string) fyne.CanvasObject {
	col := widgets.Column(theme.Space2)
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		point, isPoint := strings.CutPrefix(line, "- ")
		text := widgets.NewWrappedText(point, theme.RoleMemory, theme.Text, 0)
		if !isPoint {
			col.Add(text)
			continue
		}
		col.Add(widgets.TopAlignedRow(theme.Space6, draw.NewLabel("•", theme.RoleMemory, theme.Text3),
			widgets.Flex(text)))
	}
	return col
}

// newSummaryCard is a card with the chat of a summary, its text and what can be done with it; a
// click on it opens the first message that it covers.
func (p *Page) newSummaryCard(i int) fyne.CanvasObject {
	s := p.model.summaries[i]
	heading := widgets.NewWrappedText(chatTitleText(s), theme.RoleStrong, theme.Text, 1)
	origin := summaryOriginText(s, p.model.isContinuedByNewerSummary(i), p.env.Now())
	meta := widgets.NewWrappedText(origin, theme.RoleMeta, theme.Text3, 2)
	col := widgets.Column(theme.Space4, heading)
	if p.editing.Summary == s.ID {
		col.Add(p.field)
		col.Add(p.problem)
		col.Add(meta)
		col.Add(widgets.NewWrappingFlow(theme.Space8, theme.Space8, p.saveButton, p.cancelButton))
		return widgets.Stack(draw.NewBox(theme.Surface, theme.Accent, theme.RadiusCard),
			widgets.Pad(theme.Space8, theme.Space10, theme.Space8, 14, col))
	}
	col.Add(newSummaryText(s.Content))
	title, n := chatTitleText(s), s.MessageCount
	col.Add(widgets.TextBesideOrAboveControl(theme.Space8, 120, meta, widgets.Row(0,
		newLinkButton(translate.Text("Edit"), translate.Count(n, "Edit the summary of “{{.Title}}” ({{.Count}} message)",
			"Edit the summary of “{{.Title}}” ({{.Count}} messages)", "Title", title), func() { p.startEditing(s) }),
		newLinkButton(translate.Text("Undo"), translate.Count(n, "Undo the latest change to the summary of “{{.Title}}” "+
			"({{.Count}} message)",
			"Undo the latest change to the summary of “{{.Title}}” ({{.Count}} messages)", "Title", title),
			func() { p.undoNewestSummaryChangeWithToast(s) }))))
	card := widgets.NewTappable(translate.Text("Open the messages this summary covers: {{.Title}}", "Title", title),
		theme.Surface, theme.Hover,
		theme.Border, theme.RadiusCard, widgets.Pad(theme.Space8, theme.Space10, theme.Space6, 14, col))
	card.OnTapped = func() { p.env.NavigateTo(app.ChatRoute(s.ChatID, s.FirstMessageID)) }
	return card
}
