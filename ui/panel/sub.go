package panel

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// sub is a page that is opened over the tabs and left with Back.
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

// OpenLedger shows what happened to the memory.
func (p *Pane) OpenLedger(f memory.DecisionFilter) {
	p.openSub(p.ledger)
	p.ledger.Filter(f)
}

// ShowDecision goes to one entry of the ledger.
func (p *Pane) ShowDecision(id memory.ID) {
	p.openSub(p.ledger)
	p.ledger.Show(id)
}

// OpenHealth shows how the memory is doing.
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

// list shows the memories that fit.
func (p *Pane) list(filter, status string) {
	p.Turn(Memories)
	p.memories.search.SetText("")
	p.memories.choose(filter, "", status)
}

// more is the menu beside the tabs.
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
