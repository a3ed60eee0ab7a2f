package sidebar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// maxProjectFileBytes is the size above which a file is not even read; the core refuses smaller
// ones itself.
const maxProjectFileBytes = 64 << 20

// instructionsSaveDelay is the time between the last keystroke in the instructions and saving them.
const instructionsSaveDelay = 400 * time.Millisecond

// projectDialog shows what the chats of a project have in common. Every change is saved at once,
// also what is typed when the dialog is closed.
type projectDialog struct {
	actions      *actions
	project      memory.Project
	sheet        *widgets.Sheet
	instructions *widgets.Field
	save         *app.Debounce
	model        *widgets.Button
	files        *fyne.Container
	request      app.Request
}

func (a *actions) openProjectDialog(project memory.Project) {
	d := &projectDialog{actions: a, project: project}
	d.save = a.env.NewDebounce(instructionsSaveDelay, d.saveInstructions)
	d.instructions = widgets.NewTextField(widgets.FieldOptions{
		Placeholder: translate.Text("For example: Use metric units."), Lines: 4,
	})
	d.instructions.SetText(string(project.SystemPrompt))
	d.instructions.OnChanged = func(string) { d.save.Restart() }
	d.model = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: d.modelLabel(), TrailingIcon: theme.IconDown, Height: 34, AlignLeft: true,
		Name: translate.Text("Project model"),
	}, d.showModelPickerAndSaveChoice)
	usedIn := widgets.NewDropdown(translate.Text("Use memories learned here"), []widgets.Option{
		{Value: string(memory.ScopeGlobal), Label: translate.Text("In all chats")},
		{Value: string(memory.ScopeProject), Label: translate.Text("Only in this project")},
		{Value: string(memory.ScopeChat), Label: translate.Text("Only in its chat")},
	}, string(project.LearnedScope), func(value string) {
		scope := memory.Scope(value)
		a.updateProject(project.ID, memory.ProjectPatch{LearnedScope: &scope})
	})
	d.files = widgets.Column(theme.Space4)
	body := widgets.Column(theme.Space6,
		draw.NewShrinkingLabel(project.Name, theme.RoleTitle, theme.Text),
		newLabelledProjectField(translate.Text("Instructions"),
			translate.Text("Sent with every message in the project, before the chat's own instructions."), d.instructions),
		newLabelledProjectField(translate.Text("Model"), translate.Text("For chats without a model of their own."), d.model),
		newLabelledProjectField(translate.Text("Use memories learned here"),
			translate.Text("Memories kept in a project are never used in chats outside it."), usedIn.Button),
		newLabelledProjectField(translate.Text("Files"),
			translate.Text(
				"These files are used in all of the project's chats, but Memoir never learns from them. Drop files here to add "+
					"them."), d.files))
	buttons := widgets.Row(theme.Space8,
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Icon: theme.IconPlus, Label: translate.Text("Add file"), Height: 32,
		}, d.pickAndAddFiles), widgets.Spacer(),
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Primary, Label: translate.Text("Done"), Height: 32,
		}, func() { d.sheet.Close() }))
	d.sheet = widgets.OpenDialogSizedToContent(a.owner, 560, body, buttons)
	d.sheet.OnClose = d.savePendingEditsOnClose
	a.openProject = d
	d.reloadFiles()
	d.instructions.RequestFocus()
}

// newLabelledProjectField is a label, a line that says what the field means, and the field.
func newLabelledProjectField(label, meaning string, field fyne.CanvasObject) fyne.CanvasObject {
	return widgets.PadTop(theme.Space6, widgets.Column(theme.Space4, draw.NewLabel(label, theme.RoleLabel, theme.Text2),
		widgets.NewWrappedText(meaning, theme.RoleMeta, theme.Text3, 0), field))
}

func (d *projectDialog) savePendingEditsOnClose() {
	d.request.Cancel()
	if d.save.IsPending() {
		d.save.Cancel()
		d.saveInstructions()
	}
	if d.actions.openProject == d {
		d.actions.openProject = nil
	}
}

func (d *projectDialog) saveInstructions() {
	text := memory.NullText(strings.TrimSpace(d.instructions.Text()))
	d.actions.updateProject(d.project.ID, memory.ProjectPatch{SystemPrompt: &text})
}

func (d *projectDialog) modelLabel() string {
	if d.project.Model == "" {
		return translate.Text("Default model")
	}
	return string(d.project.Model)
}

// showModelPickerAndSaveChoice offers the models that can chat, the default first.
func (d *projectDialog) showModelPickerAndSaveChoice() {
	env := d.actions.env
	app.RunCancellingPrevious(env.Tasks, &d.request, func(ctx context.Context) ([]memory.ModelInfo, error) {
		return env.Session.ListModels(ctx)
	}, func(models []memory.ModelInfo, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		items := []widgets.PickerItem{{Label: translate.Text("Default model"), Checked: d.project.Model == ""}}
		for _, m := range models {
			if m.CanChat {
				items = append(items, widgets.PickerItem{
					Key: m.ID, Group: m.Provider, Label: m.Name, Words: m.ID, Checked: m.ID == string(d.project.Model),
				})
			}
		}
		widgets.ShowPickerBelow(d.model, widgets.PickerOptions{
			Placeholder: translate.Text("Find a model"), Items: items, NoneText: translate.Text("No matching models"),
			OnPicked: d.setAndSaveModel,
		})
	})
}

