// Package window assembles the panes: layout at every width, keyboard shortcuts, requests from one
// pane to another, and the lifecycle of the window from its first frame until it closes. Start with
// Window; panes.go has what is shown of one profile, router.go opens screens, keys.go holds the
// shortcuts, frame.go the layout.
package window
