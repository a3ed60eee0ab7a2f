package markdown

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"memoir/ui/theme"
)

// tableClip clips the cells of a table that is wider than the view.
type clipped struct {
	clip *container.Clip
	in   *fyne.Container
}

// drawTable draws the header background, the lines and the visible cells.
func (d *drawn) table(l *tableLayout, x float32) []fyne.CanvasObject {
	w, h := l.size()
	head := canvas.NewRectangle(d.look.Tone(theme.Code))
	head.TopLeftCornerRadius, head.TopRightCornerRadius = theme.RadiusCard, theme.RadiusCard
	if len(l.rows) == 1 {
		head.CornerRadius = theme.RadiusCard
	}
	head.Move(fyne.NewPos(x, 0))
	head.Resize(fyne.NewSize(w, l.rows[0].h))
	d.back = append(d.back, head)
	edge := canvas.NewRectangle(d.look.Tone(theme.None))
	edge.CornerRadius, edge.StrokeColor, edge.StrokeWidth = theme.RadiusCard, d.look.Tone(theme.Border), theme.Hairline
	border := d.look.Tone(theme.Border)
	border.A = 1
	edge.FillColor = border
	edge.Move(fyne.NewPos(x, 0))
	edge.Resize(fyne.NewSize(w, h))
	d.front = append(d.front, edge)
	var cells []fyne.CanvasObject
	wide := l.overflow() > 0
	left := x
	if wide {
		left = 0
	}
	for i := l.rowAt(d.from); i < len(l.rows) && l.rows[i].y <= d.to; i++ {
		r := &l.rows[i]
		if i > 0 {
			d.back = append(d.back, d.bar(x+1, r.y-theme.Hairline, w-2, theme.Hairline, theme.Border, 0))
		}
		tone := theme.Text
		if i == 0 {
			tone = theme.Text2
		}
		for c, cell := range r.cells {
			cells = d.text(cells, cell, left+l.cellX(c), r.cellY(cell), (i*len(l.columns)+c)<<10, tone)
		}
	}
	if !wide {
		return cells
	}
	return d.wideTable(l, x, cells)
}

func (d *drawn) wideTable(l *tableLayout, x float32, cells []fyne.CanvasObject) []fyne.CanvasObject {
	w, h := l.size()
	if d.clip == nil {
		in := container.NewWithoutLayout()
		d.clip = &clipped{clip: container.NewClip(in), in: in}
	}
	d.clip.in.Objects = cells
	d.clip.in.Resize(fyne.NewSize(w-2, h))
	d.clip.clip.Move(fyne.NewPos(x, 0))
	d.clip.clip.Resize(fyne.NewSize(w-1, h))
	d.clip.in.Refresh()
	thumb := max(24, theme.Round(w*w/l.full))
	at := x + theme.Round((w-thumb)*min(l.st.dx/l.overflow(), 1))
	d.front = append(d.front, d.bar(at, h-6, thumb, 4, theme.Strong, 2))
	return []fyne.CanvasObject{d.clip.clip}
}
