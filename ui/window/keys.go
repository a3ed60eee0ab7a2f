package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/memory"
	"memoir/ui/palette"
	"memoir/ui/panel"
	"memoir/ui/settings"
	"memoir/ui/theme"
)

// keyBinding is a keyboard shortcut of the window.
type binding struct {
	key   fyne.KeyName
	mod   fyne.KeyModifier
	shown string
	what  string
	do    func()
}

const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
	alt   = fyne.KeyModifierAlt
)

// keyBindings is the table of shortcuts, which F1 shows.
func (w *Window) bindings() []binding {
	return []binding{
		{fyne.KeyN, ctrl, "Ctrl+N", "New chat", func() { w.newChat(false) }},
		{fyne.KeyN, ctrl | shift, "Ctrl+Shift+N", "New temporary chat", func() { w.newChat(true) }},
		{fyne.KeyK, ctrl, "Ctrl+K", "Search chats, messages and memories", w.search},
		{fyne.KeyF, ctrl, "Ctrl+F", "Find in this chat", func() { w.chat.Find() }},
		{fyne.KeyM, ctrl, "Ctrl+M", "Memories", w.toMemories},
		{fyne.KeyM, ctrl | shift, "Ctrl+Shift+M", "Add a memory", w.addMemory},
		{fyne.KeyI, ctrl, "Ctrl+I", "What the last answer was given", w.toAnswer},
		{fyne.KeyB, ctrl, "Ctrl+B", "Show or hide the sidebar", func() { w.frame.showSidebar(!w.frame.sidebarShown()) }},
		{fyne.KeyJ, ctrl, "Ctrl+J", "Show or hide the right panel", func() { w.frame.showPanel(!w.frame.panelShown()) }},
		{fyne.KeyLeft, alt, "Alt+Left", "Earlier version of the answer", func() { w.chat.StepLast(-1) }},
		{fyne.KeyRight, alt, "Alt+Right", "Later version of the answer", func() { w.chat.StepLast(1) }},
		{fyne.KeyComma, ctrl, "Ctrl+,", "Settings", func() { w.settings.Open(w.win.Canvas(), "") }},
		{fyne.KeyF1, 0, "F1", "This list", func() { w.settings.OpenPage(w.win.Canvas(), settings.Shortcuts) }},
	}
}

// shortcutRows is the list that F1 shows, including the keys handled by the panes.
func (w *Window) shortcutRows() []settings.Row {
	rows := []settings.Row{}
	for _, b := range w.bindings() {
		rows = append(rows, settings.Row{Keys: b.shown, What: b.what})
	}
	return append(rows,
		settings.Row{Keys: "Enter", What: "Send"}, settings.Row{Keys: "Shift+Enter", What: "New line"},
		settings.Row{Keys: "Ctrl+Enter", What: "Save the memory you edit"},
		settings.Row{Keys: "Esc", What: "Stop the answer, else close what is open"},
		settings.Row{Keys: "Up", What: "Edit the last message, in an empty composer"},
		settings.Row{Keys: "Ctrl+Z", What: "Take the last memory change back, outside text"},
		settings.Row{Keys: "F2, Del", What: "Rename or delete the chat that has the focus"},
		settings.Row{Keys: "Tab", What: "To the next control"})
}

// bindKeys registers the shortcuts. Text fields pass those they do not use to the canvas, see
// parts.PassShortcut.
func (w *Window) keys() {
	c := w.win.Canvas()
	for _, b := range w.bindings() {
		if b.mod != 0 {
			c.AddShortcut(&desktop.CustomShortcut{KeyName: b.key, Modifier: b.mod}, func(fyne.Shortcut) {
				if !w.sheetOpen() {
					b.do()
				}
			})
		}
	}
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.undo() })
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) {
		switch {
		case ev.Name == fyne.KeyEscape:
			if !w.chat.Escape() {
				w.escape()
			}
		case w.functionKey(ev.Name):
		default:
			w.chat.List().HandleKey(ev.Name)
		}
	})
	c.SetOnTypedRune(func(r rune) { // typing anywhere starts a message
		if r > ' ' && !w.sheetOpen() {
			w.chat.FocusComposer()
			w.chat.Composer().Insert(string(r))
		}
	})
}

// isDialogOpen reports whether a dialog receives the keys.
func (w *Window) sheetOpen() bool { return w.win.Canvas().Overlays().Top() != nil || w.first != nil }

func (w *Window) functionKey(k fyne.KeyName) bool {
	if k == fyne.KeyF1 && w.first == nil {
		w.settings.OpenPage(w.win.Canvas(), settings.Shortcuts)
		return true
	}
	return false
}

// handleEscape closes the topmost open thing.
func (w *Window) escape() {
	switch {
	case w.panel.Escape():
	case w.frame.tuck():
	}
}

func (w *Window) undo() {
	if !w.sheetOpen() {
		w.panel.UndoLast()
	}
}

func (w *Window) toMemories() {
	if w.frame.panelShown() && w.panel.Tab() == panel.Memories {
		w.panel.FocusSearch()
		return
	}
	w.showPanel(panel.Memories)
	w.panel.FocusSearch()
}

func (w *Window) toLedger() {
	w.panel.OpenLedger(memory.DecisionFilter{})
	w.frame.showPanel(true)
}

func (w *Window) toHealth() {
	w.panel.OpenHealth()
	w.frame.showPanel(true)
}

func (w *Window) addMemory() {
	w.frame.showPanel(true)
	w.panel.Add() // hidden widgets cannot take the focus
}

func (w *Window) toAnswer() {
	if id := w.chat.LastAnswer(); id != 0 {
		w.panel.ShowAnswer(id)
		w.frame.showPanel(true)
		return
	}
	w.showPanel(panel.Answer)
}

// paletteCommands are the commands that the palette offers besides search results.
func (w *Window) commands() []palette.Command {
	return []palette.Command{
		{Icon: theme.IconCompose, Label: "New chat", Keys: "Ctrl+N", Do: func() { w.newChat(false) }},
		{Icon: theme.IconGhost, Label: "New temporary chat", Keys: "Ctrl+Shift+N", Do: func() { w.newChat(true) }},
		{Icon: theme.IconBookmark, Label: "Add a memory", Keys: "Ctrl+Shift+M", Do: w.addMemory},
		{Icon: theme.IconClock, Label: "What happened to your memory", Do: w.toLedger},
		{Icon: theme.IconInfo, Label: "Health of your memory", Do: w.toHealth},
		{Icon: theme.IconStack, Label: "What the last answer was given", Keys: "Ctrl+I", Do: w.toAnswer},
		{Icon: theme.IconClip, Label: "Add a file", Do: w.pickFile},
		{Icon: theme.IconSliders, Label: "Settings", Keys: "Ctrl+,", Do: func() { w.settings.Open(w.win.Canvas(), "") }},
		{Icon: theme.IconKeyboard, Label: "Shortcuts", Keys: "F1", Do: func() {
			w.settings.OpenPage(w.win.Canvas(), settings.Shortcuts)
		}},
	}
}
