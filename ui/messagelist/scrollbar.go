package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

const (
	barWidth    = 12 // reacts to the pointer
	thumbWidth  = 4
	thumbWide   = 8 // under the pointer
	thumbMargin = 2
	thumbLeast  = 32 // shortest thumb that can still be grabbed
)

// scrollbar shows the scroll position and can be dragged; a press beside the thumb jumps there.
type scrollbar struct {
	widget.BaseWidget
	drag   func(at float64)
	thumb  *canvas.Rectangle
	at     float64 // 0 at the top, 1 at the end
	share  float64 // fraction of the chat that is visible
	wide   bool
	grab   float32 // where in the thumb it was grabbed
	moving bool
}

func newScrollbar(drag func(at float64)) *scrollbar {
	b := &scrollbar{drag: drag, thumb: canvas.NewRectangle(nil)}
	b.ExtendBaseWidget(b)
	return b
}

// showPosition places the bar for an upper edge at offset within scrollRange pixels.
func (b *scrollbar) show(window fyne.Size, offset, reach float64) {
	if reach < 1 {
		b.Hide()
		return
	}
	b.at = min(max(offset/reach, 0), 1)
	b.share = float64(window.Height) / (float64(window.Height) + reach)
	b.Show()
	b.Move(fyne.NewPos(window.Width-barWidth, 0))
	b.Resize(fyne.NewSize(barWidth, window.Height))
	b.placeThumb()
}

func (b *scrollbar) thumbLength() float32 {
	room := b.Size().Height - 2*thumbMargin
	return min(room, max(thumbLeast, room*float32(b.share)))
}

func (b *scrollbar) placeThumb() {
	length := b.thumbLength()
	w := float32(thumbWidth)
	if b.wide || b.moving {
		w = thumbWide
	}
	y := thumbMargin + float32(b.at)*(b.Size().Height-2*thumbMargin-length)
	b.thumb.CornerRadius = w / 2
	b.thumb.Resize(fyne.NewSize(w, length))
	b.thumb.Move(fyne.NewPos(barWidth-w-thumbMargin, y))
}

// moveThumbTo scrolls so that the top of the thumb is at y.
func (b *scrollbar) goTo(y float32) {
	way := b.Size().Height - 2*thumbMargin - b.thumbLength()
	if way > 0 {
		b.drag(float64(min(max((y-thumbMargin)/way, 0), 1)))
	}
}

func (b *scrollbar) MouseDown(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	top := b.thumb.Position().Y
	b.grab = ev.Position.Y - top
	if b.grab < 0 || b.grab > b.thumbLength() {
		b.grab = b.thumbLength() / 2
		b.goTo(ev.Position.Y - b.grab)
	}
}

func (b *scrollbar) MouseUp(*desktop.MouseEvent) {}

func (b *scrollbar) Dragged(ev *fyne.DragEvent) {
	b.moving = true
	b.goTo(ev.Position.Y - b.grab)
}

func (b *scrollbar) DragEnd() {
	b.moving = false
	b.placeThumb()
}

func (b *scrollbar) MouseIn(*desktop.MouseEvent) { b.widen(true) }

func (b *scrollbar) MouseMoved(*desktop.MouseEvent) {}

func (b *scrollbar) MouseOut() { b.widen(false) }

func (b *scrollbar) widen(on bool) {
	b.wide = on
	b.placeThumb()
	canvas.Refresh(b.thumb)
}

// Refresh applies the current theme.
func (b *scrollbar) Refresh() {
	b.thumb.FillColor = theme.Current().Tone(theme.Strong)
	canvas.Refresh(b.thumb)
}

func (b *scrollbar) CreateRenderer() fyne.WidgetRenderer {
	b.thumb.FillColor = theme.Current().Tone(theme.Strong)
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{b.thumb}})
}
