package messagelist

import (
	"fmt"
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// textRow is a row of n words, each 50 pixels wide and 20 high; its estimate is off by
// estimateError pixels.
type textRow struct {
	id            int64
	revision      uint64
	words         int
	estimateError float32
}

func (r textRow) RowID() int64        { return r.id }
func (r textRow) RowRevision() uint64 { return r.revision }
func (r textRow) RowKind() int        { return int(r.id % 2) }
func (r textRow) EstimateRowHeight(width float32) float32 {
	return max(1, wrappedHeight(r.words, width)+r.estimateError)
}

func wrappedHeight(words int, width float32) float32 {
	perLine := max(1, int(width/50))
	return float32((words+perLine-1)/perLine) * 20
}

// textView shows a textRow and counts its bindings.
type textView struct {
	widget.BaseWidget
	row            textRow
	extraHeight    float32 // expanded by the user
	bindCount      *int
	onHeightChange func()
}

func (v *textView) BindRow(row Row) {
	v.row, v.extraHeight = row.(textRow), 0
	*v.bindCount++
}

func (v *textView) HeightFor(width float32) float32 {
	return wrappedHeight(v.row.words, width) + v.extraHeight
}
func (v *textView) SetHeightChangeCallback(f func()) { v.onHeightChange = f }
func (v *textView) TextPositionAtY(y float32) (int, bool) {
	return int(y/20) * int(v.Size().Width/50), true
}

func (v *textView) LineTopOfPosition(pos int) float32 {
	return float32(pos/int(v.Size().Width/50)) * 20
}

func (v *textView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(nil))
}

// harness is a list in a window of the test driver.
type harness struct {
	*testing.T
	list       *List
	bindCount  int
	viewsBuilt int
}

func newHarness(t *testing.T, rows int) *harness {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	w := &harness{T: t}
	w.list = New(func(int) View {
		w.viewsBuilt++
		v := &textView{bindCount: &w.bindCount}
		v.ExtendBaseWidget(v)
		return v
	})
	w.list.ReducedMotion = func() bool { return true }
	w.list.Resize(fyne.NewSize(748, 600))
	w.list.ShowOtherChatAtEnd(sampleRows(rows))
	return w
}

func sampleRows(n int) []Row {
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = textRow{id: int64(i + 1), words: 20 + i*37%400, estimateError: float32(i*53%200 - 90)}
	}
	return rows
}

// rowYOrNaN returns the y of a row on screen, or NaN when it is not placed.
func (w *harness) rowYOrNaN(id int64) float64 {
	for _, s := range w.list.visibleSlots {
		if s.rowID == id {
			return float64(s.view.Position().Y)
		}
	}
	return math.NaN()
}

func (w *harness) gapBelowLastRow() float64 {
	last := w.list.visibleSlots[len(w.list.visibleSlots)-1]
	if last.rowID != w.list.rows[len(w.list.rows)-1].RowID() {
		return math.Inf(-1)
	}
	return float64(w.list.Size().Height - last.view.Position().Y - last.view.Size().Height)
}

func (w *harness) expectEqual(what string, got, want any) {
	w.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.Errorf("%s: got %v, want %v", what, got, want)
	}
}

const gapAtEnd = padBottom + rowGap // below the last row at the end

func TestChatOpensAtItsEndWithFewViews(t *testing.T) {
	w := newHarness(t, 10_000)
	w.expectEqual("gap below the last row", w.gapBelowLastRow(), gapAtEnd)
	w.expectEqual("following", w.list.ScrollPosition().Following, true)
	if w.viewsBuilt > 30 {
		t.Errorf("%d views were built for a window of a few rows", w.viewsBuilt)
	}
}

func TestViewsAreReusedWhileScrolling(t *testing.T) {
	w := newHarness(t, 2_000)
	for range 3_000 {
		w.list.ScrollByPixels(-60)
	}
	if w.viewsBuilt > 60 {
		t.Errorf("%d views were built", w.viewsBuilt)
	}
	if n := len(w.list.views.boundSlots); n > 60 {
		t.Errorf("%d views are kept", n)
	}
}

func TestGrowingAnswerIsFollowedOnlyFromTheEnd(t *testing.T) {
	w := newHarness(t, 100)
	grow := func(rev uint64, words int) { w.list.UpdateRow(textRow{id: 100, revision: rev, words: words}) }
	grow(1, 500)
	w.expectEqual("gap while following", w.gapBelowLastRow(), gapAtEnd)

	w.list.ScrollByPixels(-100)
	mark := w.list.ScrollPosition()
	at := w.rowYOrNaN(mark.RowID)
	for i := range 20 {
		grow(uint64(i+2), 520+i*40)
		w.expectEqual("the row at the top", w.rowYOrNaN(mark.RowID), at)
	}
	w.expectEqual("pill", w.list.ScrollPosition().HasNewText, true)
	w.expectEqual("pill visible", w.list.overlays.pill.Visible(), true)

	test.Tap(w.list.overlays.pill)
	w.expectEqual("gap after the pill", w.gapBelowLastRow(), gapAtEnd)
	w.expectEqual("pill afterwards", w.list.overlays.pill.Visible(), false)
	grow(99, 2000)
	w.expectEqual("gap while following again", w.gapBelowLastRow(), gapAtEnd)
}

