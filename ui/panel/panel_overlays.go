package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

func (p *Pane) newLedger() *ledger.Page {
	return ledger.New(p.env, ledger.Actions{
		GoBack: p.closeOverlay, ClosePanel: p.closePanel, OnLoad: p.notifyLoad,
		OpenMemory: func(id memory.ID) { p.memories.openMemory(id, false) },
	})
}

func (p *Pane) newHealth() *health.Page {
	show := func(q listQuery) func() {
		return func() {
			p.ShowTab(Memories)
			p.memories.showQuery(q)
		}
	}
	return health.New(p.env, health.Actions{
		GoBack: p.closeOverlay, ClosePanel: p.closePanel, OnLoad: p.notifyLoad,
		ShowInbox:  show(listQuery{filter: filterInbox}),
		ShowUnused: show(listQuery{filter: filterAll, status: statusNeverUsed}),
	})
}

// OpenLedger shows the ledger.
func (p *Pane) OpenLedger(f memory.DecisionFilter) {
	p.showOverlay(ledgerOverlay)
	p.ledger.SetFilter(f)
}

// ShowDecision opens the ledger at one decision.
func (p *Pane) ShowDecision(id memory.ID) {
	p.showOverlay(ledgerOverlay)
	p.ledger.ShowDecision(id)
}

// OpenHealth shows the state of the memory.
func (p *Pane) OpenHealth() {
	p.showOverlay(healthOverlay)
	p.health.Reload()
}

// overlayPage is a page that covers the tabs.
type overlayPage interface {
	Header() fyne.CanvasObject
	Body() fyne.CanvasObject
	ReloadOnCoreEvent(e memory.Event)
}

// openOverlay is the open overlay, nil when none is.
func (p *Pane) openOverlay() overlayPage {
	switch p.pages.overlay {
	case ledgerOverlay:
		return p.ledger
	case healthOverlay:
		return p.health
	case noOverlay:
	}
	return nil
}

func (p *Pane) closeOverlay() {
	p.pages.closeOverlay()
	p.showPage()
}

func (p *Pane) showOverlay(o overlayKind) {
	p.dropEditor()
	p.pages.showOverlay(o)
	p.frame.toast.HideToast()
	p.showPage()
}

// newMoreButton returns the button of the menu beside the tabs.
func (p *Pane) newMoreButton() fyne.CanvasObject {
	b := widgets.NewIconButton(theme.IconMore, "More memory options", nil)
	b.OnTapped = func() {
		widgets.ShowMenu(b, []widgets.MenuItem{
			{
				Icon: theme.IconClock, Label: "Memory history",
				OnChosen: func() { p.OpenLedger(memory.DecisionFilter{}) },
			},
			{Icon: theme.IconInfo, Label: "Memory health", OnChosen: p.OpenHealth},
		})
	}
	return b
}
