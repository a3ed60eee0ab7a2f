package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // decoders of common web formats
	_ "image/jpeg" //
	_ "image/png"  //

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Limits of images.
const (
	maxImagePixels = 40 << 20 // of an image that is decoded; each takes four bytes
	maxImageHeight = 360      // on screen, in pixels
	imageGap       = theme.Space8
)

// errImageTooLarge is returned for images with more than maxImagePixels pixels.
var errImageTooLarge = errors.New("the picture has too many pixels")

// DecodeImageWithinLimit decodes a PNG, JPEG or GIF for ShowImageBelowChip. It rejects sizes that
// would exhaust memory before decoding them. It may run on any goroutine.
func DecodeImageWithinLimit(data []byte) (image.Image, error) {
	conf, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	if conf.Width <= 0 || conf.Height <= 0 || conf.Width > maxImagePixels/conf.Height {
		return nil, fmt.Errorf("decode picture of %d by %d: %w", conf.Width, conf.Height, errImageTooLarge)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	return img, nil
}

// placedImage is a loaded image below the lines of a text.
type placedImage struct {
	image image.Image
	area  rect
}

// placeImagesBelowLines adds the loaded images of the spans below the lines.
func (t *textLayout) placeImagesBelowLines(loaded map[string]image.Image) *textLayout {
	if len(loaded) == 0 {
		return t
	}
	y := t.wrapped.heightOfAllLines()
	for _, s := range t.wrapped.spans {
		img := loaded[s.Link]
		if s.Style&Image == 0 || img == nil {
			continue
		}
		w, h := float32(img.Bounds().Dx()), float32(img.Bounds().Dy())
		scale := min(1, t.width/w, maxImageHeight/h)
		y += imageGap
		a := rect{0, y, max(1, theme.Round(w*scale)), max(1, theme.Round(h*scale))}
		t.images = append(t.images, placedImage{img, a})
		y += a.h
	}
	return t
}

// drawImages returns the objects of the images of a text at x.
func (d *drawn) drawImages(l *textLayout, x float32) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, p := range l.images {
		img := canvas.NewImageFromImage(p.image)
		img.FillMode, img.CornerRadius = canvas.ImageFillContain, theme.RadiusRow
		draw.MoveAndResize(img, x+p.area.x, p.area.y, p.area.w, p.area.h)
		out = append(out, img)
	}
	return out
}
