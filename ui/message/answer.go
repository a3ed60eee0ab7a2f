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

// answerView shows an answer and everything that belongs to it.
type answerView struct {
	widget.BaseWidget
	options        *Options
	row            *answerRow
	onHeightChange func()
	measuredWidth  float32 // width of the last measurement
	measuredHeight float32
	visibleTop     float32 // visible range of the view
	visibleBottom  float32

	reasoning        *reasoningBlock
	text             *messageText
	caret            *blinkingCaret
	incomplete       *incompleteRow
	fault            *faultBox
	omittedNote      *draw.Label
	bar              *actionBar
	versions         *versionPicker
	copyButton       *copyButton
	regenerateButton *widgets.Button
	moreButton       *widgets.Button
	receiptButton    *widgets.Button
	chips            []*learnedChip
	undoneTimers     *undoneTimers

	objects []fyne.CanvasObject
	shared  *sharedState
}

func newAnswerView(s *sharedState) *answerView {
	v := &answerView{options: s.options, onHeightChange: func() {}, shared: s}
	v.text = newMessageText(s, nil)
	v.text.onHeightChange = v.invalidateHeightAndNotify
	v.reasoning = newReasoningBlock(s, v.invalidateHeightAndNotify)
	v.caret = newBlinkingCaret(s.options)
	v.incomplete = newIncompleteAnswerRow(v.messageActionRunner(ActionContinue))
	v.fault = newFaultBox(func(id string) {
		v.options.requestAction(Action{Kind: ActionFaultButton, Message: v.row.ID, Button: id})
	})
	v.omittedNote = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	v.buildActionBar()
	v.receiptButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Kind: widgets.FaintPill, Icon: theme.IconStack, Label: translate.Text("Used"), TrailingIcon: theme.IconRight,
		Height: receiptRowHeight, Padding: chipPad, Name: translate.Text("What was sent for this answer"),
	}, v.messageActionRunner(ActionShowReceipt))
	v.undoneTimers = &undoneTimers{options: s.options, onExpire: v.hideExpiredChips}
	v.ExtendBaseWidget(v)
	return v
}

// messageActionRunner returns a function that asks for an action that needs nothing but the
// message.
func (v *answerView) messageActionRunner(k ActionKind) func() {
	return func() { v.options.requestAction(Action{Kind: k, Message: v.row.ID}) }
}

func (v *answerView) buildActionBar() {
	v.copyButton = newCopyButton(v.options, func() (int64, string) { return v.row.ID, v.row.Text })
	v.regenerateButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon:  theme.IconRefresh,
		Label: translate.Text("Regenerate"),
	},
		v.messageActionRunner(ActionRegenerate))
	v.versions = newVersionPicker(func(step int) {
		v.options.requestAction(Action{Kind: ActionStepVersion, Message: v.row.ID, Step: step})
	})
	v.moreButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconMore, IconSize: 16,
		Name: translate.Text("More"),
	}, func() {
		v.options.requestAction(Action{Kind: ActionShowMenu, Message: v.row.ID, Anchor: v.moreButton})
	})
	v.bar = newActionBar(false, v.copyButton, v.regenerateButton, v.versions.prev, v.versions.label, v.versions.next,
		v.moreButton)
}

func (v *answerView) BindRow(row messagelist.Row) {
	r, _ := row.(*answerRow)
	if v.row == nil || v.row.ID != r.ID {
		v.reasoning.collapseText()
		v.copyButton.restoreCopyLabel()
		v.text.HighlightMatches("")
	}
	v.row, v.measuredWidth = r, 0
	live := r.State.IsMoreTextExpected()
	if draw.SetVisible(v.text, r.Text != "") {
		v.text.showMarkdown(r.Text, r.State == Streaming)
	}
	if draw.SetVisible(v.reasoning, r.Reasoning != "") {
		v.reasoning.setReasoningAndUpdateHeader(r.Reasoning, r.ReasoningDuration, live && r.Text == "")
	}
	if draw.SetVisible(v.caret, live) {
		v.caret.startBlinkingWithStatus(r.Status)
	} else {
		v.caret.stopBlinkingLeavingShown()
	}
	// A fault box says already that the answer was interrupted.
	if draw.SetVisible(v.incomplete, r.State.isPartialAnswer() && r.Fault == nil) {
		v.incomplete.showReasonAndContinueButton(r.State, r.Text != "", !r.IsFollowed && !r.IsReadOnly)
	}
	if draw.SetVisible(v.fault, r.Fault != nil) {
		v.fault.showFaultAndButtons(*r.Fault)
	}
	if draw.SetVisible(v.omittedNote, r.OmittedNote != "") {
		v.omittedNote.SetText(r.OmittedNote)
	}
	v.updateActionBar(live)
	v.updateReceiptChipsAndUndoneTimers(live)
	v.collectAndLayoutObjects()
}

