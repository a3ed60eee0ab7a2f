package kit

import (
	"unicode"

	"fyne.io/fyne/v2/widget"
)

// Edit makes one change at the cursor of an entry that wraps words: change is to type, delete or paste there.
// Afterwards the cursor is where the change left it, also behind a space that its line has no room for.
//
// Fyne 2.8.1 draws no such space, and the end of a row is the last place that its cursor knows. A word typed there
// would come before the space, and with a paragraph below, in that. UI goroutine only.
func Edit(e *widget.Entry, change func()) {
	if !e.MultiLine || e.SelectedText() != "" {
		change()
		return
	}
	text := []rune(e.Text)
	at := e.CursorTextOffset()
	if hangs(text, at) && atRowEnd(e) {
		e.CursorColumn++
		at++
	}
	behind := len(text) - at
	change()
	text = []rune(e.Text)
	if want := len(text) - behind; e.CursorTextOffset() != want {
		place(e, want)
	}
}

// hangs reports whether behind a place there is one space and then the end of a paragraph.
func hangs(text []rune, at int) bool {
	return at < len(text) && text[at] != '\n' && unicode.IsSpace(text[at]) && (at+1 == len(text) || text[at+1] == '\n')
}

// atRowEnd reports whether the cursor is at the end of its row: drawing takes it back there from behind it.
func atRowEnd(e *widget.Entry) bool {
	column := e.CursorColumn
	e.CursorColumn++
	e.Refresh()
	end := e.CursorColumn == column
	e.CursorColumn = column
	return end
}

// place puts the cursor before the rune of that number, or at the end of the row that ends before it.
func place(e *widget.Entry, at int) {
	for e.CursorColumn = 0; e.CursorRow > 0 && e.CursorTextOffset() > at; e.CursorRow-- {
	}
	e.CursorColumn = max(at-e.CursorTextOffset(), 0)
	e.Refresh()
}
