package settings

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// newSummaryAndAboutYouSettingsCard holds the settings of chat summaries and of the text about the
// user.
func (m *modelsPage) newSummaryAndAboutYouSettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	countTrigger := formatMessageCount
	if cfg.SummaryUnit == memory.UnitPairs {
		countTrigger = formatExchangeCount
	}
	return newCardOfRows(
		newSettingRow(translate.Text("Summarize a chat after"), translate.Text(
			"The summary is sent in place of messages that no longer fit."),
			m.newNumberSettingDropdown(translate.Text("Summarize a chat after"), "summary.trigger", cfg.SummaryTrigger,
				translate.Text("Never"),
				countTrigger, 1, 10, 20, 30, 60)),
		newSettingRow(translate.Text("Measure chat length in"), translate.Text("An exchange is a message and its answer."),
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: string(memory.UnitMessages), Label: translate.Text("Messages")},
				{Value: string(memory.UnitPairs), Label: translate.Text("Exchanges")},
			}, string(cfg.SummaryUnit), func(v string) { m.saveConfigAndReload("summary.unit", v) })),
		newSettingRow(translate.Text("Leave out of summaries"), translate.Text(
			"The newest messages are left for the next summary."),
			m.newNumberSettingDropdown(translate.Text("Leave out of summaries"), "summary.keep", cfg.SummaryKeep,
				translate.Text("Nothing"),
				formatMessageCount, 5, 10, 20, 40)),
		newSettingRow(translate.Text("Write summaries as"), "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: string(memory.SummaryBullets), Label: translate.Text("Bullet points")},
			{Value: string(memory.SummarySentences), Label: translate.Text("Sentences")},
		}, string(cfg.SummaryStyle), func(v string) { m.saveConfigAndReload("summary.style", v) })),
		newSettingRow(translate.Text("Update the text about you after"),
			translate.Text("The text comes first in everything sent to the model. Lines you wrote yourself are kept."),
			m.newNumberSettingDropdown(translate.Text("Update the text about you after"), "base.trigger", cfg.BaseTrigger,
				translate.Text("Never"),
				formatSummaryCount, 5, 10, 20, 40)),
		newSettingRow(translate.Text("Leave out of the text about you"),
			translate.Text("The newest summaries will be included in the next update."),
			m.newNumberSettingDropdown(translate.Text("Leave out of the text about you"), "base.keep", cfg.BaseKeep,
				translate.Text("Nothing"),
				formatSummaryCount, 5, 10, 20)),
		newSettingRow(translate.Text("Maximum length of the text about you"),
			translate.Text("A longer text uses more tokens with every message."),
			m.newNumberSettingDropdown(translate.Text("Maximum length of the text about you"),
				"base.max_words", cfg.BaseMaxWords, "",
				formatWordCount, 100, 200, 400, 800)),
	)
}

// newMessageQuotesSettingsCard holds the settings of the quotes from earlier messages.
func (m *modelsPage) newMessageQuotesSettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	return newCardOfRows(
		newSettingRow(translate.Text("Find messages by meaning"),
			translate.Text("Memoir indexes every message in the background when it has nothing else to do."),
			widgets.NewSwitch(translate.Text("Find messages by meaning"), cfg.EmbedMessages, func(on bool) {
				m.saveConfigAndReload("chats.embed", strconv.FormatBool(on))
			})),
		newSettingRow(
			translate.Text("Quote earlier messages"),
			translate.Text("Quotes what you said before, in the same chat or in others, when it's relevant to your question. "+
				"Uses some tokens for each answer."),
			widgets.NewSwitch(translate.Text("Quote earlier messages"), cfg.RecallChats, func(on bool) {
				m.saveConfigAndReload("chats.recall", strconv.FormatBool(on))
			}),
		),
		newSettingRow(translate.Text("Messages compared"), translate.Text(
			"The newest messages that the model no longer sees are compared with your question."),
			m.newNumberSettingDropdown(translate.Text("Messages compared"), "chats.candidates", cfg.RecallCandidates,
				translate.Text("None"),
				formatMessageCount, 50, 100, 200, 1000)),
		newSettingRow(translate.Text("Also search other chats"),
			translate.Text("When the open chat has too few messages to compare."),
			m.newNumberSettingDropdown(translate.Text("Also search other chats"), "chats.widen_below", cfg.RecallWidenBelow,
				translate.Text("Never"),
				func(n int) string { return translate.Text("If fewer than {{.Number}}", "Number", n) }, 10, 50, 200)),
		newSettingRow(translate.Text("Messages considered"), translate.Text(
			"The most relevant of the compared messages are considered for quoting."),
			m.newNumberSettingDropdown(translate.Text("Messages considered"), "chats.top_k", cfg.RecallTopK,
				translate.Text("None"),
				formatMessageCount, 4, 8, 16)),
		newSettingRow(translate.Text("Minimum similarity"), translate.Text(
			"A higher value means fewer quotes. The default is 45%."),
			m.newQuoteMinSimilarityDropdown(cfg)),
		newSettingRow(translate.Text("Quotes per answer"), "",
			m.newNumberSettingDropdown(translate.Text("Quotes per answer"), "chats.inject", cfg.RecallInject,
				translate.Text("None"),
				formatQuoteCount, 1, 2, 4, 8)),
		newSettingRow(translate.Text("Maximum quote length"), "",
			m.newNumberSettingDropdown(translate.Text("Maximum quote length"), "chats.chars", cfg.RecallChars, "",
				formatCharacterCount, 100, 200, 400, 1000)),
	)
}

// newQuoteMinSimilarityDropdown sets from which cosine a message is quoted, in percent.
func (m *modelsPage) newQuoteMinSimilarityDropdown(cfg memory.Config) fyne.CanvasObject {
	percent := func(n int) string { return humanize.FormatPercent(float64(n) / 100) }
	now := int(math.Round(100 * cfg.RecallThreshold))
	return widgets.AtLeastUpToMaxWidth(160, 250, 34, widgets.NewDropdown(translate.Text("Minimum similarity"),
		numberDropdownOptions(now, translate.Text("Any"), percent, []int{30, 45, 60, 75}), strconv.Itoa(now), func(v string) {
			n, err := strconv.Atoi(v)
			if err == nil {
				m.saveConfigAndReload("chats.threshold", strconv.FormatFloat(float64(n)/100, 'f', -1, 64))
			}
		}).Button)
}
