package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestDialogHigherThanTheWindowScrollsAboveItsButtons(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{Zoom: 1.5}))
	root := container.NewStack()
	win := test.NewTempWindow(t, root)
	win.Resize(fyne.NewSize(720, 520))
	var fields []*Field
	column := Column(theme.Space8)
	for range 20 {
		fields = append(fields, NewTextField(FieldOptions{}))
		column.Add(fields[len(fields)-1])
	}
	done := NewButton(ButtonOptions{Kind: Primary, Label: "Done", Height: 32}, nil)
	s := OpenDialogSizedToContent(root, 560, column, Row(0, Spacer(), done))
	place := func(o fyne.CanvasObject) (top, bottom float32) {
		top = fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		return top, top + o.Size().Height
	}
	_, end := place(s.card)
	if _, bottom := place(done); bottom > end-theme.Space16 || end > 520 {
		t.Errorf("the button ends at %v, the dialog at %v", bottom, end)
	}
	last := fields[len(fields)-1]
	last.RequestFocus()
	top, _ := place(done)
	if _, bottom := place(last); bottom > top {
		t.Errorf("the last field ends at %v, below the top of the button at %v", bottom, top)
	}
}

func TestDialogButtonsStayInsideTheDialog(t *testing.T) {
	for _, zoom := range []float32{1, 1.5, 2} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{Zoom: zoom}))
		root := container.NewStack()
		win := test.NewTempWindow(t, root)
		win.Resize(fyne.NewSize(720, 520))
		s := ShowQuestionDialog(
			root,
			"Delete “Weeknight dinners”?",
			"The chat goes to the trash for 30 days.",
			[]DialogButton{
				{Label: "Cancel"},
				{Label: "Also forget what was learned", Destructive: true},
				{Label: "Delete chat only", Primary: true},
			},
		)
		card := s.card.Position()
		seen := map[fyne.Position]bool{}
		for _, o := range test.LaidOutObjects(s) {
			b, ok := o.(*Button)
			if !ok {
				continue
			}
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
			if at.X < card.X+20 || at.X+b.MinSize().Width > card.X+s.card.Size().Width-20 || seen[at] ||
				at.Y+b.Size().Height > card.Y+s.card.Size().Height {
				t.Errorf("at %v: %q is at %v, %v wide, in a dialog at %v of %v", zoom, b.Label(), at, b.MinSize().Width, card,
					s.card.Size())
			}
			seen[at] = true
		}
		rows := map[float32]bool{}
		for at := range seen {
			rows[at.Y] = true
		}
		if len(seen) != 3 || zoom == 1 && len(rows) != 1 {
			t.Errorf("at %v: %d buttons are shown in %d rows", zoom, len(seen), len(rows))
		}
	}
}
