package message

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// sharedState is what the views of one list have in common.
type sharedState struct {
	options        *Options
	metrics        *markdown.Metrics
	hoveredMessage *userMessageView // the message the pointer was last in
	selectedText   *markdown.View   // the text with the selection
	host           messagelist.Host
}

// setHoveredMessage records which user message the pointer is in; nil for none.
func (s *sharedState) setHoveredMessage(v *userMessageView) {
	if s.hoveredMessage != nil && s.hoveredMessage != v {
		s.hoveredMessage.setHovered(false)
	}
	if s.hoveredMessage = v; v != nil {
		v.setHovered(true)
	}
}

// messageText is the text of a message: Markdown that can be selected and copied. Its embedded View
// is what goes into the object tree, because the driver identifies widgets by pointer.
type messageText struct {
	*markdown.View
	source         string
	onHeightChange func() // called after the text changed its own height
}

// newMessageText returns the text of a message; of is the view of the user message it belongs to,
// nil for an answer.
func newMessageText(s *sharedState, of *userMessageView) *messageText {
	b := &messageText{View: markdown.New(s.metrics)}
	b.OnPointerEnter = func() { s.setHoveredMessage(of) }
	b.UseSharedImages(s.options.Images.byAddress)
	s.options.Images.registerTextForImages(b)
	b.OnLink = func(address string) { s.options.requestAction(Action{Kind: ActionOpenLink, URL: address}) }
	b.OnLoadImage = func(address string) { s.options.requestAction(Action{Kind: ActionLoadImage, URL: address}) }
	b.OnHeightChange = func() {
		if b.onHeightChange != nil {
			b.onHeightChange()
		}
	}
	b.OnSelectionStart = func() {
		if s.selectedText != nil && s.selectedText != b.View {
			s.selectedText.ClearSelection()
		}
		s.selectedText = b.View
	}
	b.OnScroll = func(ev *fyne.ScrollEvent) {
		if s.host.OnScroll != nil {
			s.host.OnScroll(ev)
		}
	}
	b.OnSelectionDrag = func(at fyne.Position, end bool) {
		switch {
		case end && s.host.OnSelectionDragEnd != nil:
			s.host.OnSelectionDragEnd()
		case !end && s.host.OnSelectionDrag != nil:
			s.host.OnSelectionDrag(b.View, at, func() {
				b.ExtendSelectionToPoint(at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(b.View)))
			})
		}
	}
	b.OnKey = func(ev *fyne.KeyEvent) {
		if s.host.HandleKey != nil {
			s.host.HandleKey(ev)
		}
	}
	b.OnRune = func(r rune) {
		if s.host.HandleRune != nil {
			s.host.HandleRune(r)
		}
	}
	b.OnMenu = func(items []markdown.MenuItem, at fyne.Position) {
		menu := make([]widgets.MenuItem, len(items))
		for i, it := range items {
			menu[i] = widgets.MenuItem{Label: it.Label, OnChosen: it.Action}
		}
		widgets.ShowMenuAtPosition(b.View, at, menu)
	}
	b.After = s.options.After
	return b
}

// showMarkdown shows Markdown; growing is set while more of it is expected.
func (b *messageText) showMarkdown(text string, growing bool) {
	b.source = text
	b.ShowMarkdown(text, growing)
}

// showTypedText shows a text as it was typed.
func (b *messageText) showTypedText(text string) {
	b.source = text
	b.ShowTypedTextWithCodeAndTeX(text)
}

// longestLineWidthUpTo returns the width of the longest line, at most limit.
func (b *messageText) longestLineWidthUpTo(limit float32) float32 {
	ty := theme.Current().TypeStyle(theme.RoleBody)
	var w float32
	for line := range strings.SplitSeq(b.source, "\n") {
		if len(line) > 512 || strings.HasPrefix(strings.TrimSpace(line), codeFence) {
			return limit
		}
		w = max(w, theme.CeilWithTolerance(ty.TextWidth(strings.ReplaceAll(line, "\t", markdown.Tab)))+1)
	}
	return min(w, limit)
}

const codeFence = "```"