func TestScrollingAndAGrowingAnswerAreUseOfTheWindow(t *testing.T) {
	w := newHarness(t, 100)
	for what, do := range map[string]func(){
		"a growing answer": func() { w.list.UpdateRow(textRow{id: 100, revision: 1, words: 500}) },
		"scrolling":        func() { w.list.ScrollByPixels(-100) },
	} {
		began := time.Now()
		if do(); !draw.UsedWithin(time.Since(began)) {
			t.Errorf("%s is no use of the window", what)
		}
	}
}

func TestRevisionWithoutMoreTextIsNotNewText(t *testing.T) {
	w := newHarness(t, 100)
	last := w.list.RowByID(100).(textRow)
	w.list.ScrollByPixels(-100)
	place := w.list.ScrollPosition()
	w.list.ShowOtherChatAtEnd(sampleRows(100)) // another chat was opened in between
	w.list.RestoreScrollPosition(place)
	last.revision++ // now it has versions
	w.list.UpdateRow(last)
	w.expectEqual("place", w.list.ScrollPosition(), place)
	w.expectEqual("pill", w.list.VisibleNewTextPill(), nil)
}

func TestScrollingBackToTheEndResumesFollowing(t *testing.T) {
	w := newHarness(t, 50)
	w.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)})
	w.expectEqual("following after a notch up", w.list.ScrollPosition().Following, false)
	for range 4 {
		w.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -25)})
	}
	w.expectEqual("following after going back", w.list.ScrollPosition().Following, true)
}

func TestPinnedQuestionStaysAtTheTopWhileItsAnswerGrows(t *testing.T) {
	w := newHarness(t, 30)
	w.list.AppendRows(textRow{id: 31, words: 10}, textRow{id: 32, revision: 1})
	w.list.PinQuestionToTop(31)
	w.expectEqual("question", w.rowYOrNaN(31), padTop)
	for i := range 30 {
		w.list.UpdateRow(textRow{id: 32, revision: uint64(i + 2), words: i * 40})
		w.expectEqual("question while the answer grows", w.rowYOrNaN(31), padTop)
	}
	w.expectEqual("pill once the answer left the window", w.list.ScrollPosition().HasNewText, true)
}

func TestTopLineStaysAfterWidthIsRestored(t *testing.T) {
	w := newHarness(t, 300)
	w.list.ScrollByPixels(-9_000)
	before := w.list.ScrollPosition()
	for _, size := range []fyne.Size{{Width: 420, Height: 400}, {Width: 300, Height: 500}, {Width: 700, Height: 300}} {
		w.list.Resize(size)
		w.expectEqual("row at the top", w.list.ScrollPosition().RowID, before.RowID)
	}
	w.list.Resize(fyne.NewSize(748, 600))
	w.expectEqual("position", w.list.ScrollPosition(), before)
}

func TestTopLineKeepsItsTextAtAnotherWidth(t *testing.T) {
	w := newHarness(t, 1)
	w.list.ReplaceRowsKeepingPosition([]Row{textRow{id: 1, revision: 1, words: 4_000}})
	w.list.ScrollToTop()
	w.list.ScrollByPixels(1_000 + padTop) // 50 lines of 14 words
	w.list.Resize(fyne.NewSize(48+350, 600))
	w.expectEqual("offset of word 700 in lines of 7 words", w.list.ScrollPosition().Offset, 2_000)
}

func TestPrependedRowsDoNotMoveTheViewport(t *testing.T) {
	w := newHarness(t, 0)
	all := sampleRows(200)
	w.list.ShowOtherChatAtEnd(all[150:])
	asked := 0
	w.list.OnReachTop = func() { asked++ }
	w.list.ScrollToTop()
	w.expectEqual("asked for older ones", asked, 1)
	w.list.ScrollByPixels(1)
	w.expectEqual("asked again for the same ones", asked, 1)
	w.list.ScrollByPixels(100)
	mark := w.list.ScrollPosition()
	at := w.rowYOrNaN(mark.RowID)
	w.list.ReplaceRowsKeepingPosition(all)
	w.expectEqual("row at the top", w.list.ScrollPosition().RowID, mark.RowID)
	w.expectEqual("its place", w.rowYOrNaN(mark.RowID), at)
	w.list.ScrollToTop()
	w.expectEqual("asked at the new top", asked, 2)
}

func TestRemovingTheTopRowKeepsItsNeighbourAtTheTop(t *testing.T) {
	w := newHarness(t, 60)
	w.list.ScrollToRowAndHighlight(30)
	top := w.list.ScrollPosition().RowID
	w.list.RemoveRow(top)
	w.expectEqual("row at the top", w.list.ScrollPosition().RowID, top+1)
	w.list.ReplaceRowsKeepingPosition(nil)
	w.expectEqual("rows", w.list.Len(), 0)
	w.list.ScrollByKey(fyne.KeyPageUp)
	w.list.ScrollByKey(fyne.KeyEnd)
	w.list.ShowOtherChatAtEnd(sampleRows(3))
	w.expectEqual("rows shown again", len(w.list.visibleSlots), 3)
}

