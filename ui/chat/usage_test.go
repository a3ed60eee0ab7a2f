package chat

import (
	"testing"

	"memoir/memory"
	"memoir/ui/chat/conversation"
	"memoir/ui/uitest"
)

func TestUsageAndCostOfChatAndMonth(t *testing.T) {
	h := uitest.NewHarness(t)
	ctx := t.Context()
	chat := h.CreateChat("Tea")
	question := h.InsertMessageOrAnswerAsHead(chat, "Which tea?", nil)
	_, err := h.DB.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: chat, ParentID: question, Role: memory.RoleAssistant, Content: "Green.", Status: memory.MessageComplete,
		Model: "router/big", Usage: &memory.Usage{PromptTokens: 200000, CompletionTokens: 10000}, CreatedAt: h.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 1000, 700)
	p.carryOutEffects(p.state.Settings.SetModelListsAndNewChatMode(conversation.ModelLists{Models: []memory.ModelInfo{{
		ID: "router/big", Name: "big", Provider: "router", CanChat: true, InputPrice: 0.5, OutputPrice: 2,
	}}}))
	p.LeaveAndOpenStoredChat(chat, 0)
	h.RunUICallsUntil("the chat", func() bool { return p.CurrentChat().ID == chat })
	h.WaitForText("≈ $0.12")
	p.OpenUsage()
	h.WaitForText("1 answer · 200,000 tokens read, 10,000 written")
	if !h.ShowsText("This chat") || !h.ShowsText(h.Now.Format("January 2006")) || !h.ShowsText("≈ $0.12") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
}

func TestUnknownPricesAreSaid(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{})
	p.carryOutEffects(p.state.Settings.SetModelListsAndNewChatMode(conversation.ModelLists{Models: []memory.ModelInfo{
		{ID: "a/cloud", Name: "cloud"}, {ID: "b/local", Name: "local", Local: true},
	}}))
	for model, want := range map[string]string{"a/cloud": "price unknown", "b/local": "", "c/gone": "price unknown"} {
		if got := p.costText(model, memory.Usage{PromptTokens: 5}); got != want {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
	for v, want := range map[float64]string{0.001234: "≈ $0.0012", 0.5: "≈ $0.50", 12.345: "≈ $12.35"} {
		if got := formatEstimatedDollars(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}
