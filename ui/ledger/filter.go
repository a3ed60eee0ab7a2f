package ledger

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// maxMenuItems is how many chats, files or days a menu lists.
const maxMenuItems = 40

// filterBar shows what is selected, and the button that undoes all of that.
type filterBar struct {
	*model
	chips   *widgets.Flow
	undoBar *fyne.Container
	area    fyne.CanvasObject
	choose  func(f memory.DecisionFilter)
	undoAll func(f memory.DecisionFilter, what string)
}

func newFilterBar(
	m *model,
	choose func(memory.DecisionFilter),
	undoAll func(memory.DecisionFilter, string),
) *filterBar {
	b := &filterBar{
		model: m, chips: widgets.NewWrappingFlow(theme.Space6, theme.Space6), undoBar: widgets.Column(0),
		choose: choose, undoAll: undoAll,
	}
	b.area = widgets.Pad(theme.Space16, theme.Space16, theme.Space8, theme.Space16,
		widgets.Column(theme.Space10, b.chips, b.undoBar))
	return b
}

// showFilterChipsAndUndoAllButton draws the filter chips, and the button that undoes everything the
// filter selects.
func (b *filterBar) showFilterChipsAndUndoAllButton() {
	f := b.filter
	b.chips.SetObjects(
		b.newFilterChipButton(translate.Text("Who"), actorNameOrEmpty(f.Actor), f.Actor != "", b.actorMenuItems),
		b.newFilterChipButton(translate.Text("Chat"), b.chatTitle(f.ChatID), f.ChatID != 0, b.chatMenuItems),
		b.newFilterChipButton(translate.Text("File"), b.fileName(f.FileID), f.FileID != 0, b.fileMenuItems),
		b.newFilterChipButton(translate.Text("Day"), b.dayName(f.Since), !f.Since.IsZero(), b.dayMenuItems))
	b.undoBar.Objects = nil
	if what, ok := b.undoableFilterScopeText(); ok {
		b.undoBar.Objects = []fyne.CanvasObject{widgets.Row(theme.Space8,
			widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Outline, Icon: theme.IconUndo, Label: translate.Text("Undo everything {{.What}}", "What", what),
				Height: 30,
			}, func() { b.undoAll(b.filter, what) }), widgets.Spacer(),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Show all"), Height: 28}, func() {
				b.choose(memory.DecisionFilter{})
			}))}
	}
	b.undoBar.Refresh()
}

// newFilterChipButton is a filter: its name, or the chosen value.
func (b *filterBar) newFilterChipButton(
	name, value string,
	on bool,
	items func() []widgets.MenuItem,
) fyne.CanvasObject {
	o := widgets.ButtonOptions{
		Kind: widgets.Pill, Label: name, TrailingIcon: theme.IconDown, Height: 26,
		Name: translate.Text("Filter by {{.Name}}", "Name", name),
	}
	if on {
		o.Kind = widgets.SelectedPill
		if o.Label = value; value == "" {
			o.Label = name
		}
		if r := []rune(o.Label); len(r) > 24 {
			o.Label = string(r[:23]) + "…"
		}
	}
	button := widgets.NewButton(o, nil)
	button.OnTapped = func() { widgets.ShowMenuBelow(button, items()) }
	return button
}

func (b *filterBar) chooseChangedFilter(change func(f *memory.DecisionFilter)) {
	f := b.filter
	change(&f)
	b.choose(f)
}

func actorNameOrEmpty(a memory.Actor) string {
	if a == "" {
		return ""
	}
	return ActorName(a)
}

func (b *filterBar) actorMenuItems() []widgets.MenuItem {
	items := []widgets.MenuItem{}
	add := func(label string, a memory.Actor) {
		items = append(items, widgets.MenuItem{Label: label, Checked: b.filter.Actor == a, OnChosen: func() {
			b.chooseChangedFilter(func(f *memory.DecisionFilter) { f.Actor = a })
		}})
	}
	add(translate.Text("Anyone"), "")
	add(translate.Text("You"), memory.ActorUser)
	add(translate.Text("Memoir (learning)"), memory.ActorExtractor)
	add(translate.Text("Memoir (cleanup)"), memory.ActorSystem)
	add(translate.Text("Apps"), memory.ActorAPI)
	add(translate.Text("The Markdown folder"), memory.ActorFolder)
	add(translate.Text("Imports"), memory.ActorImport)
	return items
}

func (b *filterBar) chatMenuItems() []widgets.MenuItem {
	return chatOrFileMenuItems(translate.Text("All chats"), b.origins.Chats, b.chatTitle, translate.Text("Deleted chat"),
		b.filter.ChatID, func(id memory.ID) {
			b.chooseChangedFilter(func(f *memory.DecisionFilter) { f.ChatID = id })
		})
}

func (b *filterBar) fileMenuItems() []widgets.MenuItem {
	return chatOrFileMenuItems(translate.Text("All files"), b.origins.Files, b.fileName, translate.Text("Removed file"),
		b.filter.FileID, func(id memory.ID) {
			b.chooseChangedFilter(func(f *memory.DecisionFilter) { f.FileID = id })
		})
}

// chatOrFileMenuItems offers all, or the newest origins by their titles; now is the chosen one, 0 =
// all.
func chatOrFileMenuItems(
	all string, from []memory.DecisionOrigin, titleOf func(memory.ID) string, goneTitle string, now memory.ID,
	choose func(memory.ID),
) []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: all, Checked: now == 0, OnChosen: func() { choose(0) }}}
	for _, o := range from[:min(len(from), maxMenuItems)] {
		label := titleOf(o.ID)
		if label == "" {
			label = goneTitle
		}
		items = append(items, widgets.MenuItem{Label: label, Checked: now == o.ID, OnChosen: func() { choose(o.ID) }})
	}
	return items
}

func (b *filterBar) dayMenuItems() []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: translate.Text("Any day"), Checked: b.filter.Since.IsZero(), OnChosen: func() {
		b.chooseChangedFilter(func(f *memory.DecisionFilter) { f.Since, f.Until = time.Time{}, time.Time{} })
	}}}
	for _, day := range b.origins.days[:min(len(b.origins.days), maxMenuItems)] {
		items = append(items, widgets.MenuItem{Label: b.dayName(day), Checked: day.Equal(b.filter.Since), OnChosen: func() {
			b.chooseChangedFilter(func(f *memory.DecisionFilter) { f.Since, f.Until = day, day.AddDate(0, 0, 1) })
		}})
	}
	return items
}
