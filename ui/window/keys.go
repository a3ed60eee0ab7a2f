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

// keyboard handles the keys of the window. It must be used on the UI goroutine.
type keyboard struct {
	*panes
	router   *router
	display  *display
	firstRun *firstRunCover
}

// keyBindings is the table of shortcuts, which F1 shows.
func (k *keyboard) keyBindings() []keyBinding {
	goTo := k.router.navigateAction
	newTemporaryChat := func() { k.router.navigateTo(app.Route{Screen: app.ScreenNewChat, Temporary: true}) }
	larger := func() { k.display.stepOrResetTextSizeWithToast(textSizeStep) }
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
			func() { k.chat.StepLastMessageVersion(-1) },
		},
		{
			fyne.KeyRight, alt, "Alt+Right", translate.Text("Next version of the answer"),
			func() { k.chat.StepLastMessageVersion(1) },
		},
		{fyne.KeyPlus, ctrl, "Ctrl++", translate.Text("Larger text"), larger},
		{fyne.KeyEqual, ctrl, "", "", larger}, // where + needs Shift
		{fyne.KeyEqual, ctrl | shift, "", "", larger},
		{
			fyne.KeyMinus, ctrl, "Ctrl+-", translate.Text("Smaller text"),
			func() { k.display.stepOrResetTextSizeWithToast(-textSizeStep) },
		},
		{fyne.Key0, ctrl, "Ctrl+0", translate.Text("Normal text size"), func() { k.display.stepOrResetTextSizeWithToast(0) }},
		{fyne.KeyComma, ctrl, "Ctrl+,", translate.Text("Settings"), goTo(app.ScreenModels)},
		{fyne.KeyF1, 0, "F1", translate.Text("Show this list"), goTo(app.ScreenShortcuts)},
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
			Description: translate.Text("Start a new line"),
		},
		settings.Shortcut{Keys: "/", Description: translate.Text("Insert a prompt (in an empty message)")},
		settings.Shortcut{Keys: "Ctrl+Enter", Description: translate.Text("Save the memory you're editing")},
		settings.Shortcut{Keys: "Esc", Description: translate.Text("Stop the answer, or close what's open")},
		settings.Shortcut{Keys: "Up", Description: translate.Text(
			"Edit your last message, or the last one waiting to be sent")},
		settings.Shortcut{Keys: "Ctrl+Z", Description: translate.Text(
			"Undo the last memory change (when you're not in a text field)")},
		settings.Shortcut{Keys: "F2", Description: translate.Text("Rename the open chat, or the focused one in the sidebar")},
		settings.Shortcut{Keys: "Del", Description: translate.Text("Delete the focused chat or the selected chats")},
		settings.Shortcut{Keys: "Up, Down", Description: translate.Text(
			"Previous or next chat in the sidebar (hold Shift to select)")},
		settings.Shortcut{Keys: "Ctrl+Space", Description: translate.Text(
			"Select the focused chat (or Ctrl-click or Shift-click a chat)")},
		settings.Shortcut{Keys: "Ctrl+A", Description: translate.Text("Select all chats (when the sidebar has focus)")},
		settings.Shortcut{Keys: "Menu, Shift+F10", Description: translate.Text(
			"Open the menu for the focused chat or project")},
		settings.Shortcut{Keys: "Tab", Description: translate.Text("Move to the next control")})
}

// registerKeyHandlers registers the shortcuts. Text fields pass those they do not use to the
// canvas, see widgets.PassNonTextShortcutToWindow.
func (k *keyboard) registerKeyHandlers() {
	c := k.win.Canvas()
	for _, b := range k.keyBindings() {
		if b.modifiers != 0 {
			c.AddShortcut(&desktop.CustomShortcut{KeyName: b.key, Modifier: b.modifiers}, func(fyne.Shortcut) {
				if !k.isDialogOrFirstRunOpen() {
					b.run()
				}
			})
		}
	}
	c.AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) {
		if !k.isDialogOrFirstRunOpen() && k.sidebar.HasFocus() {
			k.sidebar.SelectAllShownChats()
		}
	})
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { k.undoLastMemoryChange() })
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) {
		switch {
		case k.firstRun.isShown():
			k.firstRun.pane.PressPrimaryOrCloseFormOnKey(ev.Name)
		case ev.Name == fyne.KeyEscape && k.chat.CancelEditOrStopAnswerOrCloseFind():
		case k.handleKeyLeftByChat(ev.Name):
		default:
			k.chat.MessageList().ScrollByKey(ev.Name)
		}
	})
	c.SetOnTypedRune(func(r rune) { // typing anywhere starts a message
		if r > ' ' && !k.isDialogOrFirstRunOpen() {
			k.chat.FocusComposer()
			k.chat.Composer().TypeTextAtCaret(string(r))
		}
	})
}

// isDialogOrFirstRunOpen reports whether a dialog receives the keys.
func (k *keyboard) isDialogOrFirstRunOpen() bool {
	return k.win.Canvas().Overlays().Top() != nil || k.firstRun.isShown()
}

// handleKeyLeftByChat handles Esc, F1 and F2 when the chat has no use for them; it reports whether
// name was one of them.
func (k *keyboard) handleKeyLeftByChat(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyEscape:
		k.closePanelPageOrFloatingPane()
	case fyne.KeyF1:
		k.router.navigateTo(app.Route{Screen: app.ScreenShortcuts})
	case fyne.KeyF2:
		k.router.navigateTo(app.Route{Screen: app.ScreenRenameChat, Chat: k.chat.CurrentChat().ID})
	default:
		return false
	}
	return true
}

// closePanelPageOrFloatingPane closes the topmost open thing.
func (k *keyboard) closePanelPageOrFloatingPane() {
	switch {
	case k.panel.CloseEditorOrOverlayOrSelection():
	case k.frame.closeFloatingPanes():
	}
}

func (k *keyboard) undoLastMemoryChange() {
	if !k.isDialogOrFirstRunOpen() {
		k.panel.UndoNewestMemoryChangeIfAny()
	}
}
