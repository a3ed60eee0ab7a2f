// Package takeover is the small window shown instead of the main one while another Memoir process,
// one without a window, holds the data folder. It offers to end that process.
package takeover

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// WindowSize returns the size of the window.
func WindowSize() fyne.Size { return fyne.NewSize(520, 260) }

// Pane is the content of the window. UI goroutine only.
type Pane struct {
	widget.BaseWidget
	tasks         *app.Tasks
	stopOther     func() string
	onDecision    func(yes bool)
	status        *widgets.WrappedText
	confirmButton *widgets.Button
	content       *fyne.Container
	stopping      bool
}

// New returns the content. stopOther makes the other process end, or returns in full sentences why
// it does not; it is called off the UI goroutine. onDecision is called with true once the process
// has ended, or with false when the user declines.
func New(tasks *app.Tasks, folder string, stopOther func() string, onDecision func(yes bool)) *Pane {
	p := &Pane{tasks: tasks, stopOther: stopOther, onDecision: onDecision}
	p.status = widgets.NewWrappedText("", theme.RoleControl, theme.Error, 0)
	p.confirmButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Primary, Label: translate.Text("Stop the command and open the window"),
		Height: 34,
	}, p.stopOtherProcessThenTakeOver)
	cancelButton := widgets.NewButton(widgets.ButtonOptions{
		Kind:  widgets.Outline,
		Label: translate.Text("Leave it running"), Height: 34,
	},
		func() { p.onDecision(false) })
	p.content = widgets.Stack(widgets.NewBackground(theme.Background),
		widgets.Pad(theme.Space24, theme.Space28, theme.Space20, theme.Space28, widgets.Column(theme.Space10,
			draw.NewLabel(translate.Text("Memoir is already running without a window"), theme.RoleTitle, theme.Text),
			widgets.NewWrappedText(translate.Text(
				"“memoir serve” or another command is using the data folder {{.Folder}}. Only one program can use the folder at "+
					"a time. If you stop that command, apps using Memoir are disconnected. Nothing is lost.",
				"Folder", folder),
				theme.RoleControl, theme.Text2, 0),
			p.status, widgets.Flex(widgets.Spacer()),
			widgets.Row(theme.Space8, widgets.Spacer(), cancelButton, p.confirmButton))))
	p.ExtendBaseWidget(p)
	return p
}

// FocusConfirmButton focuses the button that takes over.
func (p *Pane) FocusConfirmButton() { widgets.FocusWidget(p.confirmButton) }

func (p *Pane) stopOtherProcessThenTakeOver() {
	if p.stopping {
		return
	}
	p.stopping = true
	p.confirmButton.SetEnabled(false)
	p.showStatus(translate.Text("Closing…"), theme.Text2)
	app.RunInBackground(
		p.tasks,
		func(context.Context) (string, error) { return p.stopOther(), nil },
		func(problem string, _ error) {
			if problem == "" {
				p.onDecision(true)
				return
			}
			p.stopping = false
			p.confirmButton.SetEnabled(true)
			p.showStatus(translate.TranslateKnown(problem), theme.Error)
		},
	)
}

func (p *Pane) showStatus(text string, tone theme.Token) {
	p.status.SetColor(tone)
	p.status.SetText(text)
	p.Resize(p.Size())
	p.content.Refresh()
}

// StatusText returns the message about the last attempt, for tests.
func (p *Pane) StatusText() string { return p.status.Text() }

// Resize tells the texts their width.
func (p *Pane) Resize(s fyne.Size) {
	widgets.PropagateWidth(p.content, s.Width)
	p.BaseWidget.Resize(s)
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }
