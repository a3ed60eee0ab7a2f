package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/messagelist"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// userMessageView shows a user message: a bubble at the right, and below it Edit and Copy while the
// pointer or the keyboard focus is in the row. The buttons use the gap to the next message, so
// nothing moves when they appear.
type userView struct {
	widget.BaseWidget
	actions *Actions
	row     *userRow
	changed func()
	width   float32 // width of the last measurement
	height  float32
	hover   bool
	shared  *shared

	bubble *kit.Box
	text   *body
	bar    *actionBar
	vers   *versions
	copy   *copyButton
	edit   *parts.Button
}

var _ desktop.Hoverable = (*userView)(nil)

func newUserView(s *shared) *userView {
	a := s.actions
	v := &userView{actions: a, changed: func() {}, shared: s}
	v.bubble = kit.NewBox(theme.Sunken, theme.None, theme.RadiusBubble)
	v.bubble.SetTail(true)
	v.text = newBody(s, v)
	v.text.resized = func() {
		v.width = 0
		v.changed()
	}
	v.edit = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconEdit, Label: "Edit"},
		func() { callID(a.OnEdit, v.row.ID) })
	v.copy = newCopyButton(a, func() (int64, string) { return v.row.ID, v.row.Text })
	v.vers = newVersions(func(step int) {
		if a.OnVersion != nil {
			a.OnVersion(v.row.ID, step)
		}
	})
	v.bar = newActionBar(true, v.edit, v.copy, v.vers.prev, v.vers.label, v.vers.next)
	v.ExtendBaseWidget(v)
	return v
}

func (v *userView) Bind(row messagelist.Row) {
	r, _ := row.(*userRow)
	if v.row == nil || v.row.ID != r.ID {
		v.hover = false
		v.copy.reset()
		v.text.Find("")
	}
	v.row, v.width = r, 0
	v.text.setPlain(r.Text)
	v.vers.set(r.Version, r.Versions)
	line := theme.None
	if r.Editing {
		line = theme.Accent
	}
	v.bubble.SetTones(theme.Sunken, line)
	v.reveal()
	if v.Size().Width > 0 {
		v.flow(v.Size().Width, false)
	}
}

// updateButtonVisibility shows Edit and Copy while the pointer is in the row; the version picker is
// always visible.
func (v *userView) reveal() {
	v.edit.SetFaint(!v.hover)
	v.copy.SetFaint(!v.hover)
}

func (v *userView) MouseIn(*desktop.MouseEvent) { v.shared.enter(v) }

func (v *userView) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing: the pointer may have moved to the text or to a button, which are separate
// objects, so the buttons stay until it is seen elsewhere.
func (v *userView) MouseOut() {}

func (v *userView) DropTip() { v.text.DropTip() }

func (v *userView) PointerLeft() { v.setHover(false) }

func (v *userView) setHover(on bool) {
	if v.hover != on {
		v.hover = on
		v.reveal()
	}
}

func (v *userView) flow(width float32, dry bool) float32 {
	look := theme.Current()
	most := min(look.Scaled(theme.BubbleTextWidth), width-2*bubblePadX)
	textW := min(most, v.text.naturalWidth(most))
	textH := v.text.HeightFor(textW)
	c := &column{width: width, dry: dry}
	w := textW + 2*bubblePadX
	c.at(v.bubble, width-w, w, textH+2*bubblePadY)
	c.y = bubblePadY
	c.at(v.text, width-w+bubblePadX, textW, textH)
	c.y += textH + bubblePadY
	c.y += theme.Space2
	bar := look.Scaled(actionRow)
	c.at(v.bar, 0, width, bar)
	return c.y + bar - theme.MessageGap + theme.Space6
}

func (v *userView) HeightFor(width float32) float32 {
	if v.width != width {
		v.height, v.width = v.flow(width, true), width
	}
	return v.height
}

func (v *userView) OnHeightChange(f func()) { v.changed = f }

func (v *userView) Held() bool { return v.text.Selected() }

func (v *userView) SetWindow(top, bottom float32) {
	v.text.SetWindow(top-bubblePadY, bottom-bubblePadY)
}

func (v *userView) Host(h messagelist.Host) { v.shared.host = h }

func (v *userView) TextAt(y float32) (int, bool) { return v.text.TextAt(y - bubblePadY) }

func (v *userView) TopOf(pos int) float32 { return v.text.TopOf(pos) + bubblePadY }

// SelectedText returns the selected text of the message.
func (v *userView) SelectedText() string { return v.text.SelectedText() }

func (v *userView) Find(query string) int { return v.text.Find(query) }

func (v *userView) ShowMatch(i int) float32 { return v.text.ShowMatch(i) + bubblePadY }

func (v *userView) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{v.bubble, v.text.View, v.bar}
	return &group{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(0, 0) },
		layout:  func(s fyne.Size) { v.flow(s.Width, false) },
		refresh: func() {
			v.width = 0
			for _, o := range objects {
				o.Refresh()
			}
			v.flow(v.Size().Width, false)
		},
	}
}
