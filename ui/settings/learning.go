package settings

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// newLearningSettingsCard holds the settings of how facts are learned, where they are used and how
// many are kept.
func (m *modelsPage) newLearningSettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	return newCardOfRows(
		newSettingRow(translate.Text("Learning mode"), learningModeDescription(cfg.Preset),
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: "classic", Label: translate.Text("Classic")}, {Value: "standard", Label: translate.Text("Standard")},
			}, cfg.Preset, func(v string) { m.saveConfigAndReload("preset", v) })),
		newSettingRow(translate.Text(
			"Use learned memories"), translate.Text("Memories you add yourself are used in all chats."),
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: string(memory.ScopeGlobal), Label: translate.Text("In all chats")},
				{Value: string(memory.ScopeChat), Label: translate.Text("Only in their own chat")},
			}, string(cfg.LearnedScope), func(v string) { m.saveConfigAndReload("scope", v) })),
		newSettingRow(
			translate.Text("Active memories"),
			translate.Text("Memories over the limit are archived, never deleted. Pinned memories and those you added stay "+
				"active."),
			m.newNumberSettingDropdown(
				translate.Text("Active memories"),
				"capacity.max_entries",
				cfg.MaxActiveMemories,
				translate.Text("All"),
				formatMemoryCount,
				100,
				500,
				1000,
				5000,
			),
		),
		newSettingRow(translate.Text("What to archive first"), "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: "value", Label: translate.Text("Least useful")}, {Value: "oldest", Label: translate.Text("Oldest")},
		}, string(cfg.CapacityOrder), func(v string) { m.saveConfigAndReload("capacity.order", v) })),
		newSettingRow(translate.Text("Daily learning limit"), translate.Text(
			"When the limit is reached, learning pauses until the next day."),
			m.newNumberSettingDropdown(translate.Text("Daily learning limit"), "learn.tokens_per_day", cfg.TokensPerDay,
				translate.Text("No limit"),
				humanize.FormatWithThousandsSeparators,
				10000, 50000, 200000, 1000000)),
		newSettingRow(translate.Text("Memory history"), translate.Text(
			"Everything that was learned or changed. You can undo each change."),
			m.newPanelPageLinkButton(translate.Text("Open"), translate.Text("Open memory history"), app.ScreenLedger)),
		newSettingRow(translate.Text("Memory health"), translate.Text("Memory counts, token use and limits."),
			m.newPanelPageLinkButton(translate.Text("Open"), translate.Text("Open memory health"), app.ScreenHealth)),
	)
}

func learningModeDescription(preset string) string {
	if preset == "standard" {
		return translate.Text("Standard learns only what you said yourself and resolves contradictions.")
	}
	return translate.Text("Classic learns at most one fact per answer, in the model's words.")
}

// newNumberSettingDropdown offers some numbers; 0 has the label none and is not offered if that is
// empty.
func (m *modelsPage) newNumberSettingDropdown(
	name, key string, now int, none string, label func(int) string, offered ...int,
) fyne.CanvasObject {
	set := func(v string) { m.saveConfigAndReload(key, v) }
	return widgets.AtLeastUpToMaxWidth(160, 250, 34, widgets.NewDropdown(name, numberDropdownOptions(
		now, none, label, offered,
	),
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

func formatMemoryCount(n int) string {
	return translate.Count(n, "{{.Count}} memory", "{{.Count}} memories")
}

// newPanelPageLinkButton is a button that closes the dialog and opens a page of the panel.
func (m *modelsPage) newPanelPageLinkButton(label, name string, to app.Screen) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name}, func() {
		m.dialog.sheet.Close()
		m.dialog.env.NavigateTo(app.Route{Screen: to})
	})
}
