// Package composer is the place where a message is written: a text field that grows, the files that go with it, the
// buttons beneath and the line that tells where the text goes.
//
// It holds what is typed and nothing else: every decision is a callback. Everything belongs to the UI goroutine.
package composer
