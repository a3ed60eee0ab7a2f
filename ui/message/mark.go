package message

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// incompleteRow says that an answer is incomplete and offers Continue.
type markRow struct {
	widget.BaseWidget
	icon  *kit.Icon
	label *kit.Label
	more  *parts.Button
}

func newMarkRow(more func()) *markRow {
	m := &markRow{
		icon:  kit.NewIcon(theme.IconStop, 14, theme.Text3),
		label: kit.NewLabel("", theme.RoleMeta, theme.Text3),
		more:  parts.NewSmall(parts.ButtonOptions{Kind: parts.Outline, Icon: theme.IconPlay, Label: "Continue"}, more),
	}
	m.ExtendBaseWidget(m)
	return m
}

func (m *markRow) set(s State) {
	if s == Interrupted {
		m.icon.Set(theme.IconWarn, theme.Warn)
		m.label.SetStyle(theme.RoleMeta, theme.Warn)
		m.label.SetText("Interrupted. The part that came is kept.")
		return
	}
	m.icon.Set(theme.IconStop, theme.Text3)
	m.label.SetStyle(theme.RoleMeta, theme.Text3)
	m.label.SetText("You stopped this answer.")
}

func (m *markRow) layout(s fyne.Size) {
	m.icon.Move(fyne.NewPos(-1, 0))
	side := m.icon.MinSize().Width
	m.icon.Resize(fyne.NewSize(side, s.Height))
	x := side + theme.Space6
	w := m.label.MinSize().Width
	b := m.more.MinSize()
	w = min(w, max(0, s.Width-x-theme.Space12-b.Width))
	m.label.Move(fyne.NewPos(x, 0))
	m.label.Resize(fyne.NewSize(w, s.Height))
	m.more.Move(fyne.NewPos(x+w+theme.Space12, theme.Round((s.Height-b.Height)/2)))
	m.more.Resize(b)
}

func (m *markRow) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{m.icon, m.label, m.more}
	return &group{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(0, 0) },
		layout:  m.layout,
		refresh: func() {
			for _, o := range objects {
				o.Refresh()
			}
			m.layout(m.Size())
		},
	}
}

// copiedLabelDuration is how long a copy button reads "Copied".
const copiedFor = 2 * time.Second

// copyButton copies a message and confirms it for copiedLabelDuration.
type copyButton struct {
	*parts.Button
	actions *Actions
	cancel  func()
}

func newCopyButton(a *Actions, what func() (int64, string)) *copyButton {
	c := &copyButton{actions: a}
	c.Button = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconCopy, Label: "Copy"}, func() {
		if a.OnCopy != nil {
			id, text := what()
			a.OnCopy(id, text)
			c.copied()
		}
	})
	return c
}

func (c *copyButton) copied() {
	c.reset()
	if c.actions.After == nil {
		return
	}
	c.Set(func(o *parts.ButtonOptions) { o.Icon, o.Label = theme.IconCheck, "Copied" })
	c.cancel = c.actions.After(copiedFor, c.reset)
}

// resetLabel restores the label "Copy".
func (c *copyButton) reset() {
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	c.Set(func(o *parts.ButtonOptions) { o.Icon, o.Label = theme.IconCopy, "Copy" })
}

// undoneTimers update an answer when one of its "Not kept" labels expires.
type notKeptClock struct {
	actions *Actions
	fire    func()
	cancel  []func()
}

// timeLeft returns how long "Not kept" is still shown; 0 or less means no longer.
func (c *notKeptClock) left(l Learned) time.Duration {
	now := time.Now
	if c.actions.Now != nil {
		now = c.actions.Now
	}
	return l.Undone.Add(NotKeptFor).Sub(now())
}

func (c *notKeptClock) start(l Learned) {
	if c.actions.After != nil {
		c.cancel = append(c.cancel, c.actions.After(c.left(l), c.fire))
	}
}

func (c *notKeptClock) stop() {
	for _, f := range c.cancel {
		f()
	}
	c.cancel = nil
}
