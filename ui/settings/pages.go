package settings

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// appearancePage returns the page of colors, text size and motion.
func (d *Dialog) appearancePage() fyne.CanvasObject {
	l := d.actions.DisplayOptions()
	change := func(f func(l *DisplayOptions)) {
		now := d.actions.DisplayOptions()
		f(&now)
		d.actions.SetDisplayOptions(now)
	}
	zoom := draw.NewLabel(formatPercent(l.Zoom), theme.RoleControl, theme.Text2)
	chosenZoom := l.Zoom
	// The new size moves the slider, so it is applied only once the pointer rests.
	applyZoom := d.env.NewDebounce(sliderSaveDelay, func() { change(func(l *DisplayOptions) { l.Zoom = chosenZoom }) })
	slider := widgets.NewSlider(translate.Text("Text size"), 0.8, 2, 0.1, l.Zoom, func(v float64) {
		zoom.SetText(formatPercent(v))
		chosenZoom = v
		applyZoom.Restart()
	})
	return newScrollablePage(widgets.Column(theme.Space8, sectionHeading(translate.Text("Appearance"), nil), newCardOfRows(
		newLanguageRow(l.Language, draw.HasGlyphsFor, func(code string) {
			change(func(l *DisplayOptions) { l.Language = code })
		}),
		newSettingRow(translate.Text("Theme"), "", widgets.NewSegmentedControl([]widgets.Option{
			{Value: "system", Label: translate.Text("System")},
			{Value: "light", Label: translate.Text("Light")},
			{Value: "dark", Label: translate.Text("Dark")},
		}, l.Mode, func(v string) { change(func(l *DisplayOptions) { l.Mode = v }) })),
		newSettingRow(
			translate.Text("High contrast"),
			translate.Text("Lines and text stand out more."),
			widgets.NewSwitch(translate.Text("High contrast"), l.Contrast, func(on bool) {
				change(func(l *DisplayOptions) { l.Contrast = on })
			}),
		),
		newSettingRow(translate.Text("Text size"), translate.Text("80% to 200%"),
			widgets.Row(theme.Space10, widgets.FixedSize(140, 0, slider),
				widgets.FixedSize(44, 0, widgets.Row(0, widgets.Spacer(), zoom)))),
		newSettingRow(translate.Text("Reduced motion"), translate.Text("Turns off animations."),
			widgets.NewSwitch(translate.Text("Reduced motion"), l.Still, func(on bool) {
				change(func(l *DisplayOptions) { l.Still = on })
			})),
	),
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Chats"), nil)), newCardOfRows(
			newSettingRow(translate.Text("Suggestions"), translate.Text(
				"Suggests recent chats and memories in an empty chat, without using a model."),
				widgets.NewSwitch(translate.Text("Suggestions"), !l.NoSuggestions,
					func(on bool) { change(func(l *DisplayOptions) { l.NoSuggestions = !on }) })),
			d.newNotificationRow(l.NotifyDone, func(on bool) { change(func(l *DisplayOptions) { l.NotifyDone = on }) })),
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Writing"), nil)), newCardOfRows(
			newSettingRow(translate.Text("Send with Ctrl+Enter"),
				translate.Text("Enter starts a new line. Useful with an input method, such as for Chinese or Japanese."),
				widgets.NewSwitch(translate.Text("Send with Ctrl+Enter"), l.CtrlEnter,
					func(on bool) { change(func(l *DisplayOptions) { l.CtrlEnter = on }) })))))
}

// newNotificationRow returns the switch of notifications, or why there is none.
func (d *Dialog) newNotificationRow(on bool, changed func(on bool)) fyne.CanvasObject {
	if !d.actions.CanNotify {
		return newSettingRow(translate.Text("Notify me when an answer is ready"),
			translate.Text("This desktop doesn't support notifications."), nil)
	}
	return newSettingRow(translate.Text("Notify me when an answer is ready"),
		translate.Text("Only while Memoir is in the background."),
		widgets.NewSwitch(translate.Text("Notify me when an answer is ready"), on, changed))
}

func formatPercent(v float64) string { return humanize.FormatPercent(v) }

