// Package tiers is the page that shows what the memory consists of, from what the model sees word for
// word to the text about the user: how much there is, what it costs, when it changes next. The summaries
// of chats are read, edited and undone there. page.go is the place to start.
package tiers
