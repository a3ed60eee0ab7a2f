package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/app"
	"memoir/ui/settings"
	"memoir/ui/translate"
)

// keyBinding is a keyboard shortcut of the window.
type keyBinding struct {
	key         fyne.KeyName
	modifiers   fyne.KeyModifier
	label       string // "" for another way to press the binding before
	description string
	run         func()
}

const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
	alt   = fyne.KeyModifierAlt
)

// keyBindings is the table of shortcuts, which F1 shows.
func (w *Window) keyBindings() []keyBinding {
	goTo := w.navigateAction
	newTemporaryChat := func() { w.navigateTo(app.Route{Screen: app.ScreenNewChat, Temporary: true}) }
	larger := func() { w.changeTextSize(textSizeStep) }
	return []keyBinding{
		{fyne.KeyN, ctrl, "Ctrl+N", translate.Text("New chat"), goTo(app.ScreenNewChat)},
		{fyne.KeyN, ctrl | shift, "Ctrl+Shift+N", translate.Text("New temporary chat"), newTemporaryChat},
		{fyne.KeyK, ctrl, "Ctrl+K", translate.Text("Search chats, messages and memories"), goTo(app.ScreenSearch)},
		{fyne.KeyF, ctrl, "Ctrl+F", translate.Text("Find in this chat"), goTo(app.ScreenFindInChat)},
		{fyne.KeyM, ctrl, "Ctrl+M", translate.Text("Memories"), goTo(app.ScreenMemories)},
		{fyne.KeyM, ctrl | shift, "Ctrl+Shift+M", translate.Text("Add memory"), goTo(app.ScreenNewMemory)},
		{fyne.KeyI, ctrl, "Ctrl+I", translate.Text("What was sent for the last answer"), goTo(app.ScreenReceipt)},
		{
			fyne.KeyI, ctrl | shift, "Ctrl+Shift+I", translate.Text("What will be sent with this message"),
			goTo(app.ScreenNextMessage),
		},
		{fyne.KeyB, ctrl, "Ctrl+B", translate.Text("Show or hide sidebar"), goTo(app.ScreenSidebar)},
		{fyne.KeyJ, ctrl, "Ctrl+J", translate.Text("Show or hide right panel"), goTo(app.ScreenPanel)},
		{
			fyne.KeyLeft, alt, "Alt+Left", translate.Text("Previous version of the answer"),
			func() { w.chat.StepLastMessageVersion(-1) },
		},
		{
			fyne.KeyRight, alt, "Alt+Right", translate.Text("Next version of the answer"),
			func() { w.chat.StepLastMessageVersion(1) },
		},
		{fyne.KeyPlus, ctrl, "Ctrl++", translate.Text("Larger text"), larger},
		{fyne.KeyEqual, ctrl, "", "", larger}, // where + needs Shift
		{fyne.KeyEqual, ctrl | shift, "", "", larger},
		{fyne.KeyMinus, ctrl, "Ctrl+-", translate.Text("Smaller text"), func() { w.changeTextSize(-textSizeStep) }},
		{fyne.Key0, ctrl, "Ctrl+0", translate.Text("Text in its normal size"), func() { w.changeTextSize(0) }},
		{fyne.KeyComma, ctrl, "Ctrl+,", translate.Text("Settings"), goTo(app.ScreenModels)},
		{fyne.KeyF1, 0, "F1", translate.Text("This list"), goTo(app.ScreenShortcuts)},
	}
}

