package sidebar

import (
	"testing"
	"time"

	"memoir/ui/uitest"
)

func TestEmptyHintIsShownOnlyAfterTheChatsAreLoaded(t *testing.T) {
	d := uitest.NewHarness(t)
	var timers []func()
	d.Env.After = func(_ time.Duration, f func()) func() {
		timers = append(timers, f)
		return func() {}
	}
	shown := -1
	p := New(d.Env, Actions{OnChatsShown: func(n int) { shown = n }})
	d.ShowPane(p, 256, 800)
	p.ReloadChats()
	p.SetCurrent(7) // the window opens a chat while the list is loading
	if p.list.RowObject("none") != nil || len(timers) != 1 {
		t.Fatalf("%d lists wait, no chats: %v", len(timers), p.list.RowObject("none") != nil)
	}
	timers[0]()
	if p.list.RowObject("loading2") == nil {
		t.Error("the sidebar does not wait")
	}
	d.RunUntil("the chats", func() bool { return shown == 0 })
	if p.list.RowObject("none") == nil || p.list.RowObject("loading0") != nil {
		t.Error("the sidebar still waits")
	}
}
