package messagelist

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// viewportModel is a viewport over rows whose true heights differ from the estimates.
type viewportModel struct {
	viewport    viewport
	trueHeights []int
}

func drawViewportModel(t *rapid.T) *viewportModel {
	n := rapid.IntRange(1, 40).Draw(t, "rows")
	th := &viewportModel{trueHeights: rapid.SliceOfN(rapid.IntRange(1, 900), n, n).Draw(t, "true heights")}
	guess := rapid.SliceOfN(rapid.Int32Range(1, 900), n, n).Draw(t, "estimates")
	th.viewport = viewport{padTop: 14, padBottom: 20, pinnedRow: -1, height: rapid.IntRange(100, 1200).Draw(t, "window")}
	th.viewport.measureRow = func(i int) int { return th.trueHeights[i] }
	th.viewport.heights.replaceAllHeights(guess)
	return th
}

// rowY returns the position of row i relative to the upper edge, summed over true heights from the
// anchor.
func (th *viewportModel) rowY(i int) float64 {
	y := -th.viewport.anchorOffset
	for j := th.viewport.anchorRow; j < i; j++ {
		y += float64(th.trueHeights[j])
	}
	for j := i; j < th.viewport.anchorRow; j++ {
		y -= float64(th.trueHeights[j])
	}
	return y
}

func (th *viewportModel) endY() float64 { return th.rowY(len(th.trueHeights)) }

// assertRowsCoverViewport checks what holds for every measured viewport: rows cover it, or the paddings at the
// two ends.
func (th *viewportModel) assertRowsCoverViewport(t *rapid.T, s rowSpan) {
	const slack = 1e-6
	h := float64(th.viewport.height)
	if got := th.rowY(s.first); math.Abs(got-s.y) > slack {
		t.Fatalf("the first row stands at %v, the span says %v", got, s.y)
	}
	if s.y > slack && (s.first != 0 || s.y > float64(th.viewport.padTop)+slack) {
		t.Fatalf("a hole of %v above row %d", s.y, s.first)
	}
	bottom := th.rowY(s.last)
	if s.last < len(th.trueHeights) && bottom < h {
		t.Fatalf("a hole below row %d: %v of %v", s.last, bottom, h)
	}
	if s.last == len(th.trueHeights) && s.first > 0 {
		if hole := h - bottom; hole > float64(th.viewport.padBottom+th.viewport.pinSpacerHeight())+slack {
			t.Fatalf("a hole of %v after the last row", hole)
		}
	}
}

func TestScrollByCoversTheWindowAndMovesByExactlyTheStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawViewportModel(t)
		th.viewport.followEnd = rapid.Bool().Draw(t, "from the end")
		th.assertRowsCoverViewport(t, th.viewport.followEndAndMeasureVisibleRows(overscan))
		th.viewport.followEnd = false
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			d := rapid.Float64Range(-3, 3).Draw(t, "windows") * float64(th.viewport.height)
			mark := th.viewport.anchorRow
			before := th.rowY(mark)
			th.viewport.scrollBy(d)
			s := th.viewport.followEndAndMeasureVisibleRows(overscan)
			th.assertRowsCoverViewport(t, s)
			moved := before - th.rowY(mark)
			atTop := th.viewport.anchorRow == 0 && th.viewport.anchorOffset <= float64(-th.viewport.padTop)+1e-6
			atEnd := th.endY() <= float64(th.viewport.height-th.viewport.padBottom)+1e-6
			if math.Abs(moved-d) > 1e-6 && !atTop && !atEnd {
				t.Fatalf("a step of %v moved the text by %v", d, moved)
			}
		}
	})
}

func TestHeightCorrectionsOutsideTheWindowDoNotMoveVisibleRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawViewportModel(t)
		th.viewport.followEndAndMeasureVisibleRows(overscan)
		th.viewport.scrollBy(rapid.Float64Range(0, 5000).Draw(t, "down"))
		s := th.viewport.followEndAndMeasureVisibleRows(overscan)
		row, dy := th.viewport.anchorRow, th.viewport.anchorOffset
		if th.endY() < float64(th.viewport.height+900) {
			return // near the end a shorter row must move the text
		}
		for i := range th.trueHeights {
			if i < s.first {
				th.trueHeights[i] = rapid.IntRange(1, 900).Draw(t, "new height")
				th.viewport.heights.setRowHeight(i, rapid.IntRange(1, 900).Draw(t, "new estimate"))
			}
		}
		th.trueHeights[len(th.trueHeights)-1] += rapid.IntRange(0, 900).Draw(t, "growth")
		th.viewport.followEndAndMeasureVisibleRows(overscan)
		if th.viewport.anchorRow != row || th.viewport.anchorOffset != dy {
			t.Fatalf("row %d at %v moved to row %d at %v", row, dy, th.viewport.anchorRow, th.viewport.anchorOffset)
		}
	})
}

