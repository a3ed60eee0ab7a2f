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

// encodeWithFrontMatter returns the bytes of the file: YAML front matter whose texts are in double
// quotes, and the text followed by one line feed.
func (e entry) encodeWithFrontMatter() []byte {
	var b bytes.Buffer
	b.WriteString(frontMatterFence)
	writeYAMLField(&b, "id", e.ID)
	writeYAMLField(&b, "conversation_id", e.Conversation)
	writeYAMLField(&b, "role", e.Role)
	writeYAMLField(&b, "created_at", e.CreatedAt.UTC().Format(time.RFC3339Nano))
	if e.SummaryKind != "" {
		writeYAMLField(&b, "summary_kind", e.SummaryKind)
	}
	if e.Type != "" {
		writeYAMLField(&b, "type", string(e.Type))
	}
	if len(e.Tags) > 0 {
		writeYAMLField(&b, "tags", e.Tags)
	}
	if e.ValidFrom != "" {
		writeYAMLField(&b, "valid_from", string(e.ValidFrom))
	}
	if e.ValidTo != "" {
		writeYAMLField(&b, "valid_to", string(e.ValidTo))
	}
	b.WriteString(frontMatterFence)
	b.WriteString(e.Text)
	b.WriteByte('\n')
	return b.Bytes()
}

// writeYAMLField writes a line of YAML. JSON is YAML, and its strings need no rules about what may
// stand without quotes; U+0085 and the like, which YAML takes for line breaks, are escaped.
func writeYAMLField(b *bytes.Buffer, name string, value any) {
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
