package message

import (
	"image"
	"slices"
)

// maxImages is how many loaded images a chat keeps; the oldest is dropped first.
const picturesKept = 24

// imageCache holds the loaded images for all views of a list.
type pictures struct {
	byAddress map[string]image.Image
	order     []string
	bodies    []*body // of every view; the list keeps few
}

// SetImage shows an image in every message that has its chip, now and when the message becomes
// visible later.
func (a *Actions) SetPicture(address string, img image.Image) {
	p := a.pictures
	if p == nil {
		return // no view was created yet
	}
	p.order = append(slices.DeleteFunc(p.order, func(s string) bool { return s == address }), address)
	if len(p.order) > picturesKept {
		p.put(p.order[0], nil)
		p.order = p.order[1:]
	}
	p.put(address, img)
}

// HasImage reports whether the image of an address is loaded.
func (a *Actions) HasPicture(address string) bool {
	return a.pictures != nil && a.pictures.byAddress[address] != nil
}

func (p *pictures) put(address string, img image.Image) {
	if img == nil {
		delete(p.byAddress, address)
	} else {
		p.byAddress[address] = img
	}
	for _, b := range p.bodies {
		b.SetImage(address, img)
	}
}
