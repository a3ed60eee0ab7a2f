package message

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// WindowStart is a line above the first message that the model sees word for word. A click shows
// the summary that stands in for the messages above the line.
type WindowStart struct {
	ID      int64  // of the row; no message has it
	Summary string // Markdown; empty when nothing stands in for the messages above
}

// ListRow returns the row for a message list.
func (m WindowStart) ListRow() messagelist.Row {
	r := &windowStartRow{WindowStart: m}
	h := newRevisionHash()
	h.addLengthAndSampledText(m.Summary)
	h.addLengthPrefixedFields("window start", strconv.FormatInt(m.ID, 10))
	r.revision = h.revisionHashSum()
	return r
}

type windowStartRow struct {
	WindowStart
	revision uint64
}

func (r *windowStartRow) RowID() int64                      { return r.ID }
func (r *windowStartRow) RowRevision() uint64               { return r.revision }
func (r *windowStartRow) RowKind() int                      { return KindWindowStart }
func (r *windowStartRow) EstimateRowHeight(float32) float32 { return reasoningHeaderHeight }

// Texts of the line.
const (
	summarisedLabel  = "The model sees the messages above as a summary"
	notSentLabel     = "The model no longer sees the messages above"
	editSummaryLabel = "Read and edit summaries"
)

// windowStartView draws the line, with its text as a button in the middle, and the summary below it
// while it is expanded.
type windowStartView struct {
	widget.BaseWidget
	row            *windowStartRow
	left, right    fyne.CanvasObject
	label          *draw.Label // instead of the button, where there is no summary
	button         *widgets.Button
	sideBar        *draw.Box
	text           *messageText
	editButton     *widgets.Button
	expanded       bool
	onHeightChange func()
}

func newWindowStartView(s *sharedState) *windowStartView {
	v := &windowStartView{
		left: draw.NewHairline(), right: draw.NewHairline(), text: newMessageText(s, nil), onHeightChange: func() {},
		label:   draw.NewShrinkingLabel(translate.Text(notSentLabel), theme.RoleMeta, theme.Text3),
		sideBar: draw.NewBox(theme.Border, theme.None, reasoningBar/2),
	}
	v.button = widgets.NewSmallButton(widgets.ButtonOptions{
		Label: translate.Text(summarisedLabel), TrailingIcon: theme.IconRight, Kind: widgets.Quiet,
		Name: translate.Text("Show the summary of the messages above"), Height: reasoningHeaderHeight,
	}, v.toggleSummaryAndNotifyHeight)
	v.editButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text(editSummaryLabel), Height: reasoningHeaderHeight,
	}, func() { s.options.requestAction(Action{Kind: ActionShowSummaries}) })
	v.text.onHeightChange = func() { v.onHeightChange() }
	v.ExtendBaseWidget(v)
	v.updateForExpandedState()
	return v
}

// BindRow shows another line, collapsed.
func (v *windowStartView) BindRow(row messagelist.Row) {
	r, _ := row.(*windowStartRow)
	if v.row == nil || v.row.ID != r.ID || r.Summary == "" {
		v.expanded = false
	}
	v.row = r
	draw.SetVisible(v.button, r.Summary != "")
	draw.SetVisible(v.label, r.Summary == "")
	v.updateForExpandedState()
	v.Refresh()
}

func (v *windowStartView) toggleSummaryAndNotifyHeight() {
	v.expanded = !v.expanded
	v.updateForExpandedState()
	v.onHeightChange()
}

func (v *windowStartView) updateForExpandedState() {
	tail := theme.IconRight
	if v.expanded {
		tail = theme.IconDown
		v.text.showMarkdown(v.row.Summary, false)
	}
	v.button.UpdateOptions(func(o *widgets.ButtonOptions) { o.TrailingIcon = tail })
	for _, o := range []fyne.CanvasObject{v.text, v.sideBar, v.editButton} {
		draw.SetVisible(o, v.expanded)
	}
}

func (v *windowStartView) layoutOrMeasureParts(width float32, measureOnly bool) float32 {
	c := &columnLayout{width: width, measureOnly: measureOnly}
	head := theme.Current().ScaleUpWithTextZoom(reasoningHeaderHeight)
	middle := fyne.CanvasObject(v.button)
	if !v.button.Visible() {
		middle = v.label
	}
	w := min(middle.MinSize().Width+1, width)
	side := max(0, (width-w)/2-theme.Space8)
	c.placeAtCurrentYWithoutAdvance(middle, (width-w)/2, w, head)
	c.y = head / 2
	c.placeAtCurrentYWithoutAdvance(v.left, 0, side, v.left.MinSize().Height)
	c.placeAtCurrentYWithoutAdvance(v.right, width-side, side, v.right.MinSize().Height)
	c.y = head
	if !v.expanded {
		return c.y
	}
	c.y += theme.Space4
	inner := max(1, width-reasoningIndent)
	h := v.text.HeightFor(inner)
	c.placeAtCurrentYWithoutAdvance(v.sideBar, 0, reasoningBar, h)
	c.placeAtCurrentYWithoutAdvance(v.text, reasoningIndent, inner, h)
	c.y += h + theme.Space4
	c.placeAtCurrentYWithoutAdvance(
		v.editButton, reasoningIndent-buttonOverhang, min(v.editButton.MinSize().Width, inner), head,
	)
	return c.y + head
}

// HeightFor returns the height at a width.
func (v *windowStartView) HeightFor(width float32) float32 {
	return v.layoutOrMeasureParts(width, true)
}

// SetHeightChangeCallback sets what is called when the summary is shown or hidden.
func (v *windowStartView) SetHeightChangeCallback(f func()) { v.onHeightChange = f }

// HasUserState reports whether the summary is shown.
func (v *windowStartView) HasUserState() bool { return v.expanded }

// SetVisibleRange sets which part of the row is visible.
func (v *windowStartView) SetVisibleRange(top, bottom float32) {
	if v.expanded {
		y := v.text.Position().Y
		v.text.SetVisibleRange(top-y, bottom-y)
	}
}

// CreateRenderer returns the renderer of the widget.
func (v *windowStartView) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(v.left, v.right, v.label, v.button, v.sideBar, v.text.View, v.editButton),
		Layout:  func(s fyne.Size) { v.layoutOrMeasureParts(s.Width, false) },
	})
}
