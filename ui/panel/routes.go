package panel

import (
	"memoir/memory"
	"memoir/ui/app"
)

// OpenRouteIfInPanel shows a screen of the panel. It reports whether the panel has that screen and
// should be visible.
func (p *Pane) OpenRouteIfInPanel(r app.Route) bool {
	switch r.Screen {
	case app.ScreenMemory:
		p.openMemoryEditor(r.Memory, r.AtReason)
	case app.ScreenNewMemory:
		p.OpenNewMemoryEditor()
	case app.ScreenEraseMemory:
		p.erasing.askThenErase(r.Memory)
	case app.ScreenInbox:
		p.showMemoriesMatching(listQuery{filter: filterInbox})
	case app.ScreenUnusedMemories:
		p.showMemoriesMatching(listQuery{filter: filterAll, status: statusNeverUsed})
	case app.ScreenFiles:
		p.ShowTabClosingEditorAndOverlay(Files)
	case app.ScreenLedger:
		p.showLedger(r.Decision)
	case app.ScreenHealth:
		p.showMemoryHealth()
	case app.ScreenAboutYou:
		p.showAboutYou()
	case app.ScreenTiers:
		p.showTiers(r.Chat)
	case app.ScreenBelowInPanel:
		p.CloseEditorOrOverlayOrSelection()
	default:
		return false
	}
	return true
}

// openMemoryEditor opens the editor of a memory in any state, over an open overlay or else over the
// list of memories.
func (p *Pane) openMemoryEditor(id memory.ID, atReason bool) {
	if p.pages.overlay == noOverlay {
		p.pages.setTabWithoutOverlayKeepingEditor(Memories)
	}
	p.memories.list.selectMemory(id)
	p.loadAndOpenEditor(id, atReason)
}

// showMemoriesMatching lists the memories that match a query.
func (p *Pane) showMemoriesMatching(q listQuery) {
	p.ShowTabClosingEditorAndOverlay(Memories)
	p.memories.applySearchAndFilterQuery(q)
}

// hidePanelAction returns a function that hides the panel.
func hidePanelAction(env *app.Env) func() {
	return func() { env.NavigateTo(app.Route{Screen: app.ScreenPanel, Pane: app.HidePane}) }
}
