package chat

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

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
	p.LeaveAndOpenNewChat(false)
	h.WaitForText("Continue “Trip to Porto”")
	h.TapControlNamed("Ask about “I have two rabbits”", nil)
	if got := p.composer.Text(); got != "You remember this: “I have two rabbits.” " {
		t.Errorf("the composer has %q", got)
	}
	h.TapControlNamed("Continue “Trip to Porto”", nil)
	if len(h.Routes) != 1 || h.Routes[0] != app.ChatRoute(chat, 0) {
		t.Errorf("led to %+v", h.Routes)
	}
	p.LeaveAndOpenNewChat(true)
	if h.ShowsText("Continue") {
		t.Error("a temporary chat shows what is remembered")
	}
	on = false
	p.LeaveAndOpenNewChat(false)
	if h.ShowsText("Continue") {
		t.Error("suggestions are shown although they are switched off")
	}
}

func TestSuggestionsWithoutRoomAreHidden(t *testing.T) {
	h := uitest.NewHarness(t)
	h.Env.WantsSuggestions = func() bool { return true }
	h.CreateChat("Trip to Porto")
	h.CreateChat("Dinners")
	h.AddMemoryAsUser("I have two rabbits.")
	h.AddMemoryAsUser("I sail a yawl.")
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 700)
	p.LeaveAndOpenNewChat(false)
	h.WaitForText("Ask about “I have two rabbits”")
	for _, c := range []struct {
		height float32
		all    bool
	}{{340, false}, {700, true}} {
		p.Resize(fyne.NewSize(800, c.height))
		bottom := p.composer.Position().Y
		hidden := 0
		for _, card := range p.body.suggestions.Objects {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(card)
			switch {
			case !card.Visible():
				hidden++
			case at.Y+card.Size().Height > bottom:
				t.Errorf("%v px high: a suggestion ends at %v, the composer begins at %v",
					c.height, at.Y+card.Size().Height, bottom)
			}
		}
		if (hidden == 0) != c.all || hidden == len(p.body.suggestions.Objects) {
			t.Errorf("%v px high: %d of %d are hidden", c.height, hidden, len(p.body.suggestions.Objects))
		}
	}
}
