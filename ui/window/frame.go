package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// frame lays out the three panes; package theme has their widths.
type frame struct {
	widget.BaseWidget
	sidebar, chat, panel fyne.CanvasObject
	shade                *widgets.Background
	sidebarWanted        bool // when there is room
	panelWanted          bool
	sidebarFloating      bool // when there is none
	panelFloating        bool
	width                float32
	onChanged            func()
}

func newFrame(s, c, p fyne.CanvasObject) *frame {
	f := &frame{
		sidebar: s, chat: c, panel: p, sidebarWanted: true, panelWanted: true,
		shade: widgets.NewBackground(theme.Border),
	}
	f.onChanged = func() {}
	f.ExtendBaseWidget(f)
	return f
}

// paneWidthAtTextZoom is the width of a pane at the current text zoom: it grows by 60 % of what the
// text does, so that most lines still fit and the chat keeps its room.
func paneWidthAtTextZoom(v float32) float32 {
	return theme.Round(v * (1 + 0.6*max(0, theme.Current().Zoom()-1)))
}

// sidebarBreakpoint and panelBreakpoint are the window widths below which the panes float over the
// chat.
func sidebarBreakpoint() float32 {
	return theme.SidebarCollapseWidth + paneWidthAtTextZoom(theme.SidebarWidth) - theme.SidebarWidth
}

func panelBreakpoint() float32 {
	return sidebarBreakpoint() + theme.PanelFloatWidth - theme.SidebarCollapseWidth +
		paneWidthAtTextZoom(theme.PanelWidth) - theme.PanelWidth
}

func (f *frame) isSidebarShown() bool {
	if f.width < sidebarBreakpoint() {
		return f.sidebarFloating
	}
	return f.sidebarWanted
}

func (f *frame) isPanelShown() bool {
	if f.width < panelBreakpoint() {
		return f.panelFloating
	}
	return f.panelWanted
}

func (f *frame) setSidebarShown(on bool) {
	if f.width < sidebarBreakpoint() {
		f.sidebarFloating = on
	} else {
		f.sidebarWanted = on
	}
	f.refreshLayoutAndNotify()
}

func (f *frame) setPanelShown(on bool) {
	if f.width < panelBreakpoint() {
		f.panelFloating = on
	} else {
		f.panelWanted = on
	}
	f.refreshLayoutAndNotify()
}

// closeFloatingPanes closes the panes that float over the chat; it reports whether there were any.
func (f *frame) closeFloatingPanes() bool {
	open := f.width < sidebarBreakpoint() && f.sidebarFloating || f.width < panelBreakpoint() && f.panelFloating
	f.sidebarFloating, f.panelFloating = false, false
	if open {
		f.refreshLayoutAndNotify()
	}
	return open
}

func (f *frame) refreshLayoutAndNotify() {
	f.Refresh()
	f.onChanged()
}

func (f *frame) MinSize() fyne.Size { return fyne.NewSize(theme.MinWindowWidth, theme.MinWindowHeight) }

// Resize lays out the panes and reports which of them are visible now.
func (f *frame) Resize(s fyne.Size) {
	f.width = s.Width
	f.BaseWidget.Resize(s)
	f.onChanged()
}

func (f *frame) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(f, draw.RenderFuncs{Objects: f.panesInTabOrder, MinSize: f.MinSize, Layout: f.placePanes})
}

// panesInTabOrder returns the panes in tab order, from left to right. A floating sidebar is drawn
// after the chat, which it covers.
func (f *frame) panesInTabOrder() []fyne.CanvasObject {
	if f.width < sidebarBreakpoint() {
		return []fyne.CanvasObject{f.chat, f.sidebar, f.panel}
	}
	return []fyne.CanvasObject{f.sidebar, f.chat, f.panel}
}

// placePanes places panes beside each other where there is room and over the chat where there is
// none.
func (f *frame) placePanes(s fyne.Size) {
	left, right := float32(0), s.Width
	if draw.SetVisible(f.sidebar, f.isSidebarShown()) {
		w := paneWidthAtTextZoom(theme.SidebarWidth)
		draw.MoveAndResize(f.sidebar, 0, 0, w, s.Height)
		if f.width >= sidebarBreakpoint() {
			left = w
		}
	}
	if draw.SetVisible(f.panel, f.isPanelShown()) {
		w := min(paneWidthAtTextZoom(theme.PanelWidth), s.Width)
		draw.MoveAndResize(f.panel, s.Width-w, 0, w, s.Height)
		if f.width >= panelBreakpoint() {
			right -= w
		}
	}
	draw.MoveAndResize(f.chat, left, 0, right-left, s.Height)
}
