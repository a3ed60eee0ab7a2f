package panel

import (
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// typeOriginAndTimeText is the line beneath a memory: type, key, origin, and time or where it is used. project
// is the name of its project.
func typeOriginAndTimeText(m memory.Memory, project string, now time.Time) string {
	parts := []string{memoryTypeLabel(m.Type)}
	if m.Key != "" {
		parts = append(parts, string(m.Key))
	}
	parts = append(parts, pinnedOrOriginText(m))
	switch {
	case m.SupersededBy != 0:
		parts = append(parts, translate.Text("replaced {{.Date}}", "Date", humanize.FormatPartialDate(string(m.ValidTo))))
	case m.Scope == memory.ScopeChat:
		parts = append(parts, translate.Text("in its chat only"))
	case m.Scope == memory.ScopeProject && project != "":
		parts = append(parts, translate.Text("in “{{.Project}}” only", "Project", project))
	case m.Scope == memory.ScopeProject:
		parts = append(parts, translate.Text("in its project only"))
	case m.Pinned:
		parts = append(parts, translate.Text("sent in every chat"))
	case m.ValidTo != "":
		parts = append(parts, translate.Text("until {{.Date}}", "Date", humanize.FormatPartialDate(string(m.ValidTo))))
	default:
		parts = append(parts, humanize.FormatAsTodayYesterdayOrDate(m.CreatedAt, now))
	}
	return strings.Join(parts, " · ")
}

// usedOnlyInText says of a memory that was sent that it is not used in all chats; "" of one that is.
func usedOnlyInText(m memory.Memory) string {
	switch m.Scope {
	case memory.ScopeProject:
		return translate.Text("Used in this project only")
	case memory.ScopeChat:
		return translate.Text("Used in this chat only")
	}
	return ""
}

// chatTitleUnlessTrashed is the title of a source chat, "" when it has none or is in the trash.
func chatTitleUnlessTrashed(c memory.SourceChat) string {
	if c.InTrash {
		return ""
	}
	return c.Title
}

// pinnedOrOriginText names the chat of a memory, or who else wrote it.
func pinnedOrOriginText(m memory.Memory) string {
	switch {
	case m.Pinned:
		return translate.Text("pinned|a memory")
	case chatTitleUnlessTrashed(m.SourceChat) != "":
		return chatTitleUnlessTrashed(m.SourceChat)
	}
	switch m.Origin {
	case memory.OriginManual:
		return translate.Text("added by you")
	case memory.OriginExtracted:
		return translate.Text("from a chat")
	case memory.OriginAPI:
		return translate.Text("added by an app")
	case memory.OriginFolder:
		return translate.Text("from the Markdown folder")
	case memory.OriginImport:
		return translate.Text("imported|a memory")
	case memory.OriginSystem:
		return translate.Text("from system_memories.yaml")
	}
	return translate.Text("from Memoir")
}
