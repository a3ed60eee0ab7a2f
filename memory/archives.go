package memory

import (
	"path"
	"strings"
	"time"
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

// ExportFormatFromFileExtension returns the form that the ending of a file name asks for; empty for
// others.
func ExportFormatFromFileExtension(name string) ExportFormat {
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
	ExportProject  ExportContents = "project"  // a project: its chats, files and memories
	ExportMemories ExportContents = "memories" // memories and the text about the user
)

// ExportOptions say what is exported and how.
type ExportOptions struct {
	Format   ExportFormat
	Contents ExportContents
	// ChatIDs are the chats of ExportChats, in the order in which they are written.
	ChatIDs []ID
	// ProjectID is the project of ExportProject.
	ProjectID ID
	// WithoutReceipts leaves out what was sent for each answer, WithoutHistory the ledger and, with
	// it, forgotten memories. Only FormatJSON has either.
	WithoutReceipts, WithoutHistory bool
}

// ExportsOnlyChatsOrProject reports whether some chats are exported with what belongs to them, and
// nothing else.
func (o ExportOptions) ExportsOnlyChatsOrProject() bool {
	return o.Contents == ExportChats || o.Contents == ExportProject
}

// ExportResult counts what was exported.
type ExportResult struct {
	Chats    int `json:"chats"`
	Messages int `json:"messages"`
	Memories int `json:"memories"`
}

// ArchiveProgram is the program that wrote an archive.
type ArchiveProgram string

// Programs whose archives can be imported.
const (
	ProgramMemoir    ArchiveProgram = "memoir"
	ProgramChatGPT   ArchiveProgram = "chatgpt"
	ProgramClaude    ArchiveProgram = "claude"
	ProgramOpenWebUI ArchiveProgram = "open_webui"
)

// Title is the name of the program for people.
func (p ArchiveProgram) Title() string {
	switch p {
	case ProgramMemoir:
		return "Memoir"
	case ProgramChatGPT:
		return "ChatGPT"
	case ProgramClaude:
		return "Claude"
	case ProgramOpenWebUI:
		return "Open WebUI"
	}
	return string(p)
}

// ArchiveError says why a file cannot be imported. It unwraps to ErrInvalid.
type ArchiveError struct {
	Problem string // the end of "This file can't be imported: …"
}

// Error returns the problem.
func (e *ArchiveError) Error() string { return "archive: " + e.Problem }

// Unwrap returns ErrInvalid.
func (e *ArchiveError) Unwrap() error { return ErrInvalid }

// LeftOut is something of an archive that was not imported, and why.
type LeftOut struct {
	Reason  string `json:"reason"`
	Count   int    `json:"count"`
	Example string `json:"example"` // the title of the first chat that had it
}

// ImportOptions say how an archive is imported.
type ImportOptions struct {
	DryRun bool // only count what would be imported
}

// ImportLearning says whether an imported chat is learned from.
type ImportLearning string

// States of learning from an imported chat.
const (
	ImportNotLearned ImportLearning = "no"
	ImportToLearn    ImportLearning = "wanted" // its turn comes when the worker has nothing else to do
	ImportLearned    ImportLearning = "done"   // its jobs are queued or done, or it was learned from before
)

// ImportedChat is where an imported chat came from.
type ImportedChat struct {
	ChatID     ID
	Program    ArchiveProgram
	ExternalID string // what the chat is called there
	// LastMessageID is the highest ID of its imported messages: what follows was written in Memoir.
	// Before it is also what was written in Memoir until a newer archive of the chat was imported; its
	// answers have a receipt.
	LastMessageID ID
	Learning      ImportLearning
	ImportedAt    time.Time
}

// ImportLearningStatus counts imported chats and what learning from them would take.
type ImportLearningStatus struct {
	Chats   int `json:"chats"`   // that can be learned from and were not
	Tokens  int `json:"tokens"`  // estimate of what that would take, of two digits
	Waiting int `json:"waiting"` // whose turn has not come yet
	Jobs    int `json:"jobs"`    // exchanges that are queued
}
