package message

import (
	"image"
	"slices"
)

// maxImages is how many loaded images a chat keeps; the oldest is dropped first.
const maxImages = 24

// imageCache holds the loaded images for all views of a list.
type imageCache struct {
	byAddress map[string]image.Image
	loadOrder []string
	texts     []*messageText // of every view; the list keeps few
}

// SetImage shows an image in every message that has its chip, now and when the message becomes
// visible later.
func (a *Actions) SetImage(address string, img image.Image) {
	p := a.images
	if p == nil {
		return // no view was created yet
	}
	p.loadOrder = append(slices.DeleteFunc(p.loadOrder, func(s string) bool { return s == address }), address)
	if len(p.loadOrder) > maxImages {
		p.storeImage(p.loadOrder[0], nil)
		p.loadOrder = p.loadOrder[1:]
	}
	p.storeImage(address, img)
}

// HasImage reports whether the image of an address is loaded.
func (a *Actions) HasImage(address string) bool {
	return a.images != nil && a.images.byAddress[address] != nil
}

func (p *imageCache) storeImage(address string, img image.Image) {
	if img == nil {
		delete(p.byAddress, address)
	} else {
		p.byAddress[address] = img
	}
	for _, b := range p.texts {
		b.SetImage(address, img)
	}
}
