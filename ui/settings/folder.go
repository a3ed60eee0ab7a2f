package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

const (
	// maxFolderRows is how many files that need attention are listed; the command lists all.
	maxFolderRows = 5
	// maxGoneNamed is how many memories are quoted whose files are gone.
	maxGoneNamed = 3
)

// folderGroup holds the folder of Markdown files: where it is, its state, the answer when many
// files are gone, and the files that need attention.
type folderGroup struct {
	dialog         *Dialog
	request        app.Request
	container      *fyne.Container
	field          *widgets.Field
	onHeightChange func() // called when its height may have changed
}

func newFolderGroup(d *Dialog) *folderGroup {
	f := &folderGroup{dialog: d, container: widgets.Column(0), onHeightChange: func() {}}
	f.field = widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("Full path of a folder")})
	f.field.OnEnter = func(string) { f.saveTypedFolderPathAndSync() }
	f.showFolderState(memory.FolderStatus{State: memory.FolderOff})
	return f
}

// syncFolderAndShowStatus shows the state, which is looked up in the background.
func (f *folderGroup) syncFolderAndShowStatus() {
	f.runAndShowFolderStatus(func(ctx context.Context) (memory.FolderStatus, error) {
		return f.dialog.env.Host.SyncAndReturnMarkdownFolderStatus(ctx, f.dialog.env.Session.ProfileID())
	})
}

func (f *folderGroup) runAndShowFolderStatus(work func(ctx context.Context) (memory.FolderStatus, error)) {
	app.RunCancellingPrevious(f.dialog.env.Tasks, &f.request, work, func(s memory.FolderStatus, err error) {
		f.dialog.env.ShowErrorToast(err)
		if err == nil {
			f.showFolderState(s)
		}
	})
}

// saveTypedFolderPathAndSync stores the path that was typed; an empty one ends the mirror and
// leaves the files.
func (f *folderGroup) saveTypedFolderPathAndSync() {
	env, path := f.dialog.env, strings.TrimSpace(f.field.Text())
	f.runAndShowFolderStatus(func(ctx context.Context) (memory.FolderStatus, error) {
		if err := env.Session.SetAndStoreSetting(ctx, "folder.path", path); err != nil {
			return memory.FolderStatus{}, err
		}
		return env.Host.SyncAndReturnMarkdownFolderStatus(ctx, env.Session.ProfileID())
	})
}

func (f *folderGroup) answerGoneFilesAndShowStatus(a memory.FolderAnswer, files int) {
	env := f.dialog.env
	f.runAndShowFolderStatus(func(ctx context.Context) (memory.FolderStatus, error) {
		return env.Host.ApplyDecisionOnGoneFilesAndSync(ctx, env.Session.ProfileID(), a, files)
	})
}

func (f *folderGroup) showFolderState(s memory.FolderStatus) {
	if f.field.Text() == "" {
		f.field.SetText(s.Path)
	}
	label := translate.Text("Use folder")
	if s.Path != "" {
		label = translate.Text("Change")
	}
	rows := []fyne.CanvasObject{
		newSettingRow(translate.Text("Markdown folder"), folderStateText(s),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: label}, f.saveTypedFolderPathAndSync)),
		widgets.PadVerticalAndSides(theme.Space8, 0, f.field),
	}
	if n := len(s.Gone); n > 0 {
		rows = append(rows, newSettingRow(translate.Count(n, "{{.Count}} file is missing", "{{.Count}} files are missing"),
			goneFilesText(s.Gone),
			widgets.Row(theme.Space8,
				widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Forget")},
					func() { f.askThenForgetMemoriesOfGoneFiles(n) }),
				widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Restore files")},
					func() { f.answerGoneFilesAndShowStatus(memory.FolderRestore, n) }))))
	}
	for i, a := range s.Attention {
		if i == maxFolderRows {
			rows = append(rows, newSettingRow(translate.Count(len(s.Attention)-i, "{{.Count}} more", "{{.Count}} more|several"),
				translate.Text("Run “memoir folder status” to see the full list."), widgets.Spacer()))
			break
		}
		rows = append(rows, newSettingRow(translate.Text("Needs attention"), a.File+". "+translate.TranslateKnown(a.Reason),
			widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Outline, Label: translate.Text("Copy path"),
				Name: translate.Text("Copy the path of {{.File}}", "File", a.File),
			},
				func() { f.dialog.env.CopyText(s.Path + "/" + a.File) })))
	}
	f.container.Objects = []fyne.CanvasObject{newCardOfRows(rows...)}
	f.container.Refresh()
	f.onHeightChange()
}

func (f *folderGroup) askThenForgetMemoriesOfGoneFiles(files int) {
	widgets.ShowQuestionDialog(f.container, translate.Count(files, "Forget {{.Count}} memory?",
		"Forget {{.Count}} memories?"),
		translate.Text("You can undo this in Memory history."), []widgets.DialogButton{{Label: translate.Text("Cancel")}, {
			Label: translate.Text("Forget"), Primary: true, OnTapped: func() {
				f.answerGoneFilesAndShowStatus(memory.FolderForget,
					files)
			},
		}})
}

// folderStateText says what the state of the folder is.
func folderStateText(s memory.FolderStatus) string {
	switch s.State {
	case memory.FolderUpToDate:
		return translate.Count(s.Files,
			"Up to date, with {{.Count}} file. You can edit, add or delete memories in the folder with any text editor.",
			"Up to date, with {{.Count}} files. You can edit, add or delete memories in the folder with any text editor.")
	case memory.FolderAsks:
		return translate.Text("Many files are missing. Nothing will be forgotten until you decide what to do.")
	case memory.FolderOff:
		return translate.Text("Also keeps your memories and chats as files, for any text editor or Git. No folder chosen " +
			"yet.")
	}
	return translate.TranslateKnown(string(s.Problem))
}

// goneFilesText quotes the first memories whose files are gone.
func goneFilesText(gone []memory.GoneFile) string {
	var quoted []string
	for i, g := range gone {
		if i == maxGoneNamed {
			quoted = append(quoted, "…")
			break
		}
		quoted = append(quoted, translate.Text("“{{.Text}}”", "Text", strings.Join(strings.Fields(g.Content), " ")))
	}
	return strings.Join(quoted, ", ")
}
