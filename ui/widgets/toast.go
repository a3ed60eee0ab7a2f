package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

const toastIconSize = 15

// toastDuration is how long a toast is shown.
const toastDuration = 6 * time.Second

// Toast is a short message that hides itself after toastDuration; it stays while the pointer is on
// it. A new message replaces the old one.
type Toast struct {
	widget.BaseWidget
	hideDelay *timing.Debounce
	text      *WrappedText
	action    *Button
	icon      *draw.Icon
	content   *fyne.Container
	// OnChange is called when the toast was shown, was hidden or changed its height.
	OnChange func()
}

// NewToast returns a hidden toast.
func NewToast(after timing.After) *Toast {
	t := &Toast{text: NewWrappedText("", theme.RoleControl, theme.OnToast, 3)}
	t.hideDelay = timing.NewDebounce(after, toastDuration, t.HideToast)
	t.icon = draw.NewIcon(theme.IconCheck, toastIconSize, theme.ToastLink)
	t.action = NewButton(ButtonOptions{Kind: toastLinkKind, Height: 28}, nil)
	box := draw.NewBox(theme.Toast, theme.None, theme.RadiusCard)
	box.SetShadowBlur(12)
	t.content = Stack(box, Pad(theme.Space6, theme.Space8, theme.Space6, theme.Space12,
		Row(theme.Space8, t.icon, Flex(PadVerticalAndSides(theme.Space4, 0, t.text)), t.action)))
	t.ExtendBaseWidget(t)
	t.Hidden = true
	return t
}

// ReadableText returns the message.
func (t *Toast) ReadableText() string { return t.text.ReadableText() }

// ShowToast shows a message, with an action button when label is not empty.
func (t *Toast) ShowToast(text, label string, bad bool, action func()) {
	t.text.SetText(text)
	icon := theme.IconCheck
	if bad {
		icon = theme.IconWarn
	}
	t.icon.SetIcon(icon, theme.ToastLink)
	t.action.Hidden = label == ""
	t.action.UpdateOptions(func(o *ButtonOptions) { o.Label = label })
	t.action.OnTapped = func() {
		t.HideToast()
		if action != nil {
			action()
		}
	}
	t.Hidden = false
	t.Refresh()
	t.notifyChange()
	t.hideDelay.Restart()
}

// HideToast hides the toast.
func (t *Toast) HideToast() {
	t.hideDelay.Cancel()
	if !t.Hidden {
		t.Hidden = true
		t.Refresh()
		t.notifyChange()
	}
}

func (t *Toast) notifyChange() {
	if t.OnChange != nil {
		t.OnChange()
	}
}

// ShownText returns the message shown, "" when none is.
func (t *Toast) ShownText() string {
	if t.Hidden {
		return ""
	}
	return t.text.Text()
}

// SetWidth sets the width that the next MinSize is computed for.
func (t *Toast) SetWidth(w float32) {
	available := w - theme.Space12 - toastIconSize - theme.Space8 - theme.Space8
	if !t.action.Hidden {
		available -= t.action.MinSize().Width + theme.Space8
	}
	t.text.SetWidth(available)
}

// MouseIn keeps the toast visible while the pointer is on it.
func (t *Toast) MouseIn(*desktop.MouseEvent) { t.hideDelay.Cancel() }

// MouseMoved does nothing: entering and leaving are enough.
func (t *Toast) MouseMoved(*desktop.MouseEvent) {}

// MouseOut restarts the timer that hides the toast.
func (t *Toast) MouseOut() {
	if !t.Hidden {
		t.hideDelay.Restart()
	}
}

// CreateRenderer returns the renderer of the widget.
func (t *Toast) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.content) }
