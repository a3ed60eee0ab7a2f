package palette

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/markdown"
	"memoir/ui/theme"
	"memoir/ui/translate"
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
		out = append(out, l.buildChatHit(translate.Text("Recent"), c.ID, 0, c.Title,
			humanize.FormatAsTodayYesterdayOrDate(c.UpdatedAt, now)))
	}
	return append(out, l.commandHits(func(string) bool { return true })...)
}

// searchResultAndCommandHits returns what was found for a query: the commands whose names begin
// with it as it was typed, then by kind chats, memories and messages, best first in each, then the
// other commands whose names contain it.
func (l hitLister) searchResultAndCommandHits(query string, f memory.SearchResults) []hit {
	typed := foldCaseAndDiacritics(query)
	out := l.commandHits(func(name string) bool { return strings.HasPrefix(name, typed) })
	for _, c := range f.Chats {
		out = append(out, l.buildChatHit(translate.Text("Chats"), c.ChatID, 0, c.ChatTitle, detailMarkingArchivedChat(c, "")))
	}
	for _, m := range f.Memories {
		out = append(out, hit{
			"m" + m.ID.String(), translate.Text("Memories"), theme.IconBookmark, m.Content, "",
			func() { l.env.NavigateTo(app.MemoryRoute(m.ID)) },
		})
	}
	for _, c := range f.Messages {
		out = append(out, l.buildChatHit(translate.Text("Messages"), c.ChatID, c.MessageID,
			markdownToPlainTextLine(c.Snippet), detailMarkingArchivedChat(c, c.ChatTitle)))
	}
	return append(out, l.commandHits(func(name string) bool {
		return strings.Contains(name, typed) && !strings.HasPrefix(name, typed)
	})...)
}

// detailMarkingArchivedChat marks a hit in an archived chat before its detail, which may be cut.
func detailMarkingArchivedChat(c memory.SearchMatch, detail string) string {
	switch {
	case !c.Archived:
		return detail
	case detail == "":
		return translate.Text("archived")
	}
	return translate.Text("archived · {{.Detail}}", "Detail", detail)
}

// commandHits returns the commands whose names, folded, match.
func (l hitLister) commandHits(matches func(name string) bool) []hit {
	var out []hit
	for _, c := range l.commands() {
		if matches(foldCaseAndDiacritics(c.Label)) {
			out = append(out, hit{"c" + c.Label, translate.Text("Commands"), c.Icon, c.Label, c.Keys, c.Run})
		}
	}
	return out
}

func (l hitLister) buildChatHit(group string, chat, message memory.ID, title, detail string) hit {
	if title == "" {
		title = translate.Text("New chat")
	}
	return hit{
		fmt.Sprint(group, chat, ".", message), group, theme.IconChat, title, detail,
		func() { l.env.NavigateTo(app.ChatRoute(chat, message)) },
	}
}

// markdownToPlainTextLine returns a snippet of Markdown as one line of plain text. Where the
// snippet was cut out of its lines the parser leaves marks of fences, headings, tables and
// emphasis; they are dropped.
func markdownToPlainTextLine(src string) string {
	var words []string
	for _, b := range markdown.Parse(fenceMark.ReplaceAllString(src, " ")) {
		for _, w := range strings.Fields(b.PlainText()) {
			if w = strings.TrimSpace(wordWithoutMarkdownMarks(w)); w != "" {
				words = append(words, w)
			}
		}
	}
	return strings.Join(words, " ")
}

// Marks that stand alone: a fence with its language; a heading, a line of a table, a rule. Snippets
// are one line, where the parser takes a fence for code inside a sentence.
var (
	fenceMark = regexp.MustCompile("(`{3,}|~{3,})[\\w+#-]*")
	lineMark  = regexp.MustCompile(`^(#{1,6}|\|+|\|?(:?-{2,}:?\|?)+|={3,}|\*{3,}|_{3,})$`)
)

// Marks around a word: emphasis, code, what is struck through, cells of a table.
const inlineMarks = "*`~|"

func wordWithoutMarkdownMarks(word string) string {
	if lineMark.MatchString(word) {
		return ""
	}
	if bare := strings.Trim(word, inlineMarks); bare != "" {
		return bare
	}
	return word // an operator
}

// maxDetailRunes is how much of a detail is shown next to a title.
const maxDetailRunes = 32

// truncateDetailWithEllipsis cuts a detail to maxDetailRunes, the last of which is then an
// ellipsis.
func truncateDetailWithEllipsis(text string) string {
	if runes := []rune(text); len(runes) > maxDetailRunes {
		return string(runes[:maxDetailRunes-1]) + "…"
	}
	return text
}
