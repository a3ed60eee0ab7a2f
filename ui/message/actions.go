package message

import (
	"image"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/timing"
)

// Actions are the callbacks of the rows. Nil ones do nothing; rows hide the control of a nil action
// only where the comment says so. All run on the UI goroutine.
type Actions struct {
	OnCopy        func(id int64, text string)              // text is the Markdown of the message
	OnEdit        func(id int64)                           // of a user message
	OnRegenerate  func(id int64)                           // of an answer
	OnVersion     func(id int64, step int)                 // -1 or +1
	OnMoreMenu    func(id int64, anchor fyne.CanvasObject) // the menu opens below anchor
	OnShowReceipt func(id int64)
	OnUndoLearned func(id, learned int64)
	OnOpenLearned func(id, learned int64) // a click on the text of a learned chip
	OnContinue    func(id int64)          // of a stopped or interrupted answer
	OnFaultButton func(id int64, button string)
	OnLink        func(url string)     // http, https or mailto
	OnLoadImage   func(url string)     // http or https; nothing is fetched without this click
	OnKey         func(*fyne.KeyEvent) // keys that neither the text nor the list handles

	// After is app.Env's. While it is nil, "Not kept" stays.
	After timing.After
	// Now returns the current time; nil means time.Now.
	Now func() time.Time
	// ReducedMotion stops the caret from blinking.
	ReducedMotion func() bool

	images *imageCache
}

// NewMessageViewFactory returns the view factory of a chat, for messagelist.New. The Actions may be
// filled in later.
func NewMessageViewFactory(a *Actions) func(kind int) messagelist.View {
	s := newSharedViewState(a)
	return func(kind int) messagelist.View {
		if kind == KindUserMessage {
			return newUserMessageView(s)
		}
		return newAnswerView(s)
	}
}

func newSharedViewState(a *Actions) *sharedState {
	if a.images == nil {
		a.images = &imageCache{byAddress: map[string]image.Image{}}
	}
	return &sharedState{actions: a, metrics: markdown.NewTextMetricsCache()}
}

func callIfSet(f func()) {
	if f != nil {
		f()
	}
}

func callWithIDIfNotNil(f func(int64), id int64) {
	if f != nil {
		f(id)
	}
}

func callWithIDsIfNotNil(f func(a, b int64), a, b int64) {
	if f != nil {
		f(a, b)
	}
}

// Finder is implemented by the views: it searches the text of a message, for Ctrl+F.
type Finder interface {
	// HighlightMatches highlights all matches and returns their number; an empty query removes them.
	HighlightMatches(query string) int
	// HighlightMatchAsCurrent highlights match i as the current one and returns its top, for
	// messagelist.List.ScrollToRowPart.
	HighlightMatchAsCurrent(i int) (top float32)
}
