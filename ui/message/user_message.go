package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// userMessageView shows a user message: a bubble at the right, and beside its last line Edit and
// Copy while the pointer or the keyboard focus is in the row. Where there is no room beside it, or
// several versions to choose from, they are below, in space that is kept for them, so that nothing
// moves when they appear.
type userMessageView struct {
	widget.BaseWidget
	options        *Options
	row            *userMessageRow
	onHeightChange func()
	measuredWidth  float32 // width of the last measurement
	measuredHeight float32
	hovered        bool
	shared         *sharedState

	thumbnails []*thumbnail
	textTop    float32 // of the last layout: below the pictures, inside the bubble
	bubble     *draw.Box
	text       *messageText
	bar        *actionBar
	versions   *versionPicker
	copyButton *copyButton
	editButton *widgets.Button
}

var _ desktop.Hoverable = (*userMessageView)(nil)

func newUserMessageView(s *sharedState) *userMessageView {
	v := &userMessageView{options: s.options, onHeightChange: func() {}, shared: s}
	v.bubble = draw.NewBox(theme.Sunken, theme.None, theme.RadiusBubble)
	v.bubble.SetSmallBottomRightCorner(true)
	v.text = newMessageText(s, v)
	v.text.onHeightChange = func() {
		v.measuredWidth = 0
		v.onHeightChange()
	}
	v.editButton = widgets.NewSmallButton(widgets.ButtonOptions{Icon: theme.IconEdit, Label: translate.Text("Edit")},
		func() { v.options.requestAction(Action{Kind: ActionEdit, Message: v.row.ID}) })
	v.copyButton = newCopyButton(v.options, func() (int64, string) { return v.row.ID, v.row.Text })
	v.versions = newVersionPicker(func(step int) {
		v.options.requestAction(Action{Kind: ActionStepVersion, Message: v.row.ID, Step: step})
	})
	v.bar = newActionBar(true, v.editButton, v.copyButton, v.versions.prev, v.versions.label, v.versions.next)
	v.ExtendBaseWidget(v)
	if s.options.Thumbnails != nil {
		s.options.Thumbnails.registerViewForThumbnails(v)
	}
	return v
}

func (v *userMessageView) BindRow(row messagelist.Row) {
	r, _ := row.(*userMessageRow)
	if v.row == nil || v.row.ID != r.ID {
		v.hovered = false
		v.copyButton.restoreCopyLabel()
		v.text.HighlightMatches("")
	}
	v.row, v.measuredWidth = r, 0
	v.text.showTypedText(r.Text)
	v.versions.showVersionIfSeveral(r.Version, r.VersionCount)
	line := theme.None
	if r.IsEditing {
		line = theme.Accent
	}
	v.bubble.SetColors(theme.Sunken, line)
	draw.SetVisible(v.bubble, r.Text != "" || len(r.Pictures) == 0)
	v.buildThumbnailsAndRequestImages()
	draw.SetVisible(v.editButton, !r.IsReadOnly)
	v.updateButtonVisibility()
	if v.Size().Width > 0 {
		v.layoutOrMeasureParts(v.Size().Width, false)
	}
}

// updateButtonVisibility shows Edit and Copy while the pointer is in the row; the version picker is
// always visible.
func (v *userMessageView) updateButtonVisibility() {
	v.editButton.SetShownOnlyOnHoverOrFocus(!v.hovered)
	v.copyButton.SetShownOnlyOnHoverOrFocus(!v.hovered)
}

func (v *userMessageView) MouseIn(*desktop.MouseEvent) { v.shared.setHoveredMessage(v) }

func (v *userMessageView) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing: the pointer may have moved to the text or to a button, which are separate
// objects, so the buttons stay until it is seen elsewhere.
func (v *userMessageView) MouseOut() {}

func (v *userMessageView) HideTooltip() { v.text.HideTooltip() }

func (v *userMessageView) EndHover() { v.setHovered(false) }

func (v *userMessageView) setHovered(on bool) {
	if v.hovered != on {
		v.hovered = on
		v.updateButtonVisibility()
	}
}

func (v *userMessageView) layoutOrMeasureParts(width float32, measureOnly bool) float32 {
	th := theme.Current()
	maxTextWidth := min(th.ScaleUpWithTextZoom(theme.BubbleTextWidth), width-2*bubblePadX)
	textW := min(maxTextWidth, v.text.longestLineWidthUpTo(maxTextWidth))
	textH := v.text.HeightFor(textW)
	c := &columnLayout{width: width, measureOnly: measureOnly}
	w := textW + 2*bubblePadX
	v.layoutOrMeasureThumbnails(c)
	v.textTop = c.y + bubblePadY
	if v.row != nil && v.row.Text == "" && len(v.thumbnails) > 0 { // pictures alone
		w, c.y = c.width, c.y-theme.Space8
	} else {
		c.placeAtCurrentYWithoutAdvance(v.bubble, width-w, w, textH+2*bubblePadY)
		c.y += bubblePadY
		c.placeAtCurrentYWithoutAdvance(v.text, width-w+bubblePadX, textW, textH)
		c.y += textH + bubblePadY
	}
	bar := th.ScaleUpWithTextZoom(actionRowHeight)
	if beside := width - w - theme.Space8; !v.versions.label.Visible() && v.bar.visibleButtonsWidth() <= beside {
		end := c.y
		line := th.ScaleUpWithTextZoom(lineHeight) + 2*bubblePadY
		c.y = max(0, end-(line+bar)/2) // at the middle of the last line
		c.placeAtCurrentYWithoutAdvance(v.bar, 0, beside, bar)
		return end
	}
	c.y += theme.Space2
	c.placeAtCurrentYWithoutAdvance(v.bar, 0, width, bar)
	return c.y + bar - theme.MessageGap + theme.Space6
}

func (v *userMessageView) HeightFor(width float32) float32 {
	if v.measuredWidth != width {
		v.measuredHeight, v.measuredWidth = v.layoutOrMeasureParts(width, true), width
	}
	return v.measuredHeight
}

func (v *userMessageView) SetHeightChangeCallback(f func()) { v.onHeightChange = f }

func (v *userMessageView) HasUserState() bool { return v.text.HasSelection() }

func (v *userMessageView) SetVisibleRange(top, bottom float32) {
	v.text.SetVisibleRange(top-v.textTop, bottom-v.textTop)
}

func (v *userMessageView) SetHost(h messagelist.Host) { v.shared.host = h }

func (v *userMessageView) TextPositionAtY(y float32) (int, bool) {
	return v.text.TextPositionAtY(y - v.textTop)
}

func (v *userMessageView) LineTopOfPosition(pos int) float32 {
	return v.text.LineTopOfPosition(pos) + v.textTop
}

// SelectedText returns the selected text of the message.
func (v *userMessageView) SelectedText() string { return v.text.SelectedText() }

func (v *userMessageView) HighlightMatches(query string) int { return v.text.HighlightMatches(query) }

func (v *userMessageView) HighlightMatchAsCurrent(i int) float32 {
	return v.text.HighlightMatchAsCurrent(i) + v.textTop
}

func (v *userMessageView) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject {
			return append(v.thumbnailObjects(), v.bubble, v.text.View, v.bar)
		},
		Layout: func(s fyne.Size) { v.layoutOrMeasureParts(s.Width, false) },
	})
}

// Refresh measures the message again, with the current theme.
func (v *userMessageView) Refresh() {
	v.measuredWidth = 0
	v.BaseWidget.Refresh()
}
