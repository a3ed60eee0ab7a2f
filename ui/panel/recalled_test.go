package panel

import (
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

func TestRecalledMessagesAreShownAndOpenTheirChat(t *testing.T) {
	d := newHarness(t)
	old, chat := d.CreateChat("Boats"), d.CreateChat("Now")
	r := d.receiptWithEverySection()
	r.Sections = append(r.Sections, memory.PromptSection{Name: "chats", Tokens: 40})
	r.Recalled = []memory.RecalledMessage{
		{ChatID: old, ChatTitle: "Boats", MessageID: 42, Role: memory.RoleUser, CreatedAt: d.Now, Text: "I took the ferry."},
		{ChatID: chat, MessageID: 43, Role: memory.RoleAssistant, CreatedAt: d.Now, Text: "A long way."},
	}
	r.RecalledSummaries = []memory.RecalledSummary{
		{ChatID: old, ChatTitle: "Boats", SummaryID: 3, CreatedAt: d.Now, Text: "- The user compared ferries."},
	}
	d.showAnswerReceiptAndWait(d.insertExchange(chat, 0, "Which ferry?", r))
	d.assertTextsShownOrNot(
		true,
		"Earlier messages",
		"I took the ferry.",
		"You · just now · Boats",
		"The model · just now · this chat",
		"- The user compared ferries.",
		"Summary · just now · Boats",
	)
	d.TapControlNamed("Message: I took the ferry.", nil)
	d.assertOnlyRoute(app.ChatRoute(old, 42))
	d.Routes = nil
	d.TapControlNamed("Summary: - The user compared ferries.", nil)
	d.assertOnlyRoute(app.ChatRoute(old, 0))
	d.TapControlNamed("Earlier messages", nil)
	d.assertTextsShownOrNot(false, "I took the ferry.")
}
