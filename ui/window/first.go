package window

import (
	"context"

	"memoir/ui/app"
	"memoir/ui/firstrun"
)

// firstKey remembers that the first run is over.
const firstKey = "ui.first_run_done"

// decideFirstRun shows the first run when it was never left and nobody has written a provider into models.yaml.
func (w *Window) decideFirstRun() {
	app.Newest(w.tasks, &w.models, func(ctx context.Context) (bool, error) {
		done, err := w.o.Host.Setting(ctx, firstKey)
		return done != "" || err == nil && w.o.Host.Configured(), err
	}, func(done bool, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		if !done {
			w.showFirstRun()
		}
	})
}

func (w *Window) showFirstRun() {
	if w.first != nil {
		return
	}
	w.first = firstrun.New(w.env, firstrun.Actions{Done: w.endFirstRun, OpenURL: w.o.OpenURL})
	w.root.Cover(w.first)
	w.win.Canvas().Unfocus()
	w.first.Start()
}

// endFirstRun takes the model that was chosen as the default; "" leaves it open.
func (w *Window) endFirstRun(model string) {
	if w.first == nil { // a second click came before the first one was done
		return
	}
	w.first.Stop()
	w.first = nil
	w.root.Cover(nil)
	app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		if model != "" {
			if err := w.env.Service.SetConfig(ctx, "model", model); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, w.o.Host.Keep(ctx, firstKey, "true")
	}, func(_ struct{}, err error) {
		w.env.Fail(err)
		w.modelsChanged()
	})
	w.chat.FocusComposer()
}

// modelsChanged asks for the models again: a provider or a key is another.
func (w *Window) modelsChanged() {
	w.o.Host.Refresh()
	w.chat.AskModels()
}