// shortcutHelpRows is the list that F1 shows, including the keys handled by the panes.
func shortcutHelpRows(bindings []keyBinding) []settings.Shortcut {
	rows := []settings.Shortcut{}
	for _, b := range bindings {
		if b.label != "" {
			rows = append(rows, settings.Shortcut{Keys: b.label, Description: b.description})
		}
	}
	return append(rows,
		settings.Shortcut{Keys: "Enter", Description: translate.Text("Send")}, settings.Shortcut{
			Keys:        "Shift+Enter",
			Description: translate.Text("New line"),
		},
		settings.Shortcut{Keys: "/", Description: translate.Text("Insert a prompt, in an empty message")},
		settings.Shortcut{Keys: "Ctrl+Enter", Description: translate.Text("Save the memory you're editing")},
		settings.Shortcut{Keys: "Esc", Description: translate.Text("Stop the answer, or close what's open")},
		settings.Shortcut{Keys: "Up", Description: translate.Text("Edit your last message, or the last one that waits")},
		settings.Shortcut{Keys: "Ctrl+Z", Description: translate.Text("Undo the last memory change, outside text fields")},
		settings.Shortcut{Keys: "F2", Description: translate.Text("Rename the open chat, or the focused one in the sidebar")},
		settings.Shortcut{Keys: "Del", Description: translate.Text("Delete the focused chat, or those that are selected")},
		settings.Shortcut{Keys: "Up, Down", Description: translate.Text(
			"Previous and next chat in the sidebar; with Shift, select them")},
		settings.Shortcut{Keys: "Ctrl+Space", Description: translate.Text(
			"Select the focused chat; a click with Ctrl or Shift does, too")},
		settings.Shortcut{Keys: "Ctrl+A", Description: translate.Text("Select all chats, while the sidebar has the focus")},
		settings.Shortcut{Keys: "Menu, Shift+F10", Description: translate.Text("Menu of the focused chat or project")},
		settings.Shortcut{Keys: "Tab", Description: translate.Text("Move to the next control")})
}

// registerKeyHandlers registers the shortcuts. Text fields pass those they do not use to the
// canvas, see widgets.PassShortcut.
func (w *Window) registerKeyHandlers() {
	c := w.win.Canvas()
	for _, b := range w.keyBindings() {
		if b.modifiers != 0 {
			c.AddShortcut(&desktop.CustomShortcut{KeyName: b.key, Modifier: b.modifiers}, func(fyne.Shortcut) {
				if !w.isDialogOpen() {
					b.run()
				}
			})
		}
	}
	c.AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) {
		if !w.isDialogOpen() && w.sidebar.HasFocus() {
			w.sidebar.SelectAllChats()
		}
	})
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.undoLastMemoryChange() })
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) {
		switch {
		case w.firstRun != nil:
			w.firstRun.PressPrimaryOrCloseFormOnKey(ev.Name)
		case ev.Name == fyne.KeyEscape && w.chat.StopAnswerOrCancelEditOrFind():
		case w.handleKeyLeftByChat(ev.Name):
		default:
			w.chat.MessageList().ScrollByKey(ev.Name)
		}
	})
	c.SetOnTypedRune(func(r rune) { // typing anywhere starts a message
		if r > ' ' && !w.isDialogOpen() {
			w.chat.FocusComposer()
			w.chat.Composer().TypeTextAtCaret(string(r))
		}
	})
}

// isDialogOpen reports whether a dialog receives the keys.
func (w *Window) isDialogOpen() bool {
	return w.win.Canvas().Overlays().Top() != nil || w.firstRun != nil
}

// handleKeyLeftByChat handles Esc, F1 and F2 when the chat has no use for them; it reports whether k
// was one of them.
func (w *Window) handleKeyLeftByChat(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyEscape:
		w.closePanelPageOrFloatingPane()
	case fyne.KeyF1:
		w.navigateTo(app.Route{Screen: app.ScreenShortcuts})
	case fyne.KeyF2:
		w.navigateTo(app.Route{Screen: app.ScreenRenameChat, Chat: w.chat.CurrentChat().ID})
	default:
		return false
	}
	return true
}

// closePanelPageOrFloatingPane closes the topmost open thing.
func (w *Window) closePanelPageOrFloatingPane() {
	switch {
	case w.panel.HandleEscape():
	case w.frame.closeFloatingPanes():
	}
}

func (w *Window) undoLastMemoryChange() {
	if !w.isDialogOpen() {
		w.panel.UndoNewestChange()
	}
}
