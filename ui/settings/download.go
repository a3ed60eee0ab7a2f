package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// modelDownload lets an Ollama server download a model: a form, and then its progress. UI goroutine
// only.
type modelDownload struct {
	page      *modelsPage
	provider  memory.ProviderInfo
	request   app.Request
	isRunning bool
	nameField *widgets.Field
	status    *widgets.WrappedText
	buttons   *fyne.Container
	body      fyne.CanvasObject
}

func newModelDownload(m *modelsPage, p memory.ProviderInfo) *modelDownload {
	d := &modelDownload{page: m, provider: p}
	d.nameField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "llama3.2"})
	d.nameField.OnEnter = func(string) { d.startDownload() }
	d.status = widgets.NewWrappedText(
		translate.Text("Find model names at ollama.com/library. Most downloads are a few gigabytes; you can stop "+
			"a download and resume it later."), theme.RoleMeta, theme.Text3, 0)
	d.buttons = widgets.Row(theme.Space8)
	d.body = widgets.Stack(draw.NewBox(theme.Panel, theme.Border, theme.RadiusGroup),
		widgets.PadVerticalAndSides(theme.Space12, cardPadding, widgets.Column(theme.Space10,
			draw.NewLabel(translate.Text("Download a model with {{.Provider}}", "Provider",
				providerTitleOrName(p)), theme.RoleStrong, theme.Text),
			controlBelowLabel(translate.Text("Name"), d.nameField), d.status, d.buttons)))
	d.showDownloadButtons()
	return d
}

func (d *modelDownload) showDownloadButtons() {
	button := func(k widgets.ButtonKind, label string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: k, Label: label, Height: 32}, do)
	}
	d.buttons.Objects = []fyne.CanvasObject{widgets.Spacer()}
	if d.isRunning {
		d.buttons.Add(button(widgets.Outline, translate.Text("Stop download"), d.stopDownload))
	} else {
		d.buttons.Add(button(widgets.Outline, translate.Text("Cancel"), d.closeDownloadForm))
		d.buttons.Add(button(widgets.Primary, translate.Text("Download"), d.startDownload))
	}
	d.buttons.Refresh()
}

func (d *modelDownload) showStatus(text string, token theme.Token) {
	d.status.SetColor(token)
	d.status.SetText(text)
	d.page.column.Refresh()
	d.page.scroll.Refresh()
}

func (d *modelDownload) startDownload() {
	name := strings.TrimSpace(d.nameField.Text())
	if d.isRunning || name == "" {
		return
	}
	env := d.page.dialog.env
	d.isRunning = true
	d.showDownloadButtons()
	d.showStatus(translate.Text("Starting…"), theme.Text2)
	app.RunCancellingPrevious(env.Tasks, &d.request, func(ctx context.Context) (struct{}, error) {
		shown := ""
		return struct{}{}, env.Host.DownloadOllamaModel(ctx, d.provider.Name, name, func(done, total int64) {
			if text := downloadProgressText(done, total); text != shown {
				shown = text
				env.Tasks.PostToUI(func() {
					if d.isRunning {
						d.showStatus(text, theme.Text2)
					}
				})
			}
		})
	}, func(_ struct{}, err error) { d.showDownloadResultAndReload(name, err) })
}

// downloadProgressText is the progress in words.
func downloadProgressText(done, total int64) string {
	if total == 0 {
		return translate.Text("Starting…")
	}
	return translate.Text("{{.Percent}}% of {{.Size}}", "Percent", 100*done/total, "Size", humanize.FormatFileSize(total))
}

// showDownloadResultAndReload shows how the download ended.
func (d *modelDownload) showDownloadResultAndReload(name string, err error) {
	d.isRunning = false
	switch {
	case err == nil:
		d.closeDownloadForm()
		d.page.showErrorNotifyProvidersAndReload(nil)
		d.page.dialog.env.ShowToast(app.Toast{Text: translate.Text("{{.Name}} is ready", "Name", name)})
		return
	case errors.Is(err, memory.ErrModelNotFound):
		d.showStatus(translate.Text("There's no model named {{.Name}}. Check the name at ollama.com/library.", "Name",
			name), theme.Error)
	default:
		title, hint := app.Explain(err)
		d.showStatus(title+" "+hint, theme.Error)
	}
	d.showDownloadButtons()
}

// stopDownload stops the download; Ollama keeps what it has.
func (d *modelDownload) stopDownload() {
	d.request.Cancel()
	d.isRunning = false
	d.showStatus(translate.Text("Stopped. Choose Download to resume."), theme.Text2)
	d.showDownloadButtons()
}

func (d *modelDownload) closeDownloadForm() {
	d.page.download = nil
	d.page.rebuildPageFromState()
}
