package window

import (
	"context"

	"memoir/ui/app"
	"memoir/ui/firstrun"
)

// firstRunDoneKey is the setting that records that the first run is over.
const firstRunDoneKey = "ui.first_run_done"

// showFirstRunIfNeeded starts the first run unless it was completed before or models.yaml has a
// provider.
func (w *Window) showFirstRunIfNeeded() {
	app.RunCancellingPrevious(w.tasks, &w.firstRunRequest, func(ctx context.Context) (bool, error) {
		done, err := w.options.Host.LoadSettingOrEmpty(ctx, firstRunDoneKey)
		return done != "" || err == nil && w.options.Host.HasConfiguredProviders(), err
	}, func(done bool, err error) {
		if err != nil {
			w.env.ShowErrorToast(err)
			return
		}
		if !done {
			w.showFirstRun()
		}
	})
}

func (w *Window) showFirstRun() {
	if w.firstRun != nil {
		return
	}
	w.firstRun = firstrun.New(w.env, firstrun.Actions{OnDone: w.endFirstRunWithModel})
	w.root.ShowCoverInsteadOfBody(w.firstRun)
	w.win.Canvas().Unfocus()
	w.firstRun.StartProbingForServers()
}

// endFirstRunWithModel makes the chosen model the default; "" leaves the default open.
func (w *Window) endFirstRunWithModel(model string) {
	if w.firstRun == nil { // a second click arrived before the first one was handled
		return
	}
	w.firstRun.StopProbingForServers()
	w.firstRun = nil
	w.root.ShowCoverInsteadOfBody(nil)
	app.RunInBackgroundInOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		if model != "" {
			if err := w.env.Session.SetAndStoreSetting(ctx, "model", model); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, w.options.Host.SaveSetting(ctx, firstRunDoneKey, "true")
	}, func(_ struct{}, err error) {
		w.env.ShowErrorToast(err)
		w.reloadModelsWithoutCache()
	})
	w.chat.FocusComposer()
}

// reloadModelsWithoutCache reloads the models after a provider or a key has changed.
func (w *Window) reloadModelsWithoutCache() {
	w.options.Host.InvalidateModelCache()
	w.chat.LoadModelsAndProviders()
}
