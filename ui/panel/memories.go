package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// memoriesPage shows a memoryList: search, filters, cards.
type memoriesPage struct {
	env         *app.Env
	list        *memoryList
	changes     *memoryChanges
	on          memoriesEvents
	request     app.Request
	body        fyne.CanvasObject
	searchField *widgets.Field
	chipFlow    *widgets.Flow
	rows        *widgets.List
	countLabel  *draw.Label
}

// memoriesEvents are the callbacks of the page.
type memoriesEvents struct {
	openMemory func(id memory.ID, why bool)
	addMemory  func()
	askErase   func(m memory.Memory)
	onLoad     func()
}

func newMemoriesPage(env *app.Env, changes *memoryChanges, on memoriesEvents) *memoriesPage {
	p := &memoriesPage{env: env, list: newMemoryList(env.Now), changes: changes, on: on}
	p.searchField = widgets.NewField(widgets.FieldOptions{
		Icon: theme.IconSearch, Placeholder: "Search memories",
		ClearButton: true,
	})
	p.searchField.OnChanged = func(text string) {
		p.list.query.text = text
		p.rows.ScrollToTop()
		p.loadList()
	}
	p.chipFlow = widgets.NewFlow(theme.Space6, theme.Space6)
	p.rows = widgets.NewList(theme.Space8, theme.Space4, theme.Space16, theme.Space16, theme.Space16)
	p.rows.OnNearEnd = func() {
		if p.list.showMore() {
			p.showRows()
		}
	}
	p.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	add := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus, Label: "Add memory", Name: "Add memory (Ctrl+Shift+M)",
	}, on.addMemory)
	top := widgets.Pad(theme.Space16, theme.Space16, theme.Space8, theme.Space16,
		widgets.Column(theme.Space10, p.searchField, p.chipFlow))
	p.body = withFooter(widgets.Border(top, nil, nil, nil, p.rows), listFooter(p.countLabel, add))
	p.showChips()
	return p
}

// reloadMemories reloads everything after a change.
func (p *memoriesPage) reloadMemories() {
	p.rows.StartLoading(p.env.After, cardHeight)
	p.list.stale = true
	p.loadList()
}

// loadList loads what the query asks for. It runs on every keystroke in the search field.
func (p *memoriesPage) loadList() {
	query, stale := p.list.query, p.list.stale
	app.RunCancellingPrevious(p.env.Tasks, &p.request, func(ctx context.Context) (listResult, error) {
		return query.loadResult(ctx, p.env.Session, stale)
	}, func(r listResult, err error) {
		if err != nil {
			p.rows.CancelLoading()
			p.env.ShowErrorToast(err)
			return
		}
		p.list.setResult(r)
		p.showChips()
		p.showRows()
		p.on.onLoad()
	})
}

// refreshChatTitle reloads the title of a chat; then is called when a card shows it and it changed.
func (p *memoriesPage) refreshChatTitle(chat memory.ID, then func()) {
	if !p.list.mentionsChat(chat) {
		return
	}
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return p.env.Session.Chat(ctx, chat)
	}, func(c memory.Chat, err error) {
		if err == nil && p.list.renameChat(chat, c.Title) {
			p.showRows()
			then()
		}
	})
}

// setQuery shows what matches other filters.
func (p *memoriesPage) setQuery(q listQuery) {
	p.list.query = q
	p.showChips()
	p.rows.ScrollToTop()
	p.loadList()
}

// showQuery is setQuery from another page: it replaces the search as well.
func (p *memoriesPage) showQuery(q listQuery) {
	p.searchField.SetText(q.text)
	p.setQuery(q)
}

// showChips draws the chips and relayouts the page when they need more or fewer lines.
func (p *memoriesPage) showChips() {
	var o []fyne.CanvasObject
	for _, c := range p.list.filterChips() {
		o = append(o, widgets.NewButton(chipOptions(c), func() { p.setQuery(c.query) }))
	}
	status := chipOptions(p.list.query.statusChip())
	status.TrailingIcon, status.Name = theme.IconDown, "Filter by status or tag"
	b := widgets.NewButton(status, nil)
	b.OnTapped = func() { widgets.ShowMenu(b, p.statusItems()) }
	was := p.chipFlow.MinSize().Height
	p.chipFlow.SetObjects(append(o, b)...)
	if p.chipFlow.MinSize().Height != was {
		p.body.Refresh()
	}
}

func chipOptions(c chip) widgets.ButtonOptions {
	o := widgets.ButtonOptions{Kind: widgets.Pill, Label: c.label, Detail: c.detail, Height: 26}
	if c.selected {
		o.Kind = widgets.SelectedPill
	}
	return o
}

// statusItems is the menu of statuses and tags.
func (p *memoriesPage) statusItems() []widgets.MenuItem {
	var items []widgets.MenuItem
	add := func(choices []chip) {
		for _, c := range choices {
			items = append(items, widgets.MenuItem{
				Label: c.label, Checked: c.selected, OnChosen: func() { p.setQuery(c.query) },
			})
		}
	}
	add(p.list.query.statusChoices())
	if tags := p.list.query.tagChoices(p.list.usedTags()); len(tags) > 0 {
		items = append(items, widgets.MenuItem{}, widgets.MenuItem{Label: "Tags"})
		add(tags)
	}
	return items
}

// showRows draws the list; before the first result it leaves the placeholders.
func (p *memoriesPage) showRows() {
	rows := p.list.listRows()
	if rows == nil {
		return
	}
	entries := make([]widgets.ListRow, len(rows))
	for i, r := range rows {
		entries[i] = p.listEntry(r)
	}
	p.rows.SetRows(entries)
	p.countLabel.SetText(p.list.countText())
}

func (p *memoriesPage) listEntry(r listRow) widgets.ListRow {
	switch {
	case r.card != nil:
		build := func() fyne.CanvasObject { return newCardView(r.card, p.cardEvents()) }
		return widgets.ListRow{Key: r.key, Version: r.card.contentVersion(), Build: build, MeasureHeight: measureBuilt(build)}
	case r.group != nil:
		return widgets.ListRow{
			Key: r.key, Version: r.group.contentVersion(),
			MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(28) },
			Build:         func() fyne.CanvasObject { return newGroupHeading(r.group, p.changes.decideGroup) },
		}
	}
	return emptyNotice(r.text, 80)
}

func (p *memoriesPage) cardEvents() cardEvents {
	return cardEvents{
		openMemory: func(id memory.ID) { p.openMemory(id, false) },
		openMessage: func(chat, message memory.ID) {
			p.env.NavigateTo(app.ChatRoute(chat, message))
		},
		runAction: p.runAction,
	}
}

func (p *memoriesPage) runAction(m memory.Memory, a memoryAction) {
	switch a.kind {
	case patchAction:
		p.changes.applyAction(m.ID, a)
	case eraseAction:
		p.on.askErase(m)
	case editAction, reasonAction:
		p.openMemory(m.ID, a.kind == reasonAction)
	}
}

// openMemory selects a memory and opens its editor; why scrolls to the reason.
func (p *memoriesPage) openMemory(id memory.ID, why bool) {
	p.list.selectMemory(id)
	p.on.openMemory(id, why)
}

// showOpened marks a memory as seen once its editor is open.
func (p *memoriesPage) showOpened(id memory.ID) {
	p.list.markSeen(id)
	p.showRows()
}
