package memory

import (
	"path"
	"strings"
)

// ExportFormat is the form of an export.
type ExportFormat string

// Forms of an export.
const (
	// FormatJSON is complete and can be imported again; docs/archive-format.md describes it.
	FormatJSON     ExportFormat = "json"
	FormatMarkdown ExportFormat = "md"
	FormatHTML     ExportFormat = "html" // one page for a browser, without anything from outside
)

// ExportFormatOfName returns the form that the ending of a file name asks for; empty for others.
func ExportFormatOfName(name string) ExportFormat {
	switch strings.ToLower(path.Ext(name)) {
	case ".json":
		return FormatJSON
	case ".md", ".markdown":
		return FormatMarkdown
	case ".html", ".htm":
		return FormatHTML
	}
	return ""
}

// ExportContents says what an export holds.
type ExportContents string

// Contents of an export.
const (
	ExportAll      ExportContents = "all"      // everything of one profile
	ExportChats    ExportContents = "chats"    // some chats with what belongs to them
	ExportMemories ExportContents = "memories" // memories and the text about the user
)

// ExportOptions say what is exported and how.
type ExportOptions struct {
	Format   ExportFormat
	Contents ExportContents
	// ChatIDs are the chats of ExportChats, in the order in which they are written.
	ChatIDs []ID
	// WithoutReceipts leaves out what was sent for each answer, WithoutHistory the ledger and, with it,
	// forgotten memories. Only FormatJSON has either.
	WithoutReceipts, WithoutHistory bool
}

// ExportResult counts what was exported.
type ExportResult struct {
	Chats    int `json:"chats"`
	Messages int `json:"messages"`
	Memories int `json:"memories"`
}
