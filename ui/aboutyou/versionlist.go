package aboutyou

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// versionList shows the versions of the text as cards; a tap opens what a version changed.
type versionList struct {
	column    *fyne.Container
	shown     []version
	hasOlder  bool
	open      map[memory.ID]bool
	now       func() time.Time
	onRestore func(id memory.ID)
	onOlder   func()
	onResize  func()
}

func newVersionList(now func() time.Time, restore func(memory.ID), older, resized func()) *versionList {
	return &versionList{
		column: widgets.Column(theme.Space8), open: map[memory.ID]bool{}, now: now,
		onRestore: restore, onOlder: older, onResize: resized,
	}
}

// setVersions replaces the cards; open ones stay open.
func (l *versionList) setVersions(versions []version, hasOlder bool) {
	l.shown, l.hasOlder = versions, hasOlder
	l.rebuildCards()
}

func (l *versionList) rebuildCards() {
	l.column.Objects = nil
	if len(l.shown) > 0 {
		l.column.Add(widgets.PadTop(theme.Space6, draw.NewShrinkingLabel(translate.Text("Versions"), theme.RoleLabel,
			theme.Text3)))
	}
	for i := range l.shown {
		l.column.Add(l.newVersionCard(&l.shown[i]))
	}
	if l.hasOlder {
		l.column.Add(widgets.NewButton(
			widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Show older versions"), Height: 34}, l.onOlder,
		))
	}
	l.column.Refresh()
	l.onResize()
}

// newVersionCard is a card with who made the version and when; a tap shows or hides its changed lines.
func (l *versionList) newVersionCard(v *version) fyne.CanvasObject {
	title := widgets.NewWrappedText(v.authorAndSourceTitle(), theme.RoleStrong, theme.Text, 2)
	head := widgets.Row(theme.Space8, widgets.Flex(widgets.PadVerticalAndSides(theme.Space2, 0, title)))
	if v.isCurrent {
		head.Add(widgets.PadVerticalAndSides(theme.Space4, 0, draw.NewLabel(translate.Text("Current"), theme.RoleMeta,
			theme.AccentText)))
	} else {
		head.Add(widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Restore"),
			Name: translate.Text("Restore: {{.Name}}", "Name", v.authorSourceAndTime(l.now())), Height: 26,
		}, func() { l.onRestore(v.ID) }))
	}
	changes := widgets.Column(0)
	showOrHideChanges := func() {
		changes.Objects = nil
		if l.open[v.ID] {
			for _, line := range v.changedLinesCountingKeptRuns() {
				changes.Add(newDiffRow(line))
			}
		}
		changes.Refresh()
	}
	showOrHideChanges()
	card := widgets.NewTappable(translate.Text("What changed: {{.Name}}", "Name", v.authorSourceAndTime(l.now())),
		theme.Surface,
		theme.Hover, theme.Border,
		theme.RadiusCard, widgets.Pad(theme.Space8, theme.Space10, theme.Space8, 14, widgets.Column(theme.Space4,
			head, widgets.NewWrappedText(v.timeModelAndChanges(l.now()), theme.RoleMeta, theme.Text3, 2), changes)))
	card.OnTapped = func() {
		l.open[v.ID] = !l.open[v.ID]
		showOrHideChanges()
		l.onResize()
	}
	return card
}

// newDiffRow draws a line of a diff: sign and color say what became of it.
func newDiffRow(l diffLine) fyne.CanvasObject {
	token, fill := theme.Text3, theme.None
	switch l.change {
	case lineAdded:
		token, fill = theme.AccentText, theme.AccentTint
	case lineRemoved:
		token, fill = theme.Error, theme.ErrorTint
	case lineKept:
	}
	role := theme.RoleMeta
	if l.isHeading {
		role = theme.RoleLabel
		if l.change == lineKept {
			token = theme.Text2
		}
	}
	return widgets.Stack(draw.NewBox(fill, theme.None, theme.RadiusInline),
		widgets.PadVerticalAndSides(theme.Space2, theme.Space6, widgets.NewWrappedText(l.text, role, token, 0)))
}
