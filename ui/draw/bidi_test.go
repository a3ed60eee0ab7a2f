package draw

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// The expected texts are in the order of the screen, from left to right, with | between pieces.
func TestTextsEndWhereTheirDirectionEnds(t *testing.T) {
	for text, want := range map[string]string{
		"What now?":       "What now?",
		"מה היום?":        "?|היום| |מה",
		"زيارة لشبونة؟":   "لشبونة؟| |زيارة",
		"יש 123 ספרים":    "ספרים| |123| |יש",
		"Go שלום!":        "Go |שלום|!",
		"שלום Go, עולם":   "עולם| ,|Go| |שלום",
		"מה אפשר לבשל ה…": "…|ה| |לבשל| |אפשר| |מה",
	} {
		got := strings.Join(PiecesFromLeftToRight(text, StartsRightToLeft(text)), "|")
		if got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}

// Every character is one wide here.
func TestRangesOfALineAreFoundWhereTheyAreDrawn(t *testing.T) {
	width := func(s string) float32 { return float32(utf8.RuneCountInString(s)) }
	for _, c := range []struct {
		text, part string
		want       []Span
	}{
		{"A cat sleeps", "cat", []Span{{2, 3}}},
		{"מה היום?", "מה", []Span{{6, 2}}},
		{"מה היום?", "היום", []Span{{1, 4}}},
		{"מה היום?", "הי", []Span{{3, 2}}},
		{"מה היום?", "מה היום", []Span{{1, 7}}},
		{"יש 123 ספרים", "12", []Span{{6, 2}}},
		{"Go שלום!", "שלו", []Span{{4, 3}}},
		{"Go שלום!", "Go ש", []Span{{0, 3}, {6, 1}}},
		{"שלום Go, עולם", "Go", []Span{{6, 2}}},
	} {
		start := strings.Index(c.text, c.part)
		got := SpansOfRange(c.text, StartsRightToLeft(c.text), start, start+len(c.part), width)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s in %s is at %v, want %v", c.part, c.text, got, c.want)
		}
	}
}

func TestPiecesOfALabelStandBesideEachOther(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	l := NewLabel("", theme.RoleControl, theme.Text)
	l.placePieces([]string{"?", "one", " ", "two"}, fyne.NewSize(200, 20))
	end := float32(0)
	var out []string
	for _, o := range test.WidgetRenderer(l).Objects() {
		text := o.(*canvas.Text)
		if x := text.Position().X; x < end-1 || x > end+1 {
			t.Errorf("%q begins at %v, behind what ends at %v", text.Text, x, end)
		}
		end = text.Position().X + text.MinSize().Width
		out = append(out, strings.TrimPrefix(text.Text, strut))
	}
	if got := strings.Join(out, "|"); got != "?|one| |two" {
		t.Errorf("it is shown as %s", got)
	}
	l.SetText("Dinner")
	if n := len(test.WidgetRenderer(l).Objects()); n != 1 {
		t.Errorf("a text of one direction has %d pieces", n)
	}
}
