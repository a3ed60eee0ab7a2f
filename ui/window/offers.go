package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// offerStandardPresetUnlessChosen shows a strip above the chat that offers the standard way of
// learning to a data folder made before there was a choice. It stays until it is answered, and
// either answer is stored as the choice, so that it is asked once.
func (n *notices) offerStandardPresetUnlessChosen() {
	cfg := n.env.Session.Config()
	if cfg.Preset != "classic" || cfg.HasChosenPreset() {
		return
	}
	n.showSettingOffer("preset", translate.Text(
		"Memoir can now check what it learns. Standard mode learns only what you said yourself, resolves contradictions, "+
			"asks you about anything suspicious, and finds memories by words and meaning. Everything Memoir has already "+
			"learned is kept. You can change this in Settings at any time."),
		offerAnswer{translate.Text("Keep Classic"), "classic", translate.Text("Classic stays on")},
		offerAnswer{translate.Text("Switch to Standard"), "standard", translate.Text("Standard is on")})
}

// offeredRecallChats is how many chats there are when recall is offered: with fewer there is little
// to recall.
const offeredRecallChats = 10

// showRecallOfferFromTenthChat offers to quote earlier messages, once there are some chats. Like
// offerStandardPresetUnlessChosen it asks once.
func (n *notices) showRecallOfferFromTenthChat() {
	cfg := n.env.Session.Config()
	if cfg.Preset != "standard" || cfg.IsSetExplicitly("chats.recall") {
		return
	}
	isOpen := func(c memory.Chat) bool { return c.ID == n.chat.CurrentChat().ID }
	count := len(n.sidebar.ListedChats())
	if !slices.ContainsFunc(n.sidebar.ListedChats(), isOpen) {
		count++ // it was just stored, and the list is loaded after that
	}
	if count < offeredRecallChats {
		return
	}
	n.showSettingOffer("chats.recall", translate.Text(
		"Now that you have some chats, Memoir can quote from them when they're relevant to your question. This uses some "+
			"extra tokens, and each answer shows what was quoted."),
		offerAnswer{translate.Text("No, thanks"), "false", translate.Text("Memoir won't quote earlier messages")},
		offerAnswer{translate.Text("Quote earlier messages"), "true", translate.Text("Memoir will quote earlier messages")})
}

// offerAnswer is a button of an offer: the value that it stores and what the toast then says.
type offerAnswer struct{ label, value, done string }

// showSettingOffer shows a strip above the chat with a question about a setting.
func (n *notices) showSettingOffer(setting, question string, no, yes offerAnswer) {
	text := widgets.NewWrappedText(question, theme.RoleControl, theme.Text, 0)
	button := func(kind widgets.ButtonKind, a offerAnswer) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: kind, Label: a.label, Height: 28},
			func() { n.storeAnswerAndCloseOffer(setting, a) })
	}
	n.chat.SetNoticeUnlessTrashedOrArchived(widgets.Pad(theme.Space8, theme.Space12, theme.Space8, theme.Space24,
		widgets.Column(theme.Space6,
			widgets.Row(theme.Space8, draw.NewIcon(theme.IconBookmark, 16, theme.AccentText),
				widgets.Flex(widgets.CenterVertically(text))),
			widgets.Row(theme.Space8, widgets.Spacer(), button(widgets.Link, no), button(widgets.Primary, yes)))),
		theme.AccentTint)
}

// storeAnswerAndCloseOffer stores the answer; when that fails, the offer stays.
func (n *notices) storeAnswerAndCloseOffer(setting string, a offerAnswer) {
	env := n.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, setting, a.value)
	}, func(_ struct{}, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		n.chat.SetNoticeUnlessTrashedOrArchived(nil, theme.None)
		env.ShowToast(app.Toast{Text: a.done})
	})
}
