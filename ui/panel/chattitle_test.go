package panel

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestCardShowsTheNewTitleOfItsChat(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Plan three weeknight dinners for us")
	m := d.storeMemoryLearnedFromMessage(chat, "The user is allergic to peanuts.")
	d.reloadMemoriesAndWait()
	name := "Weeknight dinners"
	if _, err := d.Env.Session.UpdateChat(t.Context(), chat, memory.ChatPatch{Title: &name}); err != nil {
		t.Fatal(err)
	}
	d.panel.HandleEvent(memory.Event{Kind: memory.EventChats, ProfileID: 1, ChatID: chat})
	d.RunUICallsUntil("the new name", func() bool {
		return strings.Contains(d.cardSourceLine(m.ID).label.Text(),
			"Weeknight dinners")
	})
}
