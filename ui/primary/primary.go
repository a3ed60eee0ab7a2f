// Package primary is the primary selection of X11: what was selected last, in whichever program,
// and the middle mouse button pastes. Fyne knows only the clipboard; GLFW, on which it draws, has
// both. On other systems there is none: it is empty and setting it does nothing. UI goroutine only.
package primary

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Selection is the primary selection as a clipboard, for Fyne's paste shortcut.
type Selection struct{}

var _ fyne.Clipboard = Selection{}

// PasteOnMiddleClick pastes the primary selection into an entry after a press of the middle button,
// which has put its cursor there.
func PasteOnMiddleClick(e fyne.Shortcutable, ev *desktop.MouseEvent) {
	if s := (Selection{}); ev.Button == desktop.MouseButtonTertiary && s.Content() != "" {
		e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: s})
	}
}

// CopyEntrySelectionUnlessPassword makes what is selected in an entry the primary selection, unless
// it is a password.
func CopyEntrySelectionUnlessPassword(e *widget.Entry) {
	if !e.Password {
		Selection{}.SetContent(e.SelectedText())
	}
}

// Content returns the selected text, "" when there is none.
func (Selection) Content() string { return readSelectionOnX11() }

// SetContent makes a text the primary selection. An empty one leaves it as it is: text that is
// selected no more can still be pasted.
func (Selection) SetContent(text string) {
	if text != "" {
		writeSelectionOnX11(text)
	}
}
