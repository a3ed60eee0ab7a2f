package messagelist

import "fyne.io/fyne/v2"

// Row is what the list must know about a message without building it.
type Row interface {
	// RowID identifies the message; no two rows of a list share one.
	RowID() int64
	// RowRevision changes whenever anything visible of the message changes.
	RowRevision() uint64
	// RowKind identifies the kind of view that shows the row; views are reused within a kind.
	RowKind() int
	// EstimateRowHeight estimates the height in pixels at a width. It is called for every row of a
	// chat at once and must not lay out text.
	EstimateRowHeight(width float32) float32
}

// View shows one row. It belongs to the UI goroutine.
type View interface {
	fyne.CanvasObject
	// BindRow shows row, whose kind is that of the view: another revision of the current row or
	// another row.
	BindRow(row Row)
	// HeightFor returns the exact height at a width. It must be cheap when repeated with the same
	// width and content.
	HeightFor(width float32) float32
	// SetHeightChangeCallback sets a callback for height changes made by the view itself, for example
	// when reasoning is expanded.
	SetHeightChangeCallback(f func())
}

// StatefulView is implemented by views with state of the user, such as a text selection or an
// expanded block. While HasUserState is true and the row exists, the list does not reuse the view.
type StatefulView interface {
	HasUserState() bool
}

// LineAnchor is implemented by views that can map a height to a text position, so that the line at
// the upper edge stays there when the text is wrapped again.
type LineAnchor interface {
	// TextPositionAtY returns the text position of the line at y, which is stable across widths; ok is
	// false outside the text.
	TextPositionAtY(y float32) (pos int, ok bool)
	// LineTopOfPosition returns the top of the line that contains the position, at the current width.
	LineTopOfPosition(pos int) float32
}

// HoverView is implemented by views that show more while the pointer is in them. EndHover is
// called when the pointer is between the rows.
type HoverView interface {
	EndHover()
}

// TooltipView is implemented by views that show a tooltip next to the pointer. HideTooltip is
// called when the list has scrolled.
type TooltipView interface {
	HideTooltip()
}

// VisibleRangeView is implemented by views that are expensive when they are long: they learn which
// part of them is visible, in their own pixels.
type VisibleRangeView interface {
	SetVisibleRange(top, bottom float32)
}

// Host is what a list offers its views.
type Host struct {
	OnScroll   func(*fyne.ScrollEvent) // wheel events the view does not handle
	HandleKey  func(*fyne.KeyEvent)    // keys the view does not handle
	HandleRune func(rune)              // what is typed while the view has the focus
	// OnSelectionDrag receives the pointer position, in pixels of the window, while it drags a
	// selection through o. Beyond an edge the list scrolls towards the end of o, and calls
	// extendSelection after every step, until OnSelectionDragEnd.
	OnSelectionDrag    func(o fyne.CanvasObject, at fyne.Position, again func())
	OnSelectionDragEnd func()
}

// HostedView is implemented by views that need their Host. SetHost is called once, before the first
// BindRow.
type HostedView interface {
	SetHost(h Host)
}
