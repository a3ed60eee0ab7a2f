package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// overlay is a page that covers the tabs until Back is pressed.
type overlay interface {
	Header() fyne.CanvasObject
	Body() fyne.CanvasObject
	HandleEvent(e memory.Event)
	Reload()
}

func (p *Pane) buildOverlays() {
	p.ledger = ledger.New(p.env, ledger.Actions{
		GoBack: p.closeOverlay, ClosePanel: func() { p.actions.ClosePanel() },
		OpenMessage: func(chatID, message memory.ID) { p.actions.OpenMessage(chatID, message) },
		OpenMemory:  func(id memory.ID) { p.memories.openMemory(id, false) }, ShowToast: p.ShowToast, OnLoad: p.notifyLoad,
	})
	p.health = health.New(p.env, health.Actions{
		GoBack: p.closeOverlay, ClosePanel: func() { p.actions.ClosePanel() }, ShowToast: p.ShowToast, OnLoad: p.notifyLoad,
		ShowInbox:  func() { p.listMemories(filterInbox, "") },
		ShowUnused: func() { p.listMemories(filterAll, statusNeverUsed) },
	})
}

func (p *Pane) notifyLoad() {
	if p.actions.OnLoad != nil {
		p.actions.OnLoad()
	}
}

// OpenLedger shows the ledger.
func (p *Pane) OpenLedger(f memory.DecisionFilter) {
	p.openOverlay(p.ledger)
	p.ledger.SetFilter(f)
}

// ShowDecision opens the ledger at one decision.
func (p *Pane) ShowDecision(id memory.ID) {
	p.openOverlay(p.ledger)
	p.ledger.ShowDecision(id)
}

// OpenHealth shows the state of the memory.
func (p *Pane) OpenHealth() {
	p.openOverlay(p.health)
	p.health.Reload()
}

func (p *Pane) openOverlay(s overlay) {
	p.editor, p.overlay = nil, s
	p.toast.HideToast()
	p.showPage()
}

func (p *Pane) closeOverlay() {
	if p.overlay != nil {
		p.overlay = nil
		p.showPage()
	}
}

// listMemories shows the memories that match the filters, without a search.
func (p *Pane) listMemories(filter, status string) {
	p.ShowTab(Memories)
	p.memories.searchField.SetText("")
	p.memories.setFilters(filter, "", status)
}

// newMoreButton returns the button of the menu beside the tabs.
func (p *Pane) newMoreButton() fyne.CanvasObject {
	b := widgets.NewIconButton(theme.IconMore, "More about your memory", nil)
	b.OnTapped = func() {
		widgets.ShowMenu(b, []widgets.MenuItem{
			{
				Icon: theme.IconClock, Label: "What happened to your memory",
				OnChosen: func() { p.OpenLedger(memory.DecisionFilter{}) },
			},
			{Icon: theme.IconInfo, Label: "Health of your memory", OnChosen: p.OpenHealth},
		})
	}
	return b
}
