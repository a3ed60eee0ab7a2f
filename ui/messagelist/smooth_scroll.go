package messagelist

import "math"

// smoothScrollTau is the time constant of the wheel, in seconds: two thirds of a step are done
// after this time, all of it within 120 ms, as long as the longest hover animation.
const smoothScrollTau = 0.028

// smoothScroll turns wheel steps into smooth motion: the remaining distance decays exponentially.
// The sum of all steps returned is the sum of all distances added, so nothing is lost or doubled,
// whatever the frame rate.
type smoothScroll struct {
	remaining float64 // pixels still to scroll
}

// addDistanceDroppingOpposite adds d pixels. A distance against the current motion replaces the
// rest of it, so that turning the wheel back acts at once.
func (g *smoothScroll) addDistanceDroppingOpposite(d float64) {
	if g.remaining*d < 0 {
		g.remaining = 0
	}
	g.remaining += d
}

// takeNextStep returns how far to scroll after dt seconds.
func (g *smoothScroll) takeNextStep(dt float64) float64 {
	if g.remaining == 0 {
		return 0
	}
	move := g.remaining * (1 - math.Exp(-max(dt, 0)/smoothScrollTau))
	if math.Abs(g.remaining-move) < 0.5 {
		move = g.remaining
	}
	g.remaining -= move
	return move
}

// hasDistanceLeft reports whether there is distance left.
func (g *smoothScroll) hasDistanceLeft() bool { return g.remaining != 0 }

// dropRemainingDistance drops the remaining distance and returns it.
func (g *smoothScroll) dropRemainingDistance() float64 {
	d := g.remaining
	g.remaining = 0
	return d
}
