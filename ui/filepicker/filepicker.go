// Package filepicker is the file picker: a list of folders and files, with a field for a name or a
// path. The disk is read off the UI goroutine.
package filepicker

import (
	"context"
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Picker is the dialog; it remembers its last folder. UI goroutine only.
type Picker struct {
	env         *app.Env
	onChosen    func(path string)
	home        string
	dir         string
	entries     []dirEntry
	filtered    []dirEntry
	selected    int
	readRequest app.Request
	field       *widgets.Field
	list        *widgets.List
	titleLabel  *draw.Label
	pathLabel   *draw.Label
	sheet       *widgets.Sheet
	message     string
}

// New returns a closed picker that starts in the folder home.
func New(env *app.Env, home string, chosen func(path string)) *Picker {
	return NewWithTitleAndHint(env, home, translate.Text("Add file"),
		translate.Text("You can choose text files, documents and pictures here, or drop them on the window."), chosen)
}

// NewWithTitleAndHint is New with another title and hint.
func NewWithTitleAndHint(env *app.Env, home, title, hint string, chosen func(path string)) *Picker {
	p := &Picker{env: env, onChosen: chosen, home: home, dir: home}
	p.titleLabel = draw.NewShrinkingLabel(title, theme.RoleTitle, theme.Text)
	p.pathLabel = draw.NewShrinkingLabel(home, theme.RoleMeta, theme.Text3)
	p.field = widgets.NewTextField(widgets.FieldOptions{
		Icon:        theme.IconSearch,
		Placeholder: translate.Text("Enter a name or path"),
	})
	p.field.OnChanged = func(string) { p.filterAndShowEntries() }
	p.field.OnEnter = func(s string) { p.openTypedPathOrSelected(s) }
	p.field.OnKey = p.moveSelectionOrCloseOnKey
	p.list = widgets.NewVirtualList(0, theme.Space4, theme.Space4, theme.Space4, theme.Space4)
	up := widgets.NewIconButton(theme.IconUp, translate.Text("Up one folder"),
		func() { p.readAndShowFolder(filepath.Dir(p.dir)) })
	top := widgets.Column(theme.Space8, p.titleLabel, p.field,
		widgets.Row(theme.Space8, up, widgets.Flex(widgets.PadVerticalAndSides(theme.Space6, 0, p.pathLabel))))
	foot := widgets.Row(theme.Space8, widgets.Flex(widgets.CenterVertically(widgets.NewWrappedText(
		hint,
		theme.RoleHint, theme.Text3, 0))),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Cancel"), Height: 32},
			func() { p.sheet.Close() }))
	body := widgets.Border(widgets.Pad(0, 0, theme.Space8, 0, top), widgets.PadTop(theme.Space8, foot), nil, nil, p.list)
	p.sheet = widgets.NewClosedModalSheet(widgets.Pad(18, 18, 14, 18, body), 0, func(windowSize fyne.Size) fyne.Size {
		current := theme.Current()
		return fyne.NewSize(min(current.ScaleUpWithTextZoom(620), windowSize.Width-40),
			min(current.ScaleUpWithTextZoom(500), windowSize.Height-40))
	})
	p.sheet.OnClose = p.readRequest.Cancel
	return p
}

// OpenDialogWithTitleAndCallback shows the picker with another title; chosen gets the path.
func (p *Picker) OpenDialogWithTitleAndCallback(c fyne.Canvas, title string, chosen func(path string)) {
	if p.sheet.IsOpen() {
		return
	}
	p.onChosen = chosen
	p.titleLabel.SetText(title)
	p.OpenDialog(c)
}

// OpenDialog shows the picker.
func (p *Picker) OpenDialog(c fyne.Canvas) {
	if p.sheet.IsOpen() {
		return
	}
	p.field.SetText("")
	p.sheet.Open(c)
	p.readAndShowFolder(p.dir)
}

// readAndShowFolder lists a folder. Typing filters it, even after a click on its row.
func (p *Picker) readAndShowFolder(dir string) {
	p.field.RequestFocus()
	app.RunCancellingPrevious(
		p.env.Tasks,
		&p.readRequest,
		func(context.Context) ([]dirEntry, error) { return readVisibleFilesAndFolders(dir) },
		func(es []dirEntry, err error) {
			if err != nil {
				p.message = translate.Text("This folder can't be read.")
				p.showEntries()
				return
			}
			moved := dir != p.dir
			p.dir, p.entries = dir, es
			p.pathLabel.SetText(dir)
			if moved { // keep what was typed while the first list was loading
				p.field.SetText("")
			}
			p.filterAndShowEntries()
			p.list.ScrollToTop()
		},
	)
}

