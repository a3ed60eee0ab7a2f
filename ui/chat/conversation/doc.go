// Package conversation is the state of the chat that is open in the window: its messages and their
// versions, the answer being written, drafts and edits, attached files, known models. It draws
// nothing and does no I/O of its own.
//
// Whatever happens (a click, a key, an event of the core, the result of a call) is a method of State
// or of one of its parts: the chat shown, the progress of its answer, the composer's text, pictures and
// files, the queue, the outbox. It changes the state and returns effects: what to draw again, and Work,
// which is a call of the core. Whoever shows the state carries the effects out in order and hands the
// result of Work back. So every transition can be tested as a table, without a window.
package conversation
