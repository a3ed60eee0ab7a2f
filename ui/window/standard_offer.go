package window

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// showStandardOffer shows a strip above the chat that offers the standard way of learning to a data
// folder made before there was a choice. It stays until it is answered, and either answer is stored as
// the choice, so that it is asked once.
func (w *Window) showStandardOffer() {
	cfg := w.env.Session.Config()
	if cfg.Preset != "classic" || cfg.HasChosenPreset() {
		return
	}
	text := widgets.NewWrappedText("Memoir can now check what it learns. Standard needs your own words as proof, resolves "+
		"contradictions, asks you about anything suspicious, and finds memories by words and meaning. What it has "+
		"learned stays. You can change this in Settings at any time.", theme.RoleControl, theme.Text, 0)
	choose := func(preset, done string) func() {
		return func() { w.storePresetAndCloseOffer(preset, done) }
	}
	w.chat.SetBanner(widgets.Pad(theme.Space8, theme.Space12, theme.Space8, theme.Space24,
		widgets.Column(theme.Space6,
			widgets.Row(theme.Space8, draw.NewIcon(theme.IconBookmark, 16, theme.AccentText),
				widgets.Flex(widgets.CenterVertically(text))),
			widgets.Row(theme.Space8, widgets.Spacer(),
				widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: "Keep Classic", Height: 28},
					choose("classic", "Classic stays on")),
				widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: "Switch to Standard", Height: 28},
					choose("standard", "Standard is on"))))))
}

// storePresetAndCloseOffer stores the answer; when that fails, the offer stays.
func (w *Window) storePresetAndCloseOffer(preset, done string) {
	env := w.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, "preset", preset)
	}, func(_ struct{}, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		w.chat.SetBanner(fyne.CanvasObject(nil))
		env.ShowToast(app.Toast{Text: done})
	})
}
