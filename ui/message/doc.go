// Package message draws the rows of a thread: what the user wrote and what was answered, with everything that belongs
// to an answer (reasoning, actions, receipt, what was learned, what went wrong).
//
// Rows are plain values made by User.Row and Reply.Row; views show them and tell an Actions what was clicked. Nothing
// here knows the engine, so that the gallery shows the same rows alone. Everything belongs to the UI goroutine.
package message
