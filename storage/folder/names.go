package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"memoir/memory"
)

const (
	// maxNameBytes bounds an escaped name; file systems allow 255 bytes, and some tools less.
	maxNameBytes = 100
	// keptNameBytes of a longer name stay readable before its hash.
	keptNameBytes = 80
	// chatNamePrefix starts the names of Memoir's own chats.
	chatNamePrefix = "chat-"
	// projectNamePrefix starts the names of projects.
	projectNamePrefix = "project-"
	// fileTimeLayout sorts by time and has no character that Windows refuses.
	fileTimeLayout = "20060102T150405.000Z"
)

// conversationIDOfChat returns what a chat is called in the folder, before escaping: the name by
// which another program knows it, else chat-ID.
func conversationIDOfChat(c memory.Chat) string {
	if c.ExternalID != "" {
		return string(c.ExternalID)
	}
	return fmt.Sprintf("%s%d", chatNamePrefix, c.ID)
}

// folderNameOfChat returns the name of a chat's folder. A name from another program never equals
// that of one of Memoir's own chats or of a project.
func folderNameOfChat(c memory.Chat) string {
	if c.ExternalID == "" {
		return conversationIDOfChat(c)
	}
	name := escapeFileName(string(c.ExternalID))
	if strings.HasPrefix(name, chatNamePrefix) || isProjectFolderName(name) {
		name = percentEncodeByte(name[0]) + name[1:]
	}
	return name
}

// folderNameOfProject returns what a project is called in the folder.
func folderNameOfProject(id memory.ID) string { return projectNamePrefix + id.String() }

// isProjectFolderName reports whether a name is that of a project.
func isProjectFolderName(name string) bool {
	number, ok := strings.CutPrefix(name, projectNamePrefix)
	_, err := strconv.ParseInt(number, 10, 64)
	return ok && err == nil
}

// escapeFileName returns a file name for any text: different texts have different names, also where the
// file system ignores case, and equal texts the same one. Lower-case ASCII letters, digits, "-", "_"
// and inner dots stay, every other byte becomes %xx. Names that Windows reserves, and first and last dots,
// are escaped. Of names over maxNameBytes the start is kept, followed by "~" and a hash of the text.
func escapeFileName(text string) string {
	if text == "" {
		return "%"
	}
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		outerDot := c == '.' && (i == 0 || i == len(text)-1)
		if needsNoEscape(c) && !outerDot {
			b.WriteByte(c)
			continue
		}
		b.WriteString(percentEncodeByte(c))
	}
	name := b.String()
	if isWindowsDeviceName(name) {
		name = percentEncodeByte(name[0]) + name[1:]
	}
	if len(name) > maxNameBytes {
		sum := sha256.Sum256([]byte(text))
		name = strings.TrimRight(name[:keptNameBytes], ".") + "~" + hex.EncodeToString(sum[:8])
	}
	return name
}

func needsNoEscape(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}

func percentEncodeByte(c byte) string { return fmt.Sprintf("%%%02x", c) }

// isWindowsDeviceName reports whether Windows takes the name, with any extension, for a device.
func isWindowsDeviceName(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) &&
		'0' <= base[3] && base[3] <= '9'
}

// timedFileName returns <timestamp>__<id>.md.
func timedFileName(at time.Time, id string) string {
	return at.UTC().Format(fileTimeLayout) + "__" + id + ".md"
}
