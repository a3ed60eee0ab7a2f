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

// Most pixels of a picture that is kept: twice what a message shows, for screens of twice the density.
const (
	pictureWidth  = 1400
	pictureHeight = 720
)

// loadPicture fetches the picture that was clicked and shows it wherever its chip is.
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

// shrink makes a picture no larger than can be shown.
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