func TestFollowingKeepsTheEndAtTheLowerEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawViewportModel(t)
		th.viewport.followEnd = true
		for range 6 {
			last := len(th.trueHeights) - 1
			th.trueHeights[last] += rapid.IntRange(0, 400).Draw(t, "growth")
			th.assertRowsCoverViewport(t, th.viewport.followEndAndMeasureVisibleRows(overscan))
			total := 0
			for _, h := range th.trueHeights {
				total += h
			}
			want := float64(th.viewport.height - th.viewport.padBottom)
			if fits := float64(total + th.viewport.padTop); fits < want {
				want = fits
			}
			if got := th.endY(); math.Abs(got-want) > 1e-6 {
				t.Fatalf("the end stands at %v, want %v", got, want)
			}
		}
	})
}

func TestPinnedRowStaysAtTheTopWhileTheLastRowGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawViewportModel(t)
		n := len(th.trueHeights)
		q := rapid.IntRange(max(0, n-3), n-1).Draw(t, "question")
		th.viewport.pinnedRow = q
		th.viewport.moveRowToTopDistanceAndUnfollow(q, float64(th.viewport.padTop))
		for range 8 {
			th.viewport.followEndAndMeasureVisibleRows(overscan)
			if got := th.rowY(q); math.Abs(got-float64(th.viewport.padTop)) > 1e-6 {
				t.Fatalf("the question stands at %v", got)
			}
			th.trueHeights[n-1] += rapid.IntRange(0, 300).Draw(t, "growth")
		}
		th.viewport.followEndAndMeasureVisibleRows(overscan)
		if th.endY() > float64(th.viewport.height) && th.viewport.isAtEnd() {
			t.Fatal("an answer that outgrew the window still counts as in sight")
		}
	})
}

func TestIsAtEndIgnoresThePinSpacer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawViewportModel(t)
		n := len(th.trueHeights)
		th.viewport.pinnedRow = n - 1
		th.viewport.moveRowToTopDistanceAndUnfollow(n-1, float64(th.viewport.padTop))
		th.viewport.followEndAndMeasureVisibleRows(overscan)
		th.viewport.scrollBy(-rapid.Float64Range(0, float64(th.viewport.height)).Draw(t, "back"))
		th.viewport.followEndAndMeasureVisibleRows(overscan)
		if in := th.endY() <= float64(th.viewport.height-th.viewport.padBottom); in && !th.viewport.isAtEnd() {
			t.Fatal("the end is in sight and counts as below it")
		}
	})
}

func TestSmoothScrollCoversExactlyTheAddedDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g smoothScroll
		var distance, gone float64
		for range rapid.IntRange(1, 9).Draw(t, "notches") {
			d := rapid.Float64Range(1, 200).Draw(t, "notch")
			g.addDistanceDroppingOpposite(d)
			distance += d
			m := g.takeNextStep(rapid.Float64Range(0, 0.1).Draw(t, "dt"))
			if m < 0 {
				t.Fatalf("moved back by %v", m)
			}
			gone += m
		}
		for i := 0; g.hasDistanceLeft(); i++ {
			if i > 60 {
				t.Fatal("still moving after a second")
			}
			gone += g.takeNextStep(1.0 / 60)
		}
		if math.Abs(distance-gone) > 1e-6 {
			t.Fatalf("pushed %v, went %v", distance, gone)
		}
	})
}

func TestReversingTheWheelActsImmediately(t *testing.T) {
	var g smoothScroll
	g.addDistanceDroppingOpposite(600)
	g.takeNextStep(0.016)
	g.addDistanceDroppingOpposite(-60)
	if m := g.takeNextStep(0.016); m >= 0 {
		t.Fatalf("moved by %v", m)
	}
}
