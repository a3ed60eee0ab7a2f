// Package wcag computes color contrast for tests. It is separate from uitest so that tests of
// ui/theme can import it without importing panes.
package wcag

import (
	"image/color"
	"math"
)

// ContrastRatio returns the contrast ratio of two opaque colors, 1 to 21 (WCAG 2.2, "contrast
// ratio").
func ContrastRatio(a, b color.NRGBA) float64 {
	x, y := relativeLuminance(a), relativeLuminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// relativeLuminance returns the relative luminance as defined by WCAG 2.2, 0 to 1.
func relativeLuminance(c color.NRGBA) float64 {
	f := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B)
}
