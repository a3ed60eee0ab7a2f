package chat

import "memoir/memory"

// ModelNames lists the models that are known, as the picker shows them.
func (p *Pane) ModelNames() []string {
	out := make([]string, len(p.known.models))
	for i, m := range p.known.models {
		out[i] = m.Name
	}
	return out
}

// Press acts on a button of an answer's error, as a click on it does.
func (p *Pane) Press(answer memory.ID, button string) { p.fault(answer, button) }

// EditLast puts the user's newest message back into the composer.
func (p *Pane) EditLast() { p.editLast() }

// Looks reports whether the pane waits to look again for a server.
func (p *Pane) Looks() bool { return p.lookOff != nil }

// Edit puts a message of the user back into the composer, as its pencil does.
func (p *Pane) Edit(id memory.ID) { p.edit(id) }

// SetModel chooses the model of the open chat.
func (p *Pane) SetModel(id string) { p.setModel(id) }
