package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// DialogButton is a button of a dialog that asks a question.
type DialogButton struct {
	Label       string
	Primary     bool
	Destructive bool // deletes or removes something
	OnTapped    func()
}

// OpenDialogSizedToContent opens a dialog over the window of o, as wide as width (at 100 % text
// zoom) or the window allows, and as high as its content. Content that is higher than the window
// scrolls; the footer with the buttons always shows.
func OpenDialogSizedToContent(o fyne.CanvasObject, width float32, content, footer fyne.CanvasObject) *Sheet {
	inner := Pad(theme.Space20, theme.Space20, theme.Space8, theme.Space20, content)
	buttons := Pad(theme.Space4, theme.Space20, theme.Space16, theme.Space20, footer)
	scroll := NewVerticalScroll(inner)
	s := NewClosedModalSheet(Column(0, Flex(scroll), buttons), 0, func(whole fyne.Size) fyne.Size {
		w := min(theme.Current().ScaleUpWithTextZoom(width), whole.Width-32)
		PropagateWidth(inner, w)
		PropagateWidth(buttons, w)
		scroll.Refresh() // its content may be another one in a sheet of the same size
		return fyne.NewSize(w, min(inner.MinSize().Height+buttons.MinSize().Height, whole.Height-32))
	})
	if c := canvasOrFirstWindowCanvas(o); c != nil {
		s.Open(c)
	}
	return s
}

// ShowQuestionDialog shows a dialog with buttons. Every button closes it, and so does Esc, without
// running any OnTapped.
func ShowQuestionDialog(o fyne.CanvasObject, title, text string, answers []DialogButton) *Sheet {
	var s *Sheet
	row := container.New(&dialogButtonsLayout{})
	var main *Button
	for _, a := range answers {
		k := Outline
		if a.Primary {
			k = Primary
		}
		if a.Destructive {
			k = Danger
		}
		b := NewButton(ButtonOptions{Kind: k, Label: a.Label, Height: 32}, func() {
			s.Close()
			if a.OnTapped != nil {
				a.OnTapped()
			}
		})
		if a.Primary || main == nil {
			main = b
		}
		row.Add(b)
	}
	const pads = 2 * theme.Space20
	width := max(440, (row.MinSize().Width+pads)/max(1, theme.Current().Zoom()))
	s = OpenDialogSizedToContent(o, width, Column(theme.Space10, NewWrappedText(title, theme.RoleTitle, theme.Text, 2),
		NewWrappedText(text, theme.RoleControl, theme.Text2, 0)), row)
	FocusWidget(main)
	return s
}

// dialogButtonsLayout aligns buttons at the right of a row, or stacks them when the available width
// is less than the row needs.
type dialogButtonsLayout struct{ availableWidth float32 }

func (l *dialogButtonsLayout) PassWidthToObjects(_ []fyne.CanvasObject, w float32) {
	l.availableWidth = w
}

func (l *dialogButtonsLayout) rowMinSize(o []fyne.CanvasObject) fyne.Size {
	return (&linearLayout{gap: theme.Space8, horizontal: true}).MinSize(o)
}

func (l *dialogButtonsLayout) isStacked(o []fyne.CanvasObject) bool {
	return l.availableWidth > 0 && l.rowMinSize(o).Width > l.availableWidth
}

func (l *dialogButtonsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	if l.isStacked(o) {
		return (&linearLayout{gap: theme.Space8}).MinSize(o)
	}
	return l.rowMinSize(o)
}

func (l *dialogButtonsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	x, y := s.Width-l.rowMinSize(o).Width, float32(0)
	for _, b := range o {
		m := b.MinSize()
		if !l.isStacked(o) {
			draw.MoveAndResize(b, theme.Round(x), 0, theme.CeilWithTolerance(m.Width), s.Height)
			x += theme.CeilWithTolerance(m.Width) + theme.Space8
			continue
		}
		draw.MoveAndResize(b, 0, theme.Round(y), s.Width, m.Height)
		y += m.Height + theme.Space8
	}
}

// ShowTextPrompt asks for a name; do is called with it when it is confirmed.
func ShowTextPrompt(o fyne.CanvasObject, title, text, confirmLabel string, do func(text string)) *Sheet {
	var s *Sheet
	f := NewTextField(FieldOptions{Placeholder: translate.Text("Name")})
	f.SetText(text)
	confirm := func() {
		s.Close()
		do(f.Text())
	}
	f.OnEnter = func(string) { confirm() }
	s = OpenDialogSizedToContent(o, 440, Column(theme.Space12, draw.NewLabel(title, theme.RoleTitle, theme.Text), f),
		Row(theme.Space8, Spacer(),
			NewButton(ButtonOptions{Kind: Outline, Label: translate.Text("Cancel"), Height: 32}, func() { s.Close() }),
			NewButton(ButtonOptions{Kind: Primary, Label: confirmLabel, Height: 32}, confirm)))
	f.RequestFocus()
	f.SelectAll()
	return s
}
