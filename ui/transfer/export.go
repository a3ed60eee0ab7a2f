package transfer

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// exportDialog asks how and where to export, and exports. UI goroutine only.
type exportDialog struct {
	env       *app.Env
	what      app.Export
	sheet     *widgets.Sheet
	pathField *widgets.Field
	problem   *widgets.WrappedText
	options   *fyne.Container // switches that only archives have
	buttons   *fyne.Container
	format    memory.ExportFormat
	receipts  bool
	history   bool
	request   app.Request
	progress  *draw.Label
	running   bool
	// confirmedPath was chosen in the desktop's dialog, which has asked whether it may be replaced.
	confirmedPath string
	choosing      app.Request
}

// OpenExportDialog opens the dialog over the window of parent.
func OpenExportDialog(env *app.Env, parent fyne.CanvasObject, what app.Export) {
	d := &exportDialog{
		env: env, what: what, format: memory.FormatMarkdown, receipts: true, history: true,
		pathField: widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("Full path of the file")}),
		problem:   widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0),
		options:   widgets.Column(theme.Space4), buttons: container.NewStack(),
		progress: draw.NewLabel("", theme.RoleControl, theme.Text2),
	}
	if what.Contents == memory.ExportAll || what.Contents == memory.ExportProject {
		d.format = memory.FormatJSON
	}
	d.pathField.SetText(filepath.Join(env.Host.DownloadsFolderPath(), safeFileName(what.Name)+"."+string(d.format)))
	d.pathField.OnEnter = func(string) { d.exportToFileOrAskToReplace(false) }
	form := widgets.NewSegmentedControl([]widgets.Option{
		{Value: string(memory.FormatMarkdown), Label: translate.Text("Markdown")},
		{Value: string(memory.FormatHTML), Label: translate.Text("HTML page")},
		{Value: string(memory.FormatJSON), Label: translate.Text("JSON archive")},
	}, string(d.format), d.setFormatAndFileEnding)
	d.showOptionsOfFormat()
	d.showExportButtons()
	label := func(s string) fyne.CanvasObject { return draw.NewLabel(s, theme.RoleLabel, theme.Text2) }
	body := widgets.Column(theme.Space8,
		widgets.NewWrappedText(translate.Text("Export {{.Title}}", "Title", what.Title), theme.RoleTitle, theme.Text, 2),
		label(translate.Text("Format")),
		widgets.Row(0, form, widgets.Spacer()), d.options, label(translate.Text("File")), d.pathRow(), d.problem)
	d.sheet = widgets.OpenDialogSizedToContent(parent, 560, body, d.buttons)
	d.sheet.OnClose = func() {
		d.request.Cancel()
		d.choosing.Cancel()
	}
	d.pathField.RequestFocus()
}

// pathRow is the field for the path, with a button that opens the desktop's dialog where there may
// be one.
func (d *exportDialog) pathRow() fyne.CanvasObject {
	if d.env.ChooseSavePath == nil {
		return d.pathField
	}
	return widgets.Row(theme.Space8, widgets.Flex(d.pathField), widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Choose…"), Height: 34,
	}, d.choosePathInDesktopDialog))
}

// choosePathInDesktopDialog lets the user choose the path in the desktop's dialog.
func (d *exportDialog) choosePathInDesktopDialog() {
	path := d.pathField.Text()
	pick := app.FilePick{
		Title: translate.Text("Export"), Folder: filepath.Dir(path), Name: filepath.Base(path),
	}
	app.RunCancellingPrevious(d.env.Tasks, &d.choosing, func(ctx context.Context) (string, error) {
		return d.env.ChooseSavePath(ctx, pick)
	}, func(path string, err error) {
		switch {
		case errors.Is(err, app.ErrNoDesktopDialog):
			d.setProblemText(translate.Text("No file picker is available on this system. Enter the full path."))
		case err != nil:
			d.env.ShowErrorToast(err)
		case path != "":
			d.confirmedPath = path
			d.pathField.SetText(path)
		}
	})
}

// safeFileName makes a name for a file of what people read.
func safeFileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -_,()", r) {
			return r
		}
		return ' '
	}, title)
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > 60 {
		name = strings.TrimSpace(string(runes[:60]))
	}
	if name == "" {
		return "memoir"
	}
	return name
}

// setFormatAndFileEnding also changes the ending of the file.
func (d *exportDialog) setFormatAndFileEnding(v string) {
	path := d.pathField.Text()
	if old := filepath.Ext(path); old == "."+string(d.format) {
		d.pathField.SetText(strings.TrimSuffix(path, old) + "." + v)
	}
	d.format = memory.ExportFormat(v)
	d.showOptionsOfFormat()
	d.sheet.Refresh()
}

