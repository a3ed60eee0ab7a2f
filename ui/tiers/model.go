package tiers

import (
	"context"
	"fmt"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/humanize"
)

// summariesPerLoad is how many summaries are shown at first, and how many more each time.
const summariesPerLoad = 20

// model is what the page shows, without its widgets.
type model struct {
	tiers     memory.Tiers
	summaries []memory.ChatSummary // newest first
}

// isCarriedOn reports whether a newer summary of the same chat follows on the one at index i, so that it is
// no longer sent itself.
func (m *model) isCarriedOn(i int) bool {
	for _, newer := range m.summaries[:i] {
		if newer.ChatID == m.summaries[i].ChatID {
			return true
		}
	}
	return false
}

// loadModel reads the figures and the summaries, those of one chat if onlyChat is set; it may be called off
// the UI goroutine.
func loadModel(ctx context.Context, s *engine.Session, chat, onlyChat memory.ID) (model, error) {
	var m model
	var err error
	if m.tiers, err = s.LoadTiers(ctx, chat); err != nil {
		return m, err
	}
	m.summaries, err = s.ListSummaries(ctx, onlyChat)
	return m, err
}

// tier is a row of the page. Its button leads to a screen.
type tier struct {
	title, text       string
	label, buttonName string // of the button; label "" = none
	leadsTo           app.Route
}

// rows says what each tier holds, what it costs and when it changes next.
func (m *model) rows() []tier {
	t := m.tiers
	return []tier{
		{
			title: "Working memory",
			text:  m.workingText(), label: "Show", buttonName: "Show what was sent for the last answer",
			leadsTo: app.Route{Screen: app.ScreenReceipt},
		},
		{
			title: "Log",
			text: joinSentences(
				humanize.CountNoun(t.Log.Messages, "message", "messages")+" in your chats, "+sizeText(t.Log.Bytes),
				quotedText(t.Log), costText(t.Log.Tokens)),
			label: "Search", buttonName: "Search in all messages", leadsTo: app.Route{Screen: app.ScreenSearch},
		},
		{
			title: "Summaries",
			text: joinSentences(humanize.CountNoun(t.Summaries.Count, "summary", "summaries")+", "+sizeText(t.Summaries.Bytes),
				m.nextSummaryText(), costText(t.Summaries.Tokens)),
		},
		{
			title: "Facts",
			text: joinSentences(humanize.CountNoun(t.Facts.Count, "memory", "memories")+", "+sizeText(t.Facts.Bytes),
				fmt.Sprintf("%d went with the last answer", t.Facts.Sent), "After each answer, new ones are learned",
				costText(t.Facts.Tokens)),
			label: "Edit", buttonName: "Show and edit the memories", leadsTo: app.Route{Screen: app.ScreenMemories},
		},
		{
			title: "About you",
			text: joinSentences(humanize.CountNoun(t.Base.Words, "word", "words")+", "+sizeText(t.Base.Bytes), m.nextBaseText(),
				costText(t.Base.Tokens)),
			label: "Edit", buttonName: "Show and edit the text about you", leadsTo: app.Route{Screen: app.ScreenAboutYou},
		},
	}
}

// introText says which prompt the costs are of.
func (m *model) introText() string {
	text := "What Memoir remembers, from what the model sees word for word to what it always knows."
	if m.tiers.Working.Messages == 0 {
		return text + " After the first answer, this page also says what each part costs."
	}
	title := m.tiers.ChatTitle
	if title == "" {
		title = "New chat"
	}
	return text + " Costs are those of the last answer in “" + title + "”."
}

func (m *model) workingText() string {
	w := m.tiers.Working
	if w.Messages == 0 {
		return "The newest messages of a chat, as many as the model's window holds."
	}
	first := humanize.CountNoun(w.Messages, "message", "messages") + " of this chat, word for word"
	next := "All of the chat fits"
	if w.LeftOut > 0 {
		next = humanize.CountNoun(w.LeftOut, "older one doesn't fit", "older ones don't fit")
	}
	if w.Window > 0 {
		next += " into " + humanize.FormatThousands(w.Window) + " tokens"
	}
	return joinSentences(first, next, costText(w.Tokens))
}

func quotedText(l memory.LogTier) string {
	if l.Quoted == 0 {
		return "None was quoted"
	}
	return humanize.CountNoun(l.Quoted, "older one was quoted", "older ones were quoted")
}

func (m *model) nextSummaryText() string {
	switch n := m.tiers.Summaries.NextSummaryIn; {
	case m.tiers.ChatID == 0:
		return ""
	case n < 0:
		return "This chat isn't summed up"
	case n == 0:
		return "This chat is summed up after the next answer"
	default:
		return "This chat is summed up in " + humanize.CountNoun(n, "message", "messages")
	}
}

func (m *model) nextBaseText() string {
	switch b := m.tiers.Base; {
	case b.Stale:
		return "Something it rested on changed; it's written anew after the next answer"
	case b.NextTextIn < 0:
		return "It isn't written by Memoir"
	case b.NextTextIn == 0:
		return "It's written anew after the next answer"
	default:
		return "It's written anew after " + humanize.CountNoun(b.NextTextIn, "more summary", "more summaries")
	}
}

// costText says what a tier cost in the last prompt.
func costText(tokens int) string {
	if tokens == 0 {
		return "Costs nothing now"
	}
	return "Costs " + humanize.CountNoun(tokens, "token", "tokens")
}

// sizeText is a size in bytes for people.
func sizeText(bytes int) string {
	switch {
	case bytes < 1000:
		return humanize.CountNoun(bytes, "byte", "bytes")
	case bytes < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(bytes)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1_000_000)
}

// joinSentences ends each part that is not empty with a full stop.
func joinSentences(parts ...string) string {
	text := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		if text != "" {
			text += " "
		}
		text += p + "."
	}
	return text
}

// summaryOriginText says what a summary covers, who wrote it and when.
func summaryOriginText(s memory.ChatSummary, isCarriedOn bool, now time.Time) string {
	covers := "of learned texts"
	if s.MessageCount > 0 {
		covers = humanize.CountNoun(s.MessageCount, "message", "messages")
	}
	who := "by " + humanize.ModelName(string(s.Model))
	switch s.Model {
	case memory.RuleBasedModel:
		who = "by rule"
	case memory.EditedByPerson:
		who = "edited by you"
	}
	text := covers + " · " + who + " · " + humanize.FormatRelativeTime(s.CreatedAt, now)
	if isCarriedOn {
		text += " · carried on by a newer one"
	}
	return text
}

// chatTitleText is the title of a summary's chat.
func chatTitleText(s memory.ChatSummary) string {
	if s.ChatTitle == "" {
		return "New chat"
	}
	return s.ChatTitle
}
