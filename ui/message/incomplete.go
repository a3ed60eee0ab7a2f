package message

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// incompleteRow says that an answer is incomplete and offers Continue.
type incompleteRow struct {
	widget.BaseWidget
	icon           *draw.Icon
	label          *draw.Label
	continueButton *widgets.Button
}

func newIncompleteAnswerRow(more func()) *incompleteRow {
	m := &incompleteRow{
		icon:  draw.NewIcon(theme.IconStop, 14, theme.Text3),
		label: draw.NewLabel("", theme.RoleMeta, theme.Text3),
		continueButton: widgets.NewSmallButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Icon: theme.IconPlay,
			Label: translate.Text("Continue"),
		}, more),
	}
	m.ExtendBaseWidget(m)
	return m
}

// showReasonAndContinueButton says why an answer is incomplete, and offers Continue if it can be
// continued.
func (m *incompleteRow) showReasonAndContinueButton(s State, hasText, canContinue bool) {
	draw.SetVisible(m.continueButton, hasText && canContinue)
	text := translate.Text("You stopped this answer.")
	switch s {
	case Interrupted:
		text = translate.Text("Interrupted. The partial answer was saved.")
		if !hasText {
			text = translate.Text("Interrupted before the answer began.")
		}
	case LengthLimited:
		text = translate.Text("This answer reached the length limit and is incomplete.")
	case Filtered:
		text = translate.Text("The provider's content filter ended this answer early.")
	}
	icon, color := theme.IconWarn, theme.Warning
	if s == Stopped {
		icon, color = theme.IconStop, theme.Text3
	}
	m.icon.SetIcon(icon, color)
	m.label.SetStyle(theme.RoleMeta, color)
	m.label.SetText(text)
}

func (m *incompleteRow) layoutParts(s fyne.Size) {
	side := m.icon.MinSize().Width
	draw.MoveAndResize(m.icon, -1, 0, side, s.Height)
	x := side + theme.Space6
	w := m.label.MinSize().Width
	b := m.continueButton.MinSize()
	w = min(w, max(0, s.Width-x-theme.Space12-b.Width))
	draw.MoveAndResize(m.label, x, 0, w, s.Height)
	m.continueButton.Move(fyne.NewPos(x+w+theme.Space12, theme.Round((s.Height-b.Height)/2)))
	m.continueButton.Resize(b)
}

func (m *incompleteRow) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(m, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(m.icon, m.label, m.continueButton), Layout: m.layoutParts,
	})
}

// copiedLabelDuration is how long a copy button reads "Copied".
const copiedLabelDuration = 2 * time.Second

// copyButton copies a message and confirms it for copiedLabelDuration.
type copyButton struct {
	*widgets.Button
	copied *timing.Debounce
}

func newCopyButton(o *Options, what func() (int64, string)) *copyButton {
	c := &copyButton{}
	c.copied = timing.NewDebounce(o.After, copiedLabelDuration, c.restoreCopyLabel)
	c.Button = widgets.NewSmallButton(widgets.ButtonOptions{Icon: theme.IconCopy, Label: translate.Text("Copy")}, func() {
		id, text := what()
		o.requestAction(Action{Kind: ActionCopy, Message: id, Text: text})
		c.showCopiedLabelBriefly()
	})
	return c
}

func (c *copyButton) showCopiedLabelBriefly() {
	if c.copied.Restart(); c.copied.IsPending() { // otherwise it would read "Copied" for ever
		c.UpdateOptions(func(o *widgets.ButtonOptions) { o.Icon, o.Label = theme.IconCheck, translate.Text("Copied") })
	}
}

// restoreCopyLabel restores the label "Copy".
func (c *copyButton) restoreCopyLabel() {
	c.copied.Cancel()
	c.UpdateOptions(func(o *widgets.ButtonOptions) { o.Icon, o.Label = theme.IconCopy, translate.Text("Copy") })
}

// undoneTimers update an answer when one of its "Not kept" labels expires.
type undoneTimers struct {
	options  *Options
	onExpire func()
	cancels  []func()
}

// undoneLabelTimeLeft returns how long "Not kept" is still shown; 0 or less means no longer.
func (c *undoneTimers) undoneLabelTimeLeft(l LearnedMemory) time.Duration {
	now := time.Now
	if c.options.Now != nil {
		now = c.options.Now
	}
	return l.UndoneAt.Add(UndoneLabelDuration).Sub(now())
}

func (c *undoneTimers) startUndoneLabelTimer(l LearnedMemory) {
	if c.options.After != nil {
		c.cancels = append(c.cancels, c.options.After(c.undoneLabelTimeLeft(l), c.onExpire))
	}
}

func (c *undoneTimers) cancelAllTimers() {
	for _, f := range c.cancels {
		f()
	}
	c.cancels = nil
}
