package markdown

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"memoir/ui/widgets"
)

func TestLongCodeLinesWrapBetweenWords(t *testing.T) {
	v := newViewOf700Pixels(t)
	const long = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	v.ShowMarkdown("```\nSELECT content FROM memories WHERE a\nSELECT contents FROM memories\n\tif "+long+"\n```\n", false)
	v.Resize(sizeAtWidth(v, 250)) // fits 28 letters
	it := v.blocks.items[0]
	wrap := func() *widgets.Button {
		for _, o := range test.LaidOutObjects(v) {
			if b, ok := o.(*widgets.Button); ok && b.Name() == "Wrap long lines" {
				return b
			}
		}
		t.Fatal("there is no button")
		return nil
	}
	rows := func() (out []string) {
		l, _ := it.layout.(*codeLayout)
		for _, r := range l.rows {
			out = append(out, l.text[r.start:r.end])
		}
		return out
	}
	test.Tap(wrap())
	want := []string{
		"SELECT content FROM memories ", "WHERE a", "SELECT contents FROM ", "memories", "\tif " + long[:21], long[21:49],
		long[49:],
	}
	if got := rows(); !slices.Equal(got, want) {
		t.Errorf("the rows are %q, want %q", got, want)
	}
	if !wrap().IsSwitchedOn() {
		t.Error("the button does not show that lines are wrapped")
	}
	test.Tap(wrap())
	if got := rows(); len(got) != 3 || wrap().IsSwitchedOn() {
		t.Errorf("the rows are %q, the button is on: %v", got, wrap().IsSwitchedOn())
	}
}
