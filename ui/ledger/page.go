package ledger

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// rowHeight is the height of a row with one line, in pixels at zoom 1.
const rowHeight = 62

// Page is the ledger of the profile. It must be used on the UI goroutine.
type Page struct {
	*model
	env        *app.Env
	header     fyne.CanvasObject
	body       *fyne.Container
	filters    *filterBar
	rows       *rowView
	list       *widgets.List
	countLabel *draw.Label
	request    app.Request
}

// New returns an empty page; Reload fills it.
func New(env *app.Env) *Page {
	p := &Page{model: newModel(env.Session.ProfileID(), env.Now), env: env}
	u := &undoing{env: env, onDone: p.Reload, showDecision: p.ShowDecisionResettingFilter}
	p.filters = newFilterBar(p.model, p.SetFilterAndReload, u.undoAllMatchingOrNoneWithRedoToast)
	p.rows = &rowView{
		model: p.model, navigateTo: env.NavigateTo, undoDecision: u.undoDecisionWithRedoToast,
		undoAll:   u.undoAllMatchingOrNoneWithRedoToast,
		loadOlder: p.loadAndShowOlderPage,
	}
	p.header = NewPanelPageHeader(env, translate.Text("Memory history"))
	p.list = widgets.NewVirtualList(theme.Space8, theme.Space4, theme.Space16, theme.Space16, theme.Space16)
	p.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	foot := widgets.FixedSize(0, 44, widgets.PadVerticalAndSides(0, theme.Space16,
		widgets.Row(theme.Space8, widgets.Flex(widgets.PadVerticalAndSides(theme.Space12, 0, p.countLabel)))))
	p.body = widgets.Border(nil, widgets.Border(draw.NewHairline(), nil, nil, nil, foot), nil, nil,
		widgets.Border(p.filters.area, nil, nil, nil, p.list))
	p.showFilterChipsAndUndoAllButton()
	return p
}

// NewPanelPageHeader returns the header of an overlay of the panel.
func NewPanelPageHeader(env *app.Env, title string) fyne.CanvasObject {
	return widgets.PadVerticalAndSides(0, theme.Space10, widgets.Row(theme.Space8,
		widgets.NewIconButton(theme.IconLeft, translate.Text("Back (Esc)"), func() {
			env.NavigateTo(app.Route{Screen: app.ScreenBelowInPanel})
		}),
		draw.NewLabel(title, theme.RoleTitle, theme.Text), widgets.Spacer(),
		widgets.NewIconButton(theme.IconClose, translate.Text("Close panel (Ctrl+J)"), func() {
			env.NavigateTo(app.Route{Screen: app.ScreenPanel, Pane: app.HidePane})
		})))
}

// Header returns the bar at the top.
func (p *Page) Header() fyne.CanvasObject { return p.header }

// Body returns everything beneath the header.
func (p *Page) Body() fyne.CanvasObject { return p.body }

// ReloadOnCoreEvent updates the page after an event of the core.
func (p *Page) ReloadOnCoreEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.Reload()
	}
}

// SetFilterAndReload shows only the decisions that match f; the profile of f is ignored.
func (p *Page) SetFilterAndReload(f memory.DecisionFilter) {
	p.setFilterResettingTarget(f)
	p.showFilterChipsAndUndoAllButton()
	p.list.ScrollToTop()
	p.Reload()
}

// ShowDecisionResettingFilter scrolls to one decision, however old, and resets the filter.
func (p *Page) ShowDecisionResettingFilter(id memory.ID) {
	p.targetDecisionResettingFilter(id)
	p.showFilterChipsAndUndoAllButton()
	p.Reload()
}

// Reload reloads the rows.
func (p *Page) Reload() {
	query := p.newPageQuery()
	p.list.ShowSkeletonRowsAfterDelay(p.env.After, rowHeight)
	app.RunCancellingPrevious(p.env.Tasks, &p.request, func(ctx context.Context) (pageData, error) {
		return query.loadPageData(ctx, p.env.Session)
	}, func(d pageData, err error) {
		if err != nil {
			p.list.ClearLoadingRows()
			p.env.ShowErrorToast(err)
			return
		}
		p.setPageData(d)
		p.showDecisionRowsAndFilters()
	})
}

// loadAndShowOlderPage loads the next page.
func (p *Page) loadAndShowOlderPage() {
	f := p.nextOlderPageFilter()
	app.RunCancellingPrevious(p.env.Tasks, &p.request, func(ctx context.Context) ([]memory.Decision, error) {
		return p.env.Session.ListDecisions(ctx, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.appendOlderPage(ds)
		p.showDecisionRowsAndFilters()
	})
}

func (p *Page) showFilterChipsAndUndoAllButton() {
	p.filters.showFilterChipsAndUndoAllButton()
	p.body.Refresh()
}

func (p *Page) showDecisionRowsAndFilters() {
	p.showFilterChipsAndUndoAllButton()
	rows, count := p.rows.buildRowsUnderPeriodHeadings()
	p.list.SetRows(rows)
	p.countLabel.SetText(p.changeCountText(count))
	if p.targetID != 0 {
		p.list.ScrollRowIntoView(decisionRowKey(p.targetID))
	}
}
