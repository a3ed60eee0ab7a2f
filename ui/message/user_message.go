package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// userMessageView shows a user message: a bubble at the right, and below it Edit and Copy while the
// pointer or the keyboard focus is in the row. The buttons use the gap to the next message, so
// nothing moves when they appear.
type userMessageView struct {
	widget.BaseWidget
	actions        *Actions
	row            *userMessageRow
	onHeightChange func()
	measuredWidth  float32 // width of the last measurement
	measuredHeight float32
	hovered        bool
	shared         *sharedState

	bubble     *draw.Box
	text       *messageText
	bar        *actionBar
	versions   *versionPicker
	copyButton *copyButton
	editButton *widgets.Button
}

var _ desktop.Hoverable = (*userMessageView)(nil)

func newUserMessageView(s *sharedState) *userMessageView {
	a := s.actions
	v := &userMessageView{actions: a, onHeightChange: func() {}, shared: s}
	v.bubble = draw.NewBox(theme.Sunken, theme.None, theme.RadiusBubble)
	v.bubble.SetTailCorner(true)
	v.text = newMessageText(s, v)
	v.text.onHeightChange = func() {
		v.measuredWidth = 0
		v.onHeightChange()
	}
	v.editButton = widgets.NewSmallButton(widgets.ButtonOptions{Icon: theme.IconEdit, Label: "Edit"},
		func() { callWithID(a.OnEdit, v.row.ID) })
	v.copyButton = newCopyButton(a, func() (int64, string) { return v.row.ID, v.row.Text })
	v.versions = newVersionPicker(func(step int) {
		if a.OnVersion != nil {
			a.OnVersion(v.row.ID, step)
		}
	})
	v.bar = newActionBar(true, v.editButton, v.copyButton, v.versions.prev, v.versions.label, v.versions.next)
	v.ExtendBaseWidget(v)
	return v
}

func (v *userMessageView) BindRow(row messagelist.Row) {
	r, _ := row.(*userMessageRow)
	if v.row == nil || v.row.ID != r.ID {
		v.hovered = false
		v.copyButton.resetLabel()
		v.text.HighlightMatches("")
	}
	v.row, v.measuredWidth = r, 0
	v.text.setPlainText(r.Text)
	v.versions.setVersion(r.Version, r.VersionCount)
	line := theme.None
	if r.IsEditing {
		line = theme.Accent
	}
	v.bubble.SetColors(theme.Sunken, line)
	v.updateButtonVisibility()
	if v.Size().Width > 0 {
		v.layoutParts(v.Size().Width, false)
	}
}

// updateButtonVisibility shows Edit and Copy while the pointer is in the row; the version picker is
// always visible.
func (v *userMessageView) updateButtonVisibility() {
	v.editButton.SetFaint(!v.hovered)
	v.copyButton.SetFaint(!v.hovered)
}

func (v *userMessageView) MouseIn(*desktop.MouseEvent) { v.shared.setHoveredMessage(v) }

func (v *userMessageView) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing: the pointer may have moved to the text or to a button, which are separate
// objects, so the buttons stay until it is seen elsewhere.
func (v *userMessageView) MouseOut() {}

func (v *userMessageView) HideTooltip() { v.text.HideTooltip() }

func (v *userMessageView) PointerLeft() { v.setHovered(false) }

func (v *userMessageView) setHovered(on bool) {
	if v.hovered != on {
		v.hovered = on
		v.updateButtonVisibility()
	}
}

func (v *userMessageView) layoutParts(width float32, measureOnly bool) float32 {
	th := theme.Current()
	maxTextWidth := min(th.ScaleWithText(theme.BubbleTextWidth), width-2*bubblePadX)
	textW := min(maxTextWidth, v.text.naturalWidth(maxTextWidth))
	textH := v.text.HeightFor(textW)
	c := &columnLayout{width: width, measureOnly: measureOnly}
	w := textW + 2*bubblePadX
	c.placeAt(v.bubble, width-w, w, textH+2*bubblePadY)
	c.y = bubblePadY
	c.placeAt(v.text, width-w+bubblePadX, textW, textH)
	c.y += textH + bubblePadY
	c.y += theme.Space2
	bar := th.ScaleWithText(actionRowHeight)
	c.placeAt(v.bar, 0, width, bar)
	return c.y + bar - theme.MessageGap + theme.Space6
}

func (v *userMessageView) HeightFor(width float32) float32 {
	if v.measuredWidth != width {
		v.measuredHeight, v.measuredWidth = v.layoutParts(width, true), width
	}
	return v.measuredHeight
}

func (v *userMessageView) OnHeightChange(f func()) { v.onHeightChange = f }

func (v *userMessageView) HasUserState() bool { return v.text.HasSelection() }

func (v *userMessageView) SetVisibleRange(top, bottom float32) {
	v.text.SetVisibleRange(top-bubblePadY, bottom-bubblePadY)
}

func (v *userMessageView) SetHost(h messagelist.Host) { v.shared.host = h }

func (v *userMessageView) TextPositionAt(y float32) (int, bool) {
	return v.text.TextPositionAt(y - bubblePadY)
}

func (v *userMessageView) LineTopOf(pos int) float32 { return v.text.LineTopOf(pos) + bubblePadY }

// SelectedText returns the selected text of the message.
func (v *userMessageView) SelectedText() string { return v.text.SelectedText() }

func (v *userMessageView) HighlightMatches(query string) int { return v.text.HighlightMatches(query) }

func (v *userMessageView) SetCurrentMatch(i int) float32 {
	return v.text.SetCurrentMatch(i) + bubblePadY
}

func (v *userMessageView) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: draw.FixedObjects(v.bubble, v.text.View, v.bar),
		Layout:  func(s fyne.Size) { v.layoutParts(s.Width, false) },
	})
}

// Refresh measures the message again, with the current theme.
func (v *userMessageView) Refresh() {
	v.measuredWidth = 0
	v.BaseWidget.Refresh()
}
