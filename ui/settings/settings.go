// Package settings is the settings dialog: models and memory, appearance, privacy and data,
// shortcuts, about. Changes take effect at once; there is no Save button.
package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Page identifies a page of the dialog.
type Page int

// The pages.
const (
	Models Page = iota
	Appearance
	Data
	Shortcuts
	About
	pageCount
)

// DisplayOptions are the display settings of the window, which converts them to and from its own
// type: the fields of both must be equal.
type Look struct {
	Mode      string  `json:"mode"`
	Contrast  bool    `json:"contrast"`
	Zoom      float64 `json:"zoom"`
	CtrlEnter bool    `json:"ctrl_enter"`
	Still     bool    `json:"reduced_motion"`
}

// Shortcut is a keyboard shortcut and what it does.
type Row struct{ Keys, What string }

// Actions are the callbacks into the window.
type Actions struct {
	Look      func() Look
	SetLook   func(Look)
	CopyText  func(text string)
	Shortcuts func() []Row
	Changed   func() // providers or keys have changed
	FirstRun  func()
	OpenURL   func(url string)
	Embedding *Embedding
	Ledger    func() // open the ledger
	Health    func() // open the health page
}

// Dialog is the settings dialog. UI goroutine only.
type Dialog struct {
	env    *app.Env
	on     Actions
	page   Page
	key    string // provider whose key form opens once the page is loaded
	sheet  *parts.Sheet
	nav    *fyne.Container
	body   *fyne.Container
	folded bool // the navigation shows only icons
	models *models
	data   *data
}

// New returns a closed dialog.
func New(env *app.Env, on Actions) *Dialog {
	d := &Dialog{env: env, on: on, nav: container.NewStack(), body: container.NewStack()}
	d.models = newModels(d)
	d.data = newData(d)
	on.Embedding.Changed = func() {
		if d.sheet.IsOpen() && d.page == Models {
			d.models.show()
		}
	}
	on.Embedding.Done = func(err error) {
		env.Fail(err)
		if d.sheet.IsOpen() && d.page == Models {
			d.models.reload()
		}
	}
	side := parts.On(kit.NewBox(theme.Side, theme.None, theme.RadiusBubble), parts.Pad(16, 12, 16, 12, d.nav))
	slim := container.New(&slimmer{d}, side)
	closer := parts.Pad(14, 14, 0, 0, parts.Row(0, parts.Space(), parts.NewIcon(theme.IconClose, "Close (Esc)",
		func() { d.sheet.Close() })))
	right := parts.Border(closer, nil, nil, nil, d.body)
	d.sheet = parts.NewSheet(parts.Border(nil, nil, slim, nil, right), 0,
		func(whole fyne.Size) fyne.Size {
			zoom := theme.Current()
			size := fyne.NewSize(min(zoom.Scaled(theme.SettingsWidth), whole.Width-40), min(zoom.Scaled(634), whole.Height-40))
			d.fold(size.Width-zoom.Scaled(navWidth) < zoom.Scaled(leastBody))
			return size
		})
	return d
}

// Widths of the navigation and of the page beside it, in pixels at 100 % text zoom.
const (
	navWidth  = 200
	leastBody = 400
)

// setNavCollapsed reduces the navigation to icons where the page would get too narrow.
func (d *Dialog) fold(on bool) {
	if d.folded != on {
		d.folded = on
		d.showNav()
	}
}

// navLayout gives the navigation its width: a fixed one, or that of its icons.
type slimmer struct{ d *Dialog }

func (l *slimmer) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if !l.d.folded {
		m.Width = theme.Current().Scaled(navWidth)
	}
	return m
}

func (l *slimmer) Layout(o []fyne.CanvasObject, s fyne.Size) { o[0].Resize(s) }

// OpenModels opens the page of models; provider names the one whose key is to be entered, if any.
func (d *Dialog) Open(c fyne.Canvas, provider string) {
	d.key = provider
	d.OpenPage(c, Models)
}

// OpenPage opens a page.
func (d *Dialog) OpenPage(c fyne.Canvas, p Page) {
	d.turn(p)
	d.sheet.Open(c)
}