// dataPage is the page of the data folder.
type dataPage struct {
	dialog      *Dialog
	network     *httpInterfaceGroup
	folder      *folderGroup
	transfer    *transferGroup
	snapshots   *snapshotGroup
	status      *widgets.WrappedText
	taskRequest app.Request
	scroll      *widgets.Scroll
}

func newDataPage(d *Dialog) *dataPage {
	return &dataPage{
		dialog: d, network: newHTTPInterfaceGroup(d), folder: newFolderGroup(d), transfer: newTransferGroup(d),
		snapshots: newSnapshotGroup(d),
		status:    widgets.NewWrappedText("", theme.RoleControl, theme.Text2, 0),
	}
}

func (p *dataPage) showStatus(text string, token theme.Token) {
	p.status.SetColor(token)
	p.status.SetText(text)
	p.status.Hidden = text == "" // it would be a gap
	p.scroll.Refresh()
}

// newPathButtons returns the buttons that open the folder of a path, and copy the path.
func (p *dataPage) newPathButtons(what, path, folder string) fyne.CanvasObject {
	env := p.dialog.env
	return widgets.Row(theme.Space8,
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Open folder"),
			Name: translate.Text("Open folder: {{.What}}", "What", what),
		}, func() { env.OpenURL(app.FileURLOfFolder(folder)) }),
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Copy path"),
			Name: translate.Text("Copy the path of {{.What}}", "What", what),
		}, func() { env.CopyText(path) }))
}

func (p *dataPage) buildPageAndReloadGroups() fyne.CanvasObject {
	a := p.dialog.env.Host.AboutInfo()
	button := func(label string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: label}, do)
	}
	p.status.SetText("")
	p.status.Hide()
	p.scroll = newScrollablePage(widgets.Column(theme.Space8,
		sectionHeading(translate.Text("Import and export"), nil), p.transfer.container,
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Files and folders"), nil)), newCardOfRows(
			newSettingRow(translate.Text("Data folder"), a.DataDir,
				p.newPathButtons(translate.Text("the data folder"), a.DataDir, a.DataDir)),
			newSettingRow(translate.Text("Providers and models"), a.ModelsFile,
				p.newPathButtons("models.yaml", a.ModelsFile, filepath.Dir(a.ModelsFile))),
			newSettingRow(translate.Text("Log"), translate.Text("{{.Path}} · The log doesn't contain your messages.", "Path",
				a.LogFile),
				p.newPathButtons(translate.Text("the log"), a.LogFile, filepath.Dir(a.LogFile)))),
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("For other apps"), nil)), p.network.container,
		p.folder.container,
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Maintenance"), nil)), newCardOfRows(
			newSettingRow(translate.Text("Backup"), translate.Text(
				"Saves a verified copy of your data in the data folder. API keys aren't included."),
				button(translate.Text("Back up now"), p.createBackupShowingStatus)),
			newSettingRow(translate.Text("Check"), translate.Text("Checks the database and search indexes."),
				button(translate.Text("Check"), p.checkDataFolderShowingProblems)),
			newSettingRow(translate.Text("Diagnostics"), translate.Text(
				"Version and status details for a bug report. Your messages aren't included."),
				button(translate.Text("Copy diagnostics"), p.copyDiagnosticsAndShowStatus))),
		p.status,
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Snapshots"), nil)), p.snapshots.container))
	p.snapshots.onHeightChange = p.scroll.Refresh
	p.snapshots.reloadSnapshots()
	p.network.onHeightChange = p.scroll.Refresh
	p.network.reloadHTTPInterfaceStatus()
	p.folder.onHeightChange = p.scroll.Refresh
	p.folder.syncFolderAndShowStatus()
	p.transfer.onHeightChange = p.scroll.Refresh
	p.transfer.reloadLearningStatus()
	return p.scroll
}

// taskResult is the result of a task in words.
type taskResult struct {
	text  string
	token theme.Token
}

func (p *dataPage) runTaskShowStatusReloadSnapshots(doing string, work func(ctx context.Context) (taskResult, error)) {
	p.showStatus(doing, theme.Text2)
	app.RunCancellingPrevious(p.dialog.env.Tasks, &p.taskRequest, work, func(result taskResult, err error) {
		p.snapshots.reloadSnapshots()
		if err != nil {
			p.dialog.env.ShowErrorToast(err)
			p.showStatus(translate.Text("That didn't work. Nothing was changed."), theme.Error)
			return
		}
		p.showStatus(result.text, result.token)
	})
}