func (v *answerView) updateActionBar(live bool) {
	r := v.row
	if !draw.SetVisible(v.bar, !live) {
		return
	}
	draw.SetVisible(v.copyButton, r.Text != "")
	draw.SetVisible(v.regenerateButton, !r.IsReadOnly && !r.Fault.offersRetry())
	v.versions.showVersionIfSeveral(r.Version, r.VersionCount)
	v.bar.statsLabel.SetText(r.Stats)
	v.bar.Refresh()
}

func (v *answerView) updateReceiptChipsAndUndoneTimers(live bool) {
	r := v.row
	if draw.SetVisible(v.receiptButton, r.ReceiptLabel != "" && !live) {
		v.receiptButton.UpdateOptions(func(o *widgets.ButtonOptions) { o.Label = r.ReceiptLabel })
	}
	v.chips = v.chips[:min(len(v.chips), len(r.Learned))]
	for len(v.chips) < len(r.Learned) {
		v.chips = append(v.chips, newLearnedChip())
	}
	v.undoneTimers.cancelAllTimers()
	for i, l := range r.Learned {
		undone := !l.UndoneAt.IsZero()
		shown := draw.SetVisible(v.chips[i], !undone || v.undoneTimers.undoneLabelTimeLeft(l) > 0)
		if shown && undone {
			v.undoneTimers.startUndoneLabelTimer(l)
		}
		ask := func(k ActionKind) func() {
			return func() { v.options.requestAction(Action{Kind: k, Message: r.ID, Learned: l.ID}) }
		}
		v.chips[i].setMemoryAndActions(l, undone, ask(ActionUndoLearned), ask(ActionOpenLearned))
	}
}

// hideExpiredChips hides the chips whose "Not kept" has expired.
func (v *answerView) hideExpiredChips() {
	v.updateReceiptChipsAndUndoneTimers(v.row.State.IsMoreTextExpected())
	v.invalidateHeightAndNotify()
}

// invalidateHeightAndNotify is called when a part changed its own height.
func (v *answerView) invalidateHeightAndNotify() {
	v.measuredWidth = 0
	v.onHeightChange()
}

func (v *answerView) collectAndLayoutObjects() {
	v.objects = []fyne.CanvasObject{
		v.reasoning, v.text.View, v.caret, v.incomplete, v.fault, v.omittedNote, v.bar,
		v.receiptButton,
	}
	for _, c := range v.chips {
		v.objects = append(v.objects, c)
	}
	if v.Size().Width > 0 {
		v.layoutOrMeasureParts(v.Size().Width, false)
	}
}

// layoutOrMeasureParts places the parts at a width, unless measureOnly is set, and returns the
// height.
func (v *answerView) layoutOrMeasureParts(width float32, measureOnly bool) float32 {
	c := &columnLayout{width: width, measureOnly: measureOnly}
	if v.reasoning.Visible() {
		c.placeFullWidthAndAdvance(v.reasoning, v.reasoning.HeightFor(width))
		c.y += theme.Space4
	}
	top := c.y
	if v.text.Visible() {
		c.placeFullWidthAndAdvance(v.text, v.text.HeightFor(width))
	}
	if v.caret.Visible() && !v.placeCaretAfterTextIfPossible(c, top) {
		c.placeFullWidthAndAdvance(v.caret, theme.Current().ScaleUpWithTextZoom(lineHeight))
	}
	if v.fault.Visible() {
		c.addGapUnlessFirst(theme.BlockGap)
		c.placeFullWidthAndAdvance(v.fault, v.fault.HeightFor(width))
	}
	if v.incomplete.Visible() {
		c.addGapUnlessFirst(theme.Space4)
		c.placeFullWidthAndAdvance(v.incomplete, theme.Current().ScaleUpWithTextZoom(actionRowHeight))
	}
	if v.bar.Visible() {
		c.addGapUnlessFirst(actionGap)
		c.placeFullWidthAndAdvance(v.bar, theme.Current().ScaleUpWithTextZoom(actionRowHeight))
	}
	if v.omittedNote.Visible() {
		c.addGapUnlessFirst(theme.Space4)
		c.placeFullWidthAndAdvance(v.omittedNote, theme.Current().TypeStyle(theme.RoleMeta).LineHeight)
	}
	v.placeReceiptAndChips(c)
	return c.y
}

