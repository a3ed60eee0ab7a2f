// Package widgets holds the widgets of the panes: layouts, buttons, fields, switches, segmented
// controls, sliders, menus, toasts, tooltips and lists of rows. They are drawn with ui/draw and know
// nothing of the core.
//
// Everything is used on the UI goroutine. A widget passes keys and shortcuts it does not handle to
// the canvas, so that the window's own keys work wherever the focus is.
package widgets
