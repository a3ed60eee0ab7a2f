// Package chat is the middle pane: header, messages and composer of the chat that is open. It sends, stops, regenerates
// and edits through the core and shows what comes back; what it cannot do itself it asks of the window through Actions.
//
// The thread shown may not exist yet: a new chat is stored with its first message or file. Until then its settings live
// here.
package chat