func TestScrollToRowShowsTheRowNearTheTop(t *testing.T) {
	w := newHarness(t, 5_000)
	for _, id := range []int64{2_500, 1, 4_000, 77} {
		w.expectEqual("found", w.list.ScrollToRowAndHighlight(id), true)
		want := float64(jumpTopMargin)
		if id == 1 {
			want = padTop
		}
		w.expectEqual(fmt.Sprint("row ", id), w.rowYOrNaN(id), want)
	}
	w.expectEqual("an unknown message", w.list.ScrollToRowAndHighlight(9_999), false)
}

func TestKeysScrollByLinesPagesAndToTheEnds(t *testing.T) {
	w := newHarness(t, 400)
	w.list.ScrollByKey(fyne.KeyHome)
	w.expectEqual("first row", w.rowYOrNaN(1), padTop)
	w.list.ScrollByKey(fyne.KeyDown)
	w.expectEqual("first row after Down", w.rowYOrNaN(1), padTop-lineStep)
	w.list.ScrollByKey(fyne.KeyUp)
	w.expectEqual("first row after Up", w.rowYOrNaN(1), padTop)
	mark := w.list.visibleSlots[3].rowID
	at := w.rowYOrNaN(mark)
	w.list.ScrollByKey(fyne.KeyPageDown)
	w.list.ScrollByKey(fyne.KeyPageUp)
	w.expectEqual("a page down and up", w.rowYOrNaN(mark), at)
	w.list.ScrollByKey(fyne.KeyEnd)
	w.expectEqual("gap at the end", w.gapBelowLastRow(), gapAtEnd)
	w.expectEqual("an unknown key", w.list.ScrollByKey(fyne.KeyF3), false)
}

func TestExpandedViewMovesOnlyRowsBelowIt(t *testing.T) {
	w := newHarness(t, 50)
	w.list.ScrollToRowAndHighlight(20)
	view := w.list.ViewNearViewportByID(20).(*textView)
	below := w.rowYOrNaN(21)
	view.extraHeight = 90
	view.onHeightChange()
	w.expectEqual("the row itself", w.rowYOrNaN(20), jumpTopMargin)
	w.expectEqual("the row below", w.rowYOrNaN(21), below+90)
}

func TestThemeChangeRemeasuresAllRows(t *testing.T) {
	w := newHarness(t, 50)
	w.list.ScrollToRowAndHighlight(20)
	binds := w.bindCount
	w.list.Refresh()
	if w.bindCount == binds {
		t.Error("no view was bound again")
	}
	w.expectEqual("row", w.rowYOrNaN(20), jumpTopMargin)
}

func TestScrollPositionIsRestoredAfterAnotherChat(t *testing.T) {
	w := newHarness(t, 300)
	w.list.ScrollByPixels(-4_000)
	p := w.list.ScrollPosition()
	w.list.ShowOtherChatAtEnd(sampleRows(20))
	w.list.ShowOtherChatAtEnd(sampleRows(300))
	w.list.RestoreScrollPosition(p)
	w.expectEqual("position", w.list.ScrollPosition(), p)
}

func TestScrollbarThumbReachesBothEnds(t *testing.T) {
	w := newHarness(t, 3_000)
	w.list.overlays.scrollbar.onDrag(0)
	w.expectEqual("first row", w.rowYOrNaN(1), padTop)
	w.list.overlays.scrollbar.onDrag(0.5)
	if row := w.list.ScrollPosition().RowID; row < 1_400 || row > 1_600 {
		t.Errorf("the middle is row %d", row)
	}
	w.list.overlays.scrollbar.onDrag(1)
	w.expectEqual("gap at the end", w.gapBelowLastRow(), gapAtEnd)
}

func TestEndStaysVisibleWhenTheHeightChanges(t *testing.T) {
	w := newHarness(t, 100)
	w.list.ScrollToRowAndHighlight(100) // the last one is short: this is the end, and it is not followed
	w.expectEqual("following", w.list.ScrollPosition().Following, false)
	w.expectEqual("gap below the last row", w.gapBelowLastRow(), gapAtEnd)
	for _, height := range []float32{570, 400, 600} {
		w.list.Resize(fyne.NewSize(748, height))
		w.expectEqual(fmt.Sprint("gap below the last row at ", height), w.gapBelowLastRow(), gapAtEnd)
	}
	w.expectEqual("following", w.list.ScrollPosition().Following, false)
	w.list.ScrollByPixels(-500)
	before := w.list.ScrollPosition()
	w.list.Resize(fyne.NewSize(748, 400))
	w.expectEqual("place away from the end", w.list.ScrollPosition(), before)
}
