package tiers

import (
	"context"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// summariesPerLoad is how many summaries are shown at first, and how many more each time.
const summariesPerLoad = 20

// model is what the page shows, without its widgets.
type model struct {
	tiers     memory.Tiers
	summaries []memory.ChatSummary // newest first
}

// isContinuedByNewerSummary reports whether a newer summary of the same chat follows on the one at
// index i, so that it is no longer sent itself.
func (m *model) isContinuedByNewerSummary(i int) bool {
	for _, newer := range m.summaries[:i] {
		if newer.ChatID == m.summaries[i].ChatID {
			return true
		}
	}
	return false
}

// loadTiersAndSummaries reads the figures and the summaries, those of one chat if onlyChat is set;
// it may be called off the UI goroutine.
func loadTiersAndSummaries(ctx context.Context, s *engine.Session, chat, onlyChat memory.ID) (model, error) {
	var m model
	var err error
	if m.tiers, err = s.LoadTierContentsCostsAndTriggers(ctx, chat); err != nil {
		return m, err
	}
	m.summaries, err = s.ListCurrentSummariesOfChatOrAll(ctx, onlyChat)
	return m, err
}

// tier is a row of the page. Its button leads to a screen, or to the summaries below.
type tier struct {
	title, text       string
	label, buttonName string // of the button
	leadsTo           app.Route
	hasSummaries      bool // leads to the summaries, and leadsTo is not used
}

// buildTierRows says what each tier holds, what it costs and when it changes next.
func (m *model) buildTierRows() []tier {
	t := m.tiers
	return []tier{
		{
			title: translate.Text("Working memory"),
			text:  m.workingMemoryText(), label: translate.Text("Show"),
			buttonName: translate.Text("Show what was sent for the last answer"),
			leadsTo:    app.Route{Screen: app.ScreenReceipt},
		},
		{
			title: translate.Text("Log"),
			text: joinWithFullStops(
				translate.Count(t.Log.Messages, "{{.Count}} message in your chats, {{.Size}}",
					"{{.Count}} messages in your chats, {{.Size}}", "Size", byteSizeText(t.Log.Bytes)),
				quotedMessageCountText(t.Log), lastPromptCostText(t.Log.Tokens)),
			label: translate.Text("Search"), buttonName: translate.Text("Search all messages"),
			leadsTo: app.Route{Screen: app.ScreenSearch},
		},
		{
			title: translate.Text("Summaries"),
			text: joinWithFullStops(translate.Count(t.Summaries.Count, "{{.Count}} summary",
				"{{.Count}} summaries")+", "+byteSizeText(
				t.Summaries.Bytes),
				m.nextSummaryText(), lastPromptCostText(t.Summaries.Tokens)),
			label: translate.Text("Edit"), buttonName: translate.Text("Show and edit the summaries"),
			hasSummaries: true,
		},
		{
			title: translate.Text("Facts"),
			text: joinWithFullStops(translate.Count(t.Facts.Count, "{{.Count}} memory", "{{.Count}} memories")+", "+byteSizeText(
				t.Facts.Bytes),
				translate.Count(t.Facts.Sent, "{{.Count}} memory was sent for the last answer",
					"{{.Count}} memories were sent for the last answer|several"),
				translate.Text("New facts are learned after each answer"),
				lastPromptCostText(t.Facts.Tokens)),
			label: translate.Text("Edit"), buttonName: translate.Text("Show and edit the memories"),
			leadsTo: app.Route{Screen: app.ScreenMemories},
		},
		{
			title: translate.Text("About you"),
			text: joinWithFullStops(translate.Count(t.Base.Words, "{{.Count}} word", "{{.Count}} words")+", "+byteSizeText(
				t.Base.Bytes), m.nextBaseMemoryText(),
				lastPromptCostText(t.Base.Tokens)),
			label: translate.Text("Edit"), buttonName: translate.Text("Show and edit the text about you"),
			leadsTo: app.Route{Screen: app.ScreenAboutYou},
		},
	}
}

// introText says which prompt the costs are of.
func (m *model) introText() string {
	text := translate.Text("What Memoir remembers, from the messages the model sees word for word to the text about you.")
	if m.tiers.Working.Messages == 0 {
		return text + " " + translate.Text("After the first answer, this page also shows what each part costs.")
	}
	title := m.tiers.ChatTitle
	if title == "" {
		title = translate.Text("New chat")
	}
	return text + " " + translate.Text("Costs are for the last answer in “{{.Title}}”.", "Title", title)
}

func (m *model) workingMemoryText() string {
	w := m.tiers.Working
	if w.Messages == 0 {
		return translate.Text("The newest messages in a chat, as many as fit in the model's context window.")
	}
	first := translate.Count(w.Messages, "{{.Count}} message from this chat, word for word",
		"{{.Count}} messages from this chat, word for word")
	next := translate.Text("The whole chat fits")
	if w.LeftOut > 0 {
		next = translate.Count(w.LeftOut, "{{.Count}} older message doesn't fit", "{{.Count}} older messages don't fit")
	}
	if w.Window > 0 {
		next = translate.Text("{{.Fits}} in the model's context window of {{.Window}} tokens",
			"Fits", next, "Window", w.Window)
	}
	return joinWithFullStops(first, next, lastPromptCostText(w.Tokens))
}

func quotedMessageCountText(l memory.LogTier) string {
	if l.Quoted == 0 {
		return translate.Text("No older messages were quoted")
	}
	return translate.Count(l.Quoted, "{{.Count}} older message was quoted", "{{.Count}} older messages were quoted")
}

func (m *model) nextSummaryText() string {
	switch n := m.tiers.Summaries.NextSummaryIn; {
	case m.tiers.ChatID == 0:
		return ""
	case n < 0:
		return translate.Text("This chat isn't summarized")
	case n == 0:
		return translate.Text("This chat will be summarized after the next answer")
	default:
		return translate.Count(n, "This chat will be summarized after {{.Count}} more message",
			"This chat will be summarized after {{.Count}} more messages")
	}
}

func (m *model) nextBaseMemoryText() string {
	switch b := m.tiers.Base; {
	case b.NextTextIn < 0:
		return translate.Text("The text isn't updated automatically")
	case b.Stale:
		return translate.Text("The text is out of date and will be updated after the next answer")
	case b.NextTextIn == 0:
		return translate.Text("The text will be updated after the next answer")
	default:
		return translate.Count(b.NextTextIn, "The text will be updated after {{.Count}} more summary",
			"The text will be updated after {{.Count}} more summaries")
	}
}

// lastPromptCostText says what a tier cost in the last prompt.
func lastPromptCostText(tokens int) string {
	if tokens == 0 {
		return translate.Text("Costs nothing right now")
	}
	return translate.Count(tokens, "Costs {{.Count}} token", "Costs {{.Count}} tokens")
}

// byteSizeText is a size in bytes for people.
func byteSizeText(bytes int) string { return humanize.FormatFileSize(int64(bytes)) }

// joinWithFullStops ends each part that is not empty with a full stop.
func joinWithFullStops(parts ...string) string {
	text := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		if text != "" {
			text += " "
		}
		text += humanize.AppendFullStop(p)
	}
	return text
}

// summaryOriginText says what a summary covers, who wrote it and when.
func summaryOriginText(s memory.ChatSummary, isCarriedOn bool, now time.Time) string {
	covers := translate.Text("texts Memoir learned from|what a summary covers")
	if s.MessageCount > 0 {
		covers = translate.Count(s.MessageCount, "{{.Count}} message", "{{.Count}} messages")
	}
	who := translate.Text("by {{.Model}}", "Model", humanize.ReadableModelName(string(s.Model)))
	switch s.Model {
	case memory.RuleBasedModel:
		who = translate.Text("without a model")
	case memory.EditedByPerson:
		who = translate.Text("edited by you")
	}
	text := covers + " · " + who + " · " + humanize.FormatAsTodayYesterdayOrDate(s.CreatedAt, now)
	if isCarriedOn {
		text += " · " + translate.Text("continued by a newer summary")
	}
	return text
}

// chatTitleText is the title of a summary's chat.
func chatTitleText(s memory.ChatSummary) string {
	if s.ChatTitle == "" {
		return translate.Text("New chat")
	}
	return s.ChatTitle
}