func (d *projectDialog) setAndSaveModel(id string) {
	model := memory.NullText(id)
	d.project.Model = model
	d.model.UpdateOptions(func(o *widgets.ButtonOptions) { o.Label = d.modelLabel() })
	d.actions.updateProject(d.project.ID, memory.ProjectPatch{Model: &model})
}

// reloadFiles shows the files of the project.
func (d *projectDialog) reloadFiles() {
	env, id := d.actions.env, d.project.ID
	app.RunCancellingPrevious(env.Tasks, &d.request, func(ctx context.Context) ([]memory.File, error) {
		project, err := env.Session.LoadProject(ctx, id)
		if err != nil {
			return nil, err
		}
		all, err := env.Session.ListFiles(ctx)
		return slices.DeleteFunc(all, func(f memory.File) bool { return !slices.Contains(project.FileIDs, f.ID) }), err
	}, func(files []memory.File, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		widgets.RebuildKeepingFocus(d.files, func() {
			d.files.Objects = nil
			for _, f := range files {
				d.files.Add(d.fileRow(f))
			}
			if len(files) == 0 {
				d.files.Add(draw.NewLabel(translate.Text("No files"), theme.RoleControl, theme.Text3))
			}
		})
		d.sheet.Refresh()
	})
}

func (d *projectDialog) fileRow(f memory.File) fyne.CanvasObject {
	return widgets.FixedSize(0, 30, widgets.Row(theme.Space8,
		widgets.CenterVertically(draw.NewIcon(theme.IconFile, 14, theme.Text3)),
		widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(f.Name, theme.RoleControl, theme.Text))),
		widgets.CenterVertically(draw.NewLabel(
			translate.Count(f.Tokens, "{{.Count}} token", "{{.Count}} tokens"), theme.RoleMeta, theme.Text3)),
		widgets.NewIconButton(theme.IconClose, translate.Text("Remove {{.Name}} from the project", "Name", f.Name),
			func() { d.runFileChangeAndReload(func(ctx context.Context) error { return d.detachFile(ctx, f.ID) }) })))
}

func (d *projectDialog) detachFile(ctx context.Context, file memory.ID) error {
	return d.actions.env.Session.DetachFileFromProject(ctx, d.project.ID, file)
}

func (d *projectDialog) runFileChangeAndReload(do func(context.Context) error) {
	app.RunInBackgroundInOrder(d.actions.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, do(ctx)
	}, func(_ struct{}, err error) {
		if d.actions.openProject == d {
			d.reloadFiles()
		}
		d.actions.showFileErrorToast(err)
	})
}

func (d *projectDialog) pickAndAddFiles() {
	d.actions.env.PickFiles(app.FilePick{
		Title: translate.Text("Add file to “{{.Name}}”", "Name", d.project.Name),
		Hint:  translate.Text("You can choose text files and documents here, or drop them on the window."), Multiple: true,
	}, d.addFilesAndReload)
}

func (d *projectDialog) addFilesAndReload(paths []string) {
	d.runFileChangeAndReload(
		func(ctx context.Context) error { return d.actions.addFilesToProject(ctx, d.project.ID, paths) },
	)
}

// AttachToProjectDialogOrRow attaches files to the project whose dialog is open, or whose rows
// are at a place in the window; it reports whether there is one.
func (p *Pane) AttachToProjectDialogOrRow(at fyne.Position, paths []string) bool {
	if p.openProject != nil {
		p.openProject.addFilesAndReload(paths)
		return true
	}
	list := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.list)
	at = at.Subtract(list)
	if size := p.list.Size(); !p.Visible() || at.X < 0 || at.Y < 0 || at.X > size.Width || at.Y > size.Height {
		return false
	}
	project, ok := p.projectOfRow[p.list.RowKeyAtY(at.Y)]
	if !ok {
		return false
	}
	name := p.projectName(project)
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.addFilesToProject(ctx, project, paths)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.showFileErrorToast(err)
			return
		}
		p.env.ShowToast(app.Toast{Text: translate.Count(len(paths), "{{.Count}} file added to {{.Name}}",
			"{{.Count}} files added to {{.Name}}", "Name", name)})
	})
	return true
}

// fileError says which file was refused.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// addFilesToProject stores files and attaches them to a project, up to the first that is refused.
func (a *actions) addFilesToProject(ctx context.Context, project memory.ID, paths []string) error {
	for _, path := range paths {
		data, err := readFirstBytesOfFile(path, maxProjectFileBytes+1)
		if err == nil {
			var f memory.File
			added := memory.NewFile{Name: filepath.Base(path), Data: data}
			if f, err = a.env.Session.AddFileUnlessKnownOrTooLong(ctx, added); err == nil {
				err = a.env.Session.AttachStoredFileToProject(ctx, project, f.ID)
			}
		}
		if err != nil {
			return &fileError{filepath.Base(path), err}
		}
	}
	return nil
}

func readFirstBytesOfFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open file: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	return data, errors.Join(err, f.Close())
}

// showFileErrorToast says why a file was not added.
func (a *actions) showFileErrorToast(err error) {
	var field *memory.FieldError
	var file *fileError
	if errors.As(err, &field) && errors.As(err, &file) {
		text := humanize.AppendFullStop(file.name + " " + translate.TranslateKnown(field.Problem))
		a.env.ShowToast(app.Toast{Text: text, IsError: true})
		return
	}
	a.env.ShowErrorToast(err)
}
