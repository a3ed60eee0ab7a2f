package chat

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

func (p *Pane) moreOf(id memory.ID) []parts.Item {
	m := p.find1(id)
	if m == nil {
		return nil
	}
	items := []parts.Item{{Icon: theme.IconStack, Label: "What this answer was given", Do: func() { p.on.Receipt(id) }}}
	items = append(items, parts.Item{}, parts.Item{Label: "Answer again with"})
	for _, info := range p.known.models {
		if info.Chat && info.Available {
			items = append(items, parts.Item{
				Label: info.Name, Sub: p.placeOf(info), Chosen: info.ID == string(m.Model),
				Do: func() {
					p.regenerate(id, memory.Text(info.ID))
				},
			})
		}
	}
	return items
}

// handleFaultButton runs the action of a button beneath an error.
func (p *Pane) fault(id memory.ID, button string) {
	m := p.find1(id)
	if m == nil {
		return
	}
	switch button {
	case buttonRetry:
		p.regenerate(id, "")
	case buttonContinue:
		p.send("Continue exactly where you stopped.")
	case buttonModel:
		p.header.pickModel()
	case buttonKey:
		provider, _, _ := strings.Cut(string(m.Model), "/")
		p.on.Key(provider)
	case buttonFiles:
		p.on.Files()
	case buttonNew:
		p.on.New()
	case buttonSetup:
		p.on.Setup()
	case buttonReport:
		p.on.Report()
	}
}

// LastAnswer returns the newest answer, 0 when there is none.
func (p *Pane) LastAnswer() memory.ID {
	for i := len(p.view.messages) - 1; i >= 0; i-- {
		if p.view.messages[i].Role == memory.RoleAssistant {
			return p.view.messages[i].ID
		}
	}
	return 0
}

// HandleEscape stops the answer, else cancels editing, else closes the search. It reports whether
// it did any of them.
func (p *Pane) Escape() bool {
	switch {
	case p.Stop():
	case p.view.editing != 0:
		p.cancelEdit()
	case p.find.open:
		p.find.close()
	default:
		return false
	}
	return true
}

func (p *Pane) cancelEdit() {
	p.stopEditing()
	p.composer.SetText(p.thread.Draft)
	p.FocusComposer()
}

func (p *Pane) key(k fyne.KeyName) bool {
	if k == fyne.KeyEscape {
		if !p.Escape() {
			p.on.Escape()
		}
		return true
	}
	if p.on.Key1 != nil && p.on.Key1(k) {
		return true
	}
	return p.list.HandleKey(k)
}
