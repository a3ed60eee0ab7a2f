package messagelist

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// viewportModel is a viewport over rows whose true heights differ from the estimates.
type thread struct {
	vp   viewport
	true []int
}

func drawThread(t *rapid.T) *thread {
	n := rapid.IntRange(1, 40).Draw(t, "rows")
	th := &thread{true: rapid.SliceOfN(rapid.IntRange(1, 900), n, n).Draw(t, "true heights")}
	guess := rapid.SliceOfN(rapid.Int32Range(1, 900), n, n).Draw(t, "estimates")
	th.vp = viewport{padTop: 14, padBottom: 20, pin: -1, height: rapid.IntRange(100, 1200).Draw(t, "window")}
	th.vp.measure = func(i int) int { return th.true[i] }
	th.vp.rows.reset(guess)
	return th
}

// rowY returns the position of row i relative to the upper edge, summed over true heights from the
// anchor.
func (th *thread) at(i int) float64 {
	y := -th.vp.dy
	for j := th.vp.anchor; j < i; j++ {
		y += float64(th.true[j])
	}
	for j := i; j < th.vp.anchor; j++ {
		y -= float64(th.true[j])
	}
	return y
}

func (th *thread) end() float64 { return th.at(len(th.true)) }

// checkCovered checks what holds for every measured viewport: rows cover it, or the paddings at the
// two ends.
func (th *thread) check(t *rapid.T, s span) {
	const slack = 1e-6
	h := float64(th.vp.height)
	if got := th.at(s.first); math.Abs(got-s.y) > slack {
		t.Fatalf("the first row stands at %v, the span says %v", got, s.y)
	}
	if s.y > slack && (s.first != 0 || s.y > float64(th.vp.padTop)+slack) {
		t.Fatalf("a hole of %v above row %d", s.y, s.first)
	}
	bottom := th.at(s.last)
	if s.last < len(th.true) && bottom < h {
		t.Fatalf("a hole below row %d: %v of %v", s.last, bottom, h)
	}
	if s.last == len(th.true) && s.first > 0 {
		if hole := h - bottom; hole > float64(th.vp.padBottom+th.vp.room())+slack {
			t.Fatalf("a hole of %v after the last row", hole)
		}
	}
}

func TestScrollingCoversTheWindowAndMovesByExactlyTheStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawThread(t)
		th.vp.follow = rapid.Bool().Draw(t, "from the end")
		th.check(t, th.vp.settle(overscan))
		th.vp.follow = false
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			d := rapid.Float64Range(-3, 3).Draw(t, "windows") * float64(th.vp.height)
			mark := th.vp.anchor
			before := th.at(mark)
			th.vp.scroll(d)
			s := th.vp.settle(overscan)
			th.check(t, s)
			moved := before - th.at(mark)
			atTop := th.vp.anchor == 0 && th.vp.dy <= float64(-th.vp.padTop)+1e-6
			atEnd := th.end() <= float64(th.vp.height-th.vp.padBottom)+1e-6
			if math.Abs(moved-d) > 1e-6 && !atTop && !atEnd {
				t.Fatalf("a step of %v moved the text by %v", d, moved)
			}
		}
	})
}

func TestCorrectionsElsewhereDoNotMoveWhatIsInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawThread(t)
		th.vp.settle(overscan)
		th.vp.scroll(rapid.Float64Range(0, 5000).Draw(t, "down"))
		s := th.vp.settle(overscan)
		row, dy := th.vp.anchor, th.vp.dy
		if th.end() < float64(th.vp.height+900) {
			return // near the end a shorter row must move the text
		}
		for i := range th.true {
			if i < s.first {
				th.true[i] = rapid.IntRange(1, 900).Draw(t, "new height")
				th.vp.rows.set(i, rapid.IntRange(1, 900).Draw(t, "new estimate"))
			}
		}
		th.true[len(th.true)-1] += rapid.IntRange(0, 900).Draw(t, "growth")
		th.vp.settle(overscan)
		if th.vp.anchor != row || th.vp.dy != dy {
			t.Fatalf("row %d at %v moved to row %d at %v", row, dy, th.vp.anchor, th.vp.dy)
		}
	})
}

func TestFollowingKeepsTheEndAtTheLowerEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawThread(t)
		th.vp.follow = true
		for range 6 {
			last := len(th.true) - 1
			th.true[last] += rapid.IntRange(0, 400).Draw(t, "growth")
			th.check(t, th.vp.settle(overscan))
			total := 0
			for _, h := range th.true {
				total += h
			}
			want := float64(th.vp.height - th.vp.padBottom)
			if fits := float64(total + th.vp.padTop); fits < want {
				want = fits
			}
			if got := th.end(); math.Abs(got-want) > 1e-6 {
				t.Fatalf("the end stands at %v, want %v", got, want)
			}
		}
	})
}

func TestAQuestionStandsAtTheTopWhileItsAnswerGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawThread(t)
		n := len(th.true)
		q := rapid.IntRange(max(0, n-3), n-1).Draw(t, "question")
		th.vp.pin = q
		th.vp.toRow(q, float64(th.vp.padTop))
		for range 8 {
			th.vp.settle(overscan)
			if got := th.at(q); math.Abs(got-float64(th.vp.padTop)) > 1e-6 {
				t.Fatalf("the question stands at %v", got)
			}
			th.true[n-1] += rapid.IntRange(0, 300).Draw(t, "growth")
		}
		th.vp.settle(overscan)
		if th.end() > float64(th.vp.height) && th.vp.atEnd() {
			t.Fatal("an answer that outgrew the window still counts as in sight")
		}
	})
}

func TestAnAnswerThatEndsInSightIsReadToItsEndWhateverRoomIsUnderIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := drawThread(t)
		n := len(th.true)
		th.vp.pin = n - 1
		th.vp.toRow(n-1, float64(th.vp.padTop))
		th.vp.settle(overscan)
		th.vp.scroll(-rapid.Float64Range(0, float64(th.vp.height)).Draw(t, "back"))
		th.vp.settle(overscan)
		if in := th.end() <= float64(th.vp.height-th.vp.padBottom); in && !th.vp.atEnd() {
			t.Fatal("the end is in sight and counts as below it")
		}
	})
}

func TestGlideGoesExactlyTheWayItWasPushedAndEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g glide
		var way, gone float64
		for range rapid.IntRange(1, 9).Draw(t, "notches") {
			d := rapid.Float64Range(1, 200).Draw(t, "notch")
			g.push(d)
			way += d
			m := g.step(rapid.Float64Range(0, 0.1).Draw(t, "dt"))
			if m < 0 {
				t.Fatalf("moved back by %v", m)
			}
			gone += m
		}
		for i := 0; g.active(); i++ {
			if i > 60 {
				t.Fatal("still moving after a second")
			}
			gone += g.step(1.0 / 60)
		}
		if math.Abs(way-gone) > 1e-6 {
			t.Fatalf("pushed %v, went %v", way, gone)
		}
	})
}

func TestTurningTheWheelBackActsAtOnce(t *testing.T) {
	var g glide
	g.push(600)
	g.step(0.016)
	g.push(-60)
	if m := g.step(0.016); m >= 0 {
		t.Fatalf("moved by %v", m)
	}
}
