package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// tabButton is the button of a tab, underlined while its page is shown.
type tabButton struct {
	*widgets.Tappable
	label     *draw.Label
	underline *draw.Box
}

func newTabButton(name string, tapped func()) *tabButton {
	t := &tabButton{
		label:     draw.NewLabel(name, theme.RoleButton, theme.Text2),
		underline: draw.NewBox(theme.None, theme.None, 1),
	}
	t.Tappable = widgets.NewTappable(name, theme.None, theme.None, theme.None, theme.RadiusControl,
		widgets.FixedSize(0, theme.HeaderHeight, container.New(tabButtonLayout{}, t.label, t.underline)))
	t.OnTapped = tapped
	return t
}

func (t *tabButton) setActive(on bool) {
	role, tone, line := theme.RoleButton, theme.Text2, theme.None
	if on {
		role, tone, line = theme.RoleStrong, theme.Text, theme.Accent
	}
	t.SetChosenForScreenReaders(on)
	t.label.SetStyle(role, tone)
	t.underline.SetColors(line, theme.None)
}

// tabButtonLayout lays out a label above its underline; where room is short the side padding
// shrinks before the label.
type tabButtonLayout struct{}

func (tabButtonLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width+2*theme.Space10, m.Height)
}

func (tabButtonLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := min(o[0].MinSize().Width, s.Width)
	o[0].Move(fyne.NewPos(theme.Round((s.Width-w)/2), 0))
	o[0].Resize(fyne.NewSize(w, s.Height))
	o[1].Move(fyne.NewPos(0, s.Height-2))
	o[1].Resize(fyne.NewSize(s.Width, 2))
}

// headerLayout lays out the tabs, then the menu and the close button at the right. Where long words
// or large text leave no room for all of them, the padding of the tabs shrinks to minTabPadding
// first, then the close button is hidden (Ctrl+J and a button of the chat close the panel too),
// then the padding goes, then the tabs shrink: the menu always stays reachable.
type headerLayout struct{}

// minTabPadding is the padding at both sides of a tab below which the close button is hidden.
const minTabPadding = theme.Space4

func (headerLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (headerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	tabs, more, closeButton := o[:len(o)-2], o[len(o)-2], o[len(o)-1]
	var want float32
	for _, t := range tabs {
		want += theme.CeilWithTolerance(t.MinSize().Width) + theme.Space2
	}
	right := s.Width
	button := func(b fyne.CanvasObject) {
		m := b.MinSize()
		right -= m.Width
		b.Move(fyne.NewPos(right, theme.Round((s.Height-m.Height)/2)))
		b.Resize(m)
	}
	spare := float32(len(tabs)) * 2 * (theme.Space10 - minTabPadding)
	fits := want-spare+more.MinSize().Width+closeButton.MinSize().Width <= s.Width
	switch {
	case !fits:
		closeButton.Hide()
	case !closeButton.Visible():
		closeButton.Show()
	}
	if fits {
		button(closeButton)
	}
	button(more)
	lacking := max(0, want-right)
	padding := max(0, 2*theme.Space10-lacking/float32(len(tabs))) // of each tab
	labels := want - float32(len(tabs))*(2*theme.Space10+theme.Space2)
	share := min(1, (right-float32(len(tabs))*theme.Space2)/max(1, labels))
	x := float32(0)
	for _, t := range tabs {
		w := theme.Round((theme.CeilWithTolerance(t.MinSize().Width)-2*theme.Space10)*share + padding)
		t.Move(fyne.NewPos(x, 0))
		t.Resize(fyne.NewSize(w, s.Height))
		x += w + theme.Space2
	}
}