// IsOpen reports whether the dialog is shown.
func (d *Dialog) IsOpen() bool { return d.sheet.IsOpen() }

// HandleEvent reloads the open page if an event of the core concerns it.
func (d *Dialog) Handle(e memory.Event) {
	if !d.sheet.IsOpen() || d.page != Models {
		return
	}
	switch e.Kind {
	case memory.EventIndex, memory.EventJobs, memory.EventSettings:
		d.models.reload()
	}
}

func (d *Dialog) turn(p Page) {
	d.page = p
	d.showNav()
	var o fyne.CanvasObject
	switch p {
	case Models:
		o = d.models.body
		d.models.reload()
	case Appearance:
		o = d.appearance()
	case Data:
		o = d.data.show()
	case Shortcuts:
		o = d.shortcuts()
	case About:
		o = d.about()
	}
	d.body.Objects = []fyne.CanvasObject{o}
	d.body.Refresh()
	d.sheet.Refresh()
}

func (d *Dialog) showNav() {
	names := [pageCount]struct {
		icon theme.Icon
		text string
	}{
		{theme.IconScreen, "Models and memory"},
		{theme.IconSun, "Appearance"},
		{theme.IconShield, "Privacy and data"},
		{theme.IconKeyboard, "Shortcuts"},
		{theme.IconInfo, "About"},
	}
	col := parts.Column(theme.Space2)
	if !d.folded {
		col.Add(parts.Pad(4, 10, 10, 10, kit.NewLabel("Settings", theme.RoleTitle, theme.Text)))
	}
	for i, n := range names {
		if d.folded {
			b := parts.NewButton(parts.ButtonOptions{Kind: parts.Quiet, Icon: n.icon, Name: n.text, Height: 34, IconSize: 17},
				func() { d.turn(Page(i)) })
			b.SetOn(Page(i) == d.page)
			col.Add(b)
			continue
		}
		row := parts.Fix(0, 34, parts.Pad(0, 10, 0, 10, parts.Row(theme.Space10, kit.NewIcon(n.icon, 15, theme.Text2),
			parts.Flex(parts.Pad(7, 0, 7, 0, kit.NewShrinkingLabel(n.text, theme.RoleButton, theme.Text))))))
		t := parts.NewTappable(n.text, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
		t.OnTapped = func() { d.turn(Page(i)) }
		t.SetSelected(Page(i) == d.page)
		col.Add(t)
	}
	d.nav.Objects = []fyne.CanvasObject{parts.Border(col, nil, nil, nil, nil)}
	d.nav.Refresh()
}

// scrollPage returns the scrollable body of a page.
func scroll(o fyne.CanvasObject) *parts.Scroll { return parts.NewScroll(parts.Pad(4, 28, 24, 28, o)) }

// sectionHeading returns the title of a group, with an optional control at its right.
func head(text string, right fyne.CanvasObject) fyne.CanvasObject {
	row := parts.Row(theme.Space8, kit.NewLabel(text, theme.RoleTitle, theme.Text), parts.Space())
	if right != nil {
		row.Add(right)
	}
	return parts.Fix(0, 32, row)
}

// groupCard returns a card of rows with lines between them.
func group(rows ...fyne.CanvasObject) fyne.CanvasObject {
	col := parts.Column(0)
	for i, r := range rows {
		if i > 0 {
			col.Add(kit.NewHairline())
		}
		col.Add(r)
	}
	return parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusGroup), parts.Pad(4, 14, 4, 14, col))
}

// settingRow returns a setting: its title, a description, and its control.
func row(title, sub string, control fyne.CanvasObject) fyne.CanvasObject {
	text := parts.Column(0, parts.NewPara(title, theme.RoleButton, theme.Text, 0))
	if sub != "" {
		text.Add(parts.NewPara(sub, theme.RoleMeta, theme.Text3, 3))
	}
	if control == nil {
		return parts.Pad(9, 0, 9, 0, text)
	}
	return parts.Pad(9, 0, 9, 0, parts.Beside(theme.Space12, 150, text, control))
}

// centerVertically keeps the height of o and centers it in a taller row.
func centred(o fyne.CanvasObject) fyne.CanvasObject { return parts.Middle(o) }
