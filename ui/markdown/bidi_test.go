package markdown

import (
	"strings"
	"testing"

	"memoir/ui/draw"
)

// The expected texts are in the order of the screen, from left to right, with | between pieces.
// Right-to-left letters stay in the order of the text, because the shaper turns them.
func TestLinesOfBothDirectionsAreReorderedByRuns(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"the comma follows its word":               {"שלום, עולם", "עולם| ,|שלום"},
		"the Arabic comma too":                     {"مرحبا، بك", "بك| ،|مرحبا"},
		"the question mark follows its sentence":   {"מה היום?", "?|היום| |מה"},
		"brackets are swapped and stay around":     {"ספרים (חדשים) כאן", "כאן| (|חדשים|) |ספרים"},
		"a number keeps its spaces":                {"יש 123 ספרים", "ספרים| |123| |יש"},
		"Latin words keep their order":             {"זה Go API כאן", "כאן| |Go API| |זה"},
		"a number follows a right-to-left word":    {"Hello שלום 123 world", "Hello |123| |שלום| world"},
		"a number with separators":                 {"It is שלום 1,234.5, yes", "It is |1,234.5| |שלום|, yes"},
		"a number between right-to-left words":     {"A שלום 45 עולם B", "A |עולם| |45| |שלום| B"},
		"a number after a Latin word stays there":  {"שלום A 5", "A 5| |שלום"},
		"a paragraph keeps its direction in lines": {"שלום\\\nGo, עולם", "שלום/עולם| ,|Go"},
		"one direction":                            {"plain words", "plain words"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newViewOf700Pixels(t)
			v.ShowMarkdown(c.src, false)
			l := v.blocks.items[0].layout.(*textLayout)
			var lines []string
			for _, ln := range l.wrapped.lines {
				var pieces []string
				for _, p := range ln.pieces {
					text := l.wrapped.text[p.start:p.end]
					if p.isRTL {
						text = draw.ReverseAndMirrorUnlessRTLLetters(text)
					}
					pieces = append(pieces, text)
				}
				lines = append(lines, strings.Join(pieces, "|"))
			}
			if got := strings.Join(lines, "/"); got != c.want {
				t.Errorf("%s is shown as %s, want %s", c.src, got, c.want)
			}
		})
	}
}

func TestParagraphsFromRightToLeftAreAlignedRight(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("שלום עולם\n\nHello שלום", false)
	for i, want := range []bool{true, false} {
		l := v.blocks.items[i].layout.(*textLayout)
		if at := l.lineLeftEdge(&l.wrapped.lines[0]); (at > 0) != want {
			t.Errorf("paragraph %d begins at %v", i, at)
		}
	}
}
