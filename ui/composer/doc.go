// Package composer is the widget in which messages are written: a text field that grows, file
// chips, the buttons beneath, and the line that says where the text goes.
//
// It holds only its own state: every action is a callback. It must be used on the UI goroutine.
package composer
