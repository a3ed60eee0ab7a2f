package panel

import (
	"strings"

	"memoir/memory"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// promptSection is a part of the prompt; promptSectionsInOrder lists them in the order sent.
type promptSection struct {
	name, title string
	tone        theme.Token
}

func promptSectionsInOrder() []promptSection {
	return []promptSection{
		{"system", translate.Text("System prompt"), theme.ChartSystem},
		{"all_instructions", translate.Text("Instructions for all chats"), theme.ChartSystem},
		{"instructions", translate.Text("Instructions"), theme.ChartSystem},
		{"long_term", translate.Text("Always sent"), theme.ChartBase},
		{"relevant", translate.Text("Relevant memory"), theme.ChartRelevant},
		{"earlier", translate.Text("Earlier in this chat"), theme.ChartBase},
		{"chats", translate.Text("Earlier messages"), theme.ChartBase},
		{"files", translate.Text("Files"), theme.ChartFiles},
		{"history", translate.Text("History"), theme.ChartHistory},
		{"pictures", translate.Text("Pictures"), theme.ChartFiles},
	}
}

func promptSectionTokens(r *memory.Receipt, name string) (int, bool) {
	for _, s := range r.Sections {
		if s.Name == name {
			return s.Tokens, true
		}
	}
	return 0, false
}

// systemMessageSectionOrWhole extracts a section from the system message: the text before the first
// heading for the system prompt, otherwise the text under the section's heading.
func systemMessageSectionOrWhole(system, name string) string {
	heads := map[string]string{
		"all_instructions": "## Instructions for every chat",
		"instructions":     "## Instructions for this chat",
		"long_term":        "## Long-term memory", "earlier": "## Earlier",
		"chats": "## From earlier messages",
	}
	if name == "system" {
		before, _, _ := strings.Cut(system, "\n## ")
		return strings.TrimSpace(before)
	}
	if _, after, ok := strings.Cut(system, heads[name]); ok {
		part, _, _ := strings.Cut(after, "\n## ")
		return strings.TrimSpace(part)
	}
	return strings.TrimSpace(system)
}

func noMemoriesSentReason(why memory.NullText) string {
	if why == memory.ReasonNoneWanted {
		return translate.Text("Sending memories is turned off in Settings.")
	}
	return translate.Text("Memory is off in this chat.")
}

func newestMemoriesSentReason(why string) string {
	switch why {
	case "no_hit":
		return translate.Text("No memories matched your message, so the newest ones were sent.")
	case "timeout":
		return translate.Text("The search took too long, so the newest memories were sent.")
	case "no_embedder":
		return translate.Text("The search wasn't ready yet, so the newest memories were sent.")
	}
	return translate.Text("The search failed, so the newest memories were sent.")
}

// retrievalLaneText says why a memory was sent.
func retrievalLaneText(h memory.MemoryHit) string {
	switch h.Lane {
	case memory.LaneAlways:
		return translate.Text("sent in every chat")
	case memory.LaneKeys:
		return translate.Text("sent because it has the key “{{.Key}}”", "Key", string(h.Key))
	case memory.LaneRecent:
		return translate.Text("one of the newest memories")
	case memory.LaneSystem:
		return translate.Text("from system_memories.yaml")
	}
	return translate.Text("sent because you have only a few memories")
}
