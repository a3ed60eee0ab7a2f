package settings

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/when"
)

// ReembedTask recomputes the vectors of all profiles. It belongs to the window rather than to the
// profile that is shown, so it continues when another profile is selected. UI goroutine only.
type Embedding struct {
	service *memory.Service
	tasks   *app.Tasks
	said    string // "" while it does not run
	// OnProgress is called when ProgressText changes, OnDone when the task has ended.
	Changed func()
	Done    func(error)
}

// NewReembedTask returns a task that runs its work on tasks.
func NewEmbedding(s *memory.Service, tasks *app.Tasks) *Embedding {
	return &Embedding{service: s, tasks: tasks, Changed: func() {}, Done: func(error) {}}
}

// ProgressText returns the progress in words; "" while the task does not run.
func (e *Embedding) Progress() string { return e.said }

// StartReembedding starts the task unless it is already running.
func (e *Embedding) Start() {
	if e.said != "" {
		return
	}
	e.say("Embedding …")
	app.Do(e.tasks, func(ctx context.Context) (memory.ReembedReport, error) {
		return e.service.Reembed(ctx, memory.ReembedOptions{}, func(p memory.Progress) {
			e.tasks.Post(func() {
				if e.said != "" {
					e.say(fmt.Sprintf("Embedding %s of %s", when.Number(p.Done), when.Number(p.Total)))
				}
			})
		})
	}, func(_ memory.ReembedReport, err error) {
		e.say("")
		e.Done(err)
	})
}

func (e *Embedding) say(text string) {
	e.said = text
	e.Changed()
}
