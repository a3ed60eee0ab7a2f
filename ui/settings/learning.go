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

// newLearningSettingsCard holds the settings of how facts are learned, where they are used and how
// many are kept.
func (m *modelsPage) newLearningSettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	return newCardOfRows(
		newSettingRow("Learning mode", learningModeDescription(cfg.Preset), widgets.NewSegmentedControl([]widgets.Option{
			{Value: "classic", Label: "Classic"}, {Value: "standard", Label: "Standard"},
		}, cfg.Preset, func(v string) { m.saveConfigAndReload("preset", v) })),
		newSettingRow("Use learned facts", "What you add yourself is used everywhere.",
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: string(memory.ScopeGlobal), Label: "In all chats"},
				{Value: string(memory.ScopeChat), Label: "Only where learned"},
			}, string(cfg.LearnedScope), func(v string) { m.saveConfigAndReload("scope", v) })),
		newSettingRow(
			"Active memories",
			"Extra ones are archived, never deleted. Pinned and hand-written ones stay.",
			m.newNumberSettingDropdown(
				"Active memories",
				"capacity.max_entries",
				cfg.MaxActiveMemories,
				"All",
				formatMemoryCount,
				100,
				500,
				1000,
				5000,
			),
		),
		newSettingRow("Archive first", "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: "value", Label: "Least useful"}, {Value: "oldest", Label: "Oldest"},
		}, string(cfg.CapacityOrder), func(v string) { m.saveConfigAndReload("capacity.order", v) })),
		newSettingRow("Daily learning limit", "Learning resumes the next day.",
			m.newNumberSettingDropdown("Daily learning limit", "learn.tokens_per_day", cfg.TokensPerDay, "No limit",
				humanize.FormatThousands,
				10000, 50000, 200000, 1000000)),
		newSettingRow("Memory history", "Everything learned or changed, each with Undo.",
			m.newPanelPageLinkButton("Open", "Open memory history", app.ScreenLedger)),
		newSettingRow("Memory health", "Counts, tokens used and limits.",
			m.newPanelPageLinkButton("Open", "Open memory health", app.ScreenHealth)),
	)
}

func learningModeDescription(preset string) string {
	if preset == "standard" {
		return "Standard: facts must be in your own words, and contradictions are resolved."
	}
	return "Classic: up to one fact per reply, in the model's words."
}

// newNumberSettingDropdown offers some numbers; 0 has the label none and is not offered if that is
// empty.
func (m *modelsPage) newNumberSettingDropdown(
	name, key string, now int, none string, label func(int) string, offered ...int,
) fyne.CanvasObject {
	set := func(v string) { m.saveConfigAndReload(key, v) }
	return widgets.FixedSize(160, 34, widgets.NewDropdown(name, numberDropdownOptions(now, none, label, offered),
		strconv.Itoa(now), set).Button)
}

// numberDropdownOptions returns 0 unless none is empty, the offered numbers, and the current one if
// it is not among them.
func numberDropdownOptions(now int, none string, label func(int) string, offered []int) []widgets.Option {
	all := append([]int{}, offered...)
	if now > 0 && !slices.Contains(all, now) {
		all = append(all, now)
		slices.Sort(all)
	}
	var options []widgets.Option
	if none != "" {
		options = append(options, widgets.Option{Value: "0", Label: none})
	}
	for _, n := range all {
		options = append(options, widgets.Option{Value: strconv.Itoa(n), Label: label(n)})
	}
	return options
}

func formatMemoryCount(n int) string { return humanize.CountNoun(n, "memory", "memories") }

// newPanelPageLinkButton is a button that closes the dialog and opens a page of the panel.
func (m *modelsPage) newPanelPageLinkButton(label, name string, to app.Screen) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name}, func() {
		m.dialog.sheet.Close()
		m.dialog.env.NavigateTo(app.Route{Screen: to})
	})
}
