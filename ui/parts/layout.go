package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// flexLayout is the layout of an object that takes the space left over in a Row or Column.
type flex struct{}

func (flex) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (flex) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
}

// Flex makes o take the space left over in a Row or Column.
func Flex(o fyne.CanvasObject) *fyne.Container { return container.New(flex{}, o) }

// Spacer is a Flex with nothing in it.
func Space() *fyne.Container { return Flex(layout.NewSpacer()) }

func isFlex(o fyne.CanvasObject) bool {
	c, ok := o.(*fyne.Container)
	if !ok {
		return false
	}
	_, ok = c.Layout.(flex)
	return ok
}

// linearLayout places its objects one after the other on whole pixels.
type line struct {
	gap        float32
	horizontal bool
	top        bool // objects of a row keep their height and are aligned at the top
}

// Row places objects from left to right, centered vertically.
func Row(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&line{gap: gap, horizontal: true}, o...)
}

// TopRow is a Row whose objects are aligned at the top.
func TopRow(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&line{gap: gap, horizontal: true, top: true}, o...)
}

// Column places objects from top to bottom, each as wide as the column.
func Column(gap float32, o ...fyne.CanvasObject) *fyne.Container {
	return container.New(&line{gap: gap}, o...)
}

func (l *line) along(s fyne.Size) float32 {
	if l.horizontal {
		return s.Width
	}
	return s.Height
}

func (l *line) MinSize(o []fyne.CanvasObject) fyne.Size {
	var long, wide float32
	n := 0
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		s := c.MinSize()
		long += theme.Ceil(l.along(s))
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
func (l *line) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.widen(o, s.Width)
	extra, flexes := l.along(s)-l.along(l.MinSize(o)), 0
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
		size := theme.Ceil(l.along(m))
		if isFlex(c) {
			size = max(0, size+extra/float32(flexes))
		}
		l.place(c, pos, size, m, s)
		pos += size + l.gap
	}
}

func (l *line) place(c fyne.CanvasObject, pos, size float32, m, s fyne.Size) {
	pos, size = theme.Round(pos), theme.Round(size)
	if !l.horizontal {
		c.Move(fyne.NewPos(0, pos))
		c.Resize(fyne.NewSize(s.Width, size))
		return
	}
	h := m.Height
	if isFlex(c) && !l.top {
		h = s.Height
	}
	y := theme.Round((s.Height - h) / 2)
	if l.top {
		y = 0
	}
	c.Move(fyne.NewPos(pos, y))
	c.Resize(fyne.NewSize(size, h))
}

type pad struct{ top, right, bottom, left float32 }

// Pad puts empty space around o.
func Pad(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&pad{top, right, bottom, left}, o)
}

func (p *pad) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width+p.left+p.right, m.Height+p.top+p.bottom)
}

func (p *pad) Layout(o []fyne.CanvasObject, s fyne.Size) {
	Widen(o[0], s.Width-p.left-p.right)
	o[0].Move(fyne.NewPos(p.left, p.top))
	o[0].Resize(fyne.NewSize(max(0, s.Width-p.left-p.right), max(0, s.Height-p.top-p.bottom)))
}

type fixed struct{ width, height float32 }

// FixedSize gives o a width and a height; 0 keeps that of o. Both scale with the text zoom.
func Fix(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&fixed{width, height}, o)
}

func (f *fixed) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if f.width > 0 {
		m.Width = theme.Current().Scaled(f.width)
	}
	if f.height > 0 {
		m.Height = theme.Current().Scaled(f.height)
	}
	return m
}

func (f *fixed) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
}

type centre struct{ maxWidth float32 }

// Center puts o in the middle at its minimum size.
func Centre(o fyne.CanvasObject) *fyne.Container { return container.New(&centre{}, o) }

// CenterColumn centers o horizontally, as wide as the space allows up to width. It is centered
// vertically too while it is lower than the space.
func CentreColumn(width float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&centre{maxWidth: width}, o)
}

func (c *centre) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if c.maxWidth > 0 {
		m.Width = 0
	}
	return m
}

