package markdown

import (
	"strings"

	"fyne.io/fyne/v2"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Metrics measures text and caches the widths of words. One instance serves all views of a window;
// it belongs to the UI goroutine.
type Metrics struct {
	cachedWidths map[widthKey]float32
	cachedBytes  int
	monoAdvances map[float32]float32
	formulas     formulaCache
	// ShapedBytes counts the bytes that had to be shaped, for tests of linear work.
	ShapedBytes int
}

type widthKey struct {
	text  string
	size  float32
	style fyne.TextStyle
}

// maxCachedBytes bounds the text kept in the width cache.
const maxCachedBytes = 1 << 20

// NewTextMetricsCache returns an empty cache.
func NewTextMetricsCache() *Metrics {
	return &Metrics{cachedWidths: map[widthKey]float32{}, monoAdvances: map[float32]float32{}}
}

// face is the font size and style of a span.
type face struct {
	size  float32
	style fyne.TextStyle
}

// textWidth returns the width of s in pixels as the painter will draw it.
func (m *Metrics) textWidth(s string, f face) float32 {
	if s == "" {
		return 0
	}
	if f.style.Monospace && isPrintableASCII(s) {
		return float32(len(s)) * m.monospacedCharWidth(f)
	}
	k := widthKey{s, f.size, f.style}
	if w, ok := m.cachedWidths[k]; ok {
		return w
	}
	if m.cachedBytes > maxCachedBytes {
		clear(m.cachedWidths)
		m.cachedBytes = 0
	}
	k.text = strings.Clone(toDrawableText(s))
	w := theme.MeasureText(k.text, f.size, f.style).Width
	m.ShapedBytes += len(s)
	if len(s) <= 64 {
		if k.text != s {
			k.text = strings.Clone(s)
		}
		m.cachedWidths[k] = w
		m.cachedBytes += len(s) + 48
	}
	return w
}

// monospacedCharWidth returns the width of one character of a monospaced face.
func (m *Metrics) monospacedCharWidth(f face) float32 {
	w, ok := m.monoAdvances[f.size]
	if !ok {
		const n = 64
		w = theme.MeasureText(strings.Repeat("0", n), f.size, f.style).Width / n
		m.monoAdvances[f.size] = w
	}
	return w
}

// isPrintableASCII reports whether s has only printable ASCII characters, which every face has and
// which all have the same advance in a monospaced one.
func isPrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// toDrawableText returns the text to draw for s.
func toDrawableText(s string) string {
	if isPrintableASCII(s) {
		return s
	}
	return draw.ToDrawableSingleLine(strings.ReplaceAll(s, "\t", Tab))
}

// Tab is what a tab in a text is drawn as; in code it reaches to the next tab stop.
const Tab = "    "

// fontFaceOfStyle returns the face of a span of style st in a text of type ty.
func fontFaceOfStyle(ty theme.TypeStyle, st Style) face {
	f := face{ty.Size, ty.Style}
	if st&(Mono|TeX) != 0 {
		return face{theme.Round(ty.Size * inlineCodeScale), fyne.TextStyle{Monospace: true, Bold: st&Bold != 0}}
	}
	if st&Image != 0 {
		return face{theme.Round(ty.Size * imageChipScale), fyne.TextStyle{}}
	}
	if st&Bold != 0 {
		f.style.Bold, f.style.TabWidth = true, 0
	}
	if st&Italic != 0 {
		f.style.Italic, f.style.TabWidth = true, 0
	}
	return f
}

// Inline code and chips are a little smaller than the text around them: 13 and 12 in a text of 15.
const (
	inlineCodeScale = 13.0 / 15
	imageChipScale  = 12.0 / 15
)
