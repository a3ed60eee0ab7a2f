// Package takeover is the small window shown instead of the main one while another Memoir process,
// one without a window, holds the data folder. It offers to end that process.
package takeover

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// WindowSize returns the size of the window.
func Size() fyne.Size { return fyne.NewSize(520, 260) }

// Pane is the content of the window. UI goroutine only.
type Pane struct {
	widget.BaseWidget
	tasks  *app.Tasks
	leave  func() string
	end    func(yes bool)
	said   *parts.Para
	yes    *parts.Button
	inner  *fyne.Container
	asking bool
}

// New returns the content. stopOther makes the other process end, or returns in full sentences why
// it does not; it is called off the UI goroutine. onDecision is called with true once the process
// has ended, or with false when the user declines.
func New(tasks *app.Tasks, folder string, leave func() string, end func(yes bool)) *Pane {
	p := &Pane{tasks: tasks, leave: leave, end: end}
	p.said = parts.NewPara("", theme.RoleControl, theme.Error, 0)
	p.yes = parts.NewButton(parts.ButtonOptions{Kind: parts.Primary, Label: "Close it and open here", Height: 34}, p.take)
	no := parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Leave it", Height: 34}, func() { p.end(false) })
	p.inner = parts.On(parts.NewFill(theme.Bg), parts.Pad(24, 28, 20, 28, parts.Column(theme.Space10,
		kit.NewLabel("Memoir is already at work without a window", theme.RoleTitle, theme.Text),
		parts.NewPara("A memoir serve, or another command, has the data folder "+folder+
			". Only one at a time can. Programs that talk to it are cut off when you close it; nothing is lost.",
			theme.RoleControl, theme.Text2, 0),
		p.said, parts.Flex(parts.Space()), parts.Row(theme.Space8, parts.Space(), no, p.yes))))
	p.ExtendBaseWidget(p)
	return p
}

// FocusConfirmButton focuses the button that takes over.
func (p *Pane) Start() { parts.Focus(p.yes) }

func (p *Pane) take() {
	if p.asking {
		return
	}
	p.asking = true
	p.yes.SetEnabled(false)
	p.say("Closing it …", theme.Text2)
	app.Do(p.tasks, func(context.Context) (string, error) { return p.leave(), nil }, func(problem string, _ error) {
		if problem == "" {
			p.end(true)
			return
		}
		p.asking = false
		p.yes.SetEnabled(true)
		p.say(problem, theme.Error)
	})
}

func (p *Pane) say(text string, tone theme.Token) {
	p.said.SetTone(tone)
	p.said.SetText(text)
	p.Resize(p.Size())
	p.inner.Refresh()
}

// StatusText returns the message about the last attempt, for tests.
func (p *Pane) Said() string { return p.said.Text() }

// Resize tells the texts their width.
func (p *Pane) Resize(s fyne.Size) {
	parts.Widen(p.inner, s.Width)
	p.BaseWidget.Resize(s)
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }
