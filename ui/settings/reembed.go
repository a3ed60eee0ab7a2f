package settings

import (
	"context"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/translate"
)

// ReembedTask recomputes the vectors of all profiles. It belongs to the window rather than to the
// profile that is shown, so it continues when another profile is selected. UI goroutine only.
type ReembedTask struct {
	service  *engine.Service
	tasks    *app.Tasks
	progress string // "" while it does not run
	// OnProgress is called when ProgressText changes, OnDone when the task has ended.
	OnProgress func()
	OnDone     func(error)
}

// NewReembedTask returns a task that runs its work on tasks.
func NewReembedTask(s *engine.Service, tasks *app.Tasks) *ReembedTask {
	return &ReembedTask{service: s, tasks: tasks, OnProgress: func() {}, OnDone: func(error) {}}
}

// ProgressText returns the progress in words; "" while the task does not run.
func (e *ReembedTask) ProgressText() string { return e.progress }

// StartReembedding starts the task unless it is already running.
func (e *ReembedTask) StartReembedding() {
	if e.progress != "" {
		return
	}
	e.setProgressAndNotify(translate.Text("Rebuilding…"))
	app.RunInBackground(e.tasks, func(ctx context.Context) (memory.ReembedReport, error) {
		return e.service.ReembedMemoriesFilesMessages(ctx, memory.ReembedOptions{}, func(p memory.Progress) {
			e.tasks.PostToUI(func() {
				if e.progress != "" {
					e.setProgressAndNotify(
						translate.Text("Rebuilding: {{.Done}} of {{.Total}}", "Done", p.Done, "Total", p.Total),
					)
				}
			})
		})
	}, func(_ memory.ReembedReport, err error) {
		e.setProgressAndNotify("")
		e.OnDone(err)
	})
}

func (e *ReembedTask) setProgressAndNotify(text string) {
	e.progress = text
	e.OnProgress()
}
