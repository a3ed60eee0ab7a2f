package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// maxUses is how many answers are listed.
const maxUses = 100

// usageList is the list of answers that were given a memory, loaded on demand.
type usageList struct {
	request app.Request
	isOpen  bool
	answers []memory.MemoryUse
}

// usageBlock says in how many answers the memory was used; a click lists them.
func (e *editor) usageBlock(m memory.Memory) fyne.CanvasObject {
	icon := theme.IconRight
	if e.usage.isOpen {
		icon = theme.IconDown
	}
	text := "Used in " + humanize.CountNoun(m.UseCount, "answer", "answers")
	row := widgets.Row(theme.Space8, draw.NewIcon(theme.IconChat, 15, theme.Text2),
		widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(text, theme.RoleButton, theme.Text))),
		draw.NewLabel("last: "+humanize.FormatTime(m.LastUsedAt.Time, e.pane.env.Now()), theme.RoleMeta, theme.Text3),
		draw.NewIcon(icon, 14, theme.Text3))
	head := widgets.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.FixedSize(0, 40, widgets.Pad(0, 12, 0, 12, row)))
	head.OnTapped = func() {
		e.usage.isOpen = !e.usage.isOpen
		e.showDetails(e.details)
		if e.usage.isOpen {
			e.loadUses()
		}
	}
	col := widgets.Column(theme.Space4, head)
	if !e.usage.isOpen {
		return col
	}
	for _, u := range e.usage.answers {
		col.Add(e.usageRow(u))
	}
	if len(e.usage.answers) == maxUses {
		col.Add(draw.NewShrinkingLabel("The newest "+humanize.FormatNumber(maxUses)+" are listed.", theme.RoleMeta,
			theme.Text3))
	}
	return col
}

// usageRow is one answer; a click opens it.
func (e *editor) usageRow(u memory.MemoryUse) fyne.CanvasObject {
	title := u.ChatTitle
	if title == "" {
		title = "New chat"
	}
	text := humanize.FormatTime(u.CreatedAt, e.pane.env.Now())
	t := widgets.NewTappable("Open the answer in "+title+", "+text, theme.None, theme.Hover, theme.None, theme.RadiusRow,
		widgets.FixedSize(0, 32, widgets.Pad(0, 12, 0, 12, widgets.Row(theme.Space8,
			widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(title, theme.RoleControl, theme.Text))),
			draw.NewLabel(text, theme.RoleMeta, theme.Text3)))))
	t.OnTapped = func() { e.pane.actions.OpenMessage(u.ChatID, u.MessageID) }
	return t
}

func (e *editor) loadUses() {
	env, id := e.pane.env, e.memory.ID
	app.Latest(env.Tasks, &e.usage.request, func(ctx context.Context) ([]memory.MemoryUse, error) {
		return env.Session.AnswersUsing(ctx, id, maxUses)
	}, func(us []memory.MemoryUse, err error) {
		if err != nil {
			env.ShowError(err)
			return
		}
		e.usage.answers = us
		e.showDetails(e.details)
		e.pane.notifyLoad()
	})
}
