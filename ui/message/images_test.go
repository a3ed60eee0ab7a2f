package message

import (
	"runtime"
	"testing"
	"weak"
)

// The list drops the views that it has no more use for, and with each of them a whole message.
func TestViewsThatTheListDropsAreFreed(t *testing.T) {
	images := NewImageCache()
	newView := NewMessageViewFactory(Options{Images: images})
	kept := newView(KindAnswer)
	dropped := weak.Make(newView(KindAnswer).(*answerView))
	newView(KindUserMessage)
	runtime.GC()
	if dropped.Value() != nil {
		t.Error("a view that nobody has any more is not freed")
	}
	newView(KindAnswer)
	if n := len(images.texts); n > 4 { // two texts of an answer: its own and its reasoning
		t.Errorf("%d texts wait for images, those of two answers are 4", n)
	}
	runtime.KeepAlive(kept)
}
