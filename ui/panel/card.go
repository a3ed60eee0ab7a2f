package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// cardHeight is the height of the card of a short memory, in pixels at zoom 1.
const cardHeight = 62

// cardLines is how many lines of a memory a card shows.
const cardLines = 4

// cardView draws a memoryCard.
type cardView struct {
	*memoryCard
	navigateTo func(app.Route)
	runAction  func(m memory.Memory, a memoryAction)
}

func newMemoryCardView(
	c *memoryCard, navigateTo func(app.Route), runAction func(m memory.Memory, a memoryAction), toggle func(memory.ID),
) fyne.CanvasObject {
	v := cardView{c, navigateTo, runAction}
	switch {
	case c.waits:
		return v.buildCardNeedingDecision()
	case c.choosable:
		return v.buildChoosableCard(toggle)
	}
	return v.buildListedCard()
}

func (c cardView) openMemory() { c.navigateTo(app.MemoryRoute(c.memory.ID)) }

func (c cardView) actionRunner(a memoryAction) func() {
	return func() { c.runAction(c.memory, a) }
}

// newSourceLineLink opens the source message, or the editor if there is none.
func (c cardView) newSourceLineLink() *sourceLine {
	if chat, message, ok := c.sourceChatAndMessageID(); ok {
		return newTappableSourceLine(c.source, func() { c.navigateTo(app.ChatRoute(chat, message)) })
	}
	return newTappableSourceLine(c.source, c.openMemory)
}

// buildListedCard is the card of a memory that needs no decision.
func (c cardView) buildListedCard() fyne.CanvasObject {
	mark := widgets.Row(0)
	switch {
	case c.isNew:
		mark.Add(draw.NewLabel(translate.Text("New"), theme.RoleStrong, theme.AccentText))
	case c.memory.Pinned:
		mark.Add(draw.NewIcon(theme.IconPin, 14, theme.AccentText))
	}
	icons := widgets.Row(0)
	icons.Hide()
	foot := widgets.FixedSize(0, 24,
		widgets.Row(theme.Space4, widgets.Flex(widgets.CenterVertically(c.newSourceLineLink())), icons, mark))
	col := widgets.Column(theme.Space2,
		widgets.NewWrappedText(c.memory.Content, theme.RoleMemory, theme.Text, cardLines), foot)
	if c.selected {
		col.Add(widgets.NewWrappingFlow(theme.Space6, theme.Space2, c.labelledActionButtons()...))
	}
	t := widgets.NewTappable(translate.Text("Memory: {{.Content}}", "Content", c.memory.Content), theme.Surface,
		theme.Surface, theme.Border, theme.RadiusCard,
		widgets.Pad(theme.Space10, 14, theme.Space6, 14, col))
	t.OnTapped = c.openMemory
	t.OnHoverChange = func(on bool) {
		if icons.Hidden != on || c.selected {
			return
		}
		if len(icons.Objects) == 0 { // most cards are only measured
			c.addActionIconButtons(icons, t)
		}
		icons.Hidden, mark.Hidden = !on, on
		foot.Refresh()
	}
	t.OnKey = func(k fyne.KeyName) bool {
		if k == fyne.KeyDelete && c.memory.Status == memory.StatusActive {
			c.runAction(c.memory, newForgetAction())
			return true
		}
		return false
	}
	t.SetSelected(c.selected)
	return t
}

// actionIcon returns the icon of an action of a listed card.
func actionIcon(a memoryAction) theme.Icon {
	switch {
	case a.kind == editAction:
		return theme.IconEdit
	case a.kind == reasonAction:
		return theme.IconWhy
	case a.kind == patchAction && *a.patch.Status == memory.StatusActive:
		return theme.IconUndo
	}
	return theme.IconTrash
}

// addActionIconButtons adds the actions as icons, shown while the card is hovered or focused.
func (c cardView) addActionIconButtons(row *fyne.Container, card *widgets.Tappable) {
	for _, a := range c.possibleActions() {
		b := widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Quiet, Icon: actionIcon(a), Name: a.label, Height: 24, IconSize: 15,
		}, c.actionRunner(a))
		card.CountButtonHoverAsOwn(b)
		row.Add(b)
	}
}

// labelledActionButtons are the same actions with labels, shown on the selected card.
func (c cardView) labelledActionButtons() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, a := range c.possibleActions() {
		out = append(out, widgets.NewSmallButton(widgets.ButtonOptions{
			Kind: widgets.Ghost, Icon: actionIcon(a), Label: a.label, Padding: 6,
		}, c.actionRunner(a)))
	}
	return out
}

// buildCardNeedingDecision is the card of a memory that needs a decision: keep or discard it, and
// whether it replaces another one.
func (c cardView) buildCardNeedingDecision() fyne.CanvasObject {
	col := widgets.Column(theme.Space4, draw.NewLabel(c.pendingDecisionTitle(), theme.RoleStrong, theme.Warning),
		widgets.NewWrappedText(c.memory.Content, theme.RoleMemory, theme.Text, cardLines))
	if c.replaces != "" {
		col.Add(widgets.NewWrappedText(translate.Text("Replace “{{.Replaces}}”?", "Replaces", c.replaces),
			theme.RoleControl, theme.Text2, cardLines))
	}
	if why := c.reasonSentence(); why != "" {
		col.Add(widgets.NewWrappedText(why, theme.RoleMeta, theme.Text2, 3))
	}
	col.Add(c.newSourceLineLink())
	col.Add(widgets.PadTop(theme.Space2, c.decisionButtons()))
	t := widgets.NewTappable(translate.Text("Waiting for your OK: {{.Content}}", "Content", c.memory.Content),
		theme.WarningTint,
		theme.WarningTint, theme.None,
		theme.RadiusCard, widgets.PadVerticalAndSides(theme.Space10, 14, col))
	t.OnTapped = c.openMemory
	return t
}

func (c cardView) decisionButtons() fyne.CanvasObject {
	var buttons []fyne.CanvasObject
	for i, a := range c.possibleActions() {
		kind := widgets.Outline
		if i == 0 {
			kind = widgets.Primary
		}
		buttons = append(buttons,
			widgets.NewButton(widgets.ButtonOptions{Kind: kind, Label: a.label, Height: 28}, c.actionRunner(a)))
	}
	return widgets.NewWrappingFlow(theme.Space8, theme.Space6, buttons...)
}

// newInboxGroupHeading is the heading of an inbox group, with Keep all and Discard all.
func newInboxGroupHeading(g *inboxGroup, decide func(ms []memory.Memory, d groupDecision)) fyne.CanvasObject {
	row := []fyne.CanvasObject{
		widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(g.headingText(), theme.RoleLabel, theme.Text2))),
	}
	for _, d := range keepAllAndDiscardAllDecisions() {
		row = append(row, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: d.label, Name: d.accessibleButtonName(g.title), Height: 26,
		}, func() { decide(g.memories, d) }))
	}
	return widgets.Row(theme.Space8, row...)
}
