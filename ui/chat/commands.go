package chat

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

func (p *Pane) answerMenu(id memory.ID) []widgets.MenuItem {
	m := p.message(id)
	if m == nil {
		return nil
	}
	items := []widgets.MenuItem{{Icon: theme.IconStack, Label: "What this answer was given",
		OnChosen: func() { p.env.NavigateTo(app.ReceiptRoute(id)) }}}
	items = append(items, widgets.MenuItem{}, widgets.MenuItem{Label: "Answer again with"})
	for _, info := range p.catalog.models {
		if info.CanChat && info.Available {
			items = append(items, widgets.MenuItem{
				Label: info.Name, Detail: p.modelLocation(info), Checked: info.ID == string(m.Model),
				OnChosen: func() {
					p.regenerateAnswer(id, memory.NullText(info.ID))
				},
			})
		}
	}
	return items
}

// handleFaultButton runs the action of a button beneath an error.
func (p *Pane) handleFaultButton(id memory.ID, button string) {
	m := p.message(id)
	if m == nil {
		return
	}
	switch button {
	case buttonRetry:
		p.regenerateAnswer(id, "")
	case buttonContinue:
		p.sendMessage("Continue exactly where you stopped.")
	case buttonModel:
		p.header.openModelMenu()
	case buttonKey:
		provider, _, _ := strings.Cut(string(m.Model), "/")
		p.env.NavigateTo(app.Route{Screen: app.ScreenModels, Provider: provider})
	case buttonFiles:
		p.env.NavigateTo(app.Route{Screen: app.ScreenFiles})
	case buttonNew:
		p.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
	case buttonSetup:
		p.env.NavigateTo(app.Route{Screen: app.ScreenFirstRun})
	case buttonReport:
		p.actions.CopyDiagnostics()
	}
}

// LastAnswer returns the newest answer, 0 when there is none.
func (p *Pane) LastAnswer() memory.ID {
	for i := len(p.transcript.messages) - 1; i >= 0; i-- {
		if p.transcript.messages[i].Role == memory.RoleAssistant {
			return p.transcript.messages[i].ID
		}
	}
	return 0
}

// HandleEscape stops the answer, else cancels editing, else closes the search. It reports whether
// it did any of them.
func (p *Pane) HandleEscape() bool {
	switch {
	case p.StopAnswer():
	case p.transcript.editingID != 0:
		p.cancelEdit()
	case p.findBar.isOpen:
		p.findBar.closeFind()
	default:
		return false
	}
	return true
}

func (p *Pane) cancelEdit() {
	p.stopEditing()
	p.composer.SetText(p.chat.Draft)
	p.FocusComposer()
}

func (p *Pane) handleKey(k fyne.KeyName) bool {
	if k == fyne.KeyEscape {
		if !p.HandleEscape() {
			p.actions.OnUnhandledEscape()
		}
		return true
	}
	if p.actions.OnFunctionKey != nil && p.actions.OnFunctionKey(k) {
		return true
	}
	return p.list.HandleKey(k)
}
