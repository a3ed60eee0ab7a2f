package chat

import (
	"context"
	"errors"
	"image"
	"net/url"

	"golang.org/x/image/draw"

	"memoir/ui/app"
	"memoir/ui/markdown"
)

// Maximum size of a picture that is kept in memory, in pixels: twice what a message shows, for
// screens of double density.
const (
	pictureWidth  = 1400
	pictureHeight = 720
)

// loadPicture downloads a picture that was clicked and shows it wherever its chip appears.
func (p *Pane) loadPicture(address string) {
	if p.loading[address] || p.messages.HasPicture(address) {
		return
	}
	p.loading[address] = true
	host := address
	if u, err := url.Parse(address); err == nil {
		host = u.Hostname()
	}
	p.env.Notify(app.Note{Text: "Loading the picture from " + host + " …"})
	app.Do(p.env.Tasks, func(ctx context.Context) (image.Image, error) {
		data, err := p.env.Host.Picture(ctx, address)
		if err != nil {
			return nil, err
		}
		img, err := markdown.Picture(data)
		if err != nil {
			return nil, app.PictureError("It cannot be read.")
		}
		return shrink(img), nil
	}, func(img image.Image, err error) {
		delete(p.loading, address)
		var refused app.PictureError
		switch {
		case errors.As(err, &refused):
			p.env.Notify(app.Note{Text: "The picture was not loaded. " + string(refused), Bad: true})
		case err != nil:
			p.env.Fail(err)
		default:
			p.toast.Dismiss()
			p.messages.SetPicture(address, img)
		}
	})
}

// shrinkPicture scales a picture down to the maximum size.
func shrink(img image.Image) image.Image {
	b := img.Bounds()
	scale := min(1, pictureWidth/float64(b.Dx()), pictureHeight/float64(b.Dy()))
	if scale == 1 {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(b.Dx()))), max(1, int(scale*float64(b.Dy())))))
	draw.ApproxBiLinear.Scale(out, out.Bounds(), img, b, draw.Src, nil)
	return out
}
