package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

func (p *Pane) newLedgerPage() *ledger.Page {
	return ledger.New(p.env, ledger.Actions{
		GoBack: p.closeOverlay, ClosePanel: p.closePanel, OnLoad: p.callOnLoad,
		OpenMemory: func(id memory.ID) { p.memories.selectAndOpenMemory(id, false) },
	})
}

func (p *Pane) newHealthPage() *health.Page {
	show := func(q listQuery) func() {
		return func() {
			p.ShowTab(Memories)
			p.memories.applySearchAndFilterQuery(q)
		}
	}
	return health.New(p.env, health.Actions{
		GoBack: p.closeOverlay, ClosePanel: p.closePanel, OnLoad: p.callOnLoad,
		ShowInbox:  show(listQuery{filter: filterInbox}),
		ShowUnused: show(listQuery{filter: filterAll, status: statusNeverUsed}),
	})
}

// ShowLedgerFiltered shows the ledger.
func (p *Pane) ShowLedgerFiltered(f memory.DecisionFilter) {
	p.showOverlayPage(ledgerOverlay)
	p.ledger.SetFilter(f)
}

// ShowDecisionInLedger opens the ledger at one decision.
func (p *Pane) ShowDecisionInLedger(id memory.ID) {
	p.showOverlayPage(ledgerOverlay)
	p.ledger.ShowDecision(id)
}

// ShowMemoryHealth shows the state of the memory.
func (p *Pane) ShowMemoryHealth() {
	p.showOverlayPage(healthOverlay)
	p.health.Reload()
}

// overlayPage is a page that covers the tabs.
type overlayPage interface {
	Header() fyne.CanvasObject
	Body() fyne.CanvasObject
	ReloadOnCoreEvent(e memory.Event)
}

// currentOverlay is the open overlay, nil when none is.
func (p *Pane) currentOverlay() overlayPage {
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
	p.showTopPage()
}

func (p *Pane) showOverlayPage(o overlayKind) {
	p.forgetOpenEditor()
	p.pages.coverWithOverlay(o)
	p.frame.toast.HideToast()
	p.showTopPage()
}

// newMoreMenuButton returns the button of the menu beside the tabs.
func (p *Pane) newMoreMenuButton() fyne.CanvasObject {
	b := widgets.NewIconButton(theme.IconMore, "More memory options", nil)
	b.OnTapped = func() {
		widgets.ShowMenuBelow(b, []widgets.MenuItem{
			{
				Icon: theme.IconClock, Label: "Memory history",
				OnChosen: func() { p.ShowLedgerFiltered(memory.DecisionFilter{}) },
			},
			{Icon: theme.IconInfo, Label: "Memory health", OnChosen: p.ShowMemoryHealth},
		})
	}
	return b
}
