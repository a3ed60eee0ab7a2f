package panel

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestCardTakesTheNewNameOfItsChat(t *testing.T) {
	d := newDesk(t)
	chat := d.Chat("Plan three weeknight dinners for us")
	m := d.from(chat, "The user is allergic to peanuts.")
	d.reload()
	name := "Weeknight dinners"
	if _, err := d.Env.Service.UpdateThread(t.Context(), 1, chat, memory.ThreadPatch{Title: &name}); err != nil {
		t.Fatal(err)
	}
	d.panel.Handle(memory.Event{Kind: memory.EventThreads, ProfileID: 1, ThreadID: chat})
	d.Until("the new name", func() bool { return strings.Contains(d.line(m.ID).label.Text(), "Weeknight dinners") })
}
