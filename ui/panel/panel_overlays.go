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
	p.showOverlayDroppingEditor(ledgerOverlay)
	if decision != 0 {
		p.ledger.ShowDecisionResettingFilter(decision)
		return
	}
	p.ledger.SetFilterAndReload(memory.DecisionFilter{})
}

// showMemoryHealth shows the state of the memory.
func (p *Pane) showMemoryHealth() {
	p.showOverlayDroppingEditor(healthOverlay)
	p.health.Reload()
}

// showAboutYou shows the text about the user.
func (p *Pane) showAboutYou() {
	p.showOverlayDroppingEditor(aboutYouOverlay)
	p.aboutYou.Reload()
	p.aboutYou.FocusText()
}

// showTiers shows the tiers of the memory with the costs in the open chat; of another chat, which
// the route names, its summaries as well.
func (p *Pane) showTiers(chat memory.ID) {
	p.showOverlayDroppingEditor(tiersOverlay)
	p.tiers.ShowTiersOfChat(cmp.Or(chat, p.openChat.ID), chat != 0)
}

// overlayPage is a page that covers the tabs.
type overlayPage interface {
	Header() fyne.CanvasObject
	Body() fyne.CanvasObject
	ReloadOnCoreEvent(e memory.Event)
}

// overlayPages are the pages that can cover the tabs. Each is built when it is first shown.
type overlayPages struct {
	env      *app.Env
	ledger   *ledger.Page
	health   *health.Page
	aboutYou *aboutyou.Page
	tiers    *tiers.Page
}

// pageOf returns the page of an overlay, nil for none, and builds it unless it was shown before.
func (o *overlayPages) pageOf(kind overlayKind) overlayPage {
	switch kind {
	case ledgerOverlay:
		return builtOnce(&o.ledger, ledger.New, o.env)
	case healthOverlay:
		return builtOnce(&o.health, health.New, o.env)
	case aboutYouOverlay:
		return builtOnce(&o.aboutYou, aboutyou.New, o.env)
	case tiersOverlay:
		return builtOnce(&o.tiers, tiers.New, o.env)
	case noOverlay:
	}
	return nil
}

// builtOnce returns the page, which build returns when there is none yet.
func builtOnce[P any](page **P, build func(*app.Env) *P, env *app.Env) *P {
	if *page == nil {
		*page = build(env)
	}
	return *page
}

// saveDraftsNow saves what is typed in the pages.
func (o *overlayPages) saveDraftsNow() {
	if o.aboutYou != nil {
		o.aboutYou.SaveDraftNow()
	}
	if o.tiers != nil {
		o.tiers.SaveDraftNow()
	}
}

func (p *Pane) closeOverlay() {
	p.pages.closeOverlay()
	p.showTopPage()
}

func (p *Pane) showOverlayDroppingEditor(o overlayKind) {
	p.dropOpenEditorWithoutSaving()
	p.pages.coverWithOverlayClosingEditor(o)
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
				OnChosen: func() { env.Export(app.ExportRequestForMemories()) },
			},
		})
	}
	return b
}
