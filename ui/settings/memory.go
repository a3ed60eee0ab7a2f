package settings

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/when"
)

// learningGroup holds the settings of how facts are learned, where they are used and how many are
// kept.
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
			m.number("Memories kept in use", "capacity.max_entries", cfg.MaxEntries, "All", memories, 100, 500, 1000, 5000)),
		row("What is put aside first", "", parts.NewSegment([]parts.Option{
			{Value: "value", Label: "The least useful"}, {Value: "oldest", Label: "The oldest"},
		}, cfg.CapacityOrder, func(v string) { m.set("capacity.order", v) })),
		row("Tokens a day for learning", "When they are spent, learning goes on the next day.",
			m.number("Tokens a day for learning", "learn.tokens_per_day", cfg.TokensPerDay, "No limit", when.Number,
				10000, 50000, 200000, 1000000)),
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

// numberDropdown offers some numbers; 0 has a label of its own.
func (m *models) number(
	name, key string, now int, none string, label func(int) string, offered ...int,
) fyne.CanvasObject {
	set := func(v string) { m.set(key, v) }
	return parts.Fix(160, 34, parts.NewChoice(name, numbers(now, none, label, offered), strconv.Itoa(now), set).Button)
}

// numberOptions returns 0, the offered numbers, and the current one if it is not among them.
func numbers(now int, none string, label func(int) string, offered []int) []parts.Option {
	all := append([]int{}, offered...)
	if now > 0 && !slices.Contains(all, now) {
		all = append(all, now)
		slices.Sort(all)
	}
	options := []parts.Option{{Value: "0", Label: none}}
	for _, n := range all {
		options = append(options, parts.Option{Value: strconv.Itoa(n), Label: label(n)})
	}
	return options
}

func memories(n int) string { return when.Count(n, "memory", "memories") }

// panelLink is a button that closes the dialog and opens a page of the panel.
func (m *models) leave(label, name string, do func()) fyne.CanvasObject {
	return parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Name: name}, func() {
		m.d.sheet.Close()
		do()
	})
}
