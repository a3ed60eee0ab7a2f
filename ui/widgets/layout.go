package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// stackLayout is Fyne's stack, which gives every object the whole space, and passes the width on.
type stackLayout struct{}

func (stackLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return layout.NewStackLayout().MinSize(o)
}

func (stackLayout) Layout(o []fyne.CanvasObject, s fyne.Size) { layout.NewStackLayout().Layout(o, s) }

func (stackLayout) PassWidthToObjects(o []fyne.CanvasObject, w float32) {
	for _, c := range o {
		PropagateWidth(c, w)
	}
}

// Stack puts o on top of ground, both in the same space.
func Stack(ground, o fyne.CanvasObject) *fyne.Container {
	return container.New(stackLayout{}, ground, o)
}

// flexLayout marks an object that takes the space left over in a Row or Column.
type flexLayout struct{ stackLayout }

func (flexLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Flex makes o take the space left over in a Row or Column.
func Flex(o fyne.CanvasObject) *fyne.Container { return container.New(flexLayout{}, o) }

// Spacer is a Flex with nothing in it.
func Spacer() *fyne.Container { return Flex(layout.NewSpacer()) }

func isFlex(o fyne.CanvasObject) bool {
	c, ok := o.(*fyne.Container)
	if !ok {
		return false
	}
	_, ok = c.Layout.(flexLayout)
	return ok
}

// linearLayout places its objects one after the other on whole pixels.
type linearLayout struct {
	gap        float32
	horizontal bool
	alignTop   bool // objects of a row keep their height and are aligned at the top
}

// Row places objects from left to right, centered vertically.
func Row(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&linearLayout{gap: gap, horizontal: true}, o...)
}

// TopAlignedRow is a Row whose objects are aligned at the top.
func TopAlignedRow(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&linearLayout{gap: gap, horizontal: true, alignTop: true}, o...)
}

// Column places objects from top to bottom, each as wide as the column.
func Column(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&linearLayout{gap: gap}, o...)
}

func (l *linearLayout) mainAxisLength(s fyne.Size) float32 {
	if l.horizontal {
		return s.Width
	}
	return s.Height
}

func (l *linearLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	var long, wide float32
	n := 0
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		s := c.MinSize()
		long += theme.CeilWithTolerance(l.mainAxisLength(s))
		if l.horizontal {
			wide = max(wide, s.Height)
		} else {
			wide = max(wide, s.Width)
		}
		n++
	}
	if n > 1 {
		long += l.gap * float32(n-1)
	}
	if l.horizontal {
		return fyne.NewSize(long, wide)
	}
	return fyne.NewSize(wide, long)
}

// Layout passes a column's texts their width first, because wrapped text has a height only then.
func (l *linearLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.PassWidthToObjects(o, s.Width)
	extra, flexes := l.mainAxisLength(s)-l.mainAxisLength(l.MinSize(o)), 0
	for _, c := range o {
		if c.Visible() && isFlex(c) {
			flexes++
		}
	}
	var pos float32
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		m := c.MinSize()
		size := theme.CeilWithTolerance(l.mainAxisLength(m))
		if isFlex(c) {
			size = max(0, size+extra/float32(flexes))
		}
		l.placeObject(c, pos, size, m, s)
		pos += size + l.gap
	}
}

func (l *linearLayout) placeObject(c fyne.CanvasObject, pos, size float32, m, s fyne.Size) {
	pos, size = theme.Round(pos), theme.Round(size)
	if !l.horizontal {
		draw.MoveAndResize(c, 0, pos, s.Width, size)
		return
	}
	h := m.Height
	if isFlex(c) && !l.alignTop {
		h = s.Height
	}
	y := theme.Round((s.Height - h) / 2)
	if l.alignTop {
		y = 0
	}
	draw.MoveAndResize(c, pos, y, size, h)
}

// PassWidthToObjects shares the width of a row among its flexible objects; in a column every object
// gets it all.
func (l *linearLayout) PassWidthToObjects(o []fyne.CanvasObject, w float32) {
	if !l.horizontal {
		for _, c := range o {
			PropagateWidth(c, w)
		}
		return
	}
	flexes := 0
	rest := w
	for i, c := range o {
		if !c.Visible() {
			continue
		}
		if i > 0 {
			rest -= l.gap
		}
		if isFlex(c) {
			flexes++
		} else {
			rest -= c.MinSize().Width
		}
	}
	for _, c := range o {
		if c.Visible() && isFlex(c) {
			PropagateWidth(c, rest/float32(flexes))
		}
	}
}

