package messagelist

import (
	"fmt"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// textRow is a row of n words, each 50 pixels wide and 20 high; its estimate is off by
// estimateError pixels.
type textRow struct {
	id       int64
	revision uint64
	words    int
	guess    float32
}

func (r textRow) RowID() int64        { return r.id }
func (r textRow) RowRevision() uint64 { return r.revision }
func (r textRow) RowKind() int        { return int(r.id % 2) }
func (r textRow) RowHeight(width float32) float32 {
	return max(1, wrapped(r.words, width)+r.guess)
}

func wrapped(words int, width float32) float32 {
	perLine := max(1, int(width/50))
	return float32((words+perLine-1)/perLine) * 20
}

// textView shows a textRow and counts its bindings.
type textView struct {
	widget.BaseWidget
	row     textRow
	extra   float32 // expanded by the user
	binds   *int
	changed func()
}

func (v *textView) Bind(row Row) {
	v.row, v.extra = row.(textRow), 0
	*v.binds++
}
func (v *textView) HeightFor(width float32) float32 { return wrapped(v.row.words, width) + v.extra }
func (v *textView) OnHeightChange(f func())         { v.changed = f }
func (v *textView) TextAt(y float32) (int, bool) {
	return int(y/20) * int(v.Size().Width/50), true
}

func (v *textView) TopOf(pos int) float32 {
	return float32(pos/int(v.Size().Width/50)) * 20
}

func (v *textView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(nil))
}

// harness is a list in a window of the test driver.
type world struct {
	*testing.T
	list  *List
	binds int
	built int
}

func newWorld(t *testing.T, rows int) *world {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	w := &world{T: t}
	w.list = New(func(int) View {
		w.built++
		v := &textView{binds: &w.binds}
		v.ExtendBaseWidget(v)
		return v
	})
	w.list.ReducedMotion = func() bool { return true }
	w.list.Resize(fyne.NewSize(748, 600))
	w.list.Open(thread100(rows))
	return w
}

func thread100(n int) []Row {
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = textRow{id: int64(i + 1), words: 20 + i*37%400, guess: float32(i*53%200 - 90)}
	}
	return rows
}

// rowY returns the y of a row on screen, or NaN when it is not placed.
func (w *world) y(id int64) float64 {
	for _, s := range w.list.shown {
		if s.id == id {
			return float64(s.view.Position().Y)
		}
	}
	return math.NaN()
}

func (w *world) endGap() float64 {
	last := w.list.shown[len(w.list.shown)-1]
	if last.id != w.list.rows[len(w.list.rows)-1].RowID() {
		return math.Inf(-1)
	}
	return float64(w.list.Size().Height - last.view.Position().Y - last.view.Size().Height)
}

func (w *world) expect(what string, got, want any) {
	w.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.Errorf("%s: got %v, want %v", what, got, want)
	}
}

const restGap = padBottom + rowGap // below the last row at the end

func TestAThreadOpensAtItsEndWithFewViews(t *testing.T) {
	w := newWorld(t, 10_000)
	w.expect("gap below the last row", w.endGap(), restGap)
	w.expect("following", w.list.Place().Following, true)
	if w.built > 30 {
		t.Errorf("%d views were built for a window of a few rows", w.built)
	}
}

func TestViewsAreReusedOverALongScroll(t *testing.T) {
	w := newWorld(t, 2_000)
	for range 3_000 {
		w.list.ScrollBy(-60)
	}
	if w.built > 60 {
		t.Errorf("%d views were built", w.built)
	}
	if n := len(w.list.views.bound); n > 60 {
		t.Errorf("%d views are kept", n)
	}
}

