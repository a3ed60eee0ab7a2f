package window

import (
	"context"

	"memoir/ui/app"
	"memoir/ui/firstrun"
)

// firstRunDoneKey is the setting that records that the first run is over.
const firstRunDoneKey = "ui.first_run_done"

// firstRunCover shows the first run over the panes until it is done. It must be used on the UI goroutine.
type firstRunCover struct {
	*panes
	pane    *firstrun.Pane // nil unless it is shown
	request app.Request
}

// isShown reports whether the first run covers the panes.
func (c *firstRunCover) isShown() bool { return c.pane != nil }

// showFirstRunIfNeeded starts the first run unless it was completed before or models.yaml has a
// provider.
func (c *firstRunCover) showFirstRunIfNeeded() {
	app.RunCancellingPrevious(c.env.Tasks, &c.request, func(ctx context.Context) (bool, error) {
		done, err := c.env.Host.LoadSettingOrEmpty(ctx, firstRunDoneKey)
		return done != "" || err == nil && c.env.Host.HasConfiguredProviders(), err
	}, func(done bool, err error) {
		if err != nil {
			c.env.ShowErrorToast(err)
			return
		}
		if !done {
			c.showFirstRun()
		}
	})
}

func (c *firstRunCover) showFirstRun() {
	if c.pane != nil {
		return
	}
	c.pane = firstrun.New(c.env, firstrun.Actions{OnDone: c.endFirstRunSavingDefaultModel})
	c.root.ShowCoverInsteadOfBody(c.pane)
	c.win.Canvas().Unfocus()
	c.pane.StartProbingForServers()
}

// endFirstRunSavingDefaultModel makes the chosen model the default; "" leaves the default open.
func (c *firstRunCover) endFirstRunSavingDefaultModel(model string) {
	if c.pane == nil { // a second click arrived before the first one was handled
		return
	}
	c.pane.StopProbingForServers()
	c.pane = nil
	c.root.ShowCoverInsteadOfBody(nil)
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) (struct{}, error) {
		if model != "" {
			if err := c.env.Session.SetAndStoreSetting(ctx, "model", model); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, c.env.Host.SaveSetting(ctx, firstRunDoneKey, "true")
	}, func(_ struct{}, err error) {
		c.env.ShowErrorToast(err)
		c.reloadModelsWithoutCache()
	})
	c.chat.FocusComposer()
}
