package panel

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// memoriesPage shows a memoryList: search, filters, cards.
type memoriesPage struct {
	env         *app.Env
	list        *memoryList
	changes     *memoryChanges
	request     app.Request
	body        fyne.CanvasObject
	searchField *widgets.Field
	chipFlow    *widgets.Flow
	rows        *widgets.List
	countLabel  *draw.Label
	addButton   fyne.CanvasObject
	footer      *fyne.Container
	chat        memory.ID // the open one, 0 while it is not stored
}

func newMemoriesPage(env *app.Env, changes *memoryChanges) *memoriesPage {
	p := &memoriesPage{env: env, list: newMemoryListState(env.Now), changes: changes}
	p.searchField = widgets.NewTextField(widgets.FieldOptions{
		Icon: theme.IconSearch, Placeholder: translate.Text("Search memories"),
		ClearButton: true,
	})
	p.searchField.OnChanged = func(text string) {
		query := p.list.query
		query.text = text
		p.list.setQuery(query)
		p.rows.ScrollToTop()
		p.loadAndShowMemoriesForQuery()
	}
	p.chipFlow = widgets.NewWrappingFlow(theme.Space6, theme.Space6)
	p.rows = widgets.NewVirtualList(theme.Space8, theme.Space4, theme.Space16, theme.Space16, theme.Space16)
	p.rows.Title = translate.Text("Memories")
	p.rows.OnNearEnd = func() {
		if p.list.increaseShownCountByPage() {
			p.showMemoryRows()
		} else {
			p.loadAndShowAllMemoriesOfQuery()
		}
	}
	p.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	p.addButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus, Label: translate.Text("Add memory"),
		Name: translate.Text("Add memory (Ctrl+Shift+M)"),
	}, func() { env.NavigateTo(app.Route{Screen: app.ScreenNewMemory}) })
	p.footer = container.NewStack()
	top := widgets.Pad(theme.Space16, theme.Space16, theme.Space8, theme.Space16,
		widgets.Column(theme.Space10, p.searchField, p.chipFlow))
	p.body = placeAboveFooter(widgets.Border(top, nil, nil, nil, p.rows), p.footer)
	p.showCountOrSelectionFooter()
	p.showFilterChips()
	return p
}

// reloadMemories reloads everything after a change.
func (p *memoriesPage) reloadMemories() {
	p.rows.ShowSkeletonRowsAfterDelay(p.env.After, cardHeight)
	p.list.stale = true
	p.loadAndShowMemoriesForQuery()
}

// loadAndShowMemoriesForQuery loads what the query asks for. It runs on every keystroke in the
// search field.
func (p *memoriesPage) loadAndShowMemoriesForQuery() {
	query, stale, limit := p.list.query, p.list.stale, p.list.loadLimit()
	app.RunCancellingPrevious(p.env.Tasks, &p.request, func(ctx context.Context) (listResult, error) {
		return query.loadListResult(ctx, p.env.Session, stale, limit)
	}, func(r listResult, err error) {
		if err != nil {
			p.rows.ClearLoadingRows()
			p.env.ShowErrorToast(err)
			return
		}
		hadMore := p.list.hasMore
		p.list.storeResultAndDropUnlistedChosen(r)
		if hadMore && p.list.wantsAll {
			p.list.increaseShownCountByPage()
		}
		p.showFilterChips()
		p.showMemoryRows()
		if p.list.selection.wantsAll && !p.list.hasMore {
			p.chooseAllListedOnceLoaded()
		}
	})
}

// loadAndShowAllMemoriesOfQuery loads all that the query finds unless that is done, or under way.
func (p *memoriesPage) loadAndShowAllMemoriesOfQuery() {
	if p.list.hasMore && !p.list.wantsAll {
		p.list.wantsAll = true
		p.loadAndShowMemoriesForQuery()
	}
}

// refreshChatTitleOnCards reloads the title of a chat; then is called when a card shows it and it
// changed.
func (p *memoriesPage) refreshChatTitleOnCards(chat memory.ID, then func()) {
	if !p.list.hasMemoryFromChat(chat) {
		return
	}
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return p.env.Session.LoadChat(ctx, chat)
	}, func(c memory.Chat, err error) {
		if err == nil && p.list.setSourceChatTitleOfLoaded(chat, c.Title) {
			p.showMemoryRows()
			then()
		}
	})
}

// applyFilterQuery shows what matches other filters.
func (p *memoriesPage) applyFilterQuery(q listQuery) {
	p.list.setQuery(q)
	p.showFilterChips()
	p.rows.ScrollToTop()
	p.loadAndShowMemoriesForQuery()
}

// applySearchAndFilterQuery is applyFilterQuery from another page: it replaces the search as well.
func (p *memoriesPage) applySearchAndFilterQuery(q listQuery) {
	p.searchField.SetText(q.text)
	p.applyFilterQuery(q)
}

