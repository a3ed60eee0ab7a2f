package settings

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/widgets"
)

// learningGroup holds the settings of how facts are learned, where they are used and how many are
// kept.
func (m *modelsPage) learningGroup() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	return groupCard(
		settingRow("Learning mode", presetDescription(cfg.Preset), widgets.NewSegmentedControl([]widgets.Option{
			{Value: "classic", Label: "Classic"}, {Value: "standard", Label: "Standard"},
		}, cfg.Preset, func(v string) { m.setConfig("preset", v) })),
		settingRow("Use learned facts", "What you add yourself is used everywhere.",
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: string(memory.ScopeGlobal), Label: "In all chats"},
				{Value: string(memory.ScopeChat), Label: "Only where learned"},
			}, string(cfg.LearnedScope), func(v string) { m.setConfig("scope", v) })),
		settingRow("Active memories", "Extra ones are archived, never deleted. Pinned and hand-written ones stay.",
			m.numberDropdown("Active memories", "capacity.max_entries", cfg.MaxActiveMemories, "All", memoryCount, 100, 500,
				1000, 5000)),
		settingRow("Archive first", "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: "value", Label: "Least useful"}, {Value: "oldest", Label: "Oldest"},
		}, string(cfg.CapacityOrder), func(v string) { m.setConfig("capacity.order", v) })),
		settingRow("Daily learning limit", "Learning resumes the next day.",
			m.numberDropdown("Daily learning limit", "learn.tokens_per_day", cfg.TokensPerDay, "No limit",
				humanize.FormatNumber,
				10000, 50000, 200000, 1000000)),
		settingRow("Memory history", "Everything learned or changed, each with Undo.",
			m.panelLink("Open", "Open memory history", app.ScreenLedger)),
		settingRow("Memory health", "Counts, tokens used and limits.",
			m.panelLink("Open", "Open memory health", app.ScreenHealth)))
}

func presetDescription(preset string) string {
	if preset == "standard" {
		return "Standard: facts must be in your own words, and contradictions are resolved."
	}
	return "Classic: up to one fact per reply, in the model's words."
}

// numberDropdown offers some numbers; 0 has a label of its own.
func (m *modelsPage) numberDropdown(
	name, key string, now int, none string, label func(int) string, offered ...int,
) fyne.CanvasObject {
	set := func(v string) { m.setConfig(key, v) }
	return widgets.FixedSize(160, 34, widgets.NewDropdown(name, numberOptions(now, none, label, offered),
		strconv.Itoa(now), set).Button)
}

// numberOptions returns 0, the offered numbers, and the current one if it is not among them.
func numberOptions(now int, none string, label func(int) string, offered []int) []widgets.Option {
	all := append([]int{}, offered...)
	if now > 0 && !slices.Contains(all, now) {
		all = append(all, now)
		slices.Sort(all)
	}
	options := []widgets.Option{{Value: "0", Label: none}}
	for _, n := range all {
		options = append(options, widgets.Option{Value: strconv.Itoa(n), Label: label(n)})
	}
	return options
}

func memoryCount(n int) string { return humanize.CountNoun(n, "memory", "memories") }

// panelLink is a button that closes the dialog and opens a page of the panel.
func (m *modelsPage) panelLink(label, name string, to app.Screen) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name}, func() {
		m.dialog.sheet.Close()
		m.dialog.env.NavigateTo(app.Route{Screen: to})
	})
}
