package messagelist

import "math"

// smoothScrollTau is the time constant of the wheel, in seconds: two thirds of a step are done
// after this time, all of it within 120 ms, the longest hover motion in ui.md.
const glideTau = 0.028

// smoothScroll turns wheel steps into smooth motion: the remaining distance decays exponentially.
// The sum of all steps returned is the sum of all distances added, so nothing is lost or doubled,
// whatever the frame rate.
type glide struct {
	left float64 // pixels still to scroll
}

// addDistance adds d pixels. A distance against the current motion replaces the rest of it, so that
// turning the wheel back acts at once.
func (g *glide) push(d float64) {
	if g.left*d < 0 {
		g.left = 0
	}
	g.left += d
}

// nextStep returns how far to scroll after dt seconds.
func (g *glide) step(dt float64) float64 {
	if g.left == 0 {
		return 0
	}
	move := g.left * (1 - math.Exp(-max(dt, 0)/glideTau))
	if math.Abs(g.left-move) < 0.5 {
		move = g.left
	}
	g.left -= move
	return move
}

// isActive reports whether there is distance left.
func (g *glide) active() bool { return g.left != 0 }

// stopMotion drops the remaining distance and returns it.
func (g *glide) stop() float64 {
	d := g.left
	g.left = 0
	return d
}
