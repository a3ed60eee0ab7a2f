package messagelist

import (
	"fyne.io/fyne/v2"

	"memoir/ui/draw"
)

// layoutRowsOverlaysAndNotify measures and places the visible rows and what is drawn around them.
func (l *List) layoutRowsOverlaysAndNotify() {
	size := l.Size()
	if size.Height <= 0 || size.Width <= 0 || l.inLayout {
		return
	}
	draw.RecordUse()
	l.measureAndPlaceRows(size)
	l.views.releaseRemovedAndOldSlots(l.hasRow)
	if l.viewport.isAtEnd() {
		l.overlays.hasNewText = false
	}
	l.placeOverlaysAndRequestRepaint()
	l.hideTooltipsIfScrolled(l)
	l.notifyOnceIfNearTop()
	if l.OnViewportChange != nil {
		l.OnViewportChange()
	}
}

// placeOverlaysAndRequestRepaint places what is drawn around the rows.
func (l *List) placeOverlaysAndRequestRepaint() {
	l.overlays.placeAndCollectObjects(l.Size(), &l.viewport, l.visibleSlots)
	requestRepaintKeepingTextures(l)
}

// requestRepaintKeepingTextures requests a repaint without dropping the textures of the rows, as a
// refresh would.
func requestRepaintKeepingTextures(list fyne.CanvasObject) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(list); c != nil {
		if d, ok := c.(interface{ SetDirty() }); ok {
			d.SetDirty()
		}
	}
}

// notifyOnceIfNearTop calls OnReachTop when less than one viewport height is above.
func (l *List) notifyOnceIfNearTop() {
	if l.OnReachTop == nil || len(l.rows) == 0 || l.viewport.scrollOffset() > float64(l.viewport.height) {
		return
	}
	if first := l.rows[0].RowID(); l.reachedTopRow != first {
		l.reachedTopRow = first
		l.OnReachTop()
	}
}

// CreateRenderer lays out the rows and returns the renderer.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.ExtendBaseWidget(l)
	l.layoutRowsOverlaysAndNotify()
	return draw.NewRenderer(l, draw.RenderFuncs{ // List.Resize does the layout
		Objects: func() []fyne.CanvasObject { return l.overlays.objects },
		MinSize: l.MinSize,
		Refresh: func() {}, // done by List.Refresh
		Destroy: l.motion.stopAllScrolling,
	})
}
