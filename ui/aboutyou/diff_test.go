package aboutyou

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// joinDiffLinesWithSigns writes each line of a diff with its sign.
func joinDiffLinesWithSigns(lines []diffLine) string {
	var out []string
	for _, l := range lines {
		out = append(out, map[lineChange]string{lineKept: " ", lineAdded: "+", lineRemoved: "-"}[l.change]+l.text)
	}
	return strings.Join(out, "|")
}

func TestLinesThatWereAddedAndRemovedAreToldApart(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"", "a", "+a"},
		{"a", "", "-a"},
		{"a\n\n b \nc", "a\nb\nc", " a| b| c"},
		{"a\nb\nc\nd", "a\nc\nx\nd", " a|-b| c|+x| d"},
		{"a\nb", "b\na", "-a| b|+a"},
	} {
		if got := joinDiffLinesWithSigns(diffLines(c.before, c.after)); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

func TestDiffHoldsBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 12)
		a, b := lines.Draw(t, "a"), lines.Draw(t, "b")
		var before, after []string
		for _, l := range diffLines(strings.Join(a, "\n"), strings.Join(b, "\n")) {
			if l.change != lineAdded {
				before = append(before, l.text)
			}
			if l.change != lineRemoved {
				after = append(after, l.text)
			}
		}
		if !slices.Equal(a, before) && len(a) > 0 || !slices.Equal(b, after) && len(b) > 0 {
			t.Fatalf("%q and %q became %q and %q", a, b, before, after)
		}
	})
}

func TestVeryLongTextsAreComparedWhole(t *testing.T) {
	a := strings.Repeat("a\n", 2000)
	b := strings.Repeat("b\n", 2000)
	if added, removed := countAddedAndRemovedLines(diffLines(a, b)); added != 2000 || removed != 2000 {
		t.Errorf("%d added, %d removed", added, removed)
	}
}
