package transfer

import (
	"context"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

// importingHost imports as the test wants.
type importingHost struct {
	app.Host
	do func(memory.ImportOptions, func(memory.Progress)) memory.ImportResult
}

func (h importingHost) ImportArchive(
	_ context.Context, _ memory.ID, _ string, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	return h.do(o, tell), nil
}

// While the UI goroutine is busy, an import goes on and tells its progress: one change waits, the newest, and
// not one for each tenth of a second. No more are told than one in progressInterval.
func TestOneChangeOfTheProgressWaitsForABusyWindow(t *testing.T) {
	queue := make(chan func(), 1000)
	tasks := app.NewBackgroundTasks(t.Context(), func(f func()) { queue <- f })
	defer tasks.Close()
	told, finish := make(chan struct{}), make(chan struct{})
	i := NewImport(importingHost{do: func(o memory.ImportOptions, tell func(memory.Progress)) memory.ImportResult {
		if !o.DryRun {
			for done := range 5 {
				tell(memory.Progress{Done: done, Total: 9})
				time.Sleep(progressInterval)
			}
			tell(memory.Progress{Done: 6, Total: 9})
			close(told)
			<-finish
		}
		return memory.ImportResult{Chats: 9, Program: "ChatGPT"}
	}}, tasks)
	i.StartImportDryRun(1, "chats.zip")
	for i.Phase() != Found {
		(<-queue)()
	}
	i.StartImport()
	changes := 0
	i.OnChange = func() { changes++ }
	<-told
	if n := len(queue); n != 1 {
		t.Errorf("%d calls wait for the UI goroutine", n)
	}
	(<-queue)()
	if want := "Importing chats.zip: 6 of 9 chats."; changes != 1 || i.StatusText()[:len(want)] != want {
		t.Errorf("%d changes, the last says %q", changes, i.StatusText())
	}
	close(finish)
	for i.Phase() != Imported {
		(<-queue)()
	}
	if changes != 2 {
		t.Errorf("%d changes until the end", changes)
	}
}