func TestAReplyThatGrowsIsFollowedOnlyFromTheEnd(t *testing.T) {
	w := newWorld(t, 100)
	grow := func(rev uint64, words int) { w.list.Update(textRow{id: 100, revision: rev, words: words}) }
	grow(1, 500)
	w.expect("gap while following", w.endGap(), restGap)

	w.list.ScrollBy(-100)
	mark := w.list.Place()
	at := w.y(mark.Row)
	for i := range 20 {
		grow(uint64(i+2), 520+i*40)
		w.expect("the row at the top", w.y(mark.Row), at)
	}
	w.expect("pill", w.list.Place().NewText, true)
	w.expect("pill visible", w.list.pill.Visible(), true)

	test.Tap(w.list.pill)
	w.expect("gap after the pill", w.endGap(), restGap)
	w.expect("pill afterwards", w.list.pill.Visible(), false)
	grow(99, 2000)
	w.expect("gap while following again", w.endGap(), restGap)
}

func TestWhatChangesBesideTheTextIsNoNewText(t *testing.T) {
	w := newWorld(t, 100)
	last := w.list.Row(100).(textRow)
	w.list.ScrollBy(-100)
	place := w.list.Place()
	w.list.Open(thread100(100)) // another chat was opened in between
	w.list.Restore(place)
	last.revision++ // now it has versions
	w.list.Update(last)
	w.expect("place", w.list.Place(), place)
	w.expect("pill", w.list.Pill(), nil)
}

func TestGoingBackToTheEndByWheelFollowsAgain(t *testing.T) {
	w := newWorld(t, 50)
	w.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)})
	w.expect("following after a notch up", w.list.Place().Following, false)
	for range 4 {
		w.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -25)})
	}
	w.expect("following after going back", w.list.Place().Following, true)
}

func TestTheSentQuestionGoesToTheTopAndStaysThere(t *testing.T) {
	w := newWorld(t, 30)
	w.list.Append(textRow{id: 31, words: 10}, textRow{id: 32, revision: 1})
	w.list.Ask(31)
	w.expect("question", w.y(31), padTop)
	for i := range 30 {
		w.list.Update(textRow{id: 32, revision: uint64(i + 2), words: i * 40})
		w.expect("question while the answer grows", w.y(31), padTop)
	}
	w.expect("pill once the answer left the window", w.list.Place().NewText, true)
}

func TestTheWidthComesAndGoesAndTheTopLineStays(t *testing.T) {
	w := newWorld(t, 300)
	w.list.ScrollBy(-9_000)
	before := w.list.Place()
	for _, size := range []fyne.Size{{Width: 420, Height: 400}, {Width: 300, Height: 500}, {Width: 700, Height: 300}} {
		w.list.Resize(size)
		w.expect("row at the top", w.list.Place().Row, before.Row)
	}
	w.list.Resize(fyne.NewSize(748, 600))
	w.expect("position", w.list.Place(), before)
}

func TestTheTopLineIsTheSameTextAtAnotherWidth(t *testing.T) {
	w := newWorld(t, 1)
	w.list.SetRows([]Row{textRow{id: 1, revision: 1, words: 4_000}})
	w.list.ScrollToTop()
	w.list.ScrollBy(1_000 + padTop) // 50 lines of 14 words
	w.list.Resize(fyne.NewSize(48+350, 600))
	w.expect("offset of word 700 in lines of 7 words", w.list.Place().Offset, 2_000)
}

func TestOlderMessagesInFrontDoNotMoveTheWindow(t *testing.T) {
	w := newWorld(t, 0)
	all := thread100(200)
	w.list.Open(all[150:])
	asked := 0
	w.list.OnReachTop = func() { asked++ }
	w.list.ScrollToTop()
	w.expect("asked for older ones", asked, 1)
	w.list.ScrollBy(1)
	w.expect("asked again for the same ones", asked, 1)
	w.list.ScrollBy(100)
	mark := w.list.Place()
	at := w.y(mark.Row)
	w.list.SetRows(all)
	w.expect("row at the top", w.list.Place().Row, mark.Row)
	w.expect("its place", w.y(mark.Row), at)
	w.list.ScrollToTop()
	w.expect("asked at the new top", asked, 2)
}

