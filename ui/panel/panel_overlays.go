package panel

import (
	"cmp"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/aboutyou"
	"memoir/ui/app"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/tiers"
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

// overlayPages are the pages that can cover the tabs.
type overlayPages struct {
	ledger   *ledger.Page
	health   *health.Page
	aboutYou *aboutyou.Page
	tiers    *tiers.Page
}

func newOverlayPages(env *app.Env) overlayPages {
	return overlayPages{
		ledger: ledger.New(env), health: health.New(env), aboutYou: aboutyou.New(env), tiers: tiers.New(env),
	}
}

// pageOf returns the page of an overlay, nil for none.
func (o overlayPages) pageOf(kind overlayKind) overlayPage {
	switch kind {
	case ledgerOverlay:
		return o.ledger
	case healthOverlay:
		return o.health
	case aboutYouOverlay:
		return o.aboutYou
	case tiersOverlay:
		return o.tiers
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
func newMoreMenuButton(env *app.Env) fyne.CanvasObject {
	b := widgets.NewIconButton(theme.IconMore, translate.Text("More memory options"), nil)
	b.OnTapped = func() {
		goTo := func(to app.Screen) func() { return func() { env.NavigateTo(app.Route{Screen: to}) } }
		widgets.ShowMenuBelow(b, []widgets.MenuItem{
			{Icon: theme.IconBookmark, Label: translate.Text("About you"), OnChosen: goTo(app.ScreenAboutYou)},
			{Icon: theme.IconStack, Label: translate.Text("Memory tiers"), OnChosen: goTo(app.ScreenTiers)},
			{Icon: theme.IconClock, Label: translate.Text("Memory history"), OnChosen: goTo(app.ScreenLedger)},
			{Icon: theme.IconInfo, Label: translate.Text("Memory health"), OnChosen: goTo(app.ScreenHealth)},
			{},
			{
				Icon: theme.IconArrowDown, Label: translate.Text("Export memories"),
				OnChosen: func() { env.Export(app.ExportOfMemories()) },
			},
		})
	}
	return b
}
