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

// answerView shows an answer and everything that belongs to it.
type replyView struct {
	widget.BaseWidget
	actions *Actions
	row     *replyRow
	changed func()
	width   float32 // width of the last measurement
	height  float32
	top     float32 // visible range of the view
	bottom  float32

	think *reasoningBlock
	text  *body
	caret *caret
	mark  *markRow
	fault *faultBox
	left  *kit.Label
	bar   *actionBar
	vers  *versions
	copy  *copyButton
	again *parts.Button
	more  *parts.Button
	used  *parts.Button
	chips []*chip
	clock *notKeptClock

	objects []fyne.CanvasObject
	shared  *shared
}

func newReplyView(s *shared) *replyView {
	a := s.actions
	v := &replyView{actions: a, changed: func() {}, shared: s}
	v.text = newBody(s, nil)
	v.text.resized = v.grew
	v.think = newReasoning(s, v.grew)
	v.caret = newCaret(a)
	v.mark = newMarkRow(func() { callID(a.OnContinue, v.row.ID) })
	v.fault = newFaultBox(func(id string) {
		if a.OnFault != nil {
			a.OnFault(v.row.ID, id)
		}
	})
	v.left = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	v.newBar()
	v.used = parts.NewSmall(parts.ButtonOptions{
		Kind: parts.PillOff, Icon: theme.IconStack, Label: "Used", Tail: theme.IconRight,
		Height: receiptRow, Pad: chipPad, Name: "What this answer was given",
	},
		func() { callID(a.OnReceipt, v.row.ID) })
	v.clock = &notKeptClock{actions: a, fire: v.expired}
	v.ExtendBaseWidget(v)
	return v
}

func (v *replyView) newBar() {
	a := v.actions
	v.copy = newCopyButton(a, func() (int64, string) { return v.row.ID, v.row.Text })
	v.again = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconRefresh, Label: "Regenerate"},
		func() { callID(a.OnRegenerate, v.row.ID) })
	v.vers = newVersions(func(step int) {
		if a.OnVersion != nil {
			a.OnVersion(v.row.ID, step)
		}
	})
	v.more = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconMore, IconSize: 16, Name: "More"}, func() {
		if a.OnMore != nil {
			a.OnMore(v.row.ID, v.more)
		}
	})
	v.bar = newActionBar(false, v.copy, v.again, v.vers.prev, v.vers.label, v.vers.next, v.more)
}

func (v *replyView) Bind(row messagelist.Row) {
	r, _ := row.(*replyRow)
	if v.row == nil || v.row.ID != r.ID {
		v.think.close()
		v.copy.reset()
		v.text.Find("")
	}
	v.row, v.width = r, 0
	live := r.State.Live()
	if show(v.text, r.Text != "") {
		v.text.set(r.Text, r.State == Streaming)
	}
	if show(v.think, r.Reasoning != "") {
		v.think.set(r.Reasoning, r.ReasoningTook, live && r.Text == "")
	}
	if show(v.caret, live) {
		v.caret.set(r.Status)
	} else {
		v.caret.stop()
	}
	// A fault box says already that the answer was interrupted.
	if show(v.mark, r.State == Stopped || r.State == Interrupted && r.Fault == nil) {
		v.mark.set(r.State)
	}
	if show(v.fault, r.Fault != nil) {
		v.fault.set(*r.Fault)
	}
	if show(v.left, r.Left != "") {
		v.left.SetText(r.Left)
	}
	v.bindBar(live)
	v.bindReceipt(live)
	v.collect()
}

func (v *replyView) bindBar(live bool) {
	r := v.row
	if !show(v.bar, !live) {
		return
	}
	show(v.copy, r.Text != "")
	v.vers.set(r.Version, r.Versions)
	v.bar.meta.SetText(r.Meta)
	v.bar.Refresh()
}

func (v *replyView) bindReceipt(live bool) {
	r := v.row
	if show(v.used, r.Used != "" && !live) {
		v.used.Set(func(o *parts.ButtonOptions) { o.Label = r.Used })
	}
	v.chips = v.chips[:min(len(v.chips), len(r.Learned))]
	for len(v.chips) < len(r.Learned) {
		v.chips = append(v.chips, newChip())
	}
	v.clock.stop()
	for i, l := range r.Learned {
		gone := !l.Undone.IsZero()
		shown := show(v.chips[i], !gone || v.clock.left(l) > 0)
		if shown && gone {
			v.clock.start(l)
		}
		v.chips[i].set(l, gone,
			func() { callTwo(v.actions.OnUndo, r.ID, l.ID) },
			func() { callTwo(v.actions.OnLearned, r.ID, l.ID) })
	}
}

// hideExpiredChips hides the chips whose "Not kept" has expired.
func (v *replyView) expired() {
	v.bindReceipt(v.row.State.Live())
	v.grew()
}

// partHeightChanged is called when a part changed its own height.
func (v *replyView) grew() {
	v.width = 0
	v.changed()
}

