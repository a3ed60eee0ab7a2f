package message

import (
	"image"
	"slices"
	"weak"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Picture is a picture of a user message. Width and Height are its size in pixels, so that its
// place is known before it is loaded.
type Picture struct {
	ID            int64
	Name          string
	Width, Height int
}

// Size of a thumbnail, in pixels at zoom 1.
const (
	maxThumbnailWidth  = 240
	maxThumbnailHeight = 180
	minThumbnailSide   = 48
)

// maxThumbnails is how many loaded thumbnails are kept; the oldest is dropped first.
const maxThumbnails = 60

// ThumbnailCache holds the thumbnails of pictures. UI goroutine only.
type ThumbnailCache struct {
	// OnNeeded is called for a picture that is shown and not loaded; Store is then expected, once.
	OnNeeded func(id int64)

	byID      map[int64]image.Image
	loadOrder []int64
	requested map[int64]bool
	views     []weak.Pointer[userMessageView]
}

// NewThumbnailCache returns a cache without thumbnails.
func NewThumbnailCache() *ThumbnailCache {
	return &ThumbnailCache{byID: map[int64]image.Image{}, requested: map[int64]bool{}, OnNeeded: func(int64) {}}
}

// ThumbnailOrRequest returns a thumbnail, or nil and requests it.
func (c *ThumbnailCache) ThumbnailOrRequest(id int64) image.Image {
	img := c.byID[id]
	if img == nil && !c.requested[id] {
		c.requested[id] = true
		c.OnNeeded(id)
	}
	return img
}

// StoreAndShowThumbnail stores a thumbnail, nil for a picture that cannot be loaded, and shows it
// in every message.
func (c *ThumbnailCache) StoreAndShowThumbnail(id int64, img image.Image) {
	if img == nil {
		return // it stays requested, so that it is not tried again and again
	}
	delete(c.requested, id)
	c.byID[id] = img
	if c.loadOrder = append(c.loadOrder, id); len(c.loadOrder) > maxThumbnails {
		delete(c.byID, c.loadOrder[0])
		c.loadOrder = c.loadOrder[1:]
	}
	for _, w := range c.views {
		if v := w.Value(); v != nil {
			v.showLoadedThumbnail(id, img)
		}
	}
}

// registerViewForThumbnails makes a view show thumbnails that are loaded later, without keeping it.
func (c *ThumbnailCache) registerViewForThumbnails(v *userMessageView) {
	c.views = slices.DeleteFunc(c.views, func(w weak.Pointer[userMessageView]) bool { return w.Value() == nil })
	c.views = append(c.views, weak.Make(v))
}

// thumbnail shows a picture of a message; a tap opens it.
type thumbnail struct {
	*widgets.Tappable
	image       *canvas.Image
	placeholder *draw.Icon
	picture     Picture
}

func newThumbnail(p Picture, open func()) *thumbnail {
	t := &thumbnail{
		picture: p, image: canvas.NewImageFromImage(nil), placeholder: draw.NewIcon(theme.IconImage, 24, theme.Text3),
	}
	t.image.FillMode, t.image.CornerRadius = canvas.ImageFillCover, theme.RadiusCard
	t.image.Hide()
	t.Tappable = widgets.NewTappable(translate.Text("Picture: {{.Name}}", "Name", p.Name), theme.Sunken, theme.Hover,
		theme.Border, theme.RadiusCard,
		widgets.Pad(1, 1, 1, 1, widgets.Stack(widgets.Center(t.placeholder), t.image)))
	t.OnTapped = open
	return t
}

func (t *thumbnail) showThumbnailImage(img image.Image) {
	if t.image.Image == img {
		return
	}
	t.image.Image = img
	draw.SetVisible(t.image, img != nil)
	draw.SetVisible(t.placeholder, img == nil)
	t.image.Refresh()
}

// sizeInColumn is the size of the thumbnail in a column of a width.
func (t *thumbnail) sizeInColumn(width float32) fyne.Size {
	th := theme.Current()
	w, h := float32(max(1, t.picture.Width)), float32(max(1, t.picture.Height))
	maxW, maxH := min(th.ScaleUpWithTextZoom(maxThumbnailWidth), width), th.ScaleUpWithTextZoom(maxThumbnailHeight)
	scale := min(1, maxW/w, maxH/h)
	return fyne.NewSize(
		min(maxW, max(minThumbnailSide, theme.Round(w*scale))), max(minThumbnailSide, theme.Round(h*scale)),
	)
}

// buildThumbnailsAndRequestImages shows the pictures of the row.
func (v *userMessageView) buildThumbnailsAndRequestImages() {
	same := slices.EqualFunc(v.thumbnails, v.row.Pictures, func(t *thumbnail, p Picture) bool { return t.picture == p })
	if !same {
		v.thumbnails = nil
		for _, p := range v.row.Pictures {
			v.thumbnails = append(v.thumbnails, newThumbnail(p, func() {
				v.options.requestAction(Action{Kind: ActionOpenPicture, Message: v.row.ID, Picture: p.ID})
			}))
		}
	}
	v.showOrRequestThumbnails()
}

// showOrRequestThumbnails shows the thumbnails that are loaded.
func (v *userMessageView) showOrRequestThumbnails() {
	if v.options.Thumbnails == nil {
		return
	}
	for _, t := range v.thumbnails {
		t.showThumbnailImage(v.options.Thumbnails.ThumbnailOrRequest(t.picture.ID))
	}
}

// showLoadedThumbnail shows one thumbnail where the message has its picture. It asks for no other:
// one that the cache has just dropped would be loaded again and drop the next one, without end.
func (v *userMessageView) showLoadedThumbnail(id int64, img image.Image) {
	for _, t := range v.thumbnails {
		if t.picture.ID == id {
			t.showThumbnailImage(img)
		}
	}
}

// layoutOrMeasureThumbnails places the pictures above the text, at the right, in lines from the
// first to the last.
func (v *userMessageView) layoutOrMeasureThumbnails(c *columnLayout) {
	maxWidth := min(theme.Current().ScaleUpWithTextZoom(theme.BubbleTextWidth)+2*bubblePadX, c.width)
	for first := 0; first < len(v.thumbnails); {
		last, lineWidth, lineHeight := first, float32(0), float32(0)
		for ; last < len(v.thumbnails); last++ {
			s := v.thumbnails[last].sizeInColumn(maxWidth)
			if last > first && lineWidth+theme.Space8+s.Width > maxWidth {
				break
			}
			if last > first {
				lineWidth += theme.Space8
			}
			lineWidth, lineHeight = lineWidth+s.Width, max(lineHeight, s.Height)
		}
		x := c.width - lineWidth
		for _, t := range v.thumbnails[first:last] {
			s := t.sizeInColumn(maxWidth)
			c.placeAtCurrentYWithoutAdvance(t, x, s.Width, s.Height)
			x += s.Width + theme.Space8
		}
		c.y += lineHeight + theme.Space8
		first = last
	}
}

// thumbnailObjects returns the pictures as objects.
func (v *userMessageView) thumbnailObjects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(v.thumbnails))
	for i, t := range v.thumbnails {
		out[i] = t.Tappable
	}
	return out
}
