package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// highlightedLabelAfterKeys opens a menu of a heading, a disabled item, a separator and three items,
// presses keys and returns the highlighted label, or "" for none.
func highlightedLabelAfterKeys(t *testing.T, chosen string, keys ...fyne.KeyName) string {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	root := container.NewStack()
	test.NewTempWindow(t, root).Resize(fyne.NewSize(400, 300))
	items := []MenuItem{{Label: "heading"}, {Label: "off", Disabled: true}, {}}
	for _, label := range []string{"first", "second", "third"} {
		items = append(items, MenuItem{Label: label, Checked: label == chosen, OnChosen: func() {}})
	}
	m := ShowMenuAtPosition(root, fyne.Position{}, items)
	for _, k := range keys {
		m.TypedKey(&fyne.KeyEvent{Name: k})
	}
	out := ""
	for i, b := range m.rows {
		if b != nil && b.colorsForCurrentState().fill == theme.Selected {
			out += items[i].Label
		}
	}
	return out
}

func TestArrowKeysMoveTheMenuHighlight(t *testing.T) {
	for _, tc := range []struct {
		chosen, want string
		keys         []fyne.KeyName
	}{
		{"", "", nil},
		{"second", "second", nil},
		{"", "first", []fyne.KeyName{fyne.KeyDown}},
		{"", "third", []fyne.KeyName{fyne.KeyUp}},
		{"third", "first", []fyne.KeyName{fyne.KeyDown}},
		{"", "first", []fyne.KeyName{fyne.KeyHome}},
		{"", "third", []fyne.KeyName{fyne.KeyEnd}},
		{"second", "first", []fyne.KeyName{fyne.KeyHome}},
		{"second", "third", []fyne.KeyName{fyne.KeyEnd}},
		{"third", "third", []fyne.KeyName{fyne.KeyHome, fyne.KeyEnd}},
	} {
		if got := highlightedLabelAfterKeys(t, tc.chosen, tc.keys...); got != tc.want {
			t.Errorf("%q chosen, then %v: %q is marked, want %q", tc.chosen, tc.keys, got, tc.want)
		}
	}
}

func TestHighlightedItemOfALongMenuIsScrolledIntoView(t *testing.T) {
	for _, zoom := range []float32{1, 1.5} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{Zoom: zoom}))
		root := container.NewStack()
		test.NewTempWindow(t, root).Resize(fyne.NewSize(400, 300))
		items := make([]MenuItem, 40)
		for i := range items {
			items[i] = MenuItem{Label: "entry", OnChosen: func() {}}
		}
		m := ShowMenuAtPosition(root, fyne.Position{}, items)
		keys := []fyne.KeyName{fyne.KeyEnd, fyne.KeyHome}
		for range items[1:] {
			keys = append(keys, fyne.KeyDown)
		}
		for _, k := range keys {
			m.TypedKey(&fyne.KeyEvent{Name: k})
			row := m.rows[m.highlighted]
			top, end := m.scroll.Offset.Y, m.scroll.Offset.Y+m.scroll.Size().Height
			if y := row.Position().Y; y < top || y+row.Size().Height > end {
				t.Errorf("at %v: entry %d goes from %v to %v, what is in sight from %v to %v", zoom, m.highlighted, y,
					y+row.Size().Height, top, end)
			}
		}
	}
}
