package window

import (
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// showCrashNotice shows a strip above the chat after an abnormal exit of the last run, until it is
// closed.
func (w *Window) crashNotice() {
	a := w.o.Host.About()
	if a.Crash.IsZero() || w.crashed {
		return
	}
	text := "Memoir did not end properly last time. Everything that was saved is here."
	buttons := []fyne.CanvasObject{parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Copy report", Height: 28},
		func() { w.copyReport(w.o.Host.CrashReport, "Report copied. It holds no text of yours.") })}
	if a.CrashFile != "" {
		text = "Memoir crashed last time. Everything that was saved is here."
		folder := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(a.CrashFile))}
		buttons = append(buttons, parts.NewButton(parts.ButtonOptions{
			Kind: parts.Link, Label: "Show the file", Name: "Show the file " + a.CrashFile, Height: 28,
		}, func() { w.o.OpenURL(folder.String()) }))
	}
	buttons = append(buttons, parts.NewIcon(theme.IconClose, "Close this notice", func() {
		w.crashed = true
		w.chat.SetBanner(nil)
	}))
	words := parts.Flex(parts.Middle(parts.NewPara(text, theme.RoleControl, theme.Text, 0)))
	w.chat.SetBanner(parts.Pad(4, 12, 4, 24, parts.Row(theme.Space8, kit.NewIcon(theme.IconWarn, 16, theme.Warn), words,
		parts.Row(theme.Space4, buttons...))))
}
