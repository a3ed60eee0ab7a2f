package aboutyou

import (
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// writingProgress says how long a model has been writing the text anew.
type writingProgress struct {
	env      *app.Env
	label    *widgets.WrappedText
	onResize func()
	request  app.Request
	began    time.Time
	tick     *app.Debounce
}

func newWritingProgress(env *app.Env, resized func()) *writingProgress {
	w := &writingProgress{env: env, onResize: resized}
	w.label = widgets.NewWrappedText("", theme.RoleMeta, theme.Text2, 0)
	w.label.Hide()
	w.tick = env.NewDebounce(time.Second, w.showElapsedTimeUntilEnded)
	return w
}

func (w *writingProgress) isRunning() bool { return w.request != app.Request{} }

// startShowingElapsedTime shows the progress of a request that has just been made.
func (w *writingProgress) startShowingElapsedTime() {
	w.began = w.env.Now()
	w.label.Show()
	w.showElapsedTimeUntilEnded()
}

// showElapsedTimeUntilEnded says how long the request has been running, each second until it has
// ended.
func (w *writingProgress) showElapsedTimeUntilEnded() {
	if !w.isRunning() {
		w.label.Hide()
		w.onResize()
		return
	}
	text := translate.Text("The learning model is rewriting the text.")
	if s := int(w.env.Now().Sub(w.began).Seconds()); s > 0 {
		text += " " + translate.Count(s, "{{.Count}} second so far.", "{{.Count}} seconds so far.")
	}
	w.label.SetText(text)
	w.onResize()
	w.tick.Restart()
}

// distilBaseMemoryNow has the text written anew. Other changes do not wait for it.
func (p *Page) distilBaseMemoryNow() {
	typed := p.model.typed
	app.RunCancellingPrevious(p.env.Tasks, &p.writing.request, p.env.Session.RewriteBaseMemoryFromSummariesNow,
		func(b memory.BaseMemory, err error) {
			p.writing.showElapsedTimeUntilEnded()
			p.showChangedTextToastOrProblem(typed, translate.Text("Rewritten"), b, err)
		})
	p.problem.Hide()
	p.writing.startShowingElapsedTime()
	p.showStatusAndEnableButtons()
}

// stopDistilling cancels the request. The text stays as it is unless the new one was stored
// already, which Reload shows.
func (p *Page) stopDistilling() {
	p.writing.request.Cancel()
	p.writing.showElapsedTimeUntilEnded()
	p.showStatusAndEnableButtons()
	p.env.ShowToast(app.Toast{Text: translate.Text("Stopped"), InPanel: true})
	p.Reload()
}
