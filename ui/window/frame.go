package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/parts"
	"memoir/ui/theme"
)

// frame lays out the three panes; see ui.md for the widths.
type frame struct {
	widget.BaseWidget
	sidebar, chat, panel fyne.CanvasObject
	shade                *parts.Fill
	wantSidebar          bool // when there is room
	wantPanel            bool
	floatSidebar         bool // when there is none
	floatPanel           bool
	width                float32
	changed              func()
}

func newFrame(s, c, p fyne.CanvasObject) *frame {
	f := &frame{sidebar: s, chat: c, panel: p, wantSidebar: true, wantPanel: true, shade: parts.NewFill(theme.Border)}
	f.changed = func() {}
	f.ExtendBaseWidget(f)
	return f
}

// paneWidth is the width of a pane at the current text zoom: it grows by 60 % of what the text
// does, so that most lines still fit and the chat keeps its room.
func wide(v float32) float32 { return theme.Round(v * (1 + 0.6*max(0, theme.Current().Zoom()-1))) }

// sidebarBreakpoint and panelBreakpoint are the window widths below which the panes float over the
// chat.
func collapseSidebar() float32 {
	return theme.CollapseSidebar + wide(theme.SidebarWidth) - theme.SidebarWidth
}

func floatPanel() float32 {
	return collapseSidebar() + theme.FloatPanel - theme.CollapseSidebar + wide(theme.PanelWidth) - theme.PanelWidth
}

func (f *frame) sidebarShown() bool {
	if f.width < collapseSidebar() {
		return f.floatSidebar
	}
	return f.wantSidebar
}

func (f *frame) panelShown() bool {
	if f.width < floatPanel() {
		return f.floatPanel
	}
	return f.wantPanel
}

func (f *frame) showSidebar(on bool) {
	if f.width < collapseSidebar() {
		f.floatSidebar = on
	} else {
		f.wantSidebar = on
	}
	f.relay()
}

func (f *frame) showPanel(on bool) {
	if f.width < floatPanel() {
		f.floatPanel = on
	} else {
		f.wantPanel = on
	}
	f.relay()
}

// closeFloating closes the panes that float over the chat; it reports whether there were any.
func (f *frame) tuck() bool {
	open := f.width < collapseSidebar() && f.floatSidebar || f.width < floatPanel() && f.floatPanel
	f.floatSidebar, f.floatPanel = false, false
	if open {
		f.relay()
	}
	return open
}

func (f *frame) relay() {
	f.Refresh()
	f.changed()
}

func (f *frame) MinSize() fyne.Size { return fyne.NewSize(theme.MinWindowWidth, theme.MinWindowHeight) }

// Resize lays out the panes and reports which of them are visible now.
func (f *frame) Resize(s fyne.Size) {
	f.width = s.Width
	f.BaseWidget.Resize(s)
	f.changed()
}

func (f *frame) CreateRenderer() fyne.WidgetRenderer { return &frameRenderer{f} }

type frameRenderer struct{ f *frame }

func (r *frameRenderer) Destroy() {}

// Objects returns the panes in tab order, from left to right. A floating sidebar is drawn after the
// chat, which it covers.
func (r *frameRenderer) Objects() []fyne.CanvasObject {
	if r.f.width < collapseSidebar() {
		return []fyne.CanvasObject{r.f.chat, r.f.sidebar, r.f.panel}
	}
	return []fyne.CanvasObject{r.f.sidebar, r.f.chat, r.f.panel}
}

func (r *frameRenderer) MinSize() fyne.Size { return r.f.MinSize() }

func (r *frameRenderer) Refresh() {
	r.Layout(r.f.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Layout places panes beside each other where there is room and over the chat where there is none.
func (r *frameRenderer) Layout(s fyne.Size) {
	f := r.f
	left, right := float32(0), s.Width
	show := func(o fyne.CanvasObject, on bool) {
		if on != o.Visible() {
			if on {
				o.Show()
			} else {
				o.Hide()
			}
		}
	}
	show(f.sidebar, f.sidebarShown())
	show(f.panel, f.panelShown())
	if f.sidebarShown() {
		f.sidebar.Move(fyne.Position{})
		f.sidebar.Resize(fyne.NewSize(wide(theme.SidebarWidth), s.Height))
		if f.width >= collapseSidebar() {
			left = wide(theme.SidebarWidth)
		}
	}
	if f.panelShown() {
		w := min(wide(theme.PanelWidth), s.Width)
		f.panel.Move(fyne.NewPos(s.Width-w, 0))
		f.panel.Resize(fyne.NewSize(w, s.Height))
		if f.width >= floatPanel() {
			right -= w
		}
	}
	f.chat.Move(fyne.NewPos(left, 0))
	f.chat.Resize(fyne.NewSize(right-left, s.Height))
}