// showFilterChips draws the chips and relayouts the page when they need more or fewer lines.
func (p *memoriesPage) showFilterChips() {
	var o []fyne.CanvasObject
	for _, c := range p.list.filterChipsWithCounts() {
		o = append(o, widgets.NewButton(chipButtonOptions(c), func() { p.applyFilterQuery(c.query) }))
	}
	status := chipButtonOptions(p.list.query.labelledStatusInboxOrTagChip())
	status.TrailingIcon, status.Name = theme.IconDown, translate.Text("Filter, sort and select")
	b := widgets.NewButton(status, nil)
	b.OnTapped = func() { widgets.ShowMenuBelow(b, p.statusOrderSelectAndTagMenuItems()) }
	was := p.chipFlow.MinSize().Height
	p.chipFlow.SetObjects(append(o, b)...)
	if p.chipFlow.MinSize().Height != was {
		p.body.Refresh()
	}
}

func chipButtonOptions(c chip) widgets.ButtonOptions {
	o := widgets.ButtonOptions{Kind: widgets.Pill, Label: c.label, Detail: c.detail, Height: 26}
	if c.selected {
		o.Kind = widgets.SelectedPill
	}
	return o
}

// statusOrderSelectAndTagMenuItems is the menu of statuses and tags.
func (p *memoriesPage) statusOrderSelectAndTagMenuItems() []widgets.MenuItem {
	var items []widgets.MenuItem
	add := func(choices []chip) {
		for _, c := range choices {
			items = append(items, widgets.MenuItem{
				Label: c.label, Checked: c.selected, OnChosen: func() { p.applyFilterQuery(c.query) },
			})
		}
	}
	add(p.list.query.statusAndInboxChoices())
	items = append(items, widgets.MenuItem{}, widgets.MenuItem{Label: translate.Text("Sort by")})
	add(p.list.query.orderChoices())
	items = append(items, widgets.MenuItem{}, widgets.MenuItem{
		Icon: theme.IconCheck, Label: translate.Text("Select memories"), OnChosen: p.beginSelection,
		Disabled: len(p.list.choosableMemories()) == 0,
	})
	if tags := p.list.query.tagChoices(p.list.tagsByFrequency()); len(tags) > 0 {
		items = append(items, widgets.MenuItem{}, widgets.MenuItem{Label: translate.Text("Tags")})
		add(tags)
	}
	return items
}

// setCardPositionsForScreenReaders tells screen readers where each card stands among all that are
// found; hidden are those that follow.
func setCardPositionsForScreenReaders(rows []listRow, entries []widgets.ListRow, hidden int) {
	cards := 0
	for i, r := range rows {
		if r.card != nil {
			cards++
			entries[i].Place = widgets.RowPlace{Position: cards, Level: 1}
		}
	}
	for i := range entries {
		if entries[i].Place.Position > 0 {
			entries[i].Place.Size = cards + hidden
		}
	}
}

// showMemoryRows draws the list; before the first result it leaves the placeholders.
func (p *memoriesPage) showMemoryRows() {
	rows := p.list.buildListRows()
	if rows == nil {
		return
	}
	entries := make([]widgets.ListRow, len(rows))
	for i, r := range rows {
		entries[i] = p.widgetRowForListRow(r)
	}
	setCardPositionsForScreenReaders(rows, entries, p.list.hiddenCount())
	p.rows.SetRows(entries)
	if p.list.selection.active {
		p.showCountOrSelectionFooter()
	}
	p.countLabel.SetText(p.list.memoryOrChosenCountText())
}

func (p *memoriesPage) widgetRowForListRow(r listRow) widgets.ListRow {
	switch {
	case r.card != nil:
		build := func() fyne.CanvasObject {
			return newMemoryCardView(r.card, p.env.NavigateTo, p.runMemoryAction, p.toggleChosen)
		}
		return widgets.ListRow{
			Key:           r.key,
			Version:       r.card.contentVersion(),
			Build:         build,
			MeasureHeight: heightMeasurerByBuilding(build),
		}
	case r.group != nil:
		return widgets.ListRow{
			Key: r.key, Version: r.group.contentVersion(),
			MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(28) },
			Build: func() fyne.CanvasObject {
				return newInboxGroupHeading(r.group, p.changes.keepOrDiscardGroupOfferingUndo)
			},
		}
	}
	if r.heading != "" {
		return groupHeadingRow(r.heading)
	}
	return emptyListNoticeRow(r.text, 80)
}

func (p *memoriesPage) runMemoryAction(m memory.Memory, a memoryAction) {
	switch a.kind {
	case patchAction:
		p.changes.updateMemoryWithActionOfferingUndo(m.ID, a)
	case eraseAction:
		p.env.NavigateTo(app.Route{Screen: app.ScreenEraseMemory, Memory: m.ID})
	case editAction, reasonAction:
		p.env.NavigateTo(app.Route{Screen: app.ScreenMemory, Memory: m.ID, AtReason: a.kind == reasonAction})
	}
}

// markSeenAndShowRows marks a memory as seen once its editor is open.
func (p *memoriesPage) markSeenAndShowRows(id memory.ID) {
	p.list.markSeen(id)
	p.showMemoryRows()
}
