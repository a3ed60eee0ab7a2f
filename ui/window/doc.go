// Package window puts the panes together: layout at every width, keys, what one pane wants of another, and the life of
// the window from its first frame to the moment it closes.
package window
