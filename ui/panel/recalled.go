package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// recalledMessageCard is an older message as it was quoted; a click opens it in its chat.
func (a *answerPage) recalledMessageCard(m memory.RecalledMessage) fyne.CanvasObject {
	col := widgets.Column(theme.Space6, widgets.NewWrappedText(m.Text, theme.RoleMemory, theme.Text, 6),
		draw.NewShrinkingLabel(recalledOriginText(m, humanize.FormatRelativeTime(m.CreatedAt, a.env.Now())), theme.RoleMeta,
			theme.Text3))
	t := widgets.NewTappable("Message: "+m.Text, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.Pad(theme.Space8, theme.Space12, theme.Space10, theme.Space12, col))
	t.OnTapped = func() { a.env.NavigateTo(app.ChatRoute(m.ChatID, m.MessageID)) }
	return t
}

// recalledOriginText says who wrote a message, when and where.
func recalledOriginText(m memory.RecalledMessage, when string) string {
	who, where := "You", m.ChatTitle
	if m.Role == memory.RoleAssistant {
		who = "The model"
	}
	if where == "" {
		where = "this chat"
	}
	return who + " · " + when + " · " + where
}
