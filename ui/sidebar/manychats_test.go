package sidebar

import (
	"fmt"
	"runtime"
	"testing"

	"memoir/memory"
)

// allocationsOfReload returns how many objects are allocated while the UI goroutine shows a list of n chats
// that was loaded again after one of them, which is in view, was renamed.
func allocationsOfReload(t *testing.T, n int) int {
	t.Helper()
	h := newHarness(t)
	var chat memory.ID
	err := h.DB.InTx(t.Context(), func(tx memory.Store) error {
		for i := range n {
			at := h.Now.AddDate(0, 0, -n+i)
			var err error
			chat, err = tx.ChatStore().Create(t.Context(), memory.Chat{
				ProfileID: 1, Title: fmt.Sprint("Chat ", i), Memory: memory.MemoryOn, CreatedAt: at, UpdatedAt: at,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h.pane.ReloadChatsAndProjects()
	h.WaitForLoad("the chats", &h.pane.loadRequest)
	title := "Renamed"
	if _, err := h.Env.Session.UpdateChat(t.Context(), chat, memory.ChatPatch{Title: &title}); err != nil {
		t.Fatal(err)
	}
	allocations := uint64(0)
	h.RunUICall = func(f func()) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		allocations += after.Mallocs - before.Mallocs
	}
	h.pane.ReloadChatsAndProjects()
	h.WaitForLoad("the chats", &h.pane.loadRequest)
	if got := h.titleOfChat(chat); got != title || len(h.pane.ListedChats()) != n {
		t.Fatalf("%d chats are listed, the newest is %q", len(h.pane.ListedChats()), got)
	}
	return int(allocations) //nolint:gosec // far below the limit
}

// The list is loaded anew every few seconds while chats are imported. What the UI goroutine does for that
// depends on the rows in view and not on how many chats there are: each further chat would allocate several
// objects for its row. The rows are therefore made where the chats are loaded.
func TestShowingAReloadedListDoesNotGrowWithTheChats(t *testing.T) {
	const few, many = 100, 2000
	base, all := allocationsOfReload(t, few), allocationsOfReload(t, many)
	t.Logf("%d objects with %d chats, %d with %d", base, few, all, many)
	if all-base > (many-few)/2 {
		t.Errorf("%d objects with %d chats, %d with %d", base, few, all, many)
	}
}
