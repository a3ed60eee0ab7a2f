package wcag

import (
	"image/color"
	"math"
	"testing"
)

func TestContrastRatiosMatchTheStandard(t *testing.T) {
	grey := func(v uint8) color.NRGBA { return color.NRGBA{R: v, G: v, B: v, A: 255} }
	for _, c := range []struct {
		a, b color.NRGBA
		want float64
	}{
		{grey(0), grey(255), 21},
		{grey(255), grey(0), 21},
		{grey(9), grey(9), 1},
		{grey(0x76), grey(255), 4.54}, // the lightest grey that passes on white
		{color.NRGBA{R: 255, A: 255}, grey(255), 4.0},
		{color.NRGBA{B: 255, A: 255}, grey(255), 8.59},
	} {
		if got := ContrastRatio(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%v on %v has contrast %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}
