// Package archive reads and writes archives of chats: Memoir's own (docs/archive-format.md), and those that
// ChatGPT, Claude and Open WebUI hand out. It knows no store. Archives are read one chat at a time, so
// that memory does not grow with their number, and nothing in them is trusted: size, depth, dates and
// the shape of every tree are checked. Start with Open and Writer.
package archive