// showOptionsOfFormat shows what can be left out of an archive, and else what the form is for.
func (d *exportDialog) showOptionsOfFormat() {
	var rows []fyne.CanvasObject
	about := map[memory.ExportFormat]string{
		memory.FormatMarkdown: translate.Text("Text you can read and edit, with the version of each message that the chat " +
			"shows."),
		memory.FormatHTML: translate.Text(
			"A single page for any browser, with the version of each message that the chat shows. It loads nothing from the " +
				"web."),
		memory.FormatJSON: translate.Text("Everything, with all versions of each message. Memoir can import it again."),
	}
	rows = append(rows, widgets.NewWrappedText(about[d.format], theme.RoleMeta, theme.Text3, 0))
	if d.format == memory.FormatJSON && d.what.Contents != memory.ExportMemories {
		rows = append(rows, newSwitchRow(translate.Text("What was sent for each answer"), d.receipts,
			func(on bool) { d.receipts = on }))
	}
	if d.format == memory.FormatJSON && d.what.Contents == memory.ExportAll {
		rows = append(rows, newSwitchRow(translate.Text("Memory history"), d.history, func(on bool) { d.history = on }))
	}
	d.options.Objects = rows
	d.options.Refresh()
}

func newSwitchRow(name string, on bool, changed func(bool)) fyne.CanvasObject {
	return widgets.FixedSize(0, 28, widgets.Row(theme.Space8,
		widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(name, theme.RoleControl, theme.Text))),
		widgets.NewSwitch(name, on, changed)))
}

func (d *exportDialog) showExportButtons() {
	cancel := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Cancel"), Height: 32},
		func() { d.sheet.Close() })
	row := widgets.Row(theme.Space8, widgets.CenterVertically(d.progress), widgets.Spacer(), cancel)
	if !d.running {
		row.Add(widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Export"), Height: 32},
			func() { d.exportToFileOrAskToReplace(false) }))
	}
	d.buttons.Objects = []fyne.CanvasObject{row}
	d.buttons.Refresh()
}

func (d *exportDialog) setProblemText(text string) {
	d.problem.SetText(text)
	d.sheet.Refresh()
}

// exportToFileOrAskToReplace writes the file. The dialog stays open meanwhile, and Cancel or Esc
// ends it without a file.
func (d *exportDialog) exportToFileOrAskToReplace(overwrite bool) {
	path := strings.TrimSpace(d.pathField.Text())
	if d.running {
		return
	}
	if !filepath.IsAbs(path) {
		d.setProblemText(translate.Text("Enter the full path, such as {{.Folder}}.", "Folder",
			filepath.Join(d.env.Host.DownloadsFolderPath(), "chat.md")))
		return
	}
	overwrite = overwrite || path == d.confirmedPath
	d.running = true
	d.setProblemText("")
	d.showExportButtons()
	o := memory.ExportOptions{
		Format: d.format, Contents: d.what.Contents, ChatIDs: d.what.ChatIDs, ProjectID: d.what.Project,
		WithoutReceipts: !d.receipts, WithoutHistory: !d.history,
	}
	env, profile := d.env, d.env.Session.ProfileID()
	app.RunCancellingPrevious(env.Tasks, &d.request, func(ctx context.Context) (memory.ExportResult, error) {
		return env.Host.ExportToFile(
			ctx, profile, o, path, overwrite, droppingTooFrequentProgressFuncOnUI(env.Tasks, d.showProgress),
		)
	}, func(r memory.ExportResult, err error) { d.showExportResultOrAskToReplace(path, r, err) })
}

func (d *exportDialog) showProgress(p memory.Progress) {
	if d.running && p.Total > 1 {
		d.progress.SetText(translate.Count(p.Total, "{{.Done}} of {{.Count}} chat", "{{.Done}} of {{.Count}} chats",
			"Done", p.Done))
		d.buttons.Refresh()
	}
}

func (d *exportDialog) showExportResultOrAskToReplace(path string, r memory.ExportResult, err error) {
	d.running = false
	d.progress.SetText("")
	d.showExportButtons()
	switch {
	case errors.Is(err, fs.ErrExist):
		d.askToReplaceAndExport(path)
	case err != nil:
		title, hint := app.Explain(err)
		d.setProblemText(title + " " + hint)
	default:
		d.sheet.Close()
		d.env.ShowToast(app.Toast{
			Text: translate.Text("Exported to {{.Path}}", "Path", path), ActionLabel: translate.Text("Open folder"),
			Action: func() { d.env.OpenURL(app.FileURLOfFolder(filepath.Dir(path))) },
		})
	}
}

func (d *exportDialog) askToReplaceAndExport(path string) {
	widgets.ShowQuestionDialog(d.buttons, translate.Text("Replace {{.Path}}?", "Path", filepath.Base(path)),
		translate.Text("A file with this name already exists."),
		[]widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{Label: translate.Text("Replace"), Destructive: true, OnTapped: func() { d.exportToFileOrAskToReplace(true) }},
		})
}
