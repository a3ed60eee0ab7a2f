package chat

import (
	"context"
	"image"

	"golang.org/x/image/draw"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/markdown"
	"memoir/ui/message"
	"memoir/ui/translate"
)

// pictureActions paste, load and show pictures.
type pictureActions struct{ *parts }

// Maximum size of a thumbnail that is kept, in pixels: twice what a message shows, for screens of
// double density.
const (
	maxThumbnailWidth  = 480
	maxThumbnailHeight = 360
)

// newThumbnailCache returns a cache that loads the thumbnails of pictures, and shows them in the
// composer as well.
func (pa *pictureActions) newThumbnailCache() *message.ThumbnailCache {
	cache := message.NewThumbnailCache()
	cache.OnNeeded = func(id int64) {
		app.RunInBackground(pa.env.Tasks, func(ctx context.Context) (image.Image, error) {
			img, err := loadPictureImage(ctx, pa.env, memory.ID(id))
			if err != nil {
				return nil, err
			}
			return shrinkPictureToFit(img, maxThumbnailWidth, maxThumbnailHeight), nil
		}, func(img image.Image, err error) {
			cache.StoreAndShowThumbnail(id, img)
			if err == nil {
				pa.composer.showPicturesAndSightNotice()
			}
		})
	}
	return cache
}

func loadPictureImage(ctx context.Context, env *app.Env, id memory.ID) (image.Image, error) {
	stored, err := env.Session.LoadPicture(ctx, id)
	if err != nil {
		return nil, err
	}
	return markdown.DecodeImageWithinLimit(stored.Data)
}

// shrinkPictureToFit scales a picture down to a size; smaller ones stay as they are.
func shrinkPictureToFit(img image.Image, width, height float64) image.Image {
	b := img.Bounds()
	scale := min(1, width/float64(b.Dx()), height/float64(b.Dy()))
	if scale == 1 {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(b.Dx()))), max(1, int(scale*float64(b.Dy())))))
	draw.ApproxBiLinear.Scale(out, out.Bounds(), img, b, draw.Src, nil)
	return out
}

// showPicturesAndSightNotice shows the pictures that go with the message, and what keeps them from
// being sent.
func (v *composerView) showPicturesAndSightNotice() {
	var out []composer.Picture
	for _, p := range v.state.Pictures.ComposerPictures() {
		out = append(out, composer.Picture{
			ID: int64(p.ID), Name: p.Name,
			Image: v.thumbnails.ThumbnailOrRequest(int64(p.ID)),
		})
	}
	v.SetPictures(out)
	v.SetNotice(v.sightNotice())
}

// sightNotice asks whether a model sees, or says that it does not, while pictures go with the
// message.
func (v *composerView) sightNotice() composer.Notice {
	model := v.state.Models.CurrentModel()
	if model == nil {
		return composer.Notice{}
	}
	other := composer.NoticeButton{Label: translate.Text("Choose another model"), OnTapped: v.onChooseModel}
	switch v.state.Pictures.SightForComposerPictures() {
	case memory.SightNo:
		return composer.Notice{
			Text:    translate.Text("{{.Name}} can't see pictures.", "Name", model.Name),
			Buttons: []composer.NoticeButton{other},
		}
	case memory.SightUnknown:
		return composer.Notice{
			Text: translate.Text("Can {{.Name}} see pictures?", "Name", model.Name),
			Buttons: []composer.NoticeButton{
				{Label: translate.Text("Yes"), OnTapped: func() { v.onSightAnswered(true) }},
				{Label: translate.Text("No"), OnTapped: func() { v.onSightAnswered(false) }},
				other,
			},
		}
	}
	return composer.Notice{}
}

// messagePictures returns the pictures of a message for its row.
func messagePictures(m memory.Message) []message.Picture {
	var out []message.Picture
	for _, p := range m.Pictures {
		out = append(out, message.Picture{ID: int64(p.ID), Name: p.Name, Width: p.Width, Height: p.Height})
	}
	return out
}

// setPictureCallbacks connects the pictures of the composer.
func (pa *pictureActions) setPictureCallbacks() {
	s, c := pa.state, pa.composer
	c.OnEmptyPaste = pa.attachClipboardPicture
	c.OnRemovePicture = func(id int64) { pa.carryOutEffects(s.Pictures.RemoveComposerPictureOfferingUndo(memory.ID(id))) }
	c.OnOpenPicture = func(id int64) { pa.carryOutEffects(s.Pictures.OpenComposerPicture(memory.ID(id))) }
	c.onChooseModel = func() { pa.carryOutEffects([]conversation.Effect{conversation.PickModel}) }
	c.onSightAnswered = func(sees bool) { pa.carryOutEffects(s.Models.RecordSightOfCurrentModel(sees)) }
}

// attachClipboardPicture attaches the picture of the clipboard, if it has one.
func (pa *pictureActions) attachClipboardPicture() {
	name := translate.Text("Pasted picture {{.Value}}.png", "Value", pa.env.Now().Format("2006-01-02 15.04.05"))
	app.RunInBackgroundInOrder(pa.env.Tasks, pa.env.Host.ReadClipboardPicture, func(data []byte, err error) {
		if err != nil {
			pa.showPictureErrorToast(translate.Text("Nothing was pasted.")+" ", err)
			return
		}
		pa.AttachDataAsFile(name, data)
	})
}
