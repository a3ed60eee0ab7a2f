package sidebar

import (
	"testing"
	"time"

	"memoir/ui/uitest"
)

func TestTheSidebarSaysThatThereAreNoChatsOnlyOnceItKnows(t *testing.T) {
	d := uitest.New(t)
	var late []func()
	d.Env.After = func(_ time.Duration, f func()) func() {
		late = append(late, f)
		return func() {}
	}
	shown := -1
	p := New(d.Env, Actions{MarkShown: func(n int) { shown = n }})
	d.Show(p, 256, 800)
	p.Reload()
	p.SetCurrent(7) // the window opens a chat while the list is loading
	if p.list.Row("none") != nil || len(late) != 1 {
		t.Fatalf("%d lists wait, no chats: %v", len(late), p.list.Row("none") != nil)
	}
	late[0]()
	if p.list.Row("loading2") == nil {
		t.Error("the sidebar does not wait")
	}
	d.Until("the chats", func() bool { return shown == 0 })
	if p.list.Row("none") == nil || p.list.Row("loading0") != nil {
		t.Error("the sidebar still waits")
	}
}
