package window

import (
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// notices are the strips above the chat: that the last run crashed, and offers of settings. They
// must be used on the UI goroutine.
type notices struct {
	*panes
	isCrashNoticeClosed *bool // whichever profile is shown
}

// showCrashNoticeOrPresetOffer shows a strip above the chat after an abnormal exit of the last run,
// until it is closed; without one it may offer the standard way of learning.
func (n *notices) showCrashNoticeOrPresetOffer() {
	a := n.env.Host.AboutInfo()
	if a.CrashedAt.IsZero() || *n.isCrashNoticeClosed {
		n.offerStandardPresetUnlessChosen()
		return
	}
	text := translate.Text("Memoir closed unexpectedly last time. All your saved work is still here.")
	buttons := []fyne.CanvasObject{widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Copy report"),
		Height: 28,
	},
		func() {
			n.env.CopyReportOfProfile(n.env.Host.DiagnosticsWithCrashTrace,
				translate.Text("Report copied. Your messages aren't included."))
		})}
	if a.CrashFile != "" {
		text = translate.Text("Memoir crashed last time. All your saved work is still here.")
		folder := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(a.CrashFile))}
		buttons = append(buttons, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Show file"),
			Name: translate.Text("Show file {{.Path}}", "Path", a.CrashFile), Height: 28,
		}, func() { n.env.OpenURL(folder.String()) }))
	}
	buttons = append(buttons, widgets.NewIconButton(theme.IconClose, translate.Text("Dismiss this notice"), func() {
		*n.isCrashNoticeClosed = true
		n.chat.SetNoticeUnlessTrashedOrArchived(nil, theme.None)
		n.offerStandardPresetUnlessChosen()
	}))
	words := widgets.Flex(widgets.CenterVertically(widgets.NewWrappedText(text, theme.RoleControl, theme.Text, 0)))
	n.chat.SetNoticeUnlessTrashedOrArchived(widgets.Pad(theme.Space4, theme.Space12, theme.Space4, theme.Space24,
		widgets.Row(theme.Space8, draw.NewIcon(theme.IconWarn, 16, theme.Warning),
			words,
			widgets.Row(theme.Space4, buttons...))), theme.WarningTint)
}
