package draw

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// NewText returns s in a role and a color of the current theme. Position it with
// PlaceTextVerticallyCentered.
func NewText(s string, role theme.Role, token theme.Token) *canvas.Text {
	t := canvas.NewText(s, nil)
	SetTextStyleWithoutRefresh(t, role, token)
	return t
}

// SetTextStyleWithoutRefresh applies size, style and color of the current theme to t; it does not
// refresh it.
func SetTextStyleWithoutRefresh(t *canvas.Text, role theme.Role, token theme.Token) {
	current := theme.Current()
	typeStyle := current.TypeStyle(role)
	t.TextSize, t.Color = typeStyle.Size, current.TokenColor(token)
	t.TextStyle, t.FontSource = theme.FontCoveringText(t.Text, typeStyle.Style)
}

// NaturalLineSize returns the size of t with the natural line height of its font, without
// theme.MetricLift.
func NaturalLineSize(t *canvas.Text) fyne.Size {
	m := t.MinSize()
	m.Height = theme.CeilWithTolerance(naturalLineHeightRatio(t.TextStyle) * t.TextSize)
	return m
}

// PlaceTextVerticallyCentered centers the natural line of t in a box of height h at x, y, on whole
// pixels, so that texts of one size in boxes of one height share a baseline.
func PlaceTextVerticallyCentered(t *canvas.Text, x, y, w, h float32) {
	base := BaselineFromLineTop(t.TextSize, h, t.TextStyle.Monospace)
	PlaceTextOnBaselineChoosingFont(t, x, y+base)
	t.Resize(fyne.NewSize(w, t.MinSize().Height))
}

// BaselineFromLineTop returns the distance of the baseline from the top of a line of height h, in
// whole pixels.
func BaselineFromLineTop(size, h float32, mono bool) float32 {
	ascent, height := float32(theme.SansAscent), float32(theme.SansLineHeight)
	if mono {
		ascent, height = theme.MonoAscent, theme.MonoLineHeight
	}
	return theme.Round((h-height*size)/2) + theme.CeilWithTolerance(ascent*size)
}

// PlaceTextOnBaselineChoosingFont moves t so that it is drawn from x on the baseline y, and picks
// the font for its text. The painter rounds ascents up, and so does this.
func PlaceTextOnBaselineChoosingFont(t *canvas.Text, x, y float32) {
	t.TextStyle, t.FontSource = theme.FontCoveringText(t.Text, t.TextStyle)
	ascent := float32(theme.SansAscent)
	if t.TextStyle.Monospace {
		ascent = theme.MonoAscent
	}
	t.Move(fyne.NewPos(theme.Round(x), theme.Round(y)-theme.CeilWithTolerance((ascent+theme.MetricLift)*t.TextSize)))
}

func naturalLineHeightRatio(s fyne.TextStyle) float32 {
	if s.Monospace {
		return theme.MonoLineHeight
	}
	return theme.SansLineHeight
}

// Label is one line of text that is truncated with an ellipsis where it is wider than its box.
type Label struct {
	widget.BaseWidget
	text       string
	role       theme.Role
	token      theme.Token
	fullWidth  bool // MinSize is as wide as the whole text
	canvasText *canvas.Text
	morePieces []*canvas.Text // to its right, where directions are mixed
}

// NewLabel returns a label whose minimum width is that of its text.
func NewLabel(text string, role theme.Role, token theme.Token) *Label {
	l := &Label{text: text, role: role, token: token, fullWidth: true, canvasText: NewText(text, role, token)}
	l.ExtendBaseWidget(l)
	return l
}

// NewShrinkingLabel returns a label without a minimum width; it shows what fits.
func NewShrinkingLabel(text string, role theme.Role, token theme.Token) *Label {
	l := NewLabel(text, role, token)
	l.fullWidth = false
	return l
}

// Text returns the whole text, not the truncated one.
func (l *Label) Text() string { return l.text }

// SetText changes the text.
func (l *Label) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// SetStyle changes role and color.
func (l *Label) SetStyle(role theme.Role, token theme.Token) {
	if l.role != role || l.token != token {
		l.role, l.token = role, token
		l.Refresh()
	}
}

// CreateRenderer returns the renderer of the widget.
func (l *Label) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(l, RenderFuncs{
		Objects: l.pieceObjects, MinSize: l.labelMinSize, Layout: l.truncateAndPlaceText, Refresh: l.restyleAndLayoutText,
	})
}

func (l *Label) labelMinSize() fyne.Size {
	typeStyle := theme.Current().TypeStyle(l.role)
	w := float32(0)
	if l.fullWidth {
		w = theme.CeilWithTolerance(typeStyle.TextWidth(ToDrawableSingleLine(l.text)))
	}
	return fyne.NewSize(w, NaturalLineSize(l.canvasText).Height)
}

func (l *Label) pieceObjects() []fyne.CanvasObject {
	out := []fyne.CanvasObject{l.canvasText}
	for _, t := range l.morePieces {
		out = append(out, t)
	}
	return out
}

// truncateAndPlaceText places the text. Its base direction is that of its first letter, so that the
// ellipsis and a question mark are at its end.
func (l *Label) truncateAndPlaceText(s fyne.Size) {
	shown := TruncateTextWithEllipsis(ToDrawableSingleLine(l.text), l.role, s.Width)
	l.placePieces(PiecesFromLeftToRight(shown, StartsRightToLeft(l.text)), s)
}

// placePieces places the pieces of a line beside each other.
func (l *Label) placePieces(pieces []string, s fyne.Size) {
	l.morePieces = nil
	t, x := l.canvasText, float32(0)
	for i, piece := range pieces {
		if i > 0 {
			t = NewText("", l.role, l.token)
			l.morePieces = append(l.morePieces, t)
		}
		width := s.Width
		if len(pieces) > 1 {
			width = theme.Current().TypeStyle(l.role).TextWidth(piece)
		}
		t.Text = WithBaselineStrutIfNeeded(piece)
		PlaceTextVerticallyCentered(t, x, 0, width, s.Height)
		x += width
	}
}

func (l *Label) restyleAndLayoutText() {
	SetTextStyleWithoutRefresh(l.canvasText, l.role, l.token)
	l.truncateAndPlaceText(l.Size())
	for _, t := range l.pieceObjects() {
		t.Refresh()
	}
}

// TruncateTextWithEllipsis shortens text to width in a role, ending it with "…" where something was
// cut.
func TruncateTextWithEllipsis(text string, role theme.Role, width float32) string {
	typeStyle := theme.Current().TypeStyle(role)
	fits := func(s string) bool { return typeStyle.TextWidth(s) <= width+0.5 }
	if fits(text) {
		return text
	}
	runes := []rune(text)
	lo, hi := 0, len(runes)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if fits(strings.TrimRight(string(runes[:mid]), " ") + "…") {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return strings.TrimRight(string(runes[:lo]), " ") + "…"
}
