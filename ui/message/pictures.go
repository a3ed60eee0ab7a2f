package message

import (
	"image"
	"slices"
)

// picturesKept is how many loaded pictures a thread keeps; the oldest goes first.
const picturesKept = 24

// pictures are those that were loaded, for all views of a list.
type pictures struct {
	byAddress map[string]image.Image
	order     []string
	bodies    []*body // of every view there is; the list keeps few
}

// SetPicture shows a picture in every message that has its chip, now and when it comes into sight later.
func (a *Actions) SetPicture(address string, img image.Image) {
	p := a.pictures
	if p == nil {
		return // no view was made yet
	}
	p.order = append(slices.DeleteFunc(p.order, func(s string) bool { return s == address }), address)
	if len(p.order) > picturesKept {
		p.put(p.order[0], nil)
		p.order = p.order[1:]
	}
	p.put(address, img)
}

// HasPicture reports whether the picture of an address is shown.
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
