package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// flexLayout is the layout of an object that takes the space left over in a Row or Column.
type flexLayout struct{}

func (flexLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (flexLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
}

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

// TopRow is a Row whose objects are aligned at the top.
func TopRow(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&linearLayout{gap: gap, horizontal: true, alignTop: true}, o...)
}

// Column places objects from top to bottom, each as wide as the column.
func Column(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&linearLayout{gap: gap}, o...)
}

func (l *linearLayout) mainLength(s fyne.Size) float32 {
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
		long += theme.Ceil(l.mainLength(s))
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
	l.applyWidth(o, s.Width)
	extra, flexes := l.mainLength(s)-l.mainLength(l.MinSize(o)), 0
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
		size := theme.Ceil(l.mainLength(m))
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
		draw.Place(c, 0, pos, s.Width, size)
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
	draw.Place(c, pos, y, size, h)
}

type padLayout struct{ top, right, bottom, left float32 }

// Pad puts empty space around o.
func Pad(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&padLayout{top, right, bottom, left}, o)
}

func (p *padLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width+p.left+p.right, m.Height+p.top+p.bottom)
}

func (p *padLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	PropagateWidth(o[0], s.Width-p.left-p.right)
	draw.Place(o[0], p.left, p.top, max(0, s.Width-p.left-p.right), max(0, s.Height-p.top-p.bottom))
}

type fixedSizeLayout struct{ width, height float32 }

// FixedSize gives o a width and a height; 0 keeps that of o. Both scale with the text zoom.
func FixedSize(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&fixedSizeLayout{width, height}, o)
}

func (f *fixedSizeLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if f.width > 0 {
		m.Width = theme.Current().ScaleWithText(f.width)
	}
	if f.height > 0 {
		m.Height = theme.Current().ScaleWithText(f.height)
	}
	return m
}

func (f *fixedSizeLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
}

type centerLayout struct{ maxWidth float32 }

// Center puts o in the middle at its minimum size.
func Center(o fyne.CanvasObject) *fyne.Container { return container.New(&centerLayout{}, o) }

// CenterColumn centers o horizontally, as wide as the space allows up to width. It is centered
// vertically too while it is lower than the space.
func CenterColumn(width float32, o fyne.CanvasObject) *fyne.Container {
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

// Background is a rectangle in one color of the theme.
type Background struct {
	widget.BaseWidget
	token theme.Token
	rect  *canvas.Rectangle
}

// NewBackground returns a background.
func NewBackground(token theme.Token) *Background {
	f := &Background{token: token, rect: canvas.NewRectangle(theme.Current().TokenColor(token))}
	f.ExtendBaseWidget(f)
	return f
}

// Refresh applies the color of the current theme.
func (f *Background) Refresh() {
	f.rect.FillColor = theme.Current().TokenColor(f.token)
	f.rect.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (f *Background) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.rect) }

// Stack puts o on top of ground, both in the same space.
func Stack(ground, o fyne.CanvasObject) *fyne.Container {
	return container.New(stackLayout{}, ground, o)
}

type stackLayout struct{}

func (stackLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, c := range o {
		if c.Visible() {
			m = m.Max(c.MinSize())
		}
	}
	return m
}

func (stackLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, c := range o {
		c.Move(fyne.Position{})
		c.Resize(s)
	}
}

// widthSetter is a widget whose height depends on its width; SetWidth is called before MinSize.
type widthSetter interface{ SetWidth(w float32) }

// PropagateWidth tells the texts inside o how wide they will be, so that the height asked for next
// fits.
func PropagateWidth(o fyne.CanvasObject, w float32) {
	if x, ok := o.(widthSetter); ok {
		x.SetWidth(w)
		return
	}
	c, ok := o.(*fyne.Container)
	if !ok {
		return
	}
	switch l := c.Layout.(type) {
	case *padLayout:
		PropagateWidth(c.Objects[0], w-l.left-l.right)
	case *linearLayout:
		l.applyWidth(c.Objects, w)
	case *centerLayout:
		if l.maxWidth > 0 {
			PropagateWidth(c.Objects[0], min(w, l.maxWidth))
		}
	case *leftBarLayout:
		PropagateWidth(c.Objects[1], w-c.Objects[0].MinSize().Width-l.gap)
	case *borderLayout:
		l.applyWidth(w)
	case *textWithControl:
		l.applyWidth(c.Objects, w)
	case *dialogButtonsLayout:
		l.availableWidth = w
	case flexLayout, *fixedSizeLayout, stackLayout, centerVerticallyLayout:
		for _, x := range c.Objects {
			PropagateWidth(x, w)
		}
	}
}

// applyWidth shares the width of a row among its flexible objects; in a column every object gets it
// all.
func (l *linearLayout) applyWidth(o []fyne.CanvasObject, w float32) {
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

// Scroll is a vertical scroll container that tells its content the width before it asks for its
// height.
type Scroll struct {
	container.Scroll
}

// NewScroll returns a scroll container.
func NewScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Content = content
	s.Direction = container.ScrollVerticalOnly
	s.ExtendBaseWidget(s)
	s.registerControls(content)
	return s
}

// Resize tells the content its width first.
func (s *Scroll) Resize(size fyne.Size) {
	PropagateWidth(s.Content, size.Width)
	s.Scroll.Resize(size)
}

// Refresh measures the content again.
func (s *Scroll) Refresh() {
	PropagateWidth(s.Content, s.Size().Width)
	s.registerControls(s.Content)
	s.Scroll.Refresh()
}

type leftBarLayout struct{ gap float32 }

// WithLeftBar puts a bar as tall as o at its left.
func WithLeftBar(bar fyne.CanvasObject, gap float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&leftBarLayout{gap}, bar, o)
}

func (b *leftBarLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(m.Width+o[0].MinSize().Width+b.gap, m.Height)
}

func (b *leftBarLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := o[0].MinSize().Width
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(w, s.Height))
	draw.Place(o[1], w+b.gap, 0, s.Width-w-b.gap, s.Height)
}

type centerVerticallyLayout struct{}

// CenterVertically keeps the height of o and centers it in a taller space.
func CenterVertically(o fyne.CanvasObject) *fyne.Container {
	return container.New(centerVerticallyLayout{}, o)
}

func (centerVerticallyLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (centerVerticallyLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	PropagateWidth(o[0], s.Width)
	h := min(o[0].MinSize().Height, s.Height)
	draw.Place(o[0], 0, theme.Round((s.Height-h)/2), s.Width, h)
}
