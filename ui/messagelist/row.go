package messagelist

import "fyne.io/fyne/v2"

// Row is what the list must know about a message without building it.
type Row interface {
	// RowID names the message; no two rows of a list share one.
	RowID() int64
	// RowRevision changes whenever anything visible of the message changes.
	RowRevision() uint64
	// RowKind names the sort of view that shows the row; views are reused within a kind.
	RowKind() int
	// RowHeight estimates the height in pixels at a width. It is called for every row of a thread at once and must
	// not lay out text.
	RowHeight(width float32) float32
}

// View shows one row. It lives on the UI goroutine.
type View interface {
	fyne.CanvasObject
	// Bind shows row, which is of the kind the view was made for: another revision of the present row or another row.
	Bind(row Row)
	// HeightFor returns the exact height at a width. It must be cheap when repeated with the same width and content.
	HeightFor(width float32) float32
	// OnHeightChange sets what the view calls after it changed its own height, for example when reasoning is opened.
	OnHeightChange(f func())
}

// Holder is implemented by views with something to lose, such as a text selection or an open block. The list does not
// reuse a view while Held is true, as long as its row exists.
type Holder interface {
	Held() bool
}

// LineAnchor is implemented by views that can name the text at a height, so that the line at the upper edge stays
// there when the text is wrapped anew.
type LineAnchor interface {
	// TextAt returns a position in the text, stable across widths, for the line at y; ok is false outside of text.
	TextAt(y float32) (pos int, ok bool)
	// TopOf returns the top of the line that holds the position at the present width.
	TopOf(pos int) float32
}

// Pointed is implemented by views that show more while the pointer is in them. PointerLeft is called when the pointer
// is seen between the rows.
type Pointed interface {
	PointerLeft()
}

// Tipped is implemented by views that show something beside the pointer. DropTip is called when the list has moved
// beneath it.
type Tipped interface {
	DropTip()
}

// Windowed is implemented by views that are expensive when they are long: they are told which part of them is in sight,
// in their own pixels.
type Windowed interface {
	SetWindow(top, bottom float32)
}

// Host is what a list offers its views.
type Host struct {
	Scroll func(*fyne.ScrollEvent) // wheel events the view has no use for
	Key    func(fyne.KeyName) bool // keys the view has no use for; it reports whether the list had one
	// Drag is told where the pointer is, in pixels of the window, while it drags a selection through o. Beyond an edge
	// the list scrolls towards the end of o, and calls again after every step, until DragEnd.
	Drag    func(o fyne.CanvasObject, at fyne.Position, again func())
	DragEnd func()
}

// Hosted is implemented by views that want their Host. It is called once, before the first Bind.
type Hosted interface {
	Host(h Host)
}
