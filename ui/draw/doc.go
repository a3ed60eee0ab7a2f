// Package draw holds the basic drawing primitives of the window: text in a typographic role, rounded
// boxes, hairlines and icons. Each names color tokens of ui/theme and reads the current theme when
// it is refreshed, so a change of theme needs only a Refresh. Everything is used on the UI
// goroutine.
package draw