// placeCaretAfterTextIfPossible puts the caret after the last word of a text that begins at top. It
// reports false when that is not possible: after code or a table, at the end of a full line, or
// with a status that needs space.
func (v *answerView) placeCaretAfterTextIfPossible(c *columnLayout, top float32) bool {
	if !v.text.Visible() || v.row.Status != "" {
		return false
	}
	x, y, h, ok := v.text.TextEndPoint()
	x += theme.Space2
	w := theme.Current().ScaleUpWithTextZoom(caretWidth)
	if !ok || x+w > c.width {
		return false
	}
	below := c.y
	c.y = top + y
	c.placeAtCurrentYWithoutAdvance(v.caret, x, w, h)
	c.y = below
	return true
}

func (v *answerView) placeReceiptAndChips(c *columnLayout) {
	row := []fyne.CanvasObject{v.receiptButton}
	any := v.receiptButton.Visible()
	for _, chip := range v.chips {
		row = append(row, chip)
		any = any || chip.Visible()
	}
	if any {
		c.addGapUnlessFirst(receiptGap)
		c.placeInWrappedLines(theme.Current().ScaleUpWithTextZoom(receiptRowHeight), chipGap, theme.Space6, row...)
	}
}

func (v *answerView) HeightFor(width float32) float32 {
	if v.measuredWidth != width {
		v.measuredHeight, v.measuredWidth = v.layoutOrMeasureParts(width, true), width
	}
	return v.measuredHeight
}

func (v *answerView) SetHeightChangeCallback(f func()) { v.onHeightChange = f }

func (v *answerView) HasUserState() bool { return v.text.HasSelection() || v.reasoning.expanded }

func (v *answerView) MouseIn(*desktop.MouseEvent) { v.shared.setHoveredMessage(nil) }

func (v *answerView) MouseMoved(*desktop.MouseEvent) {}

func (v *answerView) MouseOut() {}

func (v *answerView) SetVisibleRange(top, bottom float32) {
	v.visibleTop, v.visibleBottom = top, bottom
	v.text.SetVisibleRange(top-v.text.Position().Y, bottom-v.text.Position().Y)
	v.reasoning.setVisibleRange(top, bottom)
}

func (v *answerView) HideTooltip() {
	v.text.HideTooltip()
	v.reasoning.text.HideTooltip()
}

func (v *answerView) SetHost(h messagelist.Host) { v.shared.host = h }

func (v *answerView) TextPositionAtY(y float32) (int, bool) {
	if !v.text.Visible() {
		return 0, false
	}
	return v.text.TextPositionAtY(y - v.text.Position().Y)
}

func (v *answerView) LineTopOfPosition(pos int) float32 {
	return v.text.LineTopOfPosition(pos) + v.text.Position().Y
}

// SelectedText returns the selected text of the answer and its reasoning.
func (v *answerView) SelectedText() string {
	return v.text.SelectedText() + v.reasoning.text.SelectedText()
}

func (v *answerView) HighlightMatches(query string) int { return v.text.HighlightMatches(query) }

func (v *answerView) HighlightMatchAsCurrent(i int) float32 {
	return v.text.HighlightMatchAsCurrent(i) + v.text.Position().Y
}

func (v *answerView) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return v.objects },
		Layout:  func(s fyne.Size) { v.layoutOrMeasureParts(s.Width, false) },
		Destroy: v.caret.stopBlinkingLeavingShown,
	})
}

// Refresh measures the answer again, with the current theme.
func (v *answerView) Refresh() {
	v.measuredWidth = 0
	v.BaseWidget.Refresh()
}
