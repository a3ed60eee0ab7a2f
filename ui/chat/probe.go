package chat

import "memoir/memory"

// ModelNames returns the names of the known models, as the menu shows them.
func (p *Pane) ModelNames() []string {
	out := make([]string, len(p.known.models))
	for i, m := range p.known.models {
		out[i] = m.Name
	}
	return out
}

// PressFaultButton runs the action of a button beneath an answer's error, as a click on it does.
func (p *Pane) Press(answer memory.ID, button string) { p.fault(answer, button) }

// EditLastMessage puts the newest user message back into the composer.
func (p *Pane) EditLast() { p.editLast() }

// IsRefreshScheduled reports whether the pane is polling for a server.
func (p *Pane) Looks() bool { return p.lookOff != nil }

// EditMessage puts a user message back into the composer, as its pencil does.
func (p *Pane) Edit(id memory.ID) { p.edit(id) }

// SetModel sets the model of the open chat.
func (p *Pane) SetModel(id string) { p.setModel(id) }
