package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// recalledMessageCard is an older message as it was quoted; a click opens it in its chat.
func (a *answerPage) recalledMessageCard(m memory.RecalledMessage) fyne.CanvasObject {
	origin := recalledMessageAuthorTimeAndChat(m, humanize.FormatAsTodayYesterdayOrDate(m.CreatedAt, a.env.Now()))
	return a.recalledCard(translate.Text("Message: {{.Text}}", "Text", m.Text), m.Text, origin,
		app.ChatRoute(m.ChatID, m.MessageID))
}

// recalledSummaryCard is the summary of another chat as it was sent; a click opens the chat.
func (a *answerPage) recalledSummaryCard(s memory.RecalledSummary) fyne.CanvasObject {
	origin := translate.Text("Summary · {{.Time}} · {{.ChatTitle}}", "Time",
		humanize.FormatAsTodayYesterdayOrDate(s.CreatedAt, a.env.Now()), "ChatTitle", s.ChatTitle)
	return a.recalledCard(translate.Text("Summary: {{.Text}}", "Text", s.Text), s.Text, origin, app.ChatRoute(s.ChatID, 0))
}

// recalledCard is a text with where it is from; a click follows the route.
func (a *answerPage) recalledCard(name, text, origin string, to app.Route) fyne.CanvasObject {
	col := widgets.Column(theme.Space6, widgets.NewWrappedText(text, theme.RoleMemory, theme.Text, 6),
		draw.NewShrinkingLabel(origin, theme.RoleMeta, theme.Text3))
	t := widgets.NewTappable(name, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.Pad(theme.Space8, theme.Space12, theme.Space10, theme.Space12, col))
	t.OnTapped = func() { a.env.NavigateTo(to) }
	return t
}

// recalledMessageAuthorTimeAndChat says who wrote a message, when and where.
func recalledMessageAuthorTimeAndChat(m memory.RecalledMessage, when string) string {
	who, where := translate.Text("You|wrote"), m.ChatTitle
	if m.Role == memory.RoleAssistant {
		who = translate.Text("The model")
	}
	if where == "" {
		where = translate.Text("this chat")
	}
	return who + " · " + when + " · " + where
}
