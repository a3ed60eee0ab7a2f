package draw

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// ScrollBarRoom is the width that an entry which scrolls keeps free for its scroll bar, in pixels:
// twice the bar's.
const ScrollBarRoom = theme.Space8

// NewBorderlessEntryRenderer returns a renderer of an entry that shows no border, for fields that
// have their own, keeps the text clear of the scroll bar, which Fyne draws over it, and loads no
// fallback fonts unless a character needs them; see theme.FontCoveringText. create is the entry's
// own CreateRenderer.
func NewBorderlessEntryRenderer(e *widget.Entry, create func() fyne.WidgetRenderer) fyne.WidgetRenderer {
	setEntryFontCoveringText(e)
	r := create()
	for _, o := range r.Objects() {
		switch o := o.(type) {
		case *canvas.Rectangle:
			o.Hide()
		case *container.Scroll:
			if o.Direction != container.ScrollNone {
				o.Content = container.New(scrollBarInset{}, o.Content)
			}
		}
	}
	return entryRenderer{r, e}
}

// entryRenderer chooses the font of an entry anew when its text may have changed.
type entryRenderer struct {
	fyne.WidgetRenderer
	entry *widget.Entry
}

func (r entryRenderer) Refresh() {
	setEntryFontCoveringText(r.entry)
	r.WidgetRenderer.Refresh()
}

// setEntryFontCoveringText sets the style of an entry, which has no font source, to that which
// covers its text and its placeholder. It takes effect when the entry is refreshed.
func setEntryFontCoveringText(e *widget.Entry) {
	e.TextStyle, _ = theme.FontCoveringText(strings.ReplaceAll(e.Text, "\n", " ")+e.PlaceHolder, fyne.TextStyle{})
}

// scrollBarInset is a layout that leaves the right edge of a scroll container to its bar.
type scrollBarInset struct{}

func (scrollBarInset) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(ScrollBarRoom, 0)
}

func (scrollBarInset) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s.SubtractWidthHeight(ScrollBarRoom, 0))
}

// EditKeepingCursorAfterChange makes one change at the cursor of an entry that wraps words; change
// types, deletes or pastes there. Afterwards the cursor is exactly behind the change, even after a
// space that its row has no room for.
//
// Fyne 2.8.1 draws no such space, and its cursor cannot go past the end of a row: the next word
// would be inserted before the space, or, with a paragraph below, into that paragraph. UI goroutine
// only.
func EditKeepingCursorAfterChange(e *widget.Entry, change func()) {
	RecordUse()
	if !e.MultiLine || e.SelectedText() != "" {
		change()
		return
	}
	text := []rune(e.Text)
	at := e.CursorTextOffset()
	if isLastSpaceOfParagraph(text, at) && isCursorAtRowEnd(e) {
		e.CursorColumn++
		at++
	}
	afterCursor := len(text) - at
	change()
	text = []rune(e.Text)
	if want := len(text) - afterCursor; e.CursorTextOffset() != want {
		moveCursorBackToOffset(e, want)
	}
}

// isLastSpaceOfParagraph reports whether at offset at there is a single space that ends its
// paragraph.
func isLastSpaceOfParagraph(text []rune, at int) bool {
	return at < len(text) && text[at] != '\n' && unicode.IsSpace(text[at]) && (at+1 == len(text) || text[at+1] == '\n')
}

// isCursorAtRowEnd reports whether the cursor is at the end of its row, where drawing clamps it.
func isCursorAtRowEnd(e *widget.Entry) bool {
	column := e.CursorColumn
	e.CursorColumn++
	e.Refresh()
	end := e.CursorColumn == column
	e.CursorColumn = column
	return end
}

// moveCursorBackToOffset puts the cursor before the rune at that offset, or at the end of the row
// that ends before it.
func moveCursorBackToOffset(e *widget.Entry, at int) {
	for e.CursorColumn = 0; e.CursorRow > 0 && e.CursorTextOffset() > at; e.CursorRow-- {
	}
	e.CursorColumn = max(at-e.CursorTextOffset(), 0)
	e.Refresh()
}

// MoveCursorToOffset puts the cursor before the rune at an offset, or at the end of a shorter text.
// It must be called on the UI goroutine.
func MoveCursorToOffset(e *widget.Entry, at int) {
	at = min(max(at, 0), len([]rune(e.Text)))
	e.CursorRow, e.CursorColumn = 0, 0
	for {
		e.CursorRow++
		start := e.CursorTextOffset()
		if start == 0 || start > at { // 0: there is no such row
			e.CursorRow--
			break
		}
	}
	e.CursorColumn = at - e.CursorTextOffset()
	e.Refresh()
}
