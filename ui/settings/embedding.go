package settings

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/when"
)

// Embedding makes the vectors of all profiles anew. It belongs to the window and not to the profile that is shown: it
// goes on when another one is. It belongs to the UI goroutine.
type Embedding struct {
	service *memory.Service
	tasks   *app.Tasks
	said    string // how far it is, "" when it does not run
	// Changed is called when Progress has another text, Done when it ended.
	Changed func()
	Done    func(error)
}

// NewEmbedding returns one that does its work with tasks.
func NewEmbedding(s *memory.Service, tasks *app.Tasks) *Embedding {
	return &Embedding{service: s, tasks: tasks, Changed: func() {}, Done: func(error) {}}
}

// Progress says how far it is; "" when it does not run.
func (e *Embedding) Progress() string { return e.said }

// Start begins, unless it runs already.
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
