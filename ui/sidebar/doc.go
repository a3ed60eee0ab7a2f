// Package sidebar is the left pane: a button for a new chat, the search, the chats by day, and the
// current profile. It loads the list of chats itself and reports clicks to the window.
package sidebar
