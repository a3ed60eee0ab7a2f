package settings

import (
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/when"
)

// learning is the group about how facts are learned, where they are read and how many are kept.
func (m *models) learning() fyne.CanvasObject {
	cfg := m.d.env.Service.Config()
	return group(
		row("Way of learning", presetText(cfg.Preset), parts.NewSegment([]parts.Option{
			{Value: "classic", Label: "Classic"}, {Value: "standard", Label: "Standard"},
		}, cfg.Preset, func(v string) { m.set("preset", v) })),
		row("Learned facts are used", "What you add yourself is used everywhere.", parts.NewSegment([]parts.Option{
			{Value: string(memory.ScopeGlobal), Label: "In every chat"},
			{Value: string(memory.ScopeThread), Label: "In their own chat"},
		}, string(cfg.Scope), func(v string) { m.set("scope", v) })),
		row("Memories kept in use", "What does not fit is put aside, never erased. Pinned and written ones stay.",
			parts.Fix(160, 34, parts.NewChoice("Memories kept in use", capacities(cfg.MaxEntries),
				strconv.Itoa(cfg.MaxEntries), func(v string) { m.set("capacity.max_entries", v) }).Button)),
		row("What is put aside first", "", parts.NewSegment([]parts.Option{
			{Value: "value", Label: "The least useful"}, {Value: "oldest", Label: "The oldest"},
		}, cfg.CapacityOrder, func(v string) { m.set("capacity.order", v) })),
		row("What happened to your memory", "All that was learned and changed, each with Undo.",
			m.leave("Open", "Open the ledger", m.d.on.Ledger)),
		row("Health of your memory", "Figures, tokens spent and their limit.",
			m.leave("Open", "Open health", m.d.on.Health)))
}

func presetText(preset string) string {
	if preset == "standard" {
		return "Standard: facts need your own words, and contradictions are resolved."
	}
	return "Classic: one fact at most from each exchange, as the model words it."
}

// capacities are the numbers offered, and the one in force.
func capacities(now int) []parts.Option {
	options := []parts.Option{{Value: "0", Label: "All"}}
	known := now == 0
	for _, n := range []int{100, 500, 1000, 5000} {
		if now > 0 && now < n && !known {
			options, known = append(options, capacity(now)), true
		}
		known = known || n == now
		options = append(options, capacity(n))
	}
	if !known {
		options = append(options, capacity(now))
	}
	return options
}

func capacity(n int) parts.Option {
	return parts.Option{Value: strconv.Itoa(n), Label: when.Count(n, "memory", "memories")}
}

// leave is a button that closes the dialog for a page of the panel.
func (m *models) leave(label, name string, do func()) fyne.CanvasObject {
	return parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Name: name}, func() {
		m.d.sheet.Close()
		do()
	})
}
