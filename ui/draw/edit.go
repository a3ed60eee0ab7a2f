package draw

import (
	"unicode"

	"fyne.io/fyne/v2/widget"
)

// EditKeepingCursorAfterChange makes one change at the cursor of an entry that wraps words; change
// types, deletes or pastes there. Afterwards the cursor is exactly behind the change, even after a
// space that its row has no room for.
//
// Fyne 2.8.1 draws no such space, and its cursor cannot go past the end of a row: the next word
// would be inserted before the space, or, with a paragraph below, into that paragraph. UI goroutine
// only.
func EditKeepingCursorAfterChange(e *widget.Entry, change func()) {
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
		setCursorOffset(e, want)
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

// setCursorOffset puts the cursor before the rune at that offset, or at the end of the row that
// ends before it.
func setCursorOffset(e *widget.Entry, at int) {
	for e.CursorColumn = 0; e.CursorRow > 0 && e.CursorTextOffset() > at; e.CursorRow-- {
	}
	e.CursorColumn = max(at-e.CursorTextOffset(), 0)
	e.Refresh()
}
