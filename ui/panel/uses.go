package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// maxUses is how many answers are listed.
const mostUses = 100

// usageList is the list of answers that were given a memory, loaded on demand.
type uses struct {
	ask  app.Latest
	open bool
	all  []memory.Use
}

// usageBlock says in how many answers the memory was used; a click lists them.
func (e *editor) used(m memory.Memory) fyne.CanvasObject {
	icon := theme.IconRight
	if e.uses.open {
		icon = theme.IconDown
	}
	text := "Used in " + when.Count(m.UseCount, "answer", "answers")
	row := parts.Row(theme.Space8, kit.NewIcon(theme.IconChat, 15, theme.Text2),
		parts.Flex(parts.Middle(kit.NewShrinkingLabel(text, theme.RoleButton, theme.Text))),
		kit.NewLabel("last: "+when.Said(m.LastUsedAt.Time, e.p.env.Now()), theme.RoleMeta, theme.Text3),
		kit.NewIcon(icon, 14, theme.Text3))
	head := parts.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		parts.Fix(0, 40, parts.Pad(0, 12, 0, 12, row)))
	head.OnTapped = func() {
		e.uses.open = !e.uses.open
		e.showPast(e.known)
		if e.uses.open {
			e.findUses()
		}
	}
	col := parts.Column(theme.Space4, head)
	if !e.uses.open {
		return col
	}
	for _, u := range e.uses.all {
		col.Add(e.use(u))
	}
	if len(e.uses.all) == mostUses {
		col.Add(kit.NewShrinkingLabel("The newest "+when.Number(mostUses)+" are listed.", theme.RoleMeta, theme.Text3))
	}
	return col
}

// usageRow is one answer; a click opens it.
func (e *editor) use(u memory.Use) fyne.CanvasObject {
	title := u.Title
	if title == "" {
		title = "New chat"
	}
	said := when.Said(u.CreatedAt, e.p.env.Now())
	t := parts.NewTappable("Open the answer in "+title+", "+said, theme.None, theme.Hover, theme.None, theme.RadiusRow,
		parts.Fix(0, 32, parts.Pad(0, 12, 0, 12, parts.Row(theme.Space8,
			parts.Flex(parts.Middle(kit.NewShrinkingLabel(title, theme.RoleControl, theme.Text))),
			kit.NewLabel(said, theme.RoleMeta, theme.Text3)))))
	t.OnTapped = func() { e.p.on.Message(u.ThreadID, u.MessageID) }
	return t
}

func (e *editor) findUses() {
	env, id := e.p.env, e.m.ID
	app.Newest(env.Tasks, &e.uses.ask, func(ctx context.Context) ([]memory.Use, error) {
		return env.Service.AnswersUsing(ctx, env.Profile, id, mostUses)
	}, func(us []memory.Use, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		e.uses.all = us
		e.showPast(e.known)
		e.p.settled()
	})
}
