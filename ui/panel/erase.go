package panel

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// memoryErasing erases memories for good, after a question. UI goroutine only.
type memoryErasing struct {
	env      *app.Env
	owner    fyne.CanvasObject // its window shows the dialogs
	onBegin  func(id memory.ID)
	onErased func()
}

// askThenErase asks before a memory is erased, which cannot be undone.
func (e *memoryErasing) askThenErase(id memory.ID) {
	widgets.ShowQuestionDialog(e.owner, translate.Text("Delete this memory forever?"),
		translate.Text("This removes the text from your memories, their history and the record of what was sent for each "+
			"answer. Your chat messages, and any backups you saved elsewhere, stay as they are. This can't be undone."),
		[]widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{
				Label: translate.Text("Delete forever"), Destructive: true,
				OnTapped: func() { e.eraseMemoryAndShowRemainingCopies(id) },
			},
		})
}

func (e *memoryErasing) eraseMemoryAndShowRemainingCopies(id memory.ID) {
	e.onBegin(id)
	app.RunInBackgroundInOrder(e.env.Tasks, func(ctx context.Context) (memory.EraseResult, error) {
		return e.env.Session.EraseMemory(ctx, id)
	}, func(gone memory.EraseResult, err error) {
		if err != nil {
			e.env.ShowErrorToast(err)
			return
		}
		e.onErased()
		e.showErasedAndRemainingCopies(gone.RemainingCopies)
	})
}

// showErasedAndRemainingCopies lists where the text of an erased memory still exists.
func (e *memoryErasing) showErasedAndRemainingCopies(copies []string) {
	if len(copies) == 0 {
		e.env.ShowToast(app.Toast{Text: translate.Text("Deleted forever"), InPanel: true})
		return
	}
	widgets.ShowQuestionDialog(e.owner, translate.Text("Memory deleted"),
		translate.Text("You can still find the deleted text in these places: {{.Copies}}.", "Copies",
			strings.Join(translate.TranslateAllKnown(copies), "; ")),
		[]widgets.DialogButton{{Label: translate.Text("Close"), Primary: true}})
}
