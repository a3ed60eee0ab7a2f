package memory

import "context"

// ImportStore keeps where imported chats came from. What it knows of a chat goes with the chat.
type ImportStore interface {
	// RecordImportedChat stores or replaces what is known of a chat; its program and name stay
	// those of the first time.
	RecordImportedChat(ctx context.Context, c ImportedChat) error
	// Get returns what is known of a chat; ErrNotFound for one that was not imported.
	Get(ctx context.Context, profile, chatID ID) (ImportedChat, error)
	// FindByOrigin returns the newest chat that a program calls by this name, one in the trash included.
	FindByOrigin(ctx context.Context, profile ID, program ArchiveProgram, externalID string) (ImportedChat, error)
	// CountChatsNotLearnedFrom counts the imported chats that may be learned from and were not,
	// their answers, and the characters of all their messages.
	CountChatsNotLearnedFrom(ctx context.Context, profile ID) (chats, exchanges, characters int, err error)
	// CountWaitingForLearning counts the chats that wait to be learned from, and the unfinished
	// jobs of others.
	CountWaitingForLearning(ctx context.Context, profile ID) (chats, jobs int, err error)
	// RequestLearningFromImports makes every chat that CountChatsNotLearnedFrom counts wait to be
	// learned from.
	RequestLearningFromImports(ctx context.Context, profile ID) error
	// CancelLearningAndDeleteJobs undoes RequestLearningFromImports: chats that wait do so no
	// longer, and unfinished jobs of imported messages are removed. What was learned stays.
	CancelLearningAndDeleteJobs(ctx context.Context, profile ID) error
	// NextChatToLearnFrom returns a chat that waits, of any profile; ErrNotFound when there is
	// none.
	NextChatToLearnFrom(ctx context.Context) (Chat, error)
}
