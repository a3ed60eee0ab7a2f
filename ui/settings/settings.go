// Package settings is the settings dialog: models and memory, prompts, appearance, privacy and
// data, shortcuts, about. Changes take effect at once; there is no Save button.
package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/transfer"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Page identifies a page of the dialog.
type Page int

// The pages.
const (
	ModelsPage Page = iota
	PromptsPage
	AppearancePage
	DataPage
	ShortcutsPage
	AboutPage
	pageCount
)

// DisplayOptions are the display settings of the window, which converts them to and from its own
// type: the fields of both must be equal.
type DisplayOptions struct {
	Mode      string  `json:"mode"`
	Contrast  bool    `json:"contrast"`
	Zoom      float64 `json:"zoom"`
	CtrlEnter bool    `json:"ctrl_enter"`
	Still     bool    `json:"reduced_motion"`
	// NotifyDone asks for a desktop notification when an answer ends in the background.
	NotifyDone bool `json:"notify_done"`
	// NoSuggestions leaves an empty chat empty.
	NoSuggestions bool `json:"no_suggestions"`
	// Language is the code of the texts' language, such as "de"; "" follows the system.
	Language string `json:"language"`
	// SystemDark is whether the system preferred dark colors when it was last asked.
	SystemDark bool `json:"system_dark"`
}

// Shortcut is a keyboard shortcut and what it does.
type Shortcut struct{ Keys, Description string }

// Actions are the callbacks into the window.
type Actions struct {
	DisplayOptions    func() DisplayOptions
	SetDisplayOptions func(DisplayOptions)
	Shortcuts         func() []Shortcut
	CanNotify         bool            // the desktop shows notifications
	SetNewChatModel   func(id string) // makes a model that of new chats
	OnProvidersChange func()          // providers or keys have changed
	Reembed           *ReembedTask
	Import            *transfer.Import
	PickArchive       func(chosen func(path string)) // lets the user choose a file
}

// Dialog is the settings dialog. UI goroutine only.
type Dialog struct {
	env          *app.Env
	actions      Actions
	page         Page
	keyProvider  string         // provider whose key form opens once the page is loaded
	sheet        *widgets.Sheet // nil until the dialog is first opened, like all below
	nav          *fyne.Container
	content      *fyne.Container
	navCollapsed bool // the navigation shows only icons
	models       *modelsPage
	prompts      *promptsPage
	data         *dataPage
}

// New returns a closed dialog. Its content is built when it is first opened.
func New(env *app.Env, on Actions) *Dialog {
	d := &Dialog{env: env, actions: on}
	on.Reembed.OnProgress = func() {
		if d.isOpenOn(ModelsPage) {
			d.models.rebuildPageFromState()
		}
	}
	on.Reembed.OnDone = func(err error) {
		env.ShowErrorToast(err)
		if d.isOpenOn(ModelsPage) {
			d.models.reloadAndShowState()
		}
	}
	on.Import.OnChange = func() {
		if d.sheet != nil {
			d.data.transfer.showStateIfOpen()
		}
	}
	on.Import.OnImported = func() {
		if d.sheet != nil {
			d.data.transfer.reloadLearningStatus()
		}
	}
	return d
}

// isOpenOn reports whether the dialog shows a page.
func (d *Dialog) isOpenOn(p Page) bool { return d.sheet != nil && d.sheet.IsOpen() && d.page == p }

// buildContent builds what the dialog shows.
func (d *Dialog) buildContent() {
	d.nav, d.content = container.NewStack(), container.NewStack()
	d.models = newModelsPage(d)
	d.prompts = newPromptsPage(d)
	d.data = newDataPage(d)
	navBackground := widgets.Stack(draw.NewBox(theme.Sidebar, theme.None, theme.RadiusBubble),
		widgets.PadVerticalAndSides(theme.Space16, theme.Space12, d.nav))
	navColumn := container.New(&navLayout{d}, navBackground)
	closeRow := widgets.Pad(14, 14, 0, 0, widgets.Row(0, widgets.Spacer(), widgets.NewIconButton(theme.IconClose,
		translate.Text("Close (Esc)"),
		func() { d.sheet.Close() })))
	right := widgets.Border(closeRow, nil, nil, nil, d.content)
	d.sheet = widgets.NewClosedModalSheet(widgets.Border(nil, nil, navColumn, nil, right), 0,
		func(windowSize fyne.Size) fyne.Size {
			zoom := theme.Current()
			size := fyne.NewSize(min(zoom.ScaleUpWithTextZoom(theme.SettingsWidth), windowSize.Width-40),
				min(max(zoom.ScaleUpWithTextZoom(minDialogHeight), dialogHeightShare*windowSize.Height), windowSize.Height-40))
			d.setNavCollapsed(size.Width-zoom.ScaleUpWithTextZoom(navWidth) < zoom.ScaleUpWithTextZoom(minBodyWidth))
			return size
		})
	d.sheet.OnClose = d.prompts.saveInstructionsIfPending
}

// The dialog is as high as this at 100 % text zoom, or as this share of a higher window.
const (
	minDialogHeight   = 634
	dialogHeightShare = 0.85
)

// Widths of the navigation and of the page beside it, in pixels at 100 % text zoom.
const (
	navWidth     = 200
	minBodyWidth = 400
)

// setNavCollapsed reduces the navigation to icons where the page would get too narrow.
func (d *Dialog) setNavCollapsed(on bool) {
	if d.navCollapsed != on {
		d.navCollapsed = on
		d.rebuildNavigation()
	}
}

