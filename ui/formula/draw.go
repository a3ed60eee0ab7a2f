package formula

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// PixelBounds returns the whole pixels that a formula covers at a text size in pixels, relative to
// the origin on its baseline; y grows downwards. Nothing is drawn outside.
func (f *Formula) PixelBounds(size float32) image.Rectangle {
	s := float64(size)
	return image.Rect(
		int(math.Floor(f.x0*s))-1, int(math.Floor(-f.Height*s))-1, int(math.Ceil(f.x1*s))+1, int(math.Ceil(f.Depth*s))+1,
	)
}

// maxImagePixels bounds an image that DrawImage makes.
const maxImagePixels = 16 << 20

// DrawImage returns the image of PixelBounds(size), scaled to w by h device pixels, in a color.
// Horizontal rules are drawn on whole device pixels.
func (f *Formula) DrawImage(size float32, w, h int, c color.Color) *image.NRGBA {
	area := f.PixelBounds(size)
	if w <= 0 || h <= 0 || w > maxImagePixels/h {
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	}
	scale := float64(w) / float64(area.Dx())
	r := &raster{
		Rasterizer: vector.NewRasterizer(w, h), em: float64(size) * scale,
		x: -float64(area.Min.X) * scale, y: -float64(area.Min.Y) * float64(h) / float64(area.Dy()),
	}
	for _, o := range f.ops {
		if o.h > 0 {
			r.addRuleSnappedToPixels(o)
		} else {
			r.addGlyphOutline(f.font.glyphByID(o.glyph).outline, o, f.font.upem)
		}
	}
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	r.Rasterizer.DrawOp = draw.Src
	r.Rasterizer.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	return coloredMaskDarkeningHairlines(mask, c)
}

// hairlineGamma makes thin strokes, which cover pixels in part, as dark as those of the fonts of
// text, which have no hairlines.
const hairlineGamma = 0.75

// coloredMaskDarkeningHairlines returns a mask in a color.
func coloredMaskDarkeningHairlines(mask *image.Alpha, c color.Color) *image.NRGBA {
	k := color.NRGBAModel.Convert(c).(color.NRGBA)
	var alpha [256]uint8
	for i := range alpha {
		alpha[i] = uint8(math.Round(math.Pow(float64(i)/255, hairlineGamma) * float64(k.A)))
	}
	out := image.NewNRGBA(mask.Bounds())
	for i, a := range mask.Pix {
		if a == 0 {
			continue
		}
		p := out.Pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = k.R, k.G, k.B, alpha[a]
	}
	return out
}

// raster collects the outlines of a formula; x, y is its origin and em its size in device pixels.
type raster struct {
	*vector.Rasterizer
	x, y, em float64
}

func (r *raster) addGlyphOutline(outline []opentype.Segment, o op, upem float64) {
	k := o.scale * r.em / upem
	x, y := r.x+o.x*r.em, r.y-o.y*r.em
	at := func(p opentype.SegmentPoint) (float32, float32) {
		return float32(x + float64(p.X)*k), float32(y - float64(p.Y)*k)
	}
	open := false
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if open {
				r.ClosePath()
			}
			r.MoveTo(ax, ay)
			open = true
		case opentype.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			bx, by := at(s.Args[1])
			r.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			bx, by := at(s.Args[1])
			cx, cy := at(s.Args[2])
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	if open {
		r.ClosePath()
	}
}

// addRuleSnappedToPixels adds a rule; a horizontal one is moved to whole pixels and is at least one
// high.
func (r *raster) addRuleSnappedToPixels(o op) {
	x0, x1 := r.x+o.x*r.em, r.x+(o.x+o.w)*r.em
	y0, y1 := r.y-(o.y+o.h)*r.em, r.y-o.y*r.em
	if o.w >= o.h {
		h := max(math.Round(y1-y0), 1)
		y0 = math.Round((y0 + y1 - h) / 2)
		y1 = y0 + h
	} else {
		w := max(math.Round(x1-x0), 1)
		x0 = math.Round((x0 + x1 - w) / 2)
		x1 = x0 + w
	}
	r.MoveTo(float32(x0), float32(y0))
	r.LineTo(float32(x0), float32(y1))
	r.LineTo(float32(x1), float32(y1))
	r.LineTo(float32(x1), float32(y0))
	r.ClosePath()
}
