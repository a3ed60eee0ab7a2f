package chat

import "memoir/memory"

// ModelNames returns the names of the known models, as the menu shows them.
func (p *Pane) ModelNames() []string {
	out := make([]string, len(p.catalog.models))
	for i, m := range p.catalog.models {
		out[i] = m.Name
	}
	return out
}

// PressFaultButton runs the action of a button beneath an answer's error, as a click on it does.
func (p *Pane) PressFaultButton(answer memory.ID, button string) { p.handleFaultButton(answer, button) }

// EditLastMessage puts the newest user message back into the composer.
func (p *Pane) EditLastMessage() { p.editLastMessage() }

// IsRefreshScheduled reports whether the pane is polling for a server.
func (p *Pane) IsRefreshScheduled() bool { return p.stopRefresh != nil }

// EditMessage puts a user message back into the composer, as its pencil does.
func (p *Pane) EditMessage(id memory.ID) { p.editMessage(id) }

// SetModel sets the model of the open chat.
func (p *Pane) SetModel(id string) { p.setModel(id) }
