package window

import (
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/palette"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// commandList lists the commands of the palette. It must be used on the UI goroutine.
type commandList struct {
	*panes
	router  *router
	display *display
}

// paletteCommands are the commands that the palette offers besides search results. Those of one chat
// are left out while it is not stored.
func (l *commandList) paletteCommands() []palette.Command {
	goTo := l.router.navigateAction
	commands := []palette.Command{
		{Icon: theme.IconCompose, Label: translate.Text("New chat"), Keys: "Ctrl+N", Run: goTo(app.ScreenNewChat)},
		{Icon: theme.IconGhost, Label: translate.Text("New temporary chat"), Keys: "Ctrl+Shift+N", Run: func() {
			l.router.navigateTo(app.Route{Screen: app.ScreenNewChat, Temporary: true})
		}},
		{Icon: theme.IconBookmark, Label: translate.Text("Memories"), Keys: "Ctrl+M", Run: goTo(app.ScreenMemories)},
		{Icon: theme.IconBookmark, Label: translate.Text("Add memory"), Keys: "Ctrl+Shift+M", Run: goTo(app.ScreenNewMemory)},
		{Icon: theme.IconBookmark, Label: translate.Text("Memories waiting for your OK"), Run: goTo(app.ScreenInbox)},
		{Icon: theme.IconBookmark, Label: translate.Text("About you"), Run: goTo(app.ScreenAboutYou)},
		{Icon: theme.IconStack, Label: translate.Text("Memory tiers"), Run: goTo(app.ScreenTiers)},
		{Icon: theme.IconClock, Label: translate.Text("Memory history"), Run: goTo(app.ScreenLedger)},
		{Icon: theme.IconInfo, Label: translate.Text("Memory health"), Run: goTo(app.ScreenHealth)},
		{
			Icon: theme.IconStack, Label: translate.Text("What will be sent with this message"), Keys: "Ctrl+Shift+I",
			Run: goTo(app.ScreenNextMessage),
		},
		{
			Icon: theme.IconStack, Label: translate.Text("What was sent for the last answer"), Keys: "Ctrl+I",
			Run: goTo(app.ScreenReceipt),
		},
		{Icon: theme.IconPaperclip, Label: translate.Text("Add file"), Run: goTo(app.ScreenFilePicker)},
		{Icon: theme.IconInfo, Label: translate.Text("Tokens and cost"), Run: goTo(app.ScreenUsage)},
		{Icon: theme.IconEdit, Label: translate.Text("Insert a prompt"), Keys: "/", Run: goTo(app.ScreenInsertPrompt)},
		{Icon: theme.IconEdit, Label: translate.Text("Prompts and instructions for all chats"), Run: goTo(app.ScreenPrompts)},
		{Icon: theme.IconSearch, Label: translate.Text("Find in this chat"), Keys: "Ctrl+F", Run: goTo(app.ScreenFindInChat)},
		{
			Icon: theme.IconSliders, Label: translate.Text("Instructions and parameters of this chat"),
			Run: goTo(app.ScreenChatParameters),
		},
	}
	commands = append(commands, l.paletteCommandsOfChat(l.chat.CurrentChat())...)
	return append(commands, l.paletteCommandsOfWindow()...)
}

// paletteCommandsOfWindow are those of all chats together and of the window.
func (l *commandList) paletteCommandsOfWindow() []palette.Command {
	goTo := l.router.navigateAction
	return []palette.Command{
		{Icon: theme.IconPlus, Label: translate.Text("New project"), Run: goTo(app.ScreenNewProject)},
		{Icon: theme.IconStack, Label: translate.Text("Archived chats"), Run: goTo(app.ScreenArchive)},
		{Icon: theme.IconArrowDown, Label: translate.Text("Export everything"), Run: func() {
			l.env.Export(app.ExportRequestForEverything())
		}},
		{Icon: theme.IconArrowDown, Label: translate.Text("Export memories"), Run: func() {
			l.env.Export(app.ExportRequestForMemories())
		}},
		{Icon: theme.IconFile, Label: translate.Text("Import from another app"), Run: goTo(app.ScreenImport)},
		{Icon: theme.IconTrash, Label: translate.Text("Trash"), Run: goTo(app.ScreenTrash)},
		{
			Icon: theme.IconPanel, Label: translate.Text("Show or hide sidebar"), Keys: "Ctrl+B",
			Run: goTo(app.ScreenSidebar),
		},
		{
			Icon: theme.IconPanel, Label: translate.Text("Show or hide right panel"), Keys: "Ctrl+J",
			Run: goTo(app.ScreenPanel),
		},
		{Icon: theme.IconSliders, Label: translate.Text("Light theme"), Run: l.themeModeSwitchAction("light")},
		{Icon: theme.IconSliders, Label: translate.Text("Dark theme"), Run: l.themeModeSwitchAction("dark")},
		{
			Icon: theme.IconSliders, Label: translate.Text("System theme"),
			Run: l.themeModeSwitchAction("system"),
		},
		{
			Icon: theme.IconSliders, Label: translate.Text("Settings"), Keys: "Ctrl+,",
			Run: goTo(app.ScreenModels),
		},
		{
			Icon: theme.IconKeyboard, Label: translate.Text("Shortcuts"), Keys: "F1",
			Run: goTo(app.ScreenShortcuts),
		},
	}
}

// paletteCommandsOfChat are the commands for a stored chat; there are none for another one.
func (l *commandList) paletteCommandsOfChat(chat memory.Chat) []palette.Command {
	if chat.ID == 0 {
		return nil
	}
	goToChat := func(to app.Screen) func() {
		return func() { l.router.navigateTo(app.Route{Screen: to, Chat: chat.ID}) }
	}
	commands := []palette.Command{
		{Icon: theme.IconCopy, Label: translate.Text("Copy chat"), Run: l.router.chat.CopyWholeChat},
		{
			Icon: theme.IconArrowDown, Label: translate.Text("Export this chat"),
			Run: func() { l.env.Export(app.ExportRequestForOneChat(chat)) },
		},
		{Icon: theme.IconEdit, Label: translate.Text("Rename this chat"), Keys: "F2", Run: goToChat(app.ScreenRenameChat)},
		{Icon: theme.IconStack, Label: translate.Text("Archive this chat"), Run: goToChat(app.ScreenArchiveChat)},
		{Icon: theme.IconTrash, Label: translate.Text("Delete this chat"), Run: goToChat(app.ScreenDeleteChat)},
	}
	if chat.HeadID != 0 {
		commands = append(commands, palette.Command{
			Icon: theme.IconCopy, Label: translate.Text("Branch this chat into a new one"),
			Run: func() { l.router.navigateTo(app.Route{Screen: app.ScreenBranchChat, Message: chat.HeadID}) },
		})
	}
	return commands
}

// themeModeSwitchAction returns a function that switches to a theme: light, dark or system.
func (l *commandList) themeModeSwitchAction(mode string) func() {
	return func() {
		o := l.display.options
		o.Mode = mode
		l.display.applyAndSaveDisplayOptions(o)
	}
}
