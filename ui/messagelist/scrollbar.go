package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

const (
	scrollbarWidth    = 12 // reacts to the pointer
	thumbWidth        = 4
	hoveredThumbWidth = 8 // under the pointer
	thumbMargin       = 2
	minThumbLength    = 32 // shortest thumb that can still be grabbed
)

// scrollbar shows the scroll position and can be dragged; a press beside the thumb jumps there.
type scrollbar struct {
	widget.BaseWidget
	onDrag       func(at float64)
	thumb        *canvas.Rectangle
	position     float64 // 0 at the top, 1 at the end
	visibleShare float64 // fraction of the chat that is visible
	hovered      bool
	grabOffset   float32 // where in the thumb it was grabbed
	dragging     bool
}

func newScrollbar(drag func(at float64)) *scrollbar {
	b := &scrollbar{onDrag: drag, thumb: canvas.NewRectangle(nil)}
	b.ExtendBaseWidget(b)
	return b
}

// placeForPositionOrHide places the bar for an upper edge at offset within scrollRange pixels.
func (b *scrollbar) placeForPositionOrHide(window fyne.Size, offset, scrollRange float64) {
	if scrollRange < 1 {
		b.Hide()
		return
	}
	b.position = min(max(offset/scrollRange, 0), 1)
	b.visibleShare = float64(window.Height) / (float64(window.Height) + scrollRange)
	b.Show()
	draw.MoveAndResize(b, window.Width-scrollbarWidth, 0, scrollbarWidth, window.Height)
	b.placeThumb()
}

func (b *scrollbar) thumbLength() float32 {
	room := b.Size().Height - 2*thumbMargin
	return min(room, max(minThumbLength, room*float32(b.visibleShare)))
}

func (b *scrollbar) placeThumb() {
	length := b.thumbLength()
	w := float32(thumbWidth)
	if b.hovered || b.dragging {
		w = hoveredThumbWidth
	}
	y := thumbMargin + float32(b.position)*(b.Size().Height-2*thumbMargin-length)
	b.thumb.CornerRadius = w / 2
	b.thumb.Resize(fyne.NewSize(w, length))
	b.thumb.Move(fyne.NewPos(scrollbarWidth-w-thumbMargin, y))
}

// scrollToThumbTop scrolls so that the top of the thumb is at y.
func (b *scrollbar) scrollToThumbTop(y float32) {
	distance := b.Size().Height - 2*thumbMargin - b.thumbLength()
	if distance > 0 {
		b.onDrag(float64(min(max((y-thumbMargin)/distance, 0), 1)))
	}
}

func (b *scrollbar) MouseDown(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	top := b.thumb.Position().Y
	b.grabOffset = ev.Position.Y - top
	if b.grabOffset < 0 || b.grabOffset > b.thumbLength() {
		b.grabOffset = b.thumbLength() / 2
		b.scrollToThumbTop(ev.Position.Y - b.grabOffset)
	}
}

func (b *scrollbar) MouseUp(*desktop.MouseEvent) {}

func (b *scrollbar) Dragged(ev *fyne.DragEvent) {
	b.dragging = true
	b.scrollToThumbTop(ev.Position.Y - b.grabOffset)
}

func (b *scrollbar) DragEnd() {
	b.dragging = false
	b.placeThumb()
}

func (b *scrollbar) MouseIn(*desktop.MouseEvent) { b.setHovered(true) }

func (b *scrollbar) MouseMoved(*desktop.MouseEvent) {}

func (b *scrollbar) MouseOut() { b.setHovered(false) }

func (b *scrollbar) setHovered(on bool) {
	b.hovered = on
	b.placeThumb()
	canvas.Refresh(b.thumb)
}

// Refresh applies the current theme.
func (b *scrollbar) Refresh() {
	b.thumb.FillColor = theme.Current().TokenColor(theme.StrongBorder)
	canvas.Refresh(b.thumb)
}

func (b *scrollbar) CreateRenderer() fyne.WidgetRenderer {
	b.thumb.FillColor = theme.Current().TokenColor(theme.StrongBorder)
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{b.thumb}})
}
