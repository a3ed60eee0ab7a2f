package widgets

import (
	"iter"
	"sort"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"github.com/rivo/uniseg"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// WrappedText is a text in one role that wraps at words. Its height depends on its width.
type WrappedText struct {
	widget.BaseWidget
	text          string
	role          theme.Role
	token         theme.Token
	maxLines      int // 0 = no limit
	italic        bool
	centered      bool
	strikethrough bool
	width         float32
	wrappedWidth  float32
	lines         []string
	objects       []fyne.CanvasObject
}

// NewWrappedText returns a text of at most maxLines lines; 0 means no limit.
func NewWrappedText(text string, role theme.Role, token theme.Token, maxLines int) *WrappedText {
	p := &WrappedText{text: text, role: role, token: token, maxLines: maxLines, width: 280}
	p.ExtendBaseWidget(p)
	return p
}

// MakeItalic makes the text italic.
func (p *WrappedText) MakeItalic() *WrappedText { p.italic = true; return p }

// MakeCentered centers every line.
func (p *WrappedText) MakeCentered() *WrappedText { p.centered = true; return p }

// SetStrikethrough draws a line through the text, to show that it is no longer valid.
func (p *WrappedText) SetStrikethrough(on bool) *WrappedText { p.strikethrough = on; return p }

// IsStrikethrough reports whether the text is struck through.
func (p *WrappedText) IsStrikethrough() bool { return p.strikethrough }

// ReadableText returns the whole text, however it is wrapped or cut.
func (p *WrappedText) ReadableText() string { return p.text }

// SetText changes the text.
func (p *WrappedText) SetText(text string) {
	if p.text != text {
		p.text, p.wrappedWidth = text, 0
		p.Refresh()
	}
}

// SetColor changes the color.
func (p *WrappedText) SetColor(t theme.Token) {
	if p.token != t {
		p.token = t
		p.Refresh()
	}
}

// Text returns the whole text.
func (p *WrappedText) Text() string { return p.text }

// SetWidth sets the width that the next MinSize is computed for.
func (p *WrappedText) SetWidth(w float32) {
	if p.width != w && w > 0 {
		p.width = w
		p.wrapLinesIfWidthChanged()
	}
}

// Resize wraps the text again.
func (p *WrappedText) Resize(s fyne.Size) {
	p.SetWidth(s.Width)
	p.BaseWidget.Resize(s)
}

func (p *WrappedText) textStyleAndTypeStyle() (fyne.TextStyle, theme.TypeStyle) {
	typeStyle := theme.Current().TypeStyle(p.role)
	st := typeStyle.Style
	st.Italic = st.Italic || p.italic
	return st, typeStyle
}

func (p *WrappedText) wrapLinesIfWidthChanged() {
	if p.wrappedWidth == p.width {
		return
	}
	p.wrappedWidth = p.width
	st, typeStyle := p.textStyleAndTypeStyle()
	measure := func(s string) float32 { return theme.MeasureText(s, typeStyle.Size, st).Width }
	p.lines = p.lines[:0]
	for _, part := range strings.Split(p.text, "\n") {
		part = draw.ToDrawableSingleLine(part)
		lines := wrapLineAtWords(part, p.width, measure)
		if p.centered {
			lines = wrapInEqualLines(part, p.width, len(lines), measure)
		}
		p.lines = append(p.lines, lines...)
	}
	if p.maxLines > 0 && len(p.lines) > p.maxLines {
		rest := strings.Join(p.lines[p.maxLines-1:], " ")
		p.lines = append(p.lines[:p.maxLines-1], draw.TruncateTextWithEllipsis(rest, p.role, p.width))
	}
}

// wrapLineAtWords breaks one line greedily at spaces, and inside a word only where it is wider than
// a line: a path behind a folder. Shaping a text is what costs, so each line asks for a few widths
// instead of one for every word.
func wrapLineAtWords(s string, width float32, measure func(string) float32) []string {
	line := splitIntoWordsOfLine(s)
	var out []string
	for i := 0; i < len(line.starts); {
		if last := line.lastWordFitting(i, width, measure); last >= i {
			out = append(out, line.text[line.starts[i]:line.ends[last]])
			i = last + 1
			continue
		}
		word := line.text[line.starts[i]:line.ends[i]]
		n := bytesFittingWidth(word, width, measure)
		if folder := strings.LastIndexAny(word[:n], `/\`) + 1; folder > n/3 {
			n = folder
		}
		out = append(out, word[:n])
		line.starts[i] += n
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// wordsOfLine is a line without doubled spaces, and where its words are in it, in bytes.
type wordsOfLine struct {
	text         string
	starts, ends []int
	// bytesPerPixel is that of the text measured last; it only makes guesses better.
	bytesPerPixel float32
}

func splitIntoWordsOfLine(s string) *wordsOfLine {
	w := &wordsOfLine{bytesPerPixel: 1. / 7}
	var text strings.Builder
	for word, gap := range wordsToWrapWithGaps(s) {
		if text.Len() > 0 {
			text.WriteString(gap)
		}
		w.starts = append(w.starts, text.Len())
		text.WriteString(word)
		w.ends = append(w.ends, text.Len())
	}
	w.text = text.String()
	return w
}

// lastWordFitting returns the last word j for which the words i to j fit into width, or i-1 where
// not even the first does. A text is taken to be wider than any of its beginnings. The search
// narrows [fits, tooWide) by the width of what was measured last.
func (w *wordsOfLine) lastWordFitting(i int, width float32, measure func(string) float32) int {
	fits, tooWide := i-1, len(w.starts)
	for fits+1 < tooWide {
		end := w.starts[i] + int(width*w.bytesPerPixel)
		guess := i + sort.SearchInts(w.ends[i:tooWide], end+1) - 1
		guess = min(max(guess, fits+1), tooWide-1)
		piece := w.text[w.starts[i]:w.ends[guess]]
		pixels := measure(piece)
		if pixels > 0 {
			w.bytesPerPixel = float32(len(piece)) / pixels
		}
		if pixels <= width {
			fits = guess
		} else {
			tooWide = guess
		}
	}
	return fits
}

// wrapInEqualLines is wrapLineAtWords for a line that needs count lines: the widest of them is as
// narrow as it can be, so that the last one is not a single word.
func wrapInEqualLines(s string, width float32, count int, measure func(string) float32) []string {
	lo, hi := width/float32(count), width
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; len(wrapLineAtWords(s, mid, measure)) > count {
			lo = mid
		} else {
			hi = mid
		}
	}
	return wrapLineAtWords(s, hi, measure)
}

// bytesFittingWidth returns how many bytes of word fit into width, at least one character.
func bytesFittingWidth(word string, width float32, measure func(string) float32) int {
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
func (p *WrappedText) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(p, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return p.objects },
		MinSize: func() fyne.Size { return fyne.NewSize(0, p.SetWidthAndReturnHeight(p.width)) },
		Layout:  p.buildTextPerLine,
		Refresh: func() {
			p.wrappedWidth = 0
			p.buildTextPerLine(p.Size())
			canvas.Refresh(p)
		},
	})
}

// SetWidthAndReturnHeight returns the height at a width, for which the text is wrapped.
func (p *WrappedText) SetWidthAndReturnHeight(width float32) float32 {
	p.SetWidth(width)
	p.wrapLinesIfWidthChanged()
	_, typeStyle := p.textStyleAndTypeStyle()
	return float32(len(p.lines)) * typeStyle.LineHeight
}

func (p *WrappedText) buildTextPerLine(s fyne.Size) {
	p.wrapLinesIfWidthChanged()
	st, typeStyle := p.textStyleAndTypeStyle()
	p.objects = p.objects[:0]
	var strikeLines []fyne.CanvasObject // above all texts
	isRTL := draw.StartsRightToLeft(p.text)
	for i, l := range p.lines {
		x := float32(0)
		if p.centered {
			x = theme.Round((s.Width - theme.MeasureText(l, typeStyle.Size, st).Width) / 2)
		}
		p.addPiecesOfLine(draw.PiecesFromLeftToRight(l, isRTL), x, float32(i)*typeStyle.LineHeight, s.Width)
		if p.strikethrough {
			rule := canvas.NewRectangle(theme.Current().TokenColor(p.token))
			draw.MoveAndResize(rule, x, theme.Round((float32(i)+0.55)*typeStyle.LineHeight),
				theme.CeilWithTolerance(theme.MeasureText(l, typeStyle.Size, st).Width), theme.Hairline)
			strikeLines = append(strikeLines, rule)
		}
	}
	p.objects = append(p.objects, strikeLines...)
}

// addPiecesOfLine adds a line at x, y, piece by piece where its directions are mixed.
func (p *WrappedText) addPiecesOfLine(pieces []string, x, y, width float32) {
	st, typeStyle := p.textStyleAndTypeStyle()
	for _, piece := range pieces {
		t := draw.NewText(draw.WithBaselineStrutIfNeeded(piece), p.role, p.token)
		t.TextStyle = st
		if len(pieces) > 1 {
			width = theme.MeasureText(piece, typeStyle.Size, st).Width
		}
		draw.PlaceTextVerticallyCentered(t, x, y, width, typeStyle.LineHeight)
		p.objects = append(p.objects, t)
		x += width
	}
}

// wordsToWrapWithGaps yields the parts that a line may break between, each with what stands before
// it within a line: words, and in the scripts that write none the segments of UAX #14.
func wordsToWrapWithGaps(s string) iter.Seq2[string, string] {
	return func(yield func(word, gap string) bool) {
		for _, word := range strings.Fields(s) {
			if !strings.ContainsFunc(word, isChineseOrJapaneseLetter) {
				if !yield(word, " ") {
					return
				}
				continue
			}
			for gap, state := " ", -1; word != ""; gap = "" {
				var segment string
				segment, word, _, state = uniseg.FirstLineSegmentInString(word, state)
				if !yield(segment, gap) {
					return
				}
			}
		}
	}
}

// isChineseOrJapaneseLetter reports whether r is of Chinese or Japanese writing.
func isChineseOrJapaneseLetter(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
