package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// overlay is a page that covers the tabs until Back is pressed.
type sub interface {
	Head() fyne.CanvasObject
	Body() fyne.CanvasObject
	Handle(e memory.Event)
	Reload()
}

func (p *Pane) buildSubs() {
	p.ledger = ledger.New(p.env, ledger.Actions{
		Back: p.closeSub, Close: func() { p.on.Close() },
		Message: func(thread, message memory.ID) { p.on.Message(thread, message) },
		Memory:  func(id memory.ID) { p.memories.open(id, false) }, Say: p.Say, Settled: p.settled,
	})
	p.health = health.New(p.env, health.Actions{
		Back: p.closeSub, Close: func() { p.on.Close() }, Say: p.Say, Settled: p.settled,
		Inbox:  func() { p.list(filterInbox, "") },
		Unused: func() { p.list(filterAll, statusUnused) },
	})
}

func (p *Pane) settled() {
	if p.on.Settled != nil {
		p.on.Settled()
	}
}

// OpenLedger shows the ledger.
func (p *Pane) OpenLedger(f memory.DecisionFilter) {
	p.openSub(p.ledger)
	p.ledger.Filter(f)
}

// ShowDecision opens the ledger at one decision.
func (p *Pane) ShowDecision(id memory.ID) {
	p.openSub(p.ledger)
	p.ledger.Show(id)
}

// OpenHealth shows the state of the memory.
func (p *Pane) OpenHealth() {
	p.openSub(p.health)
	p.health.Reload()
}

func (p *Pane) openSub(s sub) {
	p.editor, p.sub = nil, s
	p.toast.Dismiss()
	p.show()
}

func (p *Pane) closeSub() {
	if p.sub != nil {
		p.sub = nil
		p.show()
	}
}

// listMemories shows the memories that match the filters, without a search.
func (p *Pane) list(filter, status string) {
	p.Turn(Memories)
	p.memories.search.SetText("")
	p.memories.choose(filter, "", status)
}

// newMoreButton returns the button of the menu beside the tabs.
func (p *Pane) more() fyne.CanvasObject {
	b := parts.NewIcon(theme.IconMore, "More about your memory", nil)
	b.OnTapped = func() {
		parts.ShowMenu(b, []parts.Item{
			{
				Icon: theme.IconClock, Label: "What happened to your memory",
				Do: func() { p.OpenLedger(memory.DecisionFilter{}) },
			},
			{Icon: theme.IconInfo, Label: "Health of your memory", Do: p.OpenHealth},
		})
	}
	return b
}