// filterAndShowEntries lists what has the typed text in its name.
func (p *Picker) filterAndShowEntries() {
	p.message, p.selected = "", 0
	p.filtered = entriesContainingText(p.entries, p.field.Text())
	p.showEntries()
}

func (p *Picker) moveSelectionOrCloseOnKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyDown:
		p.selected = min(p.selected+1, len(p.filtered)-1)
	case fyne.KeyUp:
		p.selected = max(p.selected-1, 0)
	case fyne.KeyEscape:
		p.sheet.Close()
		return true
	default:
		return false
	}
	p.showEntries()
	if p.selected >= 0 && p.selected < len(p.filtered) {
		p.list.ScrollRowIntoView(p.filtered[p.selected].name)
	}
	return true
}

// openTypedPathOrSelected opens a path that was typed, or the selected row.
func (p *Picker) openTypedPathOrSelected(text string) {
	if path, ok := absolutePathFromInput(text, p.home); ok {
		app.RunCancellingPrevious(p.env.Tasks, &p.readRequest, func(context.Context) (pathKind, error) {
			return kindOrRefusalOfPath(path), nil
		}, func(kind pathKind, _ error) {
			switch {
			case kind.refusal != "":
				p.message = kind.refusal
				p.showEntries()
			case kind.isDir:
				p.field.SetText("")
				p.readAndShowFolder(path)
			default:
				p.closeAndReportPickedFile(path)
			}
		})
		return
	}
	if p.selected >= 0 && p.selected < len(p.filtered) {
		p.openFolderOrPickFile(p.filtered[p.selected])
	}
}

func (p *Picker) openFolderOrPickFile(e dirEntry) {
	path := filepath.Join(p.dir, e.name)
	if e.isDir {
		p.readAndShowFolder(path)
		return
	}
	p.closeAndReportPickedFile(path)
}

func (p *Picker) closeAndReportPickedFile(path string) {
	p.sheet.Close()
	p.onChosen(path)
}

func (p *Picker) showEntries() {
	entries := make([]widgets.ListRow, 0, len(p.filtered)+1)
	if p.message != "" || len(p.filtered) == 0 {
		text := p.message
		if text == "" {
			text = translate.Text("No matching files")
			if len(p.entries) == 0 {
				text = translate.Text("This folder is empty")
			}
		}
		entries = append(entries, widgets.ListRow{
			Key: "\x00", Version: text, MeasureHeight: func(float32) float32 { return 44 },
			Build: func() fyne.CanvasObject {
				return widgets.Pad(theme.Space12, theme.Space8, 0, theme.Space8,
					widgets.NewWrappedText(text, theme.RoleControl, theme.Text3, 0))
			},
		})
	}
	for i, e := range p.filtered {
		entries = append(entries, p.newEntryRow(e, i == p.selected))
	}
	p.list.SetRows(entries)
}

func (p *Picker) newEntryRow(e dirEntry, on bool) widgets.ListRow {
	return widgets.ListRow{
		Key: e.name, Version: fmt.Sprint(on, e, p.dir),
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(30) },
		Build: func() fyne.CanvasObject {
			icon, note := theme.IconFile, humanize.FormatFileSize(e.size)
			if e.isDir {
				icon, note = theme.IconRight, translate.Text("folder|in a list of files")
			}
			t := widgets.NewTappable(e.name, theme.None, theme.Hover, theme.None, theme.RadiusRow,
				widgets.PadVerticalAndSides(0, theme.Space10,
					widgets.Row(
						theme.Space8,
						draw.NewIcon(icon, 14, theme.Text3),
						widgets.Flex(
							widgets.PadVerticalAndSides(theme.Space6, 0, draw.NewShrinkingLabel(e.name, theme.RoleControl, theme.Text)),
						),
						draw.NewLabel(note, theme.RoleMeta, theme.Text3),
					)))
			t.OnTapped = func() { p.openFolderOrPickFile(e) }
			t.SetSelected(on)
			return t
		},
	}
}
