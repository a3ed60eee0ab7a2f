package message

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/timing"
)

// ActionKind is what a control of a message asks for.
type ActionKind int

// The kinds of actions. The comments name the fields of Action that they use besides Message.
const (
	ActionCopy          ActionKind = iota + 1 // copy the message: Text
	ActionEdit                                // edit a user message
	ActionRegenerate                          // request another version of an answer
	ActionStepVersion                         // show another version: Step
	ActionShowMenu                            // show the menu of an answer: Anchor
	ActionShowReceipt                         // show what was sent for an answer
	ActionUndoLearned                         // take back a learned memory: Learned
	ActionOpenLearned                         // open a learned memory: Learned
	ActionContinue                            // continue a stopped or interrupted answer
	ActionFaultButton                         // a button beneath an error: Button
	ActionOpenLink                            // open a page or write a mail: URL is http, https or mailto
	ActionShowSummaries                       // show the summaries of the chat, to read and edit
	ActionOpenOrigin                          // open the chat that this one was branched from
	ActionOpenPicture                         // show a picture of the message: Picture
	ActionLoadImage                           // fetch an image: URL is http or https; nothing else fetches one
)

// Action is a click on a control of a message. Fields that its kind does not use are zero.
type Action struct {
	Kind    ActionKind
	Message int64
	Text    string            // the Markdown of the message
	Step    int               // -1 or +1
	Anchor  fyne.CanvasObject // a menu opens below it
	Learned int64             // the ID of a LearnedMemory
	Button  string            // the ID of a FaultButton
	URL     string
	Picture int64 // the ID of a Picture
}

// Options are what the rows of a chat need from outside.
type Options struct {
	// OnAction gets every click, on the UI goroutine; nil drops them.
	OnAction func(Action)
	// After is app.Env's. While it is nil, "Not kept" stays.
	After timing.After
	// Now returns the current time; nil means time.Now.
	Now func() time.Time
	// ReducedMotion stops the caret from blinking.
	ReducedMotion func() bool
	// Images holds the images that were loaded; nil means none ever are.
	Images *ImageCache
	// Thumbnails holds those of the pictures of user messages; nil means none are ever loaded.
	Thumbnails *ThumbnailCache
}

func (o *Options) requestAction(a Action) {
	if o.OnAction != nil {
		o.OnAction(a)
	}
}

// NewMessageViewFactory returns the view factory of a chat, for messagelist.New.
func NewMessageViewFactory(o Options) func(kind int) messagelist.View {
	s := newSharedViewState(o)
	return func(kind int) messagelist.View {
		switch kind {
		case KindUserMessage:
			return newUserMessageView(s)
		case KindWindowStart:
			return newWindowStartView(s)
		case KindBranchOrigin:
			return newBranchOriginView(s)
		}
		return newAnswerView(s)
	}
}

func newSharedViewState(o Options) *sharedState {
	if o.Images == nil {
		o.Images = NewImageCache()
	}
	return &sharedState{options: &o, metrics: markdown.NewTextMetricsCache()}
}

// Finder is implemented by the views: it searches the text of a message, for Ctrl+F.
type Finder interface {
	// HighlightMatches highlights all matches and returns their number; an empty query removes them.
	HighlightMatches(query string) int
	// HighlightMatchAsCurrent highlights match i as the current one and returns its top, for
	// messagelist.List.ScrollToRowOffsetAndHighlight.
	HighlightMatchAsCurrent(i int) (top float32)
}
