package panel

import (
	"cmp"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// showLedger shows the whole ledger, or scrolls to one decision when it is not 0.
func (p *Pane) showLedger(decision memory.ID) {
	p.showOverlayPage(ledgerOverlay)
	if decision != 0 {
		p.ledger.ShowDecision(decision)
		return
	}
	p.ledger.SetFilter(memory.DecisionFilter{})
}

// showMemoryHealth shows the state of the memory.
func (p *Pane) showMemoryHealth() {
	p.showOverlayPage(healthOverlay)
	p.health.Reload()
}

// showAboutYou shows the text about the user.
func (p *Pane) showAboutYou() {
	p.showOverlayPage(aboutYouOverlay)
	p.aboutYou.Reload()
	p.aboutYou.FocusText()
}

// showTiers shows the tiers of the memory with the costs in the open chat; of another chat, which the route
// names, its summaries as well.
func (p *Pane) showTiers(chat memory.ID) {
	p.showOverlayPage(tiersOverlay)
	p.tiers.ShowChat(cmp.Or(chat, p.openChat.ID), chat != 0)
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
	case aboutYouOverlay:
		return p.aboutYou
	case tiersOverlay:
		return p.tiers
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
	b := widgets.NewIconButton(theme.IconMore, translate.Text("More memory options"), nil)
	b.OnTapped = func() {
		goTo := func(to app.Screen) func() { return func() { p.env.NavigateTo(app.Route{Screen: to}) } }
		widgets.ShowMenuBelow(b, []widgets.MenuItem{
			{Icon: theme.IconBookmark, Label: translate.Text("About you"), OnChosen: goTo(app.ScreenAboutYou)},
			{Icon: theme.IconStack, Label: translate.Text("Memory tiers"), OnChosen: goTo(app.ScreenTiers)},
			{Icon: theme.IconClock, Label: translate.Text("Memory history"), OnChosen: goTo(app.ScreenLedger)},
			{Icon: theme.IconInfo, Label: translate.Text("Memory health"), OnChosen: goTo(app.ScreenHealth)},
			{},
			{Icon: theme.IconArrowDown, Label: translate.Text("Export memories"),
				OnChosen: func() { p.env.Export(app.ExportOfMemories()) }},
		})
	}
	return b
}
