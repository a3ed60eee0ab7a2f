package panel

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// maxUses is how many answers are listed.
const maxUses = 100

// usageList is the list of answers that were given a memory, loaded when it is opened.
type usageList struct {
	isOpen  bool
	answers []memory.MemoryUse
}

// expandableUsesBlock says in how many answers the memory was used; a click lists them.
func expandableUsesBlock(
	m memory.Memory, u usageList, now time.Time, toggle func(), open func(u memory.MemoryUse),
) fyne.CanvasObject {
	icon := theme.IconRight
	if u.isOpen {
		icon = theme.IconDown
	}
	text := translate.Count(m.UseCount, "Used in {{.Count}} answer", "Used in {{.Count}} answers")
	row := widgets.Row(theme.Space8, draw.NewIcon(theme.IconChat, 15, theme.Text2),
		widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(text, theme.RoleButton, theme.Text))),
		draw.NewLabel(translate.Text(
			"last: {{.Time}}", "Time", humanize.FormatAsTodayYesterdayOrDate(m.LastUsedAt.Time, now),
		),
			theme.RoleMeta, theme.Text3),
		draw.NewIcon(icon, 14, theme.Text3))
	head := widgets.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.FixedSize(0, 40, widgets.PadVerticalAndSides(0, theme.Space12, row)))
	head.OnTapped = toggle
	col := widgets.Column(theme.Space4, head)
	if !u.isOpen {
		return col
	}
	for _, a := range u.answers {
		col.Add(usingAnswerRow(a, now, func() { open(a) }))
	}
	if len(u.answers) == maxUses {
		col.Add(draw.NewShrinkingLabel(translate.Text("The newest {{.Count}} answers are shown.", "Count", maxUses),
			theme.RoleMeta,
			theme.Text3))
	}
	return col
}

// usingAnswerRow is one answer; a click opens it.
func usingAnswerRow(u memory.MemoryUse, now time.Time, open func()) fyne.CanvasObject {
	title := u.ChatTitle
	if title == "" {
		title = translate.Text("New chat")
	}
	text := humanize.FormatAsTodayYesterdayOrDate(u.CreatedAt, now)
	t := widgets.NewTappable(translate.Text("Open the answer in “{{.Title}}”, {{.Time}}", "Title", title, "Time", text),
		theme.None, theme.Hover, theme.None, theme.RadiusRow,
		widgets.FixedSize(0, 32, widgets.PadVerticalAndSides(0, theme.Space12, widgets.Row(theme.Space8,
			widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(title, theme.RoleControl, theme.Text))),
			draw.NewLabel(text, theme.RoleMeta, theme.Text3)))))
	t.OnTapped = open
	return t
}
