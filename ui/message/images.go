package message

import (
	"image"
	"slices"
	"weak"
)

// maxImages is how many loaded images a chat keeps; the oldest is dropped first.
const maxImages = 24

// ImageCache holds the loaded images for all views of a list. UI goroutine only.
type ImageCache struct {
	byAddress map[string]image.Image
	loadOrder []string
	texts     []weak.Pointer[messageText] // of every view that the list still has
}

// NewImageCache returns a cache without images.
func NewImageCache() *ImageCache { return &ImageCache{byAddress: map[string]image.Image{}} }

// StoreAndShowImageEvictingOldest shows an image in every message that has its chip, now and when
// the message becomes visible later.
func (p *ImageCache) StoreAndShowImageEvictingOldest(address string, img image.Image) {
	p.loadOrder = append(slices.DeleteFunc(p.loadOrder, func(s string) bool { return s == address }), address)
	if len(p.loadOrder) > maxImages {
		p.storeOrDropAndShowImage(p.loadOrder[0], nil)
		p.loadOrder = p.loadOrder[1:]
	}
	p.storeOrDropAndShowImage(address, img)
}

// IsImageLoaded reports whether the image of an address is loaded.
func (p *ImageCache) IsImageLoaded(address string) bool { return p.byAddress[address] != nil }

func (p *ImageCache) storeOrDropAndShowImage(address string, img image.Image) {
	if img == nil {
		delete(p.byAddress, address)
	} else {
		p.byAddress[address] = img
	}
	for _, w := range p.texts {
		if b := w.Value(); b != nil {
			b.ShowImageBelowChip(address, img)
		}
	}
}

// registerTextForImages makes a text show images that are loaded later. It does not keep the text:
// the list drops views that it no longer needs and tells nobody.
func (p *ImageCache) registerTextForImages(b *messageText) {
	p.texts = slices.DeleteFunc(p.texts, func(w weak.Pointer[messageText]) bool { return w.Value() == nil })
	p.texts = append(p.texts, weak.Make(b))
}