func (c *centre) Layout(o []fyne.CanvasObject, s fyne.Size) {
	m := o[0].MinSize()
	if c.maxWidth > 0 {
		m.Width = min(c.maxWidth, s.Width)
		Widen(o[0], m.Width)
		m.Height = o[0].MinSize().Height
	}
	o[0].Move(fyne.NewPos(theme.Round((s.Width-m.Width)/2), theme.Round(max(0, (s.Height-m.Height)/2))))
	o[0].Resize(m)
}

// Background is a rectangle in one color of the theme.
type Fill struct {
	widget.BaseWidget
	tone theme.Token
	rect *canvas.Rectangle
}

// NewBackground returns a background.
func NewFill(tone theme.Token) *Fill {
	f := &Fill{tone: tone, rect: canvas.NewRectangle(theme.Current().Tone(tone))}
	f.ExtendBaseWidget(f)
	return f
}

// Refresh applies the color of the current theme.
func (f *Fill) Refresh() {
	f.rect.FillColor = theme.Current().Tone(f.tone)
	f.rect.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (f *Fill) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.rect) }

// Stack puts o on top of ground, both in the same space.
func On(ground, o fyne.CanvasObject) *fyne.Container { return container.New(stack{}, ground, o) }

type stack struct{}

func (stack) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, c := range o {
		if c.Visible() {
			m = m.Max(c.MinSize())
		}
	}
	return m
}

func (stack) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, c := range o {
		c.Move(fyne.Position{})
		c.Resize(s)
	}
}

// widthSetter is a widget whose height depends on its width; SetWidth is called before MinSize.
type widener interface{ SetWidth(w float32) }

// PropagateWidth tells the texts inside o how wide they will be, so that the height asked for next
// fits.
func Widen(o fyne.CanvasObject, w float32) {
	if x, ok := o.(widener); ok {
		x.SetWidth(w)
		return
	}
	c, ok := o.(*fyne.Container)
	if !ok {
		return
	}
	switch l := c.Layout.(type) {
	case *pad:
		Widen(c.Objects[0], w-l.left-l.right)
	case *line:
		l.widen(c.Objects, w)
	case *centre:
		if l.maxWidth > 0 {
			Widen(c.Objects[0], min(w, l.maxWidth))
		}
	case *barred:
		Widen(c.Objects[1], w-c.Objects[0].MinSize().Width-l.gap)
	case *edges:
		l.widen(w)
	case *beside:
		l.widen(c.Objects, w)
	case *foldedRow:
		l.width = w
	case flex, *fixed, stack, middling:
		for _, x := range c.Objects {
			Widen(x, w)
		}
	}
}

// applyWidth shares the width of a row among its flexible objects; in a column every object gets it
// all.
func (l *line) widen(o []fyne.CanvasObject, w float32) {
	if !l.horizontal {
		for _, c := range o {
			Widen(c, w)
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
			Widen(c, rest/float32(flexes))
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
	s.adopt(content)
	return s
}

// Resize tells the content its width first.
func (s *Scroll) Resize(size fyne.Size) {
	Widen(s.Content, size.Width)
	s.Scroll.Resize(size)
}

// Refresh measures the content again.
func (s *Scroll) Refresh() {
	Widen(s.Content, s.Size().Width)
	s.adopt(s.Content)
	s.Scroll.Refresh()
}

type barred struct{ gap float32 }

// WithLeftBar puts a bar as tall as o at its left.
func Barred(bar fyne.CanvasObject, gap float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&barred{gap}, bar, o)
}

func (b *barred) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(m.Width+o[0].MinSize().Width+b.gap, m.Height)
}

func (b *barred) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := o[0].MinSize().Width
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(w, s.Height))
	o[1].Move(fyne.NewPos(w+b.gap, 0))
	o[1].Resize(fyne.NewSize(s.Width-w-b.gap, s.Height))
}

type middling struct{}

// CenterVertically keeps the height of o and centers it in a taller space.
func Middle(o fyne.CanvasObject) *fyne.Container { return container.New(middling{}, o) }

func (middling) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (middling) Layout(o []fyne.CanvasObject, s fyne.Size) {
	Widen(o[0], s.Width)
	h := min(o[0].MinSize().Height, s.Height)
	o[0].Move(fyne.NewPos(0, theme.Round((s.Height-h)/2)))
	o[0].Resize(fyne.NewSize(s.Width, h))
}
