package archive

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"memoir/memory"
)

// Chat is a chat of another program. Parents of messages come before their children.
type Chat struct {
	ExternalID   string
	Title        string
	SystemPrompt string
	CreatedAt    time.Time // zero when the archive says nothing that can be true
	UpdatedAt    time.Time
	Pinned       bool
	Messages     []Message
	Head         int    // the last message of the branch that was shown; -1 without messages
	Files        []File // texts that were attached
}

// Message is a message of another program's chat.
type Message struct {
	Parent    int // index of the parent, -1 at the beginning
	Role      memory.Role
	Content   string
	Reasoning string
	Model     string
	CreatedAt time.Time
}

// File is the text of an attachment.
type File struct{ Name, Content string }

// Reasons why something of an archive is left out.
const (
	reasonPictures  = "pictures and other media"
	reasonRecording = "recordings without a transcript"
	reasonFiles     = "attached files whose text is missing"
	reasonTools     = "tool calls and their results"
	reasonHidden    = "hidden messages"
	reasonSystem    = "system messages"
	reasonRoles     = "messages with unknown roles"
	reasonContent   = "unknown kinds of content"
	reasonFailed    = "failed answers"
	reasonEmpty     = "empty chats"
	reasonDamaged   = "chats that can't be read"
	reasonCycle     = "chats whose messages form a loop"
	reasonTooMany   = "chats with more than 50,000 messages"
	reasonTooLong   = "messages over 4 MB"
)

// Limits of a chat.
const (
	maxMessages     = 50_000
	maxMessageBytes = 4 << 20
	maxTitleRunes   = 200
)

// LeftOuts collects what is left out, in the order in which it was met.
type LeftOuts struct{ list []memory.LeftOut }

// AddLeftOut counts n things that a chat had.
func (l *LeftOuts) AddLeftOut(reason, chat string, n int) {
	if n == 0 {
		return
	}
	i := slices.IndexFunc(l.list, func(o memory.LeftOut) bool { return o.Reason == reason })
	if i < 0 {
		i = len(l.list)
		l.list = append(l.list, memory.LeftOut{Reason: reason, Example: chat})
	}
	l.list[i].Count += n
}

// List returns what was left out; never nil.
func (l *LeftOuts) List() []memory.LeftOut { return append([]memory.LeftOut{}, l.list...) }

// parser reads one chat of a program. The error refuses the chat, and its text is the reason.
type parser func(raw json.RawMessage) (parsedChat, error)

// parsedChat is a chat before its messages are put into order.
type parsedChat struct {
	chat    Chat
	tree    tree
	leftOut []string // reasons, one for each thing
}

// refusal is the reason for which a chat is left out.
type refusal string

func (r refusal) Error() string { return string(r) }

// ForEachChatOfOtherProgram calls fn with each chat of another program's archive and adds to left
// what it leaves out. A chat that cannot be read is left out; JSON that cannot be read ends it with
// a
// *memory.ArchiveError. An error of fn ends it, too.
func (a *Archive) ForEachChatOfOtherProgram(ctx context.Context, left *LeftOuts, fn func(Chat) error) error {
	parsers := map[memory.ArchiveProgram]parser{
		memory.ProgramChatGPT: parseChatGPTChat, memory.ProgramClaude: parseClaudeChat,
		memory.ProgramOpenWebUI: parseOpenWebUIChat,
	}
	parse := parsers[a.program]
	for _, p := range a.parts {
		err := p.forEachElement(func(raw json.RawMessage) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			c, err := parseAndOrderChatCountingLeftOuts(parse, raw, left)
			if err != nil {
				left.AddLeftOut(err.Error(), c.Title, 1)
				return nil
			}
			return fn(c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// parseAndOrderChatCountingLeftOuts reads a chat and puts it into order.
func parseAndOrderChatCountingLeftOuts(parse parser, raw json.RawMessage, left *LeftOuts) (Chat, error) {
	p, err := parse(raw)
	c := p.chat
	c.Title = shortenToOneLineTitle(c.Title)
	if err != nil {
		return c, err
	}
	if c.Messages, c.Head, err = p.tree.buildKeptMessages(); err != nil {
		return c, err
	}
	if len(c.Messages) == 0 {
		err = refusal(reasonEmpty)
	}
	for _, reason := range p.leftOut {
		left.AddLeftOut(reason, c.Title, 1)
	}
	if p.tree.tooLong > 0 {
		left.AddLeftOut(reasonTooLong, c.Title, p.tree.tooLong)
	}
	c.fillMissingTimes()
	return c, err
}

// fillMissingTimes gives a message without a time that of its parent, and the chat the times of its
// messages.
func (c *Chat) fillMissingTimes() {
	for _, m := range c.Messages {
		if !m.CreatedAt.IsZero() && c.CreatedAt.IsZero() {
			c.CreatedAt = m.CreatedAt
		}
	}
	for i := range c.Messages {
		m := &c.Messages[i]
		switch {
		case !m.CreatedAt.IsZero():
		case m.Parent >= 0:
			m.CreatedAt = c.Messages[m.Parent].CreatedAt
		default:
			m.CreatedAt = c.CreatedAt
		}
		if m.CreatedAt.After(c.UpdatedAt) {
			c.UpdatedAt = m.CreatedAt
		}
	}
}

// shortenToOneLineTitle returns a title as one line of a length that can be shown.
func shortenToOneLineTitle(title string) string {
	title = strings.Join(strings.Fields(removeControlsAndCitations(title)), " ")
	if runes := []rune(title); len(runes) > maxTitleRunes {
		return string(runes[:maxTitleRunes]) + "…"
	}
	return title
}

// removeControlsAndCitations removes control characters that no text has and the marks of
// citations, which ChatGPT puts between characters for private use.
func removeControlsAndCitations(s string) string {
	s = removeMarkedCitations(s)
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
}

// removeMarkedCitations removes what stands between U+E200 and U+E201.
func removeMarkedCitations(s string) string {
	const begin, end = "\uE200", "\uE201"
	if !strings.Contains(s, begin) {
		return s
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, begin)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if _, s, found = strings.Cut(rest, end); !found {
			return b.String()
		}
	}
}
