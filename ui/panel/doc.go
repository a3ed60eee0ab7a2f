// Package panel is the right pane: the memories and their editor, the files, and what an answer was
// given. Memory history and Memory health cover the tabs, the editor covers both (pageStack). Each
// page loads its own data; other screens are opened through app.Env. Start with Pane and listQuery,
// which says what the list of memories shows.
package panel
