package markdown

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// wideClip clips what is wider than the view, such as the cells of a wide table.
type wideClip struct {
	clip    *container.Clip
	content *fyne.Container
}

// drawVisibleTableReturningCells draws the header background, the lines and the visible cells.
func (d *drawn) drawVisibleTableReturningCells(l *tableLayout, x float32) []fyne.CanvasObject {
	w, h := l.givenWidthAndTotalHeight()
	head := canvas.NewRectangle(d.theme.TokenColor(theme.Code))
	head.TopLeftCornerRadius, head.TopRightCornerRadius = theme.RadiusCard, theme.RadiusCard
	if len(l.rows) == 1 {
		head.CornerRadius = theme.RadiusCard
	}
	draw.MoveAndResize(head, x, 0, w, l.rows[0].height)
	d.background = append(d.background, head)
	edge := canvas.NewRectangle(d.theme.TokenColor(theme.None))
	edge.CornerRadius, edge.StrokeColor, edge.StrokeWidth = theme.RadiusCard, d.theme.TokenColor(theme.Border),
		theme.Hairline
	border := d.theme.TokenColor(theme.Border)
	border.A = 1
	edge.FillColor = border
	draw.MoveAndResize(edge, x, 0, w, h)
	d.foreground = append(d.foreground, edge)
	var cells []fyne.CanvasObject
	wide := l.overflowWidth() > 0
	left := x
	if wide {
		left = 0
	}
	for i := l.rowIndexAtY(d.drawnTop); i < len(l.rows) && l.rows[i].y <= d.drawnBottom; i++ {
		r := &l.rows[i]
		if i > 0 {
			d.background = append(
				d.background,
				d.newColoredRectangle(x+1, r.y-theme.Hairline, w-2, theme.Hairline, theme.Border, 0),
			)
		}
		tone := theme.Text
		if i == 0 {
			tone = theme.Text2
		}
		for c, cell := range r.cells {
			cells = d.drawVisibleTextLines(
				cells,
				cell,
				left+l.cellTextLeft(c),
				r.cellTextTop(cell),
				(i*len(l.columns)+c)<<10,
				tone,
			)
		}
	}
	if !wide {
		return cells
	}
	return d.drawTableScrollThumbAndClipCells(l, x, cells)
}

func (d *drawn) drawTableScrollThumbAndClipCells(
	l *tableLayout, x float32, cells []fyne.CanvasObject,
) []fyne.CanvasObject {
	w, h := l.givenWidthAndTotalHeight()
	thumb := max(24, theme.Round(w*w/l.fullWidth))
	at := x + theme.Round((w-thumb)*min(l.state.scrollX/l.overflowWidth(), 1))
	d.foreground = append(d.foreground, d.newColoredRectangle(at, h-6, thumb, 4, theme.StrongBorder, 2))
	return d.clipWideContent(cells, x, w, h)
}

// clipWideContent returns objects clipped to w by h pixels at x; they are placed within that.
func (d *drawn) clipWideContent(objects []fyne.CanvasObject, x, w, h float32) []fyne.CanvasObject {
	if d.wideClip == nil {
		in := container.NewWithoutLayout()
		d.wideClip = &wideClip{clip: container.NewClip(in), content: in}
	}
	d.wideClip.content.Objects = objects
	d.wideClip.content.Resize(fyne.NewSize(w-2, h))
	draw.MoveAndResize(d.wideClip.clip, x, 0, w-1, h)
	d.wideClip.content.Refresh()
	return []fyne.CanvasObject{d.wideClip.clip}
}
