package messagelist

import "math"

// glideTau is the time constant of the wheel, in seconds: two thirds of a step are done after this time, all of it
// within 120 ms, ui.md's longest hover motion.
const glideTau = 0.028

// glide turns wheel steps into smooth motion: what is left of the way shrinks exponentially. The sum of all moves is
// the sum of all pushes, so no step is lost or doubled, whatever the frame rate is.
type glide struct {
	left float64 // pixels still to go
}

// push adds d pixels to the way. A push against the present motion replaces what is left of it, so that turning the
// wheel back acts at once.
func (g *glide) push(d float64) {
	if g.left*d < 0 {
		g.left = 0
	}
	g.left += d
}

// step returns how far to move after dt seconds.
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

// active reports whether there is way left.
func (g *glide) active() bool { return g.left != 0 }

// stop forgets what is left and returns it.
func (g *glide) stop() float64 {
	d := g.left
	g.left = 0
	return d
}
