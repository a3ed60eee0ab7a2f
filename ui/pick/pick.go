// Package pick is the file picker: a list of folders and files, with a field for a name or a path.
// The disk is read off the UI goroutine.
package pick

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Picker is the dialog; it remembers its last folder. UI goroutine only.
type Picker struct {
	env    *app.Env
	chosen func(path string)
	dir    string
	all    []entry
	shown  []entry
	at     int
	ask    app.Latest
	field  *parts.Field
	list   *parts.List
	where  *kit.Label
	sheet  *parts.Sheet
	said   string
}

type entry struct {
	name string
	dir  bool
	size int64
}

// New returns a closed picker that starts in the folder home.
func New(env *app.Env, home string, chosen func(path string)) *Picker {
	p := &Picker{env: env, chosen: chosen, dir: home}
	p.where = kit.NewShrinkingLabel(home, theme.RoleMeta, theme.Text3)
	p.field = parts.NewField(parts.FieldOptions{Icon: theme.IconSearch, Place: "Type a name or a path"})
	p.field.OnChanged = func(string) { p.filter() }
	p.field.OnEnter = func(s string) { p.enter(s) }
	p.field.OnKey = p.key
	p.list = parts.NewList(0, 4, 4, 4, 4)
	up := parts.NewIcon(theme.IconUp, "To the folder above", func() { p.open(filepath.Dir(p.dir)) })
	top := parts.Column(theme.Space8, kit.NewLabel("Add a file", theme.RoleTitle, theme.Text), p.field,
		parts.Row(theme.Space8, up, parts.Flex(parts.Pad(6, 0, 6, 0, p.where))))
	foot := parts.Row(theme.Space8, parts.Flex(parts.Middle(parts.NewPara(
		"Text, Markdown, code, CSV and JSON can be read. Files can also be dropped on the window.",
		theme.RoleHint, theme.Text3, 0))),
		parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Cancel", Height: 32}, func() { p.sheet.Close() }))
	body := parts.Border(parts.Pad(0, 0, 8, 0, top), parts.Pad(8, 0, 0, 0, foot), nil, nil, p.list)
	p.sheet = parts.NewSheet(parts.Pad(18, 18, 14, 18, body), 0, func(whole fyne.Size) fyne.Size {
		zoom := theme.Current()
		return fyne.NewSize(min(zoom.Scaled(620), whole.Width-40), min(zoom.Scaled(500), whole.Height-40))
	})
	return p
}

// OpenDialog shows the picker.
func (p *Picker) Open(c fyne.Canvas) {
	if p.sheet.IsOpen() {
		return
	}
	p.field.SetText("")
	p.open(p.dir)
	p.sheet.Open(c)
	p.field.Focus()
}

// openDir lists a folder.
func (p *Picker) open(dir string) {
	app.Newest(p.env.Tasks, &p.ask, func(context.Context) ([]entry, error) { return read(dir) },
		func(es []entry, err error) {
			if err != nil {
				p.said = "This folder cannot be read."
				p.show()
				return
			}
			moved := dir != p.dir
			p.dir, p.all, p.said = dir, es, ""
			p.where.SetText(dir)
			if moved { // keep what was typed while the first list was loading
				p.field.SetText("")
			}
			p.filter()
			p.list.ToTop()
		})
}

// readDir lists the folders and regular files that are not hidden, folders first.
func read(dir string) ([]entry, error) {
	es, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list folder: %w", err)
	}
	var out []entry
	for _, e := range es {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, e.Name()))
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		out = append(out, entry{e.Name(), info.IsDir(), info.Size()})
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].dir != out[j].dir {
			return out[i].dir
		}
		return strings.ToLower(out[i].name) < strings.ToLower(out[j].name)
	})
	return out, nil
}

func (p *Picker) filter() {
	text := strings.ToLower(p.field.Text())
	p.shown, p.at = p.shown[:0], 0
	for _, e := range p.all {
		if strings.Contains(strings.ToLower(e.name), text) {
			p.shown = append(p.shown, e)
		}
	}
	p.show()
}

func (p *Picker) key(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyDown:
		p.at = min(p.at+1, len(p.shown)-1)
	case fyne.KeyUp:
		p.at = max(p.at-1, 0)
	case fyne.KeyEscape:
		p.sheet.Close()
		return true
	default:
		return false
	}
	p.show()
	if p.at >= 0 && p.at < len(p.shown) {
		p.list.ScrollTo(p.shown[p.at].name)
	}
	return true
}

// openTyped opens a path that was typed, or the selected row.
func (p *Picker) enter(text string) {
	path := strings.TrimSpace(text)
	if strings.HasPrefix(path, "~/") {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, path[2:])
		}
	}
	if filepath.IsAbs(path) {
		app.Newest(p.env.Tasks, &p.ask, func(context.Context) (bool, error) {
			info, err := os.Stat(path)
			return err == nil && info.IsDir(), err
		}, func(dir bool, err error) {
			switch {
			case err != nil:
				p.said = "There is no such file."
				p.show()
			case dir:
				p.open(path)
			default:
				p.take(path)
			}
		})
		return
	}
	if p.at >= 0 && p.at < len(p.shown) {
		p.choose(p.shown[p.at])
	}
}

func (p *Picker) choose(e entry) {
	path := filepath.Join(p.dir, e.name)
	if e.dir {
		p.open(path)
		return
	}
	p.take(path)
}

func (p *Picker) take(path string) {
	p.sheet.Close()
	p.chosen(path)
}

func (p *Picker) show() {
	entries := make([]parts.Entry, 0, len(p.shown)+1)
	if p.said != "" || len(p.shown) == 0 {
		text := p.said
		if text == "" {
			text = "Nothing here has this name."
		}
		entries = append(entries, parts.Entry{
			Key: "\x00", Version: text, Height: func(float32) float32 { return 44 },
			Make: func() fyne.CanvasObject {
				return parts.Pad(12, 8, 0, 8, parts.NewPara(text, theme.RoleControl, theme.Text3, 0))
			},
		})
	}
	for i, e := range p.shown {
		entries = append(entries, p.row(e, i == p.at))
	}
	p.list.Set(entries)
}

func (p *Picker) row(e entry, on bool) parts.Entry {
	return parts.Entry{
		Key: e.name, Version: fmt.Sprint(on, e.dir, p.dir),
		Height: func(float32) float32 { return theme.Current().Scaled(30) },
		Make: func() fyne.CanvasObject {
			icon, note := theme.IconFile, sizeText(e.size)
			if e.dir {
				icon, note = theme.IconRight, "folder"
			}
			t := parts.NewTappable(e.name, theme.None, theme.Hover, theme.None, theme.RadiusRow, parts.Pad(0, 10, 0, 10,
				parts.Row(theme.Space8, kit.NewIcon(icon, 14, theme.Text3),
					parts.Flex(parts.Pad(6, 0, 6, 0, kit.NewShrinkingLabel(e.name, theme.RoleControl, theme.Text))),
					kit.NewLabel(note, theme.RoleMeta, theme.Text3))))
			t.OnTapped = func() { p.choose(e) }
			t.SetSelected(on)
			return t
		},
	}
}

func sizeText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1e6:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