type padLayout struct{ top, right, bottom, left float32 }

// Pad puts empty space around o.
func Pad(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&padLayout{top, right, bottom, left}, o)
}

// PadVerticalAndSides puts the same space above and below o, and the same at both sides.
func PadVerticalAndSides(vertical, sides float32, o fyne.CanvasObject) *fyne.Container {
	return Pad(vertical, sides, vertical, sides, o)
}

// PadTop puts empty space above o.
func PadTop(top float32, o fyne.CanvasObject) *fyne.Container { return Pad(top, 0, 0, 0, o) }

func (p *padLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width+p.left+p.right, m.Height+p.top+p.bottom)
}

func (p *padLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	p.PassWidthToObjects(o, s.Width)
	draw.MoveAndResize(o[0], p.left, p.top, max(0, s.Width-p.left-p.right), max(0, s.Height-p.top-p.bottom))
}

func (p *padLayout) PassWidthToObjects(o []fyne.CanvasObject, w float32) {
	PropagateWidth(o[0], w-p.left-p.right)
}

type fixedSizeLayout struct {
	stackLayout
	width, height float32
}

// FixedSize gives o a width and a height; 0 keeps that of o. Both scale with the text zoom.
func FixedSize(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&fixedSizeLayout{stackLayout{}, width, height}, o)
}

func (f *fixedSizeLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if f.width > 0 {
		m.Width = theme.Current().ScaleUpWithTextZoom(f.width)
	}
	if f.height > 0 {
		m.Height = theme.Current().ScaleUpWithTextZoom(f.height)
	}
	return m
}

// AtLeastUpToMaxWidth gives o a width and a height that it may exceed: it is as wide as it needs up
// to maxWidth. All of them scale with the text zoom; 0 is no limit.
func AtLeastUpToMaxWidth(width, maxWidth, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&atLeastLayout{stackLayout{}, width, maxWidth, height}, o)
}

type atLeastLayout struct {
	stackLayout
	width, maxWidth, height float32
}

func (l *atLeastLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m, zoom := o[0].MinSize(), theme.Current()
	if l.maxWidth > 0 {
		m.Width = min(m.Width, zoom.ScaleUpWithTextZoom(l.maxWidth))
	}
	return fyne.NewSize(max(m.Width, zoom.ScaleUpWithTextZoom(l.width)), max(m.Height, zoom.ScaleUpWithTextZoom(l.height)))
}

type centerLayout struct{ maxWidth float32 }

// Center puts o in the middle at its minimum size.
func Center(o fyne.CanvasObject) *fyne.Container { return container.New(&centerLayout{}, o) }

// CenterUpToWidth centers o horizontally, as wide as the space allows up to width. It is centered
// vertically too while it is lower than the space.
func CenterUpToWidth(width float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&centerLayout{maxWidth: width}, o)
}

func (c *centerLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if c.maxWidth > 0 {
		m.Width = 0
	}
	return m
}

func (c *centerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	m := o[0].MinSize()
	if c.maxWidth > 0 {
		m.Width = min(c.maxWidth, s.Width)
		PropagateWidth(o[0], m.Width)
		m.Height = o[0].MinSize().Height
	}
	o[0].Move(fyne.NewPos(theme.Round((s.Width-m.Width)/2), theme.Round(max(0, (s.Height-m.Height)/2))))
	o[0].Resize(m)
}

func (c *centerLayout) PassWidthToObjects(o []fyne.CanvasObject, w float32) {
	if c.maxWidth > 0 {
		PropagateWidth(o[0], min(w, c.maxWidth))
	}
}

// centerVerticallyLayout keeps the height of an object in a taller space.
type centerVerticallyLayout struct{ stackLayout }

// CenterVertically keeps the height of o and centers it in a taller space.
func CenterVertically(o fyne.CanvasObject) *fyne.Container {
	return container.New(centerVerticallyLayout{}, o)
}

func (centerVerticallyLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (centerVerticallyLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	PropagateWidth(o[0], s.Width)
	h := o[0].MinSize().Height
	draw.MoveAndResize(o[0], 0, max(0, theme.Round((s.Height-h)/2)), s.Width, h)
}
