// Package sidebar is the left pane: a new chat, the search, the chats by day, and who is here. It loads the list itself
// and tells the window what was clicked.
package sidebar
