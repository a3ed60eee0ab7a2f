package archive

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"memoir/memory"
)

// The first keys of Memoir's own archive, and the newest version that is read and written.
const (
	memoirFormat  = "memoir-archive"
	memoirVersion = 1
)

// Header begins an archive of Memoir.
type Header struct {
	Format   string                `json:"format"`
	Version  int                   `json:"version"`
	Contents memory.ExportContents `json:"contents"`
	// History says that the archive holds the ledger, so that its memories need no rows of their own.
	History        bool      `json:"history"`
	ExportedAt     time.Time `json:"exported_at"`
	ProgramVersion string    `json:"program_version"`
	// Projects are those of the archive's chats and memories; of everything, all.
	Projects []memory.Project `json:"projects,omitempty"`
}

// Section is a list of an archive. Sections stand in the order of the constants, each at most once.
type Section string

// Sections of an archive.
const (
	FilesSection     Section = "files"
	PicturesSection  Section = "pictures"
	MemoriesSection  Section = "memories"
	ChatsSection     Section = "chats"
	BaseSection      Section = "base_memory"
	DecisionsSection Section = "decisions"
)

// FileEntry is an attached file with its text.
type FileEntry struct {
	memory.File
	Content string `json:"content"`
}

// PictureEntry is a picture with its data.
type PictureEntry struct {
	memory.Picture
	Data []byte `json:"data"` // base64
}

// MemoryEntry is a memory.
type MemoryEntry = memory.Memory

// ChatEntry is a chat with every version of its messages, parents first, and its summaries, oldest
// first.
type ChatEntry struct {
	memory.Chat
	TitleByUser bool `json:"title_by_user"`
	// UID names the chat in every archive that holds it, whatever its ID is there.
	UID       string           `json:"uid"`
	Imported  *ImportedFrom    `json:"imported_from"` // null for a chat of Memoir itself
	Messages  []MessageEntry   `json:"messages"`
	Summaries []memory.Summary `json:"summaries"`
	// Waiting are the pictures that wait to be sent with the next message.
	Waiting []memory.ID `json:"waiting_pictures,omitempty"`
}

// ImportedFrom is the program that a chat was imported from, and its name there.
type ImportedFrom struct {
	Program    memory.ArchiveProgram `json:"program"`
	ExternalID string                `json:"external_id"`
	Learning   memory.ImportLearning `json:"learning"` // whether it was learned from
}

// MessageEntry is a message. What was learned from it stands among the decisions.
type MessageEntry struct {
	memory.Message
	Learned *struct{} `json:"learned,omitempty"`
}

// DecisionEntry is a row of the ledger.
type DecisionEntry struct {
	memory.Decision
	Changes []memory.Change `json:"changes"`
}

// UIDOfChatWithoutArchive names a chat of this database that came from no archive. Two databases
// give the same name only to copies of one chat, because chats are created at different
// milliseconds.
func UIDOfChatWithoutArchive(c memory.Chat) string {
	return fmt.Sprintf("%d-%d", c.CreatedAt.UnixNano(), c.ID)
}

// Writer writes an archive of Memoir, one entry on each line.
type Writer struct {
	out     *bufio.Writer
	entries int // of the open section
	err     error
}

// NewArchiveWriterWritingHeader begins an archive.
func NewArchiveWriterWritingHeader(w io.Writer, h Header) *Writer {
	h.Format, h.Version = memoirFormat, memoirVersion
	aw := &Writer{out: bufio.NewWriter(w)}
	text, err := json.Marshal(h)
	if err != nil {
		aw.err = fmt.Errorf("write archive: %w", err)
		return aw
	}
	aw.writeUnlessFailed(string(text[:len(text)-1])) // without the brace that ends the object
	return aw
}

func (w *Writer) writeUnlessFailed(text string) {
	if w.err == nil {
		_, w.err = w.out.WriteString(text)
	}
}

// BeginSection begins a list.
func (w *Writer) BeginSection(s Section) {
	w.entries = 0
	w.writeUnlessFailed(",\n\"" + string(s) + "\":[")
}

// WriteEntry adds an entry to the list that was begun.
func (w *Writer) WriteEntry(v any) error {
	text, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("write archive: %w", err)
	}
	if w.entries > 0 {
		w.writeUnlessFailed(",")
	}
	w.entries++
	w.writeUnlessFailed("\n" + string(text))
	return w.err
}

// EndSection ends the list.
func (w *Writer) EndSection() { w.writeUnlessFailed("]") }

// Close ends the archive. It does not close what it is written to.
func (w *Writer) Close() error {
	w.writeUnlessFailed("}\n")
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}
