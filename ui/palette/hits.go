package palette

import (
	"fmt"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/markdown"
	"memoir/ui/theme"
)

const (
	// maxHitsPerGroup is how many results of each kind are shown.
	maxHitsPerGroup = 20
	maxRecentChats  = 8
)

// hit is a result that can be opened.
type hit struct {
	key, group    string
	icon          theme.Icon
	title, detail string
	open          func()
}

// hitLister lists what can be opened.
type hitLister struct {
	env      *app.Env
	commands func() []Command
}

// recentChatAndCommandHits returns what is listed while the query is empty: recent chats and all
// commands.
func (l hitLister) recentChatAndCommandHits(recent []memory.Chat, now time.Time) []hit {
	var out []hit
	for _, c := range recent[:min(len(recent), maxRecentChats)] {
		out = append(out, l.newChatHit("Recent", c.ID, 0, c.Title, humanize.FormatRelativeTime(c.UpdatedAt, now)))
	}
	return append(out, l.commandHitsMatching("")...)
}

// searchResultHits returns what was found for a query, by kind: chats, memories and messages, best
// first in each, then the commands whose names contain the query.
func (l hitLister) searchResultHits(query string, f memory.SearchResults) []hit {
	var out []hit
	for _, c := range f.Chats {
		out = append(out, l.newChatHit("Chats", c.ChatID, 0, c.ChatTitle, ""))
	}
	for _, m := range f.Memories {
		out = append(out, hit{
			"m" + m.ID.String(), "Memories", theme.IconBookmark, m.Content, "",
			func() { l.env.NavigateTo(app.MemoryRoute(m.ID)) },
		})
	}
	for _, c := range f.Messages {
		out = append(out, l.newChatHit("Messages", c.ChatID, c.MessageID, markdownToPlainTextLine(c.Snippet), c.ChatTitle))
	}
	return append(out, l.commandHitsMatching(query)...)
}

func (l hitLister) commandHitsMatching(query string) []hit {
	var out []hit
	for _, c := range l.commands() {
		if strings.Contains(strings.ToLower(c.Label), strings.ToLower(query)) {
			out = append(out, hit{"c" + c.Label, "Commands", c.Icon, c.Label, c.Keys, c.Run})
		}
	}
	return out
}

func (l hitLister) newChatHit(group string, chat, message memory.ID, title, detail string) hit {
	if title == "" {
		title = "New chat"
	}
	return hit{
		fmt.Sprint(group, chat, ".", message), group, theme.IconChat, title, detail,
		func() { l.env.NavigateTo(app.ChatRoute(chat, message)) },
	}
}

// markdownToPlainTextLine returns Markdown as one line of plain text.
func markdownToPlainTextLine(src string) string {
	var words []string
	for _, b := range markdown.Parse(src) {
		words = append(words, strings.Fields(b.PlainText())...)
	}
	return strings.Join(words, " ")
}

// maxDetailRunes is how much of a detail is shown next to a title.
const maxDetailRunes = 32

// shortenDetail cuts a detail to maxDetailRunes, the last of which is then an ellipsis.
func shortenDetail(text string) string {
	if runes := []rune(text); len(runes) > maxDetailRunes {
		return string(runes[:maxDetailRunes-1]) + "…"
	}
	return text
}
