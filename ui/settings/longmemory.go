package settings

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/widgets"
)

// newLongMemorySettingsCard holds the settings of chat summaries and of the text about the user.
func (m *modelsPage) newLongMemorySettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	countTrigger := countNouns("message", "messages")
	if cfg.SummaryUnit == memory.UnitPairs {
		countTrigger = countNouns("exchange", "exchanges")
	}
	return newCardOfRows(
		newSettingRow("Sum up a chat after", "The summary is sent in place of messages that no longer fit.",
			m.newNumberSettingDropdown("Sum up a chat after", "summary.trigger", cfg.SummaryTrigger, "Never",
				countTrigger, 1, 10, 20, 30, 60)),
		newSettingRow("Count", "An exchange is a message with its answer.", widgets.NewSegmentedControl([]widgets.Option{
			{Value: string(memory.UnitMessages), Label: "Messages"}, {Value: string(memory.UnitPairs), Label: "Exchanges"},
		}, string(cfg.SummaryUnit), func(v string) { m.saveConfigAndReload("summary.unit", v) })),
		newSettingRow("Leave out of a summary", "The newest messages wait for the next one.",
			m.newNumberSettingDropdown("Leave out of a summary", "summary.keep", cfg.SummaryKeep, "Nothing",
				countNouns("message", "messages"), 5, 10, 20, 40)),
		newSettingRow("Write summaries as", "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: string(memory.SummaryBullets), Label: "Points"},
			{Value: string(memory.SummarySentences), Label: "Sentences"},
		}, string(cfg.SummaryStyle), func(v string) { m.saveConfigAndReload("summary.style", v) })),
		newSettingRow("Write the text about you after", "It opens every prompt. Lines of your own stay.",
			m.newNumberSettingDropdown("Write the text about you after", "base.trigger", cfg.BaseTrigger, "Never",
				countNouns("summary", "summaries"), 5, 10, 20, 40)),
		newSettingRow("Leave out of the text about you", "The newest summaries wait for the next version.",
			m.newNumberSettingDropdown("Leave out of the text about you", "base.keep", cfg.BaseKeep, "Nothing",
				countNouns("summary", "summaries"), 5, 10, 20)),
		newSettingRow("Longest text about you", "A longer one costs more tokens in every answer.",
			m.newNumberSettingDropdown("Longest text about you", "base.max_words", cfg.BaseMaxWords, "",
				countNouns("word", "words"), 100, 200, 400, 800)),
	)
}

// newRecallSettingsCard holds the settings of the quotes from earlier messages.
func (m *modelsPage) newRecallSettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	countMessages := countNouns("message", "messages")
	return newCardOfRows(
		newSettingRow(
			"Recall earlier messages",
			"Quotes what you said before, here or in other chats, when it concerns your "+
				"question. Costs some tokens per answer.",
			widgets.NewSwitch("Recall earlier messages", cfg.RecallChats, func(on bool) {
				m.saveConfigAndReload("chats.recall", strconv.FormatBool(on))
			}),
		),
		newSettingRow("Messages compared", "The newest ones that the model no longer sees.",
			m.newNumberSettingDropdown("Messages compared", "chats.candidates", cfg.RecallCandidates, "None",
				countMessages, 50, 100, 200, 1000)),
		newSettingRow("Also search other chats", "Only while this chat has fewer messages to compare.",
			m.newNumberSettingDropdown("Also search other chats", "chats.widen_below", cfg.RecallWidenBelow, "Never",
				func(n int) string { return "Below " + humanize.FormatThousands(n) }, 10, 50, 200)),
		newSettingRow("Messages considered", "The most relevant of those compared.",
			m.newNumberSettingDropdown("Messages considered", "chats.top_k", cfg.RecallTopK, "None",
				countMessages, 4, 8, 16)),
		newSettingRow("Likeness needed", "Higher quotes less often. The default is 45 %.", m.newLikenessDropdown(cfg)),
		newSettingRow("Quotes per answer", "",
			m.newNumberSettingDropdown("Quotes per answer", "chats.inject", cfg.RecallInject, "None",
				countNouns("quote", "quotes"), 1, 2, 4, 8)),
		newSettingRow("Longest quote", "",
			m.newNumberSettingDropdown("Longest quote", "chats.chars", cfg.RecallChars, "",
				countNouns("character", "characters"), 100, 200, 400, 1000)),
	)
}

// newLikenessDropdown sets from which cosine a message is quoted, in percent.
func (m *modelsPage) newLikenessDropdown(cfg memory.Config) fyne.CanvasObject {
	percent := func(n int) string { return strconv.Itoa(n) + " %" }
	now := int(math.Round(100 * cfg.RecallThreshold))
	return widgets.FixedSize(160, 34, widgets.NewDropdown("Likeness needed",
		numberDropdownOptions(now, "Any", percent, []int{30, 45, 60, 75}), strconv.Itoa(now), func(v string) {
			n, err := strconv.Atoi(v)
			if err == nil {
				m.saveConfigAndReload("chats.threshold", strconv.FormatFloat(float64(n)/100, 'f', -1, 64))
			}
		}).Button)
}

// countNouns returns a function that writes a number with its noun.
func countNouns(one, many string) func(n int) string {
	return func(n int) string { return humanize.CountNoun(n, one, many) }
}
