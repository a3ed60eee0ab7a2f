package chat

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/ui/chat/conversation"
	"memoir/ui/draw"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// findBar is the search within the open chat.
type findBar struct {
	state       *conversation.State
	list        *messagelist.List
	onLayout    func() // the bar was shown or hidden
	bar         fyne.CanvasObject
	searchField *widgets.Field
	countLabel  *draw.Label
	isOpen      bool
	matches     []match
	current     int
	marked      message.Finder // the message whose matches are highlighted, if any
}

// match is one match within a message.
type match struct {
	messageID memory.ID
	index     int
}

func newFindBar(s *conversation.State, list *messagelist.List, onLayout, onLeave func()) *findBar {
	f := &findBar{state: s, list: list, onLayout: onLayout, countLabel: draw.NewLabel("", theme.RoleMeta, theme.Text3)}
	f.searchField = widgets.NewTextField(widgets.FieldOptions{
		Icon:        theme.IconSearch,
		Placeholder: translate.Text("Find in this chat"),
	})
	f.searchField.OnChanged = func(string) { f.findMatchesAndShowLast() }
	f.searchField.OnEnter = func(string) { f.goToMatchByStep(1) }
	f.searchField.OnKey = func(k fyne.KeyName) bool {
		switch k {
		case fyne.KeyEscape:
			f.closeFind()
			onLeave()
		case fyne.KeyDown:
			f.goToMatchByStep(1)
		case fyne.KeyUp:
			f.goToMatchByStep(-1)
		default:
			return false
		}
		return true
	}
	f.bar = newFilledHeaderStrip(theme.Panel, widgets.Pad(theme.Space8, theme.Space16, theme.Space8, theme.Space24,
		widgets.Row(theme.Space8, widgets.Flex(f.searchField),
			f.countLabel,
			widgets.NewIconButton(theme.IconUp, translate.Text("Previous match"), func() { f.goToMatchByStep(-1) }),
			widgets.NewIconButton(theme.IconArrowDown, translate.Text("Next match"), func() { f.goToMatchByStep(1) }),
			widgets.NewIconButton(theme.IconClose, translate.Text("Close (Esc)"), func() { f.closeFind() }))))
	f.bar.Hide()
	return f
}

// openFind shows the bar and moves the keyboard focus into it.
func (f *findBar) openFind() {
	f.isOpen = true
	f.bar.Show()
	f.onLayout()
	f.searchField.RequestFocus()
}

// closeFind hides the bar; it reports whether it was open.
func (f *findBar) closeFind() bool {
	if !f.isOpen {
		return false
	}
	f.isOpen = false
	f.bar.Hide()
	f.searchField.SetText("")
	f.onLayout()
	return true
}

func (f *findBar) findMatchesAndShowLast() {
	text := lang.FoldText(f.searchField.Text())
	f.matches = f.matches[:0]
	if text != "" {
		for _, m := range f.state.Messages {
			for i := range strings.Count(lang.FoldText(m.Content), text) {
				f.matches = append(f.matches, match{m.ID, i})
			}
		}
	}
	f.current = len(f.matches)
	f.clearMatchHighlights()
	f.goToMatchByStep(-1)
	f.showMatchPositionAndCount(text != "")
}

func (f *findBar) showMatchPositionAndCount(hasQuery bool) {
	switch {
	case !hasQuery:
		f.countLabel.SetText("")
	case len(f.matches) == 0:
		f.countLabel.SetText(translate.Text("No results"))
	default:
		f.countLabel.SetText(translate.Text("{{.Number}} of {{.All}}", "Number", f.current+1, "All", len(f.matches)))
	}
	f.bar.Refresh()
}

func (f *findBar) goToMatchByStep(by int) {
	if len(f.matches) == 0 {
		return
	}
	f.current = (f.current + by + len(f.matches)) % len(f.matches)
	f.scrollToMatchAndHighlight(f.matches[f.current])
	f.showMatchPositionAndCount(true)
}

// scrollToMatchAndHighlight scrolls to a match, or only to its message where the rendered text
// differs from the stored one.
func (f *findBar) scrollToMatchAndHighlight(h match) {
	f.clearMatchHighlights()
	id := int64(h.messageID)
	f.list.ScrollToRowAndHighlight(id)
	v, ok := f.list.ViewNearViewportByID(id).(message.Finder)
	if !ok {
		return
	}
	f.marked = v
	if n := v.HighlightMatches(f.searchField.Text()); n > 0 {
		f.list.ScrollToRowOffsetAndHighlight(id, v.HighlightMatchAsCurrent(min(h.index, n-1)))
	}
}

func (f *findBar) clearMatchHighlights() {
	if f.marked != nil {
		f.marked.HighlightMatches("")
		f.marked = nil
	}
}
