package chat

import (
	"context"
	"errors"
	"image"
	"net/url"

	"memoir/ui/app"
	"memoir/ui/markdown"
	"memoir/ui/message"
	"memoir/ui/translate"
)

// Maximum size of a picture that is kept in memory, in pixels: twice what a message shows, for
// screens of double density.
const (
	maxPictureWidth  = 1400
	maxPictureHeight = 720
)

// pictureLoader downloads pictures that were clicked.
type pictureLoader struct {
	env     *app.Env
	images  *message.ImageCache
	loading map[string]bool // by address
	onShown func()
}

// downloadAndShowImage downloads a picture and shows it wherever its chip appears.
func (p *pictureLoader) downloadAndShowImage(address string) {
	if p.loading[address] || p.images.IsImageLoaded(address) {
		return
	}
	p.loading[address] = true
	host := address
	if u, err := url.Parse(address); err == nil {
		host = u.Hostname()
	}
	p.env.ShowToast(app.Toast{Text: translate.Text("Loading image from {{.Host}}…", "Host", host)})
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (image.Image, error) {
		data, err := p.env.Host.FetchPicture(ctx, address)
		if err != nil {
			return nil, err
		}
		img, err := markdown.DecodeImageWithinLimit(data)
		if err != nil {
			return nil, app.PictureError(translate.Text("The image can't be read."))
		}
		return shrinkPictureToFit(img, maxPictureWidth, maxPictureHeight), nil
	}, func(img image.Image, err error) {
		delete(p.loading, address)
		var refused app.PictureError
		switch {
		case errors.As(err, &refused):
			p.env.ShowToast(app.Toast{Text: translate.TranslateKnown(string(refused)), IsError: true})
		case err != nil:
			p.env.ShowErrorToast(err)
		default:
			p.onShown()
			p.images.StoreAndShowImageEvictingOldest(address, img)
		}
	})
}