func (v *replyView) collect() {
	v.objects = []fyne.CanvasObject{v.think, v.text.View, v.caret, v.mark, v.fault, v.left, v.bar, v.used}
	for _, c := range v.chips {
		v.objects = append(v.objects, c)
	}
	if v.Size().Width > 0 {
		v.flow(v.Size().Width, false)
	}
}

// layoutParts places the parts at a width, unless measureOnly is set, and returns the height.
func (v *replyView) flow(width float32, dry bool) float32 {
	c := &column{width: width, dry: dry}
	if v.think.Visible() {
		c.put(v.think, v.think.HeightFor(width))
		c.y += theme.Space4
	}
	top := c.y
	if v.text.Visible() {
		c.put(v.text, v.text.HeightFor(width))
	}
	if v.caret.Visible() && !v.flowCaret(c, top) {
		c.put(v.caret, theme.Current().Scaled(lineHeight))
	}
	if v.fault.Visible() {
		c.gap(blockGap)
		c.put(v.fault, v.fault.HeightFor(width))
	}
	if v.mark.Visible() {
		c.gap(theme.Space4)
		c.put(v.mark, theme.Current().Scaled(actionRow))
	}
	if v.bar.Visible() {
		c.gap(actionGap)
		c.put(v.bar, theme.Current().Scaled(actionRow))
	}
	if v.left.Visible() {
		c.gap(theme.Space4)
		c.put(v.left, theme.Current().Type(theme.RoleMeta).Line)
	}
	v.flowReceipt(c)
	return c.y
}

// placeCaret puts the caret after the last word of a text that begins at top. It reports false when
// that is not possible: after code or a table, at the end of a full line, or with a status that
// needs space.
func (v *replyView) flowCaret(c *column, top float32) bool {
	if !v.text.Visible() || v.row.Status != "" {
		return false
	}
	x, y, h, ok := v.text.End()
	x += theme.Space2
	w := theme.Current().Scaled(caretWidth)
	if !ok || x+w > c.width {
		return false
	}
	below := c.y
	c.y = top + y
	c.at(v.caret, x, w, h)
	c.y = below
	return true
}

func (v *replyView) flowReceipt(c *column) {
	row := []fyne.CanvasObject{v.used}
	any := v.used.Visible()
	for _, chip := range v.chips {
		row = append(row, chip)
		any = any || chip.Visible()
	}
	if any {
		c.gap(receiptGap)
		c.wrap(theme.Current().Scaled(receiptRow), chipGap, theme.Space6, row...)
	}
}

func (v *replyView) HeightFor(width float32) float32 {
	if v.width != width {
		v.height, v.width = v.flow(width, true), width
	}
	return v.height
}

func (v *replyView) OnHeightChange(f func()) { v.changed = f }

func (v *replyView) Held() bool { return v.text.Selected() || v.think.open }

func (v *replyView) MouseIn(*desktop.MouseEvent) { v.shared.enter(nil) }

func (v *replyView) MouseMoved(*desktop.MouseEvent) {}

func (v *replyView) MouseOut() {}

func (v *replyView) SetWindow(top, bottom float32) {
	v.top, v.bottom = top, bottom
	v.text.SetWindow(top-v.text.Position().Y, bottom-v.text.Position().Y)
	v.think.setWindow(top, bottom)
}

func (v *replyView) DropTip() {
	v.text.DropTip()
	v.think.text.DropTip()
}

func (v *replyView) Host(h messagelist.Host) { v.shared.host = h }

func (v *replyView) TextAt(y float32) (int, bool) {
	if !v.text.Visible() {
		return 0, false
	}
	return v.text.TextAt(y - v.text.Position().Y)
}

func (v *replyView) TopOf(pos int) float32 { return v.text.TopOf(pos) + v.text.Position().Y }

// SelectedText returns the selected text of the answer and its reasoning.
func (v *replyView) SelectedText() string { return v.text.SelectedText() + v.think.text.SelectedText() }

func (v *replyView) Find(query string) int { return v.text.Find(query) }

func (v *replyView) ShowMatch(i int) float32 { return v.text.ShowMatch(i) + v.text.Position().Y }

func (v *replyView) CreateRenderer() fyne.WidgetRenderer { return &replyRenderer{v} }

type replyRenderer struct{ v *replyView }

func (r *replyRenderer) Objects() []fyne.CanvasObject { return r.v.objects }
func (r *replyRenderer) MinSize() fyne.Size           { return fyne.NewSize(0, 0) }
func (r *replyRenderer) Layout(s fyne.Size)           { r.v.flow(s.Width, false) }
func (r *replyRenderer) Destroy()                     { r.v.caret.stop() }
func (r *replyRenderer) Refresh() {
	r.v.width = 0
	for _, o := range r.v.objects {
		o.Refresh()
	}
	r.Layout(r.v.Size())
}
