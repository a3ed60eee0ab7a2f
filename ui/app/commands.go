package app

import (
	"context"

	"memoir/memory"

	"memoir/ui/translate"
)

// UpdateChat changes the title, pin or settings of a stored chat, after the changes made before.
// The event of the core that follows updates every pane; an error is shown as a toast.
func (e *Env) UpdateChat(id memory.ID, p memory.ChatPatch) {
	RunInBackgroundInOrder(e.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return e.Session.UpdateChat(ctx, id, p)
	}, func(_ memory.Chat, err error) { e.ShowErrorToast(err) })
}

// ToggleChatPin pins a chat or unpins it.
func (e *Env) ToggleChatPin(c memory.Chat) {
	on := !c.Pinned
	e.UpdateChat(c.ID, memory.ChatPatch{Pinned: &on})
}

// CopyDiagnostics copies a report about the state of the program, without content, and says so.
func (e *Env) CopyDiagnostics() {
	e.CopyReportOfProfile(e.Host.DiagnosticsText, translate.Text("Diagnostics copied. Your messages aren't included."))
}

// CopyReportOfProfile copies a report about the shown profile, and says so with toastText.
func (e *Env) CopyReportOfProfile(report func(context.Context, memory.ID) (string, error), toastText string) {
	profile := e.Session.ProfileID()
	RunInBackground(e.Tasks, func(ctx context.Context) (string, error) { return report(ctx, profile) },
		func(text string, err error) {
			if err != nil {
				e.ShowErrorToast(err)
				return
			}
			e.CopyText(text)
			e.ShowToast(Toast{Text: toastText})
		})
}
