// Package panel is the right pane: the memories with their editor, the files, and what an answer was given. Each page
// loads what it shows; what concerns other panes goes through Actions.
package panel
