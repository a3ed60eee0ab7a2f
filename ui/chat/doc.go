// Package chat is the middle pane: header, messages and composer of the open chat. It sends, stops,
// regenerates and edits messages through the core and shows the results. Whatever it cannot do
// itself it asks of the window, through app.Env and Events.
//
// The chat on screen may not be stored yet: a new chat is stored together with its first message or
// file. Until then its settings live in the pane.
package chat
