package app

import "memoir/memory"

// Screen is a place in the window that another pane can send the user to.
type Screen int

// The screens. The comments name the fields of Route that they use.
const (
	ScreenChat       Screen = iota + 1 // a stored chat: Chat, Message
	ScreenNewChat                      // a chat that is not stored yet: Temporary
	ScreenFindInChat                   // the search within the open chat
	ScreenSearch                       // the search in chats, messages and memories
	ScreenTrash                        // the deleted chats
	ScreenMemories                     // the list of memories
	ScreenMemory                       // the editor of a memory: Memory
	ScreenNewMemory                    // the editor of a memory that is not stored yet
	ScreenReceipt                      // what an answer was given: Message
	ScreenFiles                        // the list of files
	ScreenFilePicker                   // the dialog that picks a file to attach
	ScreenLedger                       // the history of all memories
	ScreenHealth                       // the state of the memory
	ScreenModels                       // the settings of models: Provider
	ScreenShortcuts                    // the list of keyboard shortcuts
	ScreenFirstRun                     // the screen that sets up a first model
)

// Route says where to go: a screen, and what to show there. Fields that the screen does not use are
// ignored. Routes can be compared.
type Route struct {
	Screen  Screen
	Chat    memory.ID
	Message memory.ID // the message to scroll to, 0 = none; for a receipt: 0 = of the newest answer
	Memory  memory.ID
	// Provider opens the form for its API key, "" = none.
	Provider  string
	Temporary bool
}

// ChatRoute leads to a chat, and to one of its messages when message is not 0.
func ChatRoute(chat, message memory.ID) Route {
	return Route{Screen: ScreenChat, Chat: chat, Message: message}
}

// MemoryRoute leads to the editor of a memory.
func MemoryRoute(id memory.ID) Route { return Route{Screen: ScreenMemory, Memory: id} }

// AnswerReceiptRoute leads to what an answer was given, 0 = the newest answer of the open chat.
func AnswerReceiptRoute(answer memory.ID) Route { return Route{Screen: ScreenReceipt, Message: answer} }
