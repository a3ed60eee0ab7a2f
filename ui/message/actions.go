package message

import (
	"image"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/markdown"
	"memoir/ui/messagelist"
)

// Actions are called when something in a row is clicked. Nil ones do nothing; rows hide what has no action only where
// the comment says so. All run on the UI goroutine.
type Actions struct {
	OnCopy       func(id int64, text string)              // text is the Markdown of the message
	OnEdit       func(id int64)                           // of a user's message
	OnRegenerate func(id int64)                           // of a reply
	OnVersion    func(id int64, step int)                 // -1 or +1
	OnMore       func(id int64, anchor fyne.CanvasObject) // the menu belongs beneath anchor
	OnReceipt    func(id int64)
	OnUndo       func(id, learned int64)
	OnLearned    func(id, learned int64) // the text of a learned chip was clicked
	OnContinue   func(id int64)          // of a stopped or interrupted reply
	OnFault      func(id int64, button string)
	OnLink       func(url string)     // http, https or mailto
	OnLoadImage  func(url string)     // http or https; nothing is fetched without this click
	OnKey        func(*fyne.KeyEvent) // keys neither the text nor the list has a use for

	// After calls f on the UI goroutine after d; the returned func cancels it. Without it "Not kept" stays.
	After func(d time.Duration, f func()) (stop func())
	// Now tells the time; nil means time.Now.
	Now func() time.Time
	// ReducedMotion stops the caret from blinking.
	ReducedMotion func() bool

	pictures *pictures
}

// NewView returns the views of a thread, for messagelist.New. The Actions may be filled in later.
func NewView(a *Actions) func(kind int) messagelist.View {
	s := newShared(a)
	return func(kind int) messagelist.View {
		if kind == KindUser {
			return newUserView(s)
		}
		return newReplyView(s)
	}
}

func newShared(a *Actions) *shared {
	if a.pictures == nil {
		a.pictures = &pictures{byAddress: map[string]image.Image{}}
	}
	return &shared{actions: a, metrics: markdown.NewMetrics()}
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func callID(f func(int64), id int64) {
	if f != nil {
		f(id)
	}
}

func callTwo(f func(a, b int64), a, b int64) {
	if f != nil {
		f(a, b)
	}
}

// Finder is implemented by the views: it marks a text in a message, for Ctrl+F.
type Finder interface {
	// Find marks all matches and returns how many there are; an empty query marks none.
	Find(query string) int
	// ShowMatch marks match i as the present one and returns its top, for messagelist.List.ScrollToPart.
	ShowMatch(i int) (top float32)
}