// navLayout gives the navigation its width: a fixed one, or that of its icons.
type navLayout struct{ dialog *Dialog }

func (l *navLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if !l.dialog.navCollapsed {
		m.Width = theme.Current().ScaleUpWithTextZoom(navWidth)
	}
	return m
}

func (l *navLayout) Layout(o []fyne.CanvasObject, s fyne.Size) { o[0].Resize(s) }

// OpenModelsPage opens the page of models; provider names the one whose key is to be entered, if
// any.
func (d *Dialog) OpenModelsPage(c fyne.Canvas, provider string) {
	d.keyProvider = provider
	d.OpenPage(c, ModelsPage)
}

// OpenPage opens a page.
func (d *Dialog) OpenPage(c fyne.Canvas, p Page) {
	if d.sheet == nil {
		d.buildContent()
	}
	d.showPage(p)
	d.sheet.Open(c)
}

// ReloadOpenPageOnEvent reloads the open page if an event of the core concerns it.
func (d *Dialog) ReloadOpenPageOnEvent(e memory.Event) {
	if d.isOpenOn(DataPage) && e.Kind == memory.EventJobs {
		d.data.transfer.reloadLearningStatus()
	}
	if !d.isOpenOn(ModelsPage) {
		return
	}
	switch e.Kind {
	case memory.EventIndex, memory.EventJobs, memory.EventSettings:
		d.models.reloadAndShowState()
	}
}

func (d *Dialog) showPage(p Page) {
	d.prompts.saveInstructionsIfPending()
	d.page = p
	d.rebuildNavigation()
	var o fyne.CanvasObject
	switch p {
	case ModelsPage:
		o = d.models.scroll
		d.models.reloadAndShowState()
	case PromptsPage:
		o = d.prompts.buildPageFromStored()
	case AppearancePage:
		o = d.appearancePage()
	case DataPage:
		o = d.data.buildPageAndReloadGroups()
	case ShortcutsPage:
		o = d.shortcutsPage()
	case AboutPage:
		o = d.aboutPage()
	}
	// Scroll bars end above the rounded corner.
	d.content.Objects = []fyne.CanvasObject{widgets.Pad(0, 0, theme.Space8, 0, o)}
	d.content.Refresh()
	d.sheet.Refresh()
}

func (d *Dialog) rebuildNavigation() {
	names := [pageCount]struct {
		icon theme.Icon
		text string
	}{
		{theme.IconScreen, translate.Text("Models and memory")},
		{theme.IconEdit, translate.Text("Prompts")},
		{theme.IconSun, translate.Text("Appearance")},
		{theme.IconShield, translate.Text("Privacy and data")},
		{theme.IconKeyboard, translate.Text("Shortcuts")},
		{theme.IconInfo, translate.Text("About")},
	}
	col := widgets.Column(theme.Space2)
	if !d.navCollapsed {
		col.Add(widgets.Pad(theme.Space4, theme.Space10, theme.Space10, theme.Space10,
			draw.NewLabel(translate.Text("Settings"), theme.RoleTitle, theme.Text)))
	}
	for i, n := range names {
		if d.navCollapsed {
			b := widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Quiet, Icon: n.icon, Name: n.text, Height: 34,
				IconSize: 17,
			},
				func() { d.showPage(Page(i)) })
			b.SetSwitchedOn(Page(i) == d.page)
			col.Add(b)
			continue
		}
		row := widgets.AtLeastUpToMaxWidth(0, 0, 34, widgets.PadVerticalAndSides(0, theme.Space10,
			widgets.Row(theme.Space10, draw.NewIcon(n.icon, 15, theme.Text2),
				widgets.Flex(widgets.PadVerticalAndSides(7, 0, widgets.NewWrappedText(n.text, theme.RoleButton, theme.Text, 0))))))
		t := widgets.NewTappable(n.text, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
		t.OnTapped = func() { d.showPage(Page(i)) }
		t.SetSelected(Page(i) == d.page)
		col.Add(t)
	}
	widgets.RebuildKeepingFocus(d.nav, func() {
		d.nav.Objects = []fyne.CanvasObject{widgets.Border(col, nil, nil, nil, nil)}
		d.nav.Refresh()
	})
}

// newScrollablePage returns the scrollable body of a page.
func newScrollablePage(o fyne.CanvasObject) *widgets.Scroll {
	return widgets.NewVerticalScroll(widgets.Pad(theme.Space4, theme.Space28, theme.Space24, theme.Space28, o))
}

// sectionHeading returns the title of a group, with an optional control at its right.
func sectionHeading(text string, right fyne.CanvasObject) fyne.CanvasObject {
	row := widgets.Row(theme.Space8, draw.NewLabel(text, theme.RoleTitle, theme.Text), widgets.Spacer())
	if right != nil {
		row.Add(right)
	}
	return widgets.FixedSize(0, 32, row)
}

// cardPadding is the space at the sides of the rows of a group.
const cardPadding = 14

// newCardOfRows returns a card of rows with lines between them.
func newCardOfRows(rows ...fyne.CanvasObject) fyne.CanvasObject {
	return widgets.CardOfSeparatedRows(theme.RadiusGroup, theme.Space4, cardPadding, rows...)
}

// newSettingRow returns a setting: its title, a description, and its control.
func newSettingRow(title, sub string, control fyne.CanvasObject) fyne.CanvasObject {
	return widgets.TitleRowWithControl(widgets.NewWrappedText(title, theme.RoleButton, theme.Text, 0), sub, control)
}
