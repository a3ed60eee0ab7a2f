package window

import (
	"context"

	"memoir/ui/app"
	"memoir/ui/firstrun"
)

// firstRunDoneKey is the setting that records that the first run is over.
const firstKey = "ui.first_run_done"

// decideFirstRun starts the first run unless it was completed before or models.yaml has a provider.
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

// endFirstRun makes the chosen model the default; "" leaves the default open.
func (w *Window) endFirstRun(model string) {
	if w.first == nil { // a second click arrived before the first one was handled
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

// onModelsChanged reloads the models after a provider or a key has changed.
func (w *Window) modelsChanged() {
	w.o.Host.Refresh()
	w.chat.AskModels()
}
