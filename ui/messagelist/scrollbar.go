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
	thumbLeast  = 32 // shortest thumb that can still be caught
)

// scrollbar shows where the window stands and can be dragged; pressing beside the thumb goes there.
type scrollbar struct {
	widget.BaseWidget
	drag   func(at float64)
	thumb  *canvas.Rectangle
	at     float64 // 0 top, 1 end
	share  float64 // of the thread that is in sight
	wide   bool
	grab   float32 // where in the thumb it was caught
	moving bool
}

func newScrollbar(drag func(at float64)) *scrollbar {
	b := &scrollbar{drag: drag, thumb: canvas.NewRectangle(nil)}
	b.ExtendBaseWidget(b)
	return b
}

// show places the bar for an upper edge that stands at offset of range pixels.
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

// goTo puts the thumb's top at y.
func (b *scrollbar) goTo(y float32) {
	way := b.Size().Height - 2*thumbMargin - b.thumbLength()
	if way > 0 {
		b.drag(float64(min(max((y-thumbMargin)/way, 0), 1)))
	}
}

// MouseDown implements desktop.Mouseable.
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

// MouseUp implements desktop.Mouseable.
func (b *scrollbar) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (b *scrollbar) Dragged(ev *fyne.DragEvent) {
	b.moving = true
	b.goTo(ev.Position.Y - b.grab)
}

// DragEnd implements fyne.Draggable.
func (b *scrollbar) DragEnd() {
	b.moving = false
	b.placeThumb()
}

// MouseIn implements desktop.Hoverable.
func (b *scrollbar) MouseIn(*desktop.MouseEvent) { b.widen(true) }

// MouseMoved implements desktop.Hoverable.
func (b *scrollbar) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *scrollbar) MouseOut() { b.widen(false) }

func (b *scrollbar) widen(on bool) {
	b.wide = on
	b.placeThumb()
	canvas.Refresh(b.thumb)
}

// Refresh takes the colour of the theme.
func (b *scrollbar) Refresh() {
	b.thumb.FillColor = theme.Current().Tone(theme.Strong)
	canvas.Refresh(b.thumb)
}

// CreateRenderer implements fyne.Widget.
func (b *scrollbar) CreateRenderer() fyne.WidgetRenderer {
	b.thumb.FillColor = theme.Current().Tone(theme.Strong)
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{b.thumb}})
}
