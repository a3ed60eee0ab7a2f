// Package parts holds the controls of the panes: layouts, buttons, fields, switches, segments, sliders, menus, toasts,
// tooltips, and lists of rows. They are drawn with ui/kit and know nothing of the core.
//
// Everything belongs to the UI goroutine. Keys and shortcuts that a control has no use for are handed to the canvas, so
// that the window's own keys work wherever the focus is.
package parts
