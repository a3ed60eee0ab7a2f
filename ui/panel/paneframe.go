package panel

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Heights of the footers of a list and of the editor, in pixels at zoom 1.
const (
	listFooterHeight   = 44
	editorFooterHeight = 58
)

// paneFrame is what surrounds every page: the background, the header, and a toast above the footer.
type paneFrame struct {
	content      *fyne.Container
	header       *fyne.Container
	body         *fyne.Container
	toast        *widgets.Toast
	tabButtons   []*tabButton
	footerHeight float32
}

// newPaneFrame returns an empty frame; showTab is called when a tab is tapped.
func newPaneFrame(env *app.Env, showTab func(Tab)) *paneFrame {
	f := &paneFrame{header: container.NewStack(), body: container.NewStack(), toast: widgets.NewToast(env.After)}
	for i, name := range []string{translate.Text("Memories"), translate.Text("Files"), translate.Text("This answer")} {
		f.tabButtons = append(f.tabButtons, newTabButton(name, func() { showTab(Tab(i)) }))
	}
	head := widgets.Border(nil, draw.NewHairline(), nil, nil, widgets.FixedSize(0, theme.HeaderHeight, f.header))
	f.content = container.New(frameLayout{f}, widgets.NewBackground(theme.Panel),
		widgets.Border(nil, nil, draw.NewHairline(), nil, widgets.Border(head, nil, nil, nil, f.body)), f.toast)
	f.toast.OnChange = func() { f.content.Refresh() }
	return f
}

// showHeaderAndBody shows a page with its header. A page that leaves takes its keyboard focus with
// it.
func (f *paneFrame) showHeaderAndBody(header, body fyne.CanvasObject, footerHeight float32) {
	if !slices.Contains(f.body.Objects, body) {
		widgets.UnfocusWithin(f.body)
	}
	f.header.Objects = []fyne.CanvasObject{header}
	f.body.Objects = []fyne.CanvasObject{body}
	f.footerHeight = footerHeight
	f.content.Refresh()
}

// newTabHeader returns the header of a tab: the tabs, and buttons at the right.
func (f *paneFrame) newTabHeader(t Tab, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	var o []fyne.CanvasObject
	for i, b := range f.tabButtons {
		b.setActive(Tab(i) == t)
		o = append(o, b.Tappable)
	}
	return widgets.PadVerticalAndSides(0, theme.Space10, container.New(headerLayout{}, append(o, buttons...)...))
}

// frameLayout places the toast above the footer.
type frameLayout struct{ f *paneFrame }

func (frameLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(theme.PanelWidth, 200)
}

func (l frameLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	o[1].Resize(s)
	w := s.Width - 2*theme.Space16
	l.f.toast.SetWidth(w)
	h := l.f.toast.MinSize().Height
	foot := theme.Current().ScaleUpWithTextZoom(l.f.footerHeight)
	l.f.toast.Move(fyne.NewPos(theme.Space16, s.Height-foot-h-theme.Space12))
	l.f.toast.Resize(fyne.NewSize(w, h))
}
