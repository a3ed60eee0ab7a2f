package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// DialogButton is a button of a dialog that asks a question.
type Answer struct {
	Label string
	Main  bool
	Bad   bool // deletes or removes something
	Do    func()
}

// OpenSheet opens a dialog over the window of o, as wide as width (at 100 % text zoom) or the
// window allows, and as high as its content.
func OpenSheet(o fyne.CanvasObject, width float32, content fyne.CanvasObject) *Sheet {
	inner := Pad(20, 20, 16, 20, content)
	s := NewSheet(inner, 0, func(whole fyne.Size) fyne.Size {
		w := min(theme.Current().Scaled(width), whole.Width-32)
		Widen(inner, w)
		return fyne.NewSize(w, min(inner.MinSize().Height, whole.Height-32))
	})
	if c := homeOf(o); c != nil {
		s.Open(c)
	}
	return s
}

// ShowQuestion shows a dialog with buttons. Every button closes it, and so does Esc, without
// running any OnTapped.
func Ask(o fyne.CanvasObject, title, text string, answers []Answer) *Sheet {
	var s *Sheet
	row := container.New(&foldedRow{})
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
	const pads = 40
	width := max(440, (row.MinSize().Width+pads)/max(1, theme.Current().Zoom()))
	s = OpenSheet(o, width, Column(theme.Space10, NewPara(title, theme.RoleTitle, theme.Text, 2),
		NewPara(text, theme.RoleControl, theme.Text2, 0), Pad(8, 0, 0, 0, row)))
	Focus(main)
	return s
}

// dialogButtonsLayout aligns buttons at the right of a row, or stacks them when the available width
// is less than the row needs.
type foldedRow struct{ width float32 }

func (l *foldedRow) row(o []fyne.CanvasObject) fyne.Size {
	return (&line{gap: theme.Space8, horizontal: true}).MinSize(o)
}

func (l *foldedRow) folded(o []fyne.CanvasObject) bool {
	return l.width > 0 && l.row(o).Width > l.width
}

func (l *foldedRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	if l.folded(o) {
		return (&line{gap: theme.Space8}).MinSize(o)
	}
	return l.row(o)
}

func (l *foldedRow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	x, y := s.Width-l.row(o).Width, float32(0)
	for _, b := range o {
		m := b.MinSize()
		if !l.folded(o) {
			b.Move(fyne.NewPos(theme.Round(x), 0))
			b.Resize(fyne.NewSize(theme.Ceil(m.Width), s.Height))
			x += theme.Ceil(m.Width) + theme.Space8
			continue
		}
		b.Move(fyne.NewPos(0, theme.Round(y)))
		b.Resize(fyne.NewSize(s.Width, m.Height))
		y += m.Height + theme.Space8
	}
}

// ShowTextPrompt asks for one line of text; do is called with it when it is confirmed.
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
