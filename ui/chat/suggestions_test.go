package chat

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
)

func TestSuggestionsAreChosenByRules(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC) }
	chats := []memory.Chat{
		{ID: 1, Title: "Pinned and old", Pinned: true, UpdatedAt: at(1)},
		{ID: 2, Title: "Today", UpdatedAt: at(9)},
		{ID: 3, Title: "Secret", Temporary: true, UpdatedAt: at(10)},
		{ID: 4, Title: "Yesterday", UpdatedAt: at(8)},
	}
	memories := []memory.Memory{
		{Content: "New.", CreatedAt: at(9)},
		{Content: "Used.", CreatedAt: at(1), LastUsedAt: memory.NullTime{Time: at(8)}},
		{Content: "Pinned.", CreatedAt: at(1), Pinned: true},
	}
	var got []string
	for _, s := range suggestFromChatsAndMemories(chats, memories) {
		got = append(got, s.cardLabel())
	}
	want := "Continue “Today”|Continue “Yesterday”|Ask about “Pinned”|Ask about “Used”"
	if strings.Join(got, "|") != want {
		t.Errorf("suggested: %q", got)
	}
	if got := suggestFromChatsAndMemories(nil, nil); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestEmptyChatSuggestsAndATapBegins(t *testing.T) {
	h := uitest.NewHarness(t)
	on := true
	h.Env.WantsSuggestions = func() bool { return on }
	chat := h.CreateChat("Trip to Porto")
	h.AddMemoryAsUser("I have two rabbits.")
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 1000, 700)
	p.OpenNewChat(false)
	h.WaitForText("Continue “Trip to Porto”")
	h.TapControlNamed("Ask about “I have two rabbits”", nil)
	if got := p.composer.Text(); got != "You remember: “I have two rabbits.” " {
		t.Errorf("the composer has %q", got)
	}
	h.TapControlNamed("Continue “Trip to Porto”", nil)
	if len(h.Routes) != 1 || h.Routes[0] != app.ChatRoute(chat, 0) {
		t.Errorf("led to %+v", h.Routes)
	}
	p.OpenNewChat(true)
	if h.ShowsText("Continue") {
		t.Error("a temporary chat shows what is remembered")
	}
	on = false
	p.OpenNewChat(false)
	if h.ShowsText("Continue") {
		t.Error("suggestions are shown although they are switched off")
	}
}
