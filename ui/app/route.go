package app

import "memoir/memory"

// Screen is a place in the window that another pane can send the user to.
type Screen int

// The screens. The comments name the fields of Route that they use.
const (
	ScreenChat           Screen = iota + 1 // a stored chat: Chat, Message
	ScreenNewChat                          // a chat that is not stored yet: Temporary
	ScreenFindInChat                       // the search within the open chat
	ScreenSearch                           // the search in chats, messages and memories
	ScreenTrash                            // the deleted chats
	ScreenArchive                          // the archived chats
	ScreenNewProject                       // the dialog that makes a project
	ScreenArchiveChat                      // takes a chat out of the list: Chat
	ScreenBranchChat                       // a new chat with the messages up to one: Message
	ScreenMemories                         // the list of memories
	ScreenMemory                           // the editor of a memory: Memory, AtReason
	ScreenNewMemory                        // the editor of a memory that is not stored yet
	ScreenReceipt                          // what an answer was given: Message
	ScreenNextMessage                      // what will be sent with the message in the composer
	ScreenFiles                            // the list of files
	ScreenFilePicker                       // the dialog that picks a file to attach
	ScreenLedger                           // the history of all memories: Decision
	ScreenHealth                           // the state of the memory
	ScreenAboutYou                         // the text about the user that opens every prompt
	ScreenTiers                            // the tiers of the memory, with the summaries of a chat: Chat
	ScreenModels                           // the settings of models: Provider
	ScreenPrompts                          // the settings of instructions and prompts
	ScreenUsage                            // the tokens and the cost of the open chat and the month
	ScreenInsertPrompt                     // the list of prompts for the composer
	ScreenImport                           // the choice of an archive to import
	ScreenShortcuts                        // the list of keyboard shortcuts
	ScreenFirstRun                         // the screen that sets up a first model
	ScreenRenameChat                       // the dialog that renames a chat: Chat
	ScreenDeleteChat                       // the question before a chat is deleted, if one is needed: Chat
	ScreenChatParameters                   // the instructions and parameters of the open chat
	ScreenInbox                            // the list of the memories in the inbox
	ScreenUnusedMemories                   // the list of the memories that no answer has used
	ScreenEraseMemory                      // the question before a memory is erased: Memory
	ScreenBelowInPanel                     // what lies beneath the editor or page on top in the panel
	ScreenSidebar                          // the pane on the left: Pane
	ScreenPanel                            // the pane on the right: Pane
)

// PaneChange says whether a pane at the side is shown or hidden.
type PaneChange int

// The changes of a pane.
const (
	TogglePane PaneChange = iota
	HidePane
)

// Route says where to go: a screen, and what to show there. Fields that the screen does not use are
// ignored. Routes can be compared.
type Route struct {
	Screen  Screen
	Chat    memory.ID
	Message memory.ID // the message to scroll to, 0 = none; for a receipt: 0 = of the newest answer
	Memory  memory.ID
	// AtReason scrolls the editor of a memory to the reason why it was learned.
	AtReason bool
	// Decision is the row of the history to scroll to, 0 = none.
	Decision memory.ID
	// Provider opens the form for its API key, "" = none.
	Provider  string
	Temporary bool
	// Pane says what happens to a pane at the side.
	Pane PaneChange
}

// ChatRoute leads to a chat, and to one of its messages when message is not 0.
func ChatRoute(chat, message memory.ID) Route {
	return Route{Screen: ScreenChat, Chat: chat, Message: message}
}

// MemoryRoute leads to the editor of a memory.
func MemoryRoute(id memory.ID) Route { return Route{Screen: ScreenMemory, Memory: id} }

// AnswerReceiptRoute leads to what an answer was given, 0 = the newest answer of the open chat.
func AnswerReceiptRoute(answer memory.ID) Route { return Route{Screen: ScreenReceipt, Message: answer} }
