package export

import (
	"memoir/memory"
)

// Exporter exports from one profile.
type Exporter struct {
	Store   memory.Store
	Profile memory.ID
	Now     memory.Clock
	Version string // of the program, for the archive
}

// document is one form of an export. Its methods are called in the order in which they stand here;
// begin and end once each.
type document interface {
	beginDocument(plan plan) error
	addFileIfSupported(f memory.File) error
	addPictureIfSupported(p memory.Picture) error
	addMemory(m memory.Memory) error
	addChat(c exportedChat) error
	addBaseVersions(versions []memory.BaseMemory) error
	addDecisionIfSupported(d memory.Decision) error
	endDocument() error
}

// exportedChat is a chat with what belongs to it. Forms for people have the selected branch alone,
// without summaries and origin.
type exportedChat struct {
	memory.Chat
	messages  []memory.Message
	summaries []memory.Summary
	waiting   []memory.ID         // pictures
	origin    memory.ImportedChat // zero for a chat that was not imported
}
