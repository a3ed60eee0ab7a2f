// Package sidebar is the left pane: a button for a new chat, the search, projects with their chats, the
// other chats by day, and the current profile. It loads the chats itself; other screens are opened
// through app.Env.
package sidebar
