package message

import (
	"fmt"
	"image"
	"testing"

	"fyne.io/fyne/v2"
)

func TestPicturesAreShownAboveTheTextAndOpened(t *testing.T) {
	d := newHarness(t)
	cache := NewThumbnailCache()
	var needed []int64
	cache.OnNeeded = func(id int64) { needed = append(needed, id) }
	var opened []Action
	d.shared = newSharedViewState(Options{Thumbnails: cache, OnAction: func(a Action) { opened = append(opened, a) }})
	v := newUserMessageView(d.shared)
	bind := func(pictures ...Picture) float32 {
		v.BindRow(UserMessage{ID: 5, Text: "What is this?", Pictures: pictures}.ListRow())
		h := v.HeightFor(700)
		v.Resize(fyne.NewSize(700, h))
		return h
	}
	plain := bind()
	wide, tall := Picture{ID: 1, Name: "a.png", Width: 2048, Height: 1024}, Picture{ID: 2, Width: 300, Height: 900}
	h := bind(wide, tall)
	if got := fmt.Sprint(needed); got != "[1 2]" {
		t.Errorf("requested %s", got)
	}
	if h < plain+maxThumbnailHeight {
		t.Errorf("the message is %v high, without pictures %v", h, plain)
	}
	for _, th := range v.thumbnails {
		if end := th.Position().X + th.Size().Width; end > 700 || th.Size().Width > maxThumbnailWidth ||
			th.Size().Height > maxThumbnailHeight || th.Position().Y+th.Size().Height > v.bubble.Position().Y {
			t.Errorf("%+v is at %v, %v", th.picture, th.Position(), th.Size())
		}
	}
	cache.StoreAndShowThumbnail(1, image.NewGray(image.Rect(0, 0, 8, 4)))
	if !v.thumbnails[0].image.Visible() || v.thumbnails[1].image.Visible() {
		t.Error("the thumbnail is not shown when it is loaded")
	}
	if bind(wide, tall); len(needed) != 2 {
		t.Errorf("requested again: %v", needed)
	}
	v.thumbnails[0].OnTapped()
	if len(opened) != 1 || opened[0].Kind != ActionOpenPicture || opened[0].Message != 5 || opened[0].Picture != 1 {
		t.Errorf("%+v", opened)
	}
	v.BindRow(UserMessage{ID: 6, Pictures: []Picture{wide}}.ListRow())
	if v.HeightFor(700); v.bubble.Visible() {
		t.Error("pictures alone have an empty bubble")
	}
}

// A cache that asked again for what it has just dropped would load without end.
func TestMorePicturesThanAreKeptAreLoadedOnce(t *testing.T) {
	d := newHarness(t)
	cache := NewThumbnailCache()
	requests := 0
	cache.OnNeeded = func(int64) { requests++ }
	d.shared = newSharedViewState(Options{Thumbnails: cache, OnAction: func(Action) {}})
	var pictures []Picture
	for i := range maxThumbnails + 10 {
		pictures = append(pictures, Picture{ID: int64(i + 1), Width: 8, Height: 8})
	}
	v := newUserMessageView(d.shared)
	v.BindRow(UserMessage{ID: 5, Pictures: pictures}.ListRow())
	for _, p := range pictures {
		cache.StoreAndShowThumbnail(p.ID, image.NewGray(image.Rect(0, 0, 1, 1)))
	}
	if requests != len(pictures) {
		t.Errorf("%d pictures were requested %d times", len(pictures), requests)
	}
	for i, th := range v.thumbnails {
		if !th.image.Visible() {
			t.Errorf("picture %d is not shown", i)
		}
	}
}

func TestOnlySomeThumbnailsAreKept(t *testing.T) {
	cache := NewThumbnailCache()
	for i := range maxThumbnails + 10 {
		cache.StoreAndShowThumbnail(int64(i), image.NewGray(image.Rect(0, 0, 1, 1)))
	}
	if len(cache.byID) != maxThumbnails || cache.byID[0] != nil {
		t.Errorf("%d are kept", len(cache.byID))
	}
}
