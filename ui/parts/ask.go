package parts

import (
	"fyne.io/fyne/v2"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Answer is a button of a question.
type Answer struct {
	Label string
	Main  bool
	Bad   bool // takes something away
	Do    func()
}

// OpenSheet opens a dialog of a width above the window of o; its height is what the content asks for.
func OpenSheet(o fyne.CanvasObject, width float32, content fyne.CanvasObject) *Sheet {
	inner := Pad(20, 20, 16, 20, content)
	s := NewSheet(inner, 0, func(whole fyne.Size) fyne.Size {
		w := min(width, whole.Width-32)
		Widen(inner, w)
		return fyne.NewSize(w, min(inner.MinSize().Height, whole.Height-32))
	})
	if c := homeOf(o); c != nil {
		s.Open(c)
	}
	return s
}

// Ask asks a question; every answer closes it, and so does Esc without doing anything.
func Ask(o fyne.CanvasObject, title, text string, answers []Answer) *Sheet {
	var s *Sheet
	row := Row(theme.Space8, Space())
	var main *Button
	for _, a := range answers {
		k := Outline
		if a.Main {
			k = Primary
		}
		if a.Bad {
			k = Danger
		}
		b := NewButton(ButtonOptions{Kind: k, Label: a.Label, Height: 32}, func() {
			s.Close()
			if a.Do != nil {
				a.Do()
			}
		})
		if a.Main || main == nil {
			main = b
		}
		row.Add(b)
	}
	s = OpenSheet(o, 440, Column(theme.Space10, kit.NewLabel(title, theme.RoleTitle, theme.Text),
		NewPara(text, theme.RoleControl, theme.Text2, 0), Pad(8, 0, 0, 0, row)))
	Focus(main)
	return s
}

// AskText asks for a line of text.
func AskText(o fyne.CanvasObject, title, text, yes string, do func(text string)) *Sheet {
	var s *Sheet
	f := NewField(FieldOptions{})
	f.SetText(text)
	take := func() {
		s.Close()
		do(f.Text())
	}
	f.OnEnter = func(string) { take() }
	s = OpenSheet(o, 440, Column(theme.Space12, kit.NewLabel(title, theme.RoleTitle, theme.Text), f,
		Row(theme.Space8, Space(),
			NewButton(ButtonOptions{Kind: Outline, Label: "Cancel", Height: 32}, func() { s.Close() }),
			NewButton(ButtonOptions{Kind: Primary, Label: yes, Height: 32}, take))))
	f.Focus()
	f.SelectAll()
	return s
}
