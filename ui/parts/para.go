package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// WrappedText is a text in one role that wraps at words. Its height depends on its width.
type Para struct {
	widget.BaseWidget
	text   string
	role   theme.Role
	tone   theme.Token
	most   int // 0 = no limit
	italic bool
	middle bool
	struck bool
	width  float32
	wrapAt float32
	lines  []string
	drawn  []*canvas.Text
	rules  []*canvas.Rectangle // strike through the lines
}

// NewWrappedText returns a text of at most maxLines lines; 0 means no limit.
func NewPara(text string, role theme.Role, tone theme.Token, most int) *Para {
	p := &Para{text: text, role: role, tone: tone, most: most, width: 280}
	p.ExtendBaseWidget(p)
	return p
}

// AsItalic makes the text italic.
func (p *Para) Italic() *Para { p.italic = true; return p }

// AsCentered centers every line.
func (p *Para) Centred() *Para { p.middle = true; return p }

// SetStrikethrough draws a line through the text, to show that it is no longer valid.
func (p *Para) Strike(on bool) *Para { p.struck = on; return p }

// IsStrikethrough reports whether the text is struck through.
func (p *Para) Struck() bool { return p.struck }

// SetText changes the text.
func (p *Para) SetText(text string) {
	if p.text != text {
		p.text, p.wrapAt = text, 0
		p.Refresh()
	}
}

// SetColor changes the color.
func (p *Para) SetTone(t theme.Token) {
	if p.tone != t {
		p.tone = t
		p.Refresh()
	}
}

// Text returns the whole text.
func (p *Para) Text() string { return p.text }

// SetWidth sets the width that the next MinSize is computed for.
func (p *Para) SetWidth(w float32) {
	if p.width != w && w > 0 {
		p.width = w
		p.wrap()
	}
}

// Resize wraps the text again.
func (p *Para) Resize(s fyne.Size) {
	p.SetWidth(s.Width)
	p.BaseWidget.Resize(s)
}

func (p *Para) style() (fyne.TextStyle, theme.Type) {
	ty := theme.Current().Type(p.role)
	st := ty.Style
	st.Italic = st.Italic || p.italic
	return st, ty
}

func (p *Para) wrap() {
	if p.wrapAt == p.width {
		return
	}
	p.wrapAt = p.width
	st, ty := p.style()
	measure := func(s string) float32 { return theme.Measure(s, ty.Size, st).Width }
	p.lines = p.lines[:0]
	for _, part := range strings.Split(p.text, "\n") {
		part = kit.Line(part)
		p.lines = append(p.lines, wrapLine(part, p.width, measure)...)
	}
	if p.most > 0 && len(p.lines) > p.most {
		rest := strings.Join(p.lines[p.most-1:], " ")
		p.lines = append(p.lines[:p.most-1], kit.Ellipsis(rest, p.role, p.width))
	}
}

// wrapLine breaks one line greedily at spaces, and inside a word only where it is wider than a
// line.
func wrapLine(s string, width float32, measure func(string) float32) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(s) {
		next := word
		if line != "" {
			next = line + " " + word
		}
		if measure(next) <= width {
			line = next
			continue
		}
		if line != "" {
			out = append(out, line)
		}
		for measure(word) > width {
			n := fitting(word, width, measure)
			out, word = append(out, word[:n]), word[n:]
		}
		line = word
	}
	return append(out, line)
}

// fittingBytes returns how many bytes of word fit into width, at least one character.
func fitting(word string, width float32, measure func(string) float32) int {
	ends := make([]int, 0, len(word))
	for i := range word {
		if i > 0 {
			ends = append(ends, i)
		}
	}
	ends = append(ends, len(word))
	lo, hi := 0, len(ends)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if measure(word[:ends[mid]]) <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return ends[lo]
}

// CreateRenderer returns the renderer of the widget.
func (p *Para) CreateRenderer() fyne.WidgetRenderer { return &paraRenderer{p} }

type paraRenderer struct{ p *Para }

func (r *paraRenderer) Destroy() {}

func (r *paraRenderer) Objects() []fyne.CanvasObject {
	o := make([]fyne.CanvasObject, 0, len(r.p.drawn)+len(r.p.rules))
	for _, t := range r.p.drawn {
		o = append(o, t)
	}
	for _, l := range r.p.rules {
		o = append(o, l)
	}
	return o
}

func (r *paraRenderer) MinSize() fyne.Size {
	r.p.wrap()
	_, ty := r.p.style()
	return fyne.NewSize(0, float32(len(r.p.lines))*ty.Line)
}

func (r *paraRenderer) Layout(s fyne.Size) {
	p := r.p
	p.wrap()
	st, ty := p.style()
	p.drawn, p.rules = p.drawn[:0], p.rules[:0]
	for i, l := range p.lines {
		t := kit.NewText(kit.Steady(l), p.role, p.tone)
		t.TextStyle = st
		x := float32(0)
		if p.middle {
			x = theme.Round((s.Width - theme.Measure(l, ty.Size, st).Width) / 2)
		}
		kit.PlaceText(t, x, float32(i)*ty.Line, s.Width, ty.Line)
		p.drawn = append(p.drawn, t)
		if p.struck {
			rule := canvas.NewRectangle(t.Color)
			rule.Move(fyne.NewPos(x, theme.Round((float32(i)+0.55)*ty.Line)))
			rule.Resize(fyne.NewSize(theme.Ceil(theme.Measure(l, ty.Size, st).Width), 1))
			p.rules = append(p.rules, rule)
		}
	}
}

func (r *paraRenderer) Refresh() {
	r.p.wrapAt = 0
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}
