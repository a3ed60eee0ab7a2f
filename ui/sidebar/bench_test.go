package sidebar

import (
	"fmt"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/uitest"
)

// newPaneWith10000Chats is a sidebar that lists 10,000 chats, a tenth of them in projects.
func newPaneWith10000Chats(b *testing.B) (*uitest.Harness, *Pane) {
	b.Helper()
	h := uitest.NewHarness(b)
	p := New(h.Env, nil)
	h.ShowPaneInWindow(p, 256, 900)
	p.loaded = true
	for i := range 20 {
		p.projects = append(p.projects, memory.Project{ID: memory.ID(i + 1), Name: fmt.Sprintf("Project %d", i)})
	}
	for i := range 10_000 {
		c := memory.Chat{
			ID: memory.ID(i + 1), Title: fmt.Sprintf("Chat about the matter number %d", i), Memory: memory.MemoryOn,
			UpdatedAt: h.Now.Add(-time.Duration(i) * time.Hour),
		}
		if i%10 == 0 {
			c.ProjectID = memory.ID(i/10%20 + 1)
		}
		p.chats = append(p.chats, c)
	}
	p.rebuildChatList()
	return h, p
}

// BenchmarkListOfTenThousandChats measures what the UI goroutine does for one change in a long list; a frame is
// 16 ms.
func BenchmarkListOfTenThousandChats(b *testing.B) {
	b.Run("reload", func(b *testing.B) { // the rows are made elsewhere
		h, p := newPaneWith10000Chats(b)
		for b.Loop() {
			b.StopTimer()
			rows := makeRows(p, p.chatLists, h.Now)
			b.StartTimer()
			p.setRows(rows)
		}
	})
	for name, do := range map[string]func(p *Pane, n int){
		"rebuild": func(p *Pane, _ int) { p.rebuildChatList() },
		"open":    func(p *Pane, n int) { p.HighlightAndScrollToOpenChat(memory.ID(n%5000 + 2)) },
		"busy":    func(p *Pane, n int) { p.SetChatBusy(7, n%2 == 0) },
		"select": func(
			p *Pane, n int,
		) {
			p.selection.toggleChatAndSetAnchor(memory.ID(n%20 + 2))
			p.showSelectedChatsAndBar()
		},
		"all":    func(p *Pane, _ int) { p.SelectAllShownChats(); p.clearSelection() },
		"scroll": func(p *Pane, n int) { p.list.ScrollByPixels([]float32{600, -600}[n%2]) },
	} {
		b.Run(name, func(b *testing.B) {
			_, p := newPaneWith10000Chats(b)
			n := 0
			for b.Loop() {
				n++
				do(p, n)
			}
		})
	}
}
