package parts

import "fyne.io/fyne/v2"

// Hint lets a control of another package show its name, as the buttons here do, while the pointer rests on it. The zero
// value is ready; in a window whose content is no Root it does nothing.
type Hint struct{ tip tip }

// Soon shows name beside o after a moment; a name that is shown goes away.
func (h *Hint) Soon(o fyne.CanvasObject, name string) {
	if name == "" {
		h.tip.hide()
		return
	}
	h.tip.soon(o, name)
}

// Hide takes the name away, or the plan to show it.
func (h *Hint) Hide() { h.tip.hide() }
