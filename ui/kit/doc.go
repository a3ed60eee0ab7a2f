// Package kit holds the smallest pieces the window is drawn with: text in a role, a rounded box, a hairline, an icon.
// Each names tokens of ui/theme and takes the colours of the current look when it is refreshed, so a change of theme
// needs nothing but a Refresh. All of it lives on the UI goroutine.
package kit
