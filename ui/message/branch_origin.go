package message

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// BranchOrigin is a line above the first message of a chat that was branched from another one. A
// click opens that chat.
type BranchOrigin struct {
	Title string // of the other chat
}

// branchOriginRowID is the id of the row; no message has it, and no WindowStart.
const branchOriginRowID = math.MinInt64

// ListRow returns the row for a message list.
func (m BranchOrigin) ListRow() messagelist.Row {
	r := &branchOriginRow{BranchOrigin: m}
	h := newRevisionHash()
	h.addLengthPrefixedFields("branch origin", m.Title)
	r.revision = h.revisionHashSum()
	return r
}

type branchOriginRow struct {
	BranchOrigin
	revision uint64
}

func (r *branchOriginRow) RowID() int64                      { return branchOriginRowID }
func (r *branchOriginRow) RowRevision() uint64               { return r.revision }
func (r *branchOriginRow) RowKind() int                      { return KindBranchOrigin }
func (r *branchOriginRow) EstimateRowHeight(float32) float32 { return reasoningHeaderHeight }

// branchOriginView draws the line as a link in the middle.
type branchOriginView struct {
	widget.BaseWidget
	link *widgets.Button
}

func newBranchOriginView(s *sharedState) *branchOriginView {
	v := &branchOriginView{link: widgets.NewSmallButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Height: reasoningHeaderHeight,
	}, func() { s.options.requestAction(Action{Kind: ActionOpenOrigin}) })}
	v.ExtendBaseWidget(v)
	return v
}

// BindRow shows another line.
func (v *branchOriginView) BindRow(row messagelist.Row) {
	r, _ := row.(*branchOriginRow)
	v.link.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Label = translate.Text("Branched from “{{.Title}}”", "Title", r.Title)
	})
}

func (v *branchOriginView) layoutOrMeasureLink(width float32, measureOnly bool) float32 {
	c := &columnLayout{width: width, measureOnly: measureOnly}
	head := theme.Current().ScaleUpWithTextZoom(reasoningHeaderHeight)
	w := min(v.link.MinSize().Width+1, width)
	c.placeAtCurrentYWithoutAdvance(v.link, (width-w)/2, w, head)
	return head
}

// HeightFor returns the height at a width.
func (v *branchOriginView) HeightFor(width float32) float32 {
	return v.layoutOrMeasureLink(width, true)
}

// SetHeightChangeCallback does nothing: the height never changes.
func (v *branchOriginView) SetHeightChangeCallback(func()) {}

// HasUserState reports that there is nothing to keep.
func (v *branchOriginView) HasUserState() bool { return false }

// SetVisibleRange does nothing: the line is short.
func (v *branchOriginView) SetVisibleRange(float32, float32) {}

// CreateRenderer returns the renderer of the widget.
func (v *branchOriginView) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(v.link),
		Layout:  func(s fyne.Size) { v.layoutOrMeasureLink(s.Width, false) },
	})
}