func TestARowThatGoesLeavesItsNeighbourAtTheTop(t *testing.T) {
	w := newWorld(t, 60)
	w.list.ScrollTo(30)
	top := w.list.Place().Row
	w.list.Remove(top)
	w.expect("row at the top", w.list.Place().Row, top+1)
	w.list.SetRows(nil)
	w.expect("rows", w.list.Len(), 0)
	w.list.HandleKey(fyne.KeyPageUp)
	w.list.HandleKey(fyne.KeyEnd)
	w.list.Open(thread100(3))
	w.expect("rows shown again", len(w.list.shown), 3)
}

func TestJumpingShowsTheMessageNearTheTop(t *testing.T) {
	w := newWorld(t, 5_000)
	for _, id := range []int64{2_500, 1, 4_000, 77} {
		w.expect("found", w.list.ScrollTo(id), true)
		want := float64(jumpMargin)
		if id == 1 {
			want = padTop
		}
		w.expect(fmt.Sprint("row ", id), w.y(id), want)
	}
	w.expect("an unknown message", w.list.ScrollTo(9_999), false)
}

func TestKeysMoveByLinesPagesAndToTheEnds(t *testing.T) {
	w := newWorld(t, 400)
	w.list.HandleKey(fyne.KeyHome)
	w.expect("first row", w.y(1), padTop)
	w.list.HandleKey(fyne.KeyDown)
	w.expect("first row after Down", w.y(1), padTop-lineStep)
	w.list.HandleKey(fyne.KeyUp)
	w.expect("first row after Up", w.y(1), padTop)
	mark := w.list.shown[3].id
	at := w.y(mark)
	w.list.HandleKey(fyne.KeyPageDown)
	w.list.HandleKey(fyne.KeyPageUp)
	w.expect("a page down and up", w.y(mark), at)
	w.list.HandleKey(fyne.KeyEnd)
	w.expect("gap at the end", w.endGap(), restGap)
	w.expect("an unknown key", w.list.HandleKey(fyne.KeyF3), false)
}

func TestAViewThatOpensMovesOnlyWhatIsBelowIt(t *testing.T) {
	w := newWorld(t, 50)
	w.list.ScrollTo(20)
	view := w.list.View(20).(*textView)
	below := w.y(21)
	view.extra = 90
	view.changed()
	w.expect("the row itself", w.y(20), jumpMargin)
	w.expect("the row below", w.y(21), below+90)
}

func TestAThemeChangeMeasuresEverythingAnew(t *testing.T) {
	w := newWorld(t, 50)
	w.list.ScrollTo(20)
	binds := w.binds
	w.list.Refresh()
	if w.binds == binds {
		t.Error("no view was bound again")
	}
	w.expect("row", w.y(20), jumpMargin)
}

func TestAPositionIsRestoredAfterAnotherThread(t *testing.T) {
	w := newWorld(t, 300)
	w.list.ScrollBy(-4_000)
	p := w.list.Place()
	w.list.Open(thread100(20))
	w.list.Open(thread100(300))
	w.list.Restore(p)
	w.expect("position", w.list.Place(), p)
}

func TestTheThumbGoesToBothEnds(t *testing.T) {
	w := newWorld(t, 3_000)
	w.list.bar.drag(0)
	w.expect("first row", w.y(1), padTop)
	w.list.bar.drag(0.5)
	if row := w.list.Place().Row; row < 1_400 || row > 1_600 {
		t.Errorf("the middle is row %d", row)
	}
	w.list.bar.drag(1)
	w.expect("gap at the end", w.endGap(), restGap)
}

func TestTheEndStaysInSightWhenTheWindowGetsLower(t *testing.T) {
	w := newWorld(t, 100)
	w.list.ScrollTo(100) // the last one is short: this is the end, and it is not followed
	w.expect("following", w.list.Place().Following, false)
	w.expect("gap below the last row", w.endGap(), restGap)
	for _, height := range []float32{570, 400, 600} {
		w.list.Resize(fyne.NewSize(748, height))
		w.expect(fmt.Sprint("gap below the last row at ", height), w.endGap(), restGap)
	}
	w.expect("following", w.list.Place().Following, false)
	w.list.ScrollBy(-500)
	before := w.list.Place()
	w.list.Resize(fyne.NewSize(748, 400))
	w.expect("place away from the end", w.list.Place(), before)
}
