// Package press holds what is clicked in the chat: one button that is an icon, a word or both, in the few looks the
// window has.
package press
