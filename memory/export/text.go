package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"memoir/memory"
)

// textWriter writes text and keeps the first error.
type textWriter struct {
	out *bufio.Writer
	err error
}

func newTextWriter(w io.Writer) *textWriter { return &textWriter{out: bufio.NewWriter(w)} }

func (w *textWriter) printfUnlessFailed(format string, args ...any) error {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format, args...)
	}
	return w.err
}

func (w *textWriter) flushUnlessFailed() error {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Formats of days and times, local.
const (
	dayFormat  = "2 January 2006"
	timeFormat = "2 January 2006, 15:04"
)

// formatLocalTime formats a time in the time zone of the clock; an unknown time is empty.
func (x Exporter) formatLocalTime(t time.Time, format string) string {
	if t.IsZero() {
		return ""
	}
	return t.In(x.Now().Location()).Format(format)
}

// chatTitleOrDefault names a chat.
func chatTitleOrDefault(c memory.Chat) string {
	if title := strings.Join(strings.Fields(c.Title), " "); title != "" {
		return title
	}
	return "Untitled chat"
}

// documentTitle names the whole export.
func documentTitle(p plan) string {
	switch {
	case p.options.Contents == memory.ExportMemories:
		return "Memories"
	case p.options.Contents == memory.ExportAll:
		return "Chats and memories"
	case p.options.Contents == memory.ExportProject:
		return p.projectName
	case len(p.chats) == 1:
		return chatTitleOrDefault(p.chats[0])
	}
	return formatCountWithNoun(len(p.chats), "chat", "chats")
}

func formatCountWithNoun(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// authorName says who wrote a message: the user, or the model by its name without its provider.
func authorName(m memory.Message) string {
	switch m.Role {
	case memory.RoleUser:
		return "You"
	case memory.RoleSystem:
		return "Instructions"
	}
	name := string(m.Model)
	if _, model, found := strings.Cut(name, "/"); found {
		name = model
	}
	if name == "" {
		return "Assistant"
	}
	return name
}

// formatChatDatesLengthAndSource says when a chat was held, how long it is and which program it is
// from.
func (x Exporter) formatChatDatesLengthAndSource(c memory.Chat, messages int) string {
	facts := []string{formatCountWithNoun(messages, "message", "messages")}
	from, to := x.formatLocalTime(c.CreatedAt, dayFormat), x.formatLocalTime(c.UpdatedAt, dayFormat)
	if to != "" && to != from {
		facts = append([]string{to}, facts...)
	}
	if from != "" {
		facts = append([]string{from}, facts...)
	}
	if c.Source != "" {
		facts = append(facts, "from "+string(c.Source))
	}
	return strings.Join(facts, " · ")
}

// formatMemoryMetadata says what a memory is: its state, where it is used, since when, and its
// tags.
func (x Exporter) formatMemoryMetadata(m memory.Memory) string {
	var facts []string
	if m.Status == memory.StatusInbox {
		facts = append(facts, "waiting for your OK")
	}
	if m.Pinned {
		facts = append(facts, "pinned")
	}
	if m.Scope == memory.ScopeChat {
		facts = append(facts, "in one chat only")
	}
	facts = append(facts, string(m.Type))
	if day := x.formatLocalTime(m.CreatedAt, dayFormat); day != "" {
		facts = append(facts, day)
	}
	for _, tag := range m.Tags {
		facts = append(facts, "#"+tag)
	}
	return strings.Join(facts, " · ")
}

// sentenceAboutUnfinishedEnd says how an answer ended that is not complete.
func sentenceAboutUnfinishedEnd(m memory.Message) string {
	switch m.Status {
	case memory.MessageStopped:
		return "You stopped this answer."
	case memory.MessageInterrupted:
		return "This answer was interrupted."
	case memory.MessageFailed:
		return "This answer failed."
	}
	return ""
}
