package palette

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/memory/lang"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// markedLabel is a line of text, cut with an ellipsis where it is too wide, that marks the words of
// a query. When the first of them is far from the beginning, the line begins shortly before it.
type markedLabel struct {
	widget.BaseWidget
	text  string
	terms []string // folded
	label *draw.Label
	marks []*draw.Box
}

func newMarkedLabel(text, query string) *markedLabel {
	m := &markedLabel{terms: strings.Fields(foldCaseAndDiacritics(query))}
	m.text = cutTextStartNearFirstMatch(text, m.terms)
	m.label = draw.NewShrinkingLabel(m.text, theme.RoleControl, theme.Text)
	m.ExtendBaseWidget(m)
	return m
}

// markRange is a part of a text, in runes.
type markRange struct{ start, end int }

// foldCaseAndDiacritics returns a word, or words, as they are compared: without case and
// diacritics.
func foldCaseAndDiacritics(s string) string {
	return lang.StripLowerCaseLatinDiacritics(strings.ToLower(s))
}

// termRangesAtWordStarts returns the words of text that begin with one of the folded terms, as far
// as the term reaches, in order.
func termRangesAtWordStarts(text string, terms []string) []markRange {
	var out []markRange
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		isStart := isWordRune(runes[i]) && (i == 0 || !isWordRune(runes[i-1]) || unicode.Is(unicode.Han, runes[i]))
		if !isStart {
			continue
		}
		if n := runesOfLongestTermAtStart(runes[i:], terms); n > 0 {
			out = append(out, markRange{i, i + n})
			i += n - 1
		}
	}
	return out
}

// runesOfLongestTermAtStart returns how many runes of text the longest of the folded terms covers,
// 0 when it begins with none of them.
func runesOfLongestTermAtStart(text []rune, terms []string) int {
	longest := 0
	for _, t := range terms {
		folded := ""
		for n := 0; n < len(text) && len(folded) < len(t); n++ {
			folded += foldCaseAndDiacritics(string(text[n]))
			if folded == t {
				longest = max(longest, n+1)
			}
		}
	}
	return longest
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

const (
	farFromStart   = 48 // runes before the first mark from which on the beginning of a text is left out
	shownBeforeOne = 24 // at most this many of them are kept
)

// cutTextStartNearFirstMatch leaves out the beginning of a text, at a space, when its first mark is
// far from it.
func cutTextStartNearFirstMatch(text string, terms []string) string {
	found := termRangesAtWordStarts(text, terms)
	if len(found) == 0 || found[0].start < farFromStart {
		return text
	}
	runes := []rune(text)
	from := found[0].start - shownBeforeOne
	for from < found[0].start && !unicode.IsSpace(runes[from-1]) {
		from++
	}
	return "…" + string(runes[from:])
}

// CreateRenderer returns the renderer of the widget.
func (m *markedLabel) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(m, draw.RenderFuncs{
		Objects: m.objects, MinSize: m.label.MinSize, Layout: m.placeLabelAndMarks, Refresh: m.label.Refresh,
	})
}

func (m *markedLabel) objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, 0, len(m.marks)+1)
	for _, b := range m.marks {
		out = append(out, b)
	}
	return append(out, m.label)
}

// placeLabelAndMarks places the text and, behind each word found, a box as wide as the word, or one
// for each part of it where other text is drawn in between.
func (m *markedLabel) placeLabelAndMarks(s fyne.Size) {
	draw.MoveAndResize(m.label, 0, 0, s.Width, s.Height)
	m.marks = nil
	style := theme.Current().TypeStyle(theme.RoleControl)
	shown := draw.TruncateTextWithEllipsis(draw.ToDrawableSingleLine(m.text), theme.RoleControl, s.Width)
	for _, span := range spansOfTerms(shown, draw.StartsRightToLeft(m.text), m.terms, style.TextWidth) {
		box := draw.NewBox(theme.Match, theme.None, theme.RadiusInline)
		draw.MoveAndResize(box, theme.Round(span.X)-1, 0, theme.CeilWithTolerance(span.Width)+2, s.Height)
		m.marks = append(m.marks, box)
	}
}

// spansOfTerms returns where in a line the words are drawn that begin with one of the folded terms.
// isRTL is the base direction; width measures a text.
func spansOfTerms(line string, isRTL bool, terms []string, width func(string) float32) []draw.Span {
	var out []draw.Span
	runes := []rune(line)
	for _, r := range termRangesAtWordStarts(line, terms) {
		start, end := len(string(runes[:r.start])), len(string(runes[:r.end]))
		out = append(out, draw.SpansOfRange(line, isRTL, start, end, width)...)
	}
	return out
}
