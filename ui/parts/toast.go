package parts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// toastDuration is how long a toast is shown.
const toastTime = 6 * time.Second

// Toast is a short message that hides itself after toastDuration; it stays while the pointer is on
// it. A new message replaces the old one.
type Toast struct {
	widget.BaseWidget
	after  func(d time.Duration, f func()) (stop func())
	stop   func()
	text   *Para
	action *Button
	icon   *kit.Icon
	inner  *fyne.Container
	// OnChange is called when the toast was shown, was hidden or changed its height.
	Changed func()
}

// NewToast returns a hidden toast.
func NewToast(after func(d time.Duration, f func()) (stop func())) *Toast {
	t := &Toast{after: after, text: NewPara("", theme.RoleControl, theme.OnToast, 3)}
	t.icon = kit.NewIcon(theme.IconCheck, 15, theme.ToastLink)
	t.action = NewButton(ButtonOptions{Kind: toastLink, Height: 28}, nil)
	box := kit.NewBox(theme.Toast, theme.None, theme.RadiusCard)
	box.SetShadow(12)
	t.inner = On(box, Pad(6, 8, 6, 12, Row(theme.Space8, t.icon, Flex(Pad(4, 0, 4, 0, t.text)), t.action)))
	t.ExtendBaseWidget(t)
	t.Hidden = true
	return t
}

// ShowToast shows a message, with an action button when label is not empty.
func (t *Toast) Say(text, label string, bad bool, action func()) {
	t.halt()
	t.text.SetText(text)
	icon := theme.IconCheck
	if bad {
		icon = theme.IconWarn
	}
	t.icon.Set(icon, theme.ToastLink)
	t.action.Hidden = label == ""
	t.action.Set(func(o *ButtonOptions) { o.Label = label })
	t.action.OnTapped = func() {
		t.Dismiss()
		if action != nil {
			action()
		}
	}
	t.Hidden = false
	t.Refresh()
	t.tell()
	t.wait()
}

func (t *Toast) wait() { t.stop = t.after(toastTime, t.Dismiss) }

func (t *Toast) halt() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// HideToast hides the toast.
func (t *Toast) Dismiss() {
	t.halt()
	if !t.Hidden {
		t.Hidden = true
		t.Refresh()
		t.tell()
	}
}

func (t *Toast) tell() {
	if t.Changed != nil {
		t.Changed()
	}
}

// ShownText returns the message shown, "" when none is.
func (t *Toast) Text() string {
	if t.Hidden {
		return ""
	}
	return t.text.Text()
}

// SetWidth sets the width that the next MinSize is computed for.
func (t *Toast) SetWidth(w float32) {
	room := w - 20 - 23
	if !t.action.Hidden {
		room -= t.action.MinSize().Width + theme.Space8
	}
	t.text.SetWidth(room)
}

// MouseIn keeps the toast visible while the pointer is on it.
func (t *Toast) MouseIn(*desktop.MouseEvent) { t.halt() }

// MouseMoved does nothing: entering and leaving are enough.
func (t *Toast) MouseMoved(*desktop.MouseEvent) {}

// MouseOut restarts the timer that hides the toast.
func (t *Toast) MouseOut() {
	if !t.Hidden {
		t.halt()
		t.wait()
	}
}

// CreateRenderer returns the renderer of the widget.
func (t *Toast) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.inner) }
