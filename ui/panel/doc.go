// Package panel is the right pane: the memories and their editor, the files, and what an answer was
// given. Each page loads its own data; requests to other panes go through Actions.
package panel
