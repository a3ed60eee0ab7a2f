package pictures

import (
	"image"
	"image/draw"
)

// scaleDownOntoWhite draws a picture onto white, scaled down so that no side is longer than maxSide
// pixels; smaller pictures keep their size. Each pixel of the result is the mean of the area it
// covers. The source is read row by row, so that no second picture of its size is needed.
func scaleDownOntoWhite(src image.Image, maxSide int) *image.RGBA {
	b := src.Bounds()
	w, h := b.Dx(), b.Dy()
	longest := max(w, h)
	if longest <= maxSide {
		out := image.NewRGBA(image.Rect(0, 0, w, h))
		drawOntoWhite(out, src, b.Min)
		return out
	}
	dw, dh := max(1, (w*maxSide+longest/2)/longest), max(1, (h*maxSide+longest/2)/longest)
	out := image.NewRGBA(image.Rect(0, 0, dw, dh))
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	across, down := pixelSharesOfTargets(w, dw), pixelSharesOfTargets(h, dh)
	scaled, sum, next := make([]float32, 3*dw), make([]float32, 3*dw), make([]float32, 3*dw)
	for y := range h {
		drawOntoWhite(row, src, image.Pt(b.Min.X, b.Min.Y+y))
		scaleRowAcross(scaled, row.Pix, across)
		s := down[y]
		for i, v := range scaled {
			sum[i] += v * s.first
			next[i] += v * s.second
		}
		if y == h-1 || down[y+1].target != s.target {
			storeRowAsRGBA(out.Pix[s.target*out.Stride:], sum)
			sum, next = next, sum
			clear(next)
		}
	}
	return out
}

// targetShares says how much one source pixel contributes to the target pixel it begins in and to
// the one after it.
type targetShares struct {
	target        int
	first, second float32
}

// pixelSharesOfTargets returns the shares of n source pixels in m target pixels, m ≤ n.
func pixelSharesOfTargets(n, m int) []targetShares {
	out := make([]targetShares, n)
	scale := float64(m) / float64(n)
	for i := range out {
		begin, end := float64(i)*scale, float64(i+1)*scale
		t := min(int(begin), m-1)
		first := scale
		if edge := float64(t + 1); end > edge && t < m-1 {
			first = edge - begin
		}
		out[i] = targetShares{t, float32(first), float32(scale - first)}
	}
	return out
}

func drawOntoWhite(dst *image.RGBA, src image.Image, at image.Point) {
	draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(dst, dst.Rect, src, at, draw.Over)
}

// scaleRowAcross scales a row of RGBA pixels to RGB.
func scaleRowAcross(to []float32, pix []uint8, across []targetShares) {
	clear(to)
	for i, s := range across {
		r, g, b := float32(pix[4*i]), float32(pix[4*i+1]), float32(pix[4*i+2])
		t := to[3*s.target:]
		t[0] += r * s.first
		t[1] += g * s.first
		t[2] += b * s.first
		if s.second > 0 {
			t[3] += r * s.second
			t[4] += g * s.second
			t[5] += b * s.second
		}
	}
}

func storeRowAsRGBA(pix []uint8, row []float32) {
	for i := range len(row) / 3 {
		pix[4*i], pix[4*i+1], pix[4*i+2] = roundToByte(row[3*i]), roundToByte(row[3*i+1]), roundToByte(row[3*i+2])
		pix[4*i+3] = 0xFF
	}
}

func roundToByte(v float32) uint8 { return uint8(min(max(v+0.5, 0), 255)) }
