package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/composer"
	"memoir/ui/draw"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/timing"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// maxToastWidth is in pixels at text zoom 100 %.
const maxToastWidth = 420

// paneBody lays out header, strips, messages, composer and toast.
type paneBody struct {
	header, find fyne.CanvasObject
	list         *messagelist.List
	composer     *composer.Composer

	content    *fyne.Container
	banner     *fyne.Container
	noticeFill theme.Token
	notice     fyne.CanvasObject // what the window shows in the banner, nil = nothing
	notListed  fyne.CanvasObject // shown in its place while the chat is in the trash or archived, nil = it is not
	emptyState *fyne.Container   // instead of messages
	emptyTitle *widgets.WrappedText
	// suggestions are beneath emptyTitle.
	suggestions *fyne.Container
	toast       *widgets.Toast
}

func newPaneBody(
	after timing.After, header, find fyne.CanvasObject, list *messagelist.List, composer *composer.Composer,
) *paneBody {
	b := &paneBody{header: header, find: find, list: list, composer: composer}
	b.banner = container.NewStack()
	b.emptyTitle = widgets.NewWrappedText(translate.Text("What's on your mind?"), theme.RoleH1, theme.Text2,
		0).MakeCentered()
	b.suggestions = widgets.Column(theme.Space8)
	b.emptyState = container.NewStack(widgets.CenterUpToWidth(theme.ColumnWidth, widgets.Column(theme.Space20,
		b.emptyTitle, widgets.CenterUpToWidth(suggestionWidth, b.suggestions))))
	b.toast = widgets.NewToast(after)
	b.toast.OnChange = func() { b.content.Refresh() }
	b.content = container.New(b, widgets.NewBackground(theme.Background), header, b.banner, find, list, b.emptyState,
		composer, b.toast)
	return b
}

// suggestionWidth is the width of suggestions, in pixels.
const suggestionWidth = 460

// showSuggestions shows cards beneath the sentence of an empty chat.
func (b *paneBody) showSuggestions(cards []fyne.CanvasObject) {
	widgets.RebuildKeepingFocus(b.suggestions, func() {
		b.suggestions.Objects = cards
		b.suggestions.Refresh()
		b.content.Refresh()
	})
}

// showTrashedArchivedOrWindowNotice shows a strip beneath the header: that the chat is in the trash
// or archived, or the window's notice.
func (b *paneBody) showTrashedArchivedOrWindowNotice() {
	b.banner.Objects = nil
	o, fill := b.notice, b.noticeFill
	if b.notListed != nil {
		o, fill = b.notListed, theme.WarningTint
	}
	if o != nil {
		b.banner.Objects = []fyne.CanvasObject{newFilledHeaderStrip(fill, o)}
	}
	b.content.Refresh()
}

// showEmptyStateOrMessages shows a sentence instead of the messages when there are none.
func (b *paneBody) showEmptyStateOrMessages(empty, temporary bool) {
	title := translate.Text("What's on your mind?")
	if temporary {
		title = translate.Text("Temporary chat. Nothing is remembered, and the chat is deleted when you leave.")
	}
	b.emptyTitle.SetText(title)
	b.emptyState.Hidden, b.list.Hidden = !empty, empty
	b.content.Refresh()
}

// MinSize is the smallest size of the pane.
func (b *paneBody) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(360, 320) }

// Layout lays the parts out from top to bottom; the messages get what is left.
func (b *paneBody) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	y := theme.Current().ScaleUpWithTextZoom(theme.HeaderHeight) + theme.Hairline
	place := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(theme.Round(x), theme.Round(y)))
		o.Resize(fyne.NewSize(theme.Round(w), theme.Round(h)))
	}
	place(b.header, 0, 0, s.Width, y)
	for _, o := range b.banner.Objects {
		widgets.PropagateWidth(o, s.Width)
	}
	for _, strip := range []fyne.CanvasObject{b.banner, b.find} {
		if h := strip.MinSize().Height; strip.Visible() && h > 0 {
			place(strip, 0, y, s.Width, h)
			y += h
		}
	}
	b.composer.SetMaxTextHeight(0.4 * s.Height)
	width := min(theme.ColumnWidth*max(1, theme.Current().Zoom()), s.Width-2*theme.ColumnMargin)
	left := (s.Width - width) / 2
	b.composer.Resize(fyne.NewSize(width, b.composer.Size().Height))
	h := b.composer.MinSize().Height
	bottom := s.Height - theme.Space8 - h
	place(b.composer, left, bottom, width, h)
	end := bottom - theme.Space8
	place(b.list, 0, y, s.Width, max(1, end-y))
	b.hideSuggestionsWithoutRoom(width, end-y)
	place(b.emptyState, left, y, width, max(1, end-y))
	wide := min(theme.Current().ScaleUpWithTextZoom(maxToastWidth), width)
	b.toast.SetWidth(wide)
	t := b.toast.MinSize().Height
	place(b.toast, (s.Width-wide)/2, bottom-t-theme.Space12, wide, t)
}

// hideSuggestionsWithoutRoom hides the last suggestions where a small window, a notice or attached
// files leave no room for all of them.
func (b *paneBody) hideSuggestionsWithoutRoom(width, height float32) {
	cards, column := b.suggestions.Objects, b.emptyState.Objects[0]
	for _, c := range cards {
		draw.SetVisible(c, true)
	}
	widgets.PropagateWidth(column, width)
	for i := len(cards) - 1; i >= 0 && column.MinSize().Height > height; i-- {
		draw.SetVisible(cards[i], false)
	}
}

// newFilledHeaderStrip is a filled strip beneath the header.
func newFilledHeaderStrip(fill theme.Token, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Stack(widgets.NewBackground(fill), widgets.Border(nil, draw.NewHairline(), nil, nil, o))
}
