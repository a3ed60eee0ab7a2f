package memory

import (
	"context"
	"strings"
	"time"
)

// BaseMemory is one version of the text about the user that stands first in every prompt. Versions
// are only appended; the newest counts.
type BaseMemory struct {
	ID        ID     `json:"id"` // 0 = there is none yet
	ProfileID ID     `json:"-"`
	Content   string `json:"content"` // lines under headings; empty = nothing is sent
	// OwnLines are the lines of Content that a person wrote; later versions keep them word for word.
	OwnLines   []string `json:"own_lines"` // never nil once stored
	SummaryIDs []ID     `json:"summaries"` // taken in by this version; never nil once stored
	Actor      Actor    `json:"actor"`
	Model      NullText `json:"model"`
	// Stale says that something it was based on was forgotten or replaced since; it is written anew.
	Stale     bool      `json:"stale"`
	CreatedAt time.Time `json:"created_at,omitzero"`
}

// BaseMemoryStore keeps the versions of every profile's base memory.
type BaseMemoryStore interface {
	Append(ctx context.Context, b BaseMemory) (ID, error)
	// NewestOrEmpty returns the version that counts; the zero BaseMemory with ProfileID when there
	// is none.
	NewestOrEmpty(ctx context.Context, profile ID) (BaseMemory, error)
	// List returns the versions, newest first, at most limit (0 = all).
	List(ctx context.Context, profile ID, limit int) ([]BaseMemory, error)
	// UpdateTextOwnLinesAndStale writes Content, OwnLines and Stale.
	UpdateTextOwnLinesAndStale(ctx context.Context, b BaseMemory) error
}

// LinesWithoutHeadings returns the lines of a base memory that say something, in order.
func (b BaseMemory) LinesWithoutHeadings() []string {
	var out []string
	for line := range strings.Lines(b.Content) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// NextVersionEditedByPerson returns the next version after a person has written content: its own
// lines are those that are new in it and those that were own lines before.
func (b BaseMemory) NextVersionEditedByPerson(content string, by Actor, at time.Time) BaseMemory {
	next := BaseMemory{
		ProfileID: b.ProfileID, Content: strings.TrimSpace(strings.ReplaceAll(content, "\r\n", "\n")), OwnLines: []string{},
		SummaryIDs: []ID{}, Actor: by, CreatedAt: at,
	}
	written := map[string]bool{} // by Memoir
	for _, line := range b.LinesWithoutHeadings() {
		written[line] = true
	}
	for _, line := range b.OwnLines {
		delete(written, line)
	}
	for _, line := range next.LinesWithoutHeadings() {
		if !written[line] {
			next.OwnLines = append(next.OwnLines, line)
		}
	}
	return next
}

// ShouldBeSentInPrompts reports whether the version stands in prompts: it says something, and a
// person wrote in it or base memory is switched on.
func (b BaseMemory) ShouldBeSentInPrompts(c Config) bool {
	return b.Content != "" && (c.BaseTrigger > 0 || len(b.OwnLines) > 0)
}
