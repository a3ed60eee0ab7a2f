// Package message draws the rows of a chat: the user's messages and the answers, with everything
// that belongs to an answer (reasoning, actions, receipt, learned memories, errors), and the line above
// the first message that the model sees word for word.
//
// Rows are plain values made by the ListRow methods of UserMessage, Answer, WindowStart and
// BranchOrigin; views show them and report every click to Options.OnAction. Nothing here depends on
// package memory, so that rows can be shown and tested alone. Everything belongs to the UI goroutine.
package message
