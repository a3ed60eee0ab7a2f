package folder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"memoir/memory"
)

// The roles of files.
const (
	roleMemory  = "memory"
	roleSummary = "summary"
	roleBase    = "base"
)

const frontMatterFence = "---\n"

// entry is one file: its front matter and its text.
type entry struct {
	ID           string // unique in one profile: memory-1, message-2, summary-chat-3, base
	Conversation string
	Role         string
	CreatedAt    time.Time
	SummaryKind  string
	Type         memory.Type
	Tags         []string
	ValidFrom    memory.NullText
	ValidTo      memory.NullText
	Text         string
}

// encode returns the bytes of the file: YAML front matter whose texts are in double quotes, and the
// text followed by one line feed.
func (e entry) encode() []byte {
	var b bytes.Buffer
	b.WriteString(frontMatterFence)
	writeField(&b, "id", e.ID)
	writeField(&b, "conversation_id", e.Conversation)
	writeField(&b, "role", e.Role)
	writeField(&b, "created_at", e.CreatedAt.UTC().Format(time.RFC3339Nano))
	if e.SummaryKind != "" {
		writeField(&b, "summary_kind", e.SummaryKind)
	}
	if e.Type != "" {
		writeField(&b, "type", string(e.Type))
	}
	if len(e.Tags) > 0 {
		writeField(&b, "tags", e.Tags)
	}
	if e.ValidFrom != "" {
		writeField(&b, "valid_from", string(e.ValidFrom))
	}
	if e.ValidTo != "" {
		writeField(&b, "valid_to", string(e.ValidTo))
	}
	b.WriteString(frontMatterFence)
	b.WriteString(e.Text)
	b.WriteByte('\n')
	return b.Bytes()
}

// writeField writes a line of YAML. JSON is YAML, and its strings need no rules about what may stand
// without quotes; U+0085 and the like, which YAML takes for line breaks, are escaped.
func writeField(b *bytes.Buffer, name string, value any) {
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	if enc.Encode(value) != nil {
		return // strings and lists of strings are always encoded
	}
	line := strings.TrimSuffix(quoted.String(), "\n")
	for _, r := range line {
		if r == 0x7f || 0x80 <= r && r <= 0x9f || r == 0xfeff {
			line = strings.ReplaceAll(line, string(r), fmt.Sprintf(`\u%04x`, r))
		}
	}
	fmt.Fprintf(b, "%s: %s\n", name, line)
}
