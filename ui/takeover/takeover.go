// Package takeover is the small window that opens where the real one cannot: another Memoir, without a window, has the
// data folder. It says so and offers to end that one.
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

// Size is how large the window is.
func Size() fyne.Size { return fyne.NewSize(520, 260) }

// Pane is its content. It belongs to the UI goroutine.
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

// New returns the content. leave makes the other one end, away from the UI goroutine, or says in sentences why it does
// not; end is called once it does, or with false when the person does not want to.
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

// Start gives the keyboard to the button that takes over.
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

// Said is what it says about the last try, for tests.
func (p *Pane) Said() string { return p.said.Text() }

// Resize tells the texts their width.
func (p *Pane) Resize(s fyne.Size) {
	parts.Widen(p.inner, s.Width)
	p.BaseWidget.Resize(s)
}

// CreateRenderer implements fyne.Widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }
