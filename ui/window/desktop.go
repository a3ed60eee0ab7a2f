package window

import (
	"context"
	"net/url"
	"runtime/debug"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/translate"
)

// openOutsideOrCopyAddress opens a page or a folder outside the program. Where nothing can, it
// copies the address and says so.
func (w *Window) openOutsideOrCopyAddress(address string) {
	if w.options.OpenURL(address) == nil {
		return
	}
	if u, err := url.Parse(address); err == nil && u.Scheme == "file" {
		address = u.Path
	}
	w.env.CopyText(address)
	w.env.ShowToast(app.Toast{Text: translate.Text(
		"No app could open the link, so its address was copied."), IsError: true})
}

// FreeUnusedMemoryInBackground collects garbage and returns unused memory to the system, Go's and
// that of the C libraries, in the background.
func (w *Window) FreeUnusedMemoryInBackground() {
	app.RunInBackground(w.longTasks, func(context.Context) (struct{}, error) {
		debug.FreeOSMemory() // its finalizers free memory of C libraries
		if w.options.ReleaseMemory != nil {
			w.options.ReleaseMemory()
		}
		return struct{}{}, nil
	}, nil)
}

// RecordAppUnfocusedOrRecheckServer tells the window whether another program has the focus. When
// the window gets it back, it looks for a server that may have been started meanwhile.
func (w *Window) RecordAppUnfocusedOrRecheckServer(on bool) {
	w.inBackground = on
	if !on {
		w.chat.LookForAwaitedServer()
	}
}

// notifyOfAnswerIfInBackground shows a desktop notification when an answer has ended while another
// program has the focus, if the user wants that. It names the chat and quotes nothing.
func (w *Window) notifyOfAnswerIfInBackground(e memory.Event) {
	if !w.display.options.NotifyDone || !w.inBackground || w.options.Notify == nil || e.Message == nil {
		return
	}
	title := translate.Text("Your answer is ready")
	switch e.Message.Status {
	case memory.MessageStopped: // by the user
		return
	case memory.MessageFailed, memory.MessageInterrupted:
		title = translate.Text("Your answer didn't come through")
	}
	app.RunInBackground(w.tasks, func(ctx context.Context) (memory.Chat, error) {
		c, err := w.env.Session.LoadChat(ctx, e.ChatID)
		if err == nil {
			w.options.Notify(title, c.Title)
		}
		return c, err
	}, nil)
}