func (p *dataPage) createBackupShowingStatus() {
	p.runTaskShowStatusReloadSnapshots(translate.Text("Backing up…"), func(ctx context.Context) (taskResult, error) {
		path, err := p.dialog.env.Host.CreateBackup(ctx)
		return taskResult{translate.Text("Saved as {{.Path}}.", "Path", path), theme.Success}, err
	})
}

func (p *dataPage) checkDataFolderShowingProblems() {
	p.runTaskShowStatusReloadSnapshots(translate.Text("Checking…"), func(ctx context.Context) (taskResult, error) {
		problems, err := p.dialog.env.Host.FindDataFolderProblems(ctx)
		if len(problems) == 0 {
			return taskResult{translate.Text("No problems found."), theme.Success}, err
		}
		return taskResult{strings.Join(problems, " "), theme.Error}, err
	})
}

func (p *dataPage) copyDiagnosticsAndShowStatus() {
	env := p.dialog.env
	app.RunCancellingPrevious(env.Tasks, &p.taskRequest, func(ctx context.Context) (string, error) {
		return env.Host.DiagnosticsText(ctx, env.Session.ProfileID())
	}, func(s string, err error) {
		env.ShowErrorToast(err)
		if err == nil {
			p.dialog.env.CopyText(s)
			p.showStatus(translate.Text("Copied."), theme.Success)
		}
	})
}

// shortcutsPage returns the list of keyboard shortcuts, which F1 opens.
func (d *Dialog) shortcutsPage() fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for _, r := range d.actions.Shortcuts() {
		rows = append(rows, widgets.PadVerticalAndSides(theme.Space6, 0, widgets.TextBesideOrAboveControl(theme.Space8, 150,
			widgets.NewWrappedText(r.Description, theme.RoleControl, theme.Text, 0), newKeyCap(r.Keys))))
	}
	return newScrollablePage(widgets.Column(theme.Space8, sectionHeading(translate.Text("Shortcuts"), nil),
		newCardOfRows(rows...)))
}

func newKeyCap(text string) fyne.CanvasObject {
	return widgets.Stack(draw.NewBox(theme.Sunken, theme.Border, theme.RadiusInline),
		widgets.PadVerticalAndSides(theme.Space2, theme.Space8,
			draw.NewLabel(text, theme.RoleHint, theme.Text2)))
}

func (d *Dialog) aboutPage() fyne.CanvasObject {
	a := d.env.Host.AboutInfo()
	o := []fyne.CanvasObject{
		widgets.Row(theme.Space12, sidebar.NewLogo(40),
			widgets.Column(theme.Space2, draw.NewLabel(translate.Text("Memoir"), theme.RoleTitle, theme.Text),
				draw.NewLabel(translate.Text("Version {{.Version}}", "Version", a.Version), theme.RoleMeta, theme.Text3)),
			widgets.Spacer()),
		widgets.NewWrappedText(translate.Text("A chat app that remembers, with a memory you can read and edit. Your chats "+
			"and memories stay on this computer; text is sent only to the model you choose."),
			theme.RoleControl, theme.Text2, 0),
		widgets.Pad(0, 0, 0, -widgets.LinkPadding, widgets.Row(0, widgets.NewButton(
			widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Show welcome screen")}, func() {
				d.sheet.Close()
				d.env.NavigateTo(app.Route{Screen: app.ScreenFirstRun})
			}), widgets.Spacer())),
		sectionHeading(translate.Text("Licenses"), nil),
		widgets.NewWrappedText(a.Licences, theme.RoleMeta, theme.Text2, 0),
	}
	if a.CrashFile != "" {
		o = append(o, widgets.NewWrappedText(translate.Text("Details of the last crash are in {{.Path}}.", "Path",
			a.CrashFile), theme.RoleMeta,
			theme.Text3, 0))
	}
	return newScrollablePage(widgets.Column(theme.Space12, o...))
}
