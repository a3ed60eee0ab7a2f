package memory

import "context"

// ImportStore keeps where imported chats came from. What it knows of a chat goes with the chat.
type ImportStore interface {
	// Record stores or replaces what is known of a chat; its program and name stay those of the first time.
	Record(ctx context.Context, c ImportedChat) error
	// Get returns what is known of a chat; ErrNotFound for one that was not imported.
	Get(ctx context.Context, profile, chatID ID) (ImportedChat, error)
	// FindByOrigin returns the newest chat that a program calls by this name, one in the trash included.
	FindByOrigin(ctx context.Context, profile ID, program ArchiveProgram, externalID string) (ImportedChat, error)
	// CountNotLearned counts the imported chats that may be learned from and were not, their answers, and the
	// characters of all their messages.
	CountNotLearned(ctx context.Context, profile ID) (chats, exchanges, characters int, err error)
	// CountWaiting counts the chats that wait to be learned from, and the unfinished jobs of others.
	CountWaiting(ctx context.Context, profile ID) (chats, jobs int, err error)
	// WantLearning makes every chat that CountNotLearned counts wait to be learned from.
	WantLearning(ctx context.Context, profile ID) error
	// CancelLearning undoes WantLearning: chats that wait do so no longer, and unfinished jobs of imported messages
	// are removed. What was learned stays.
	CancelLearning(ctx context.Context, profile ID) error
	// NextToLearn returns a chat that waits, of any profile; ErrNotFound when there is none.
	NextToLearn(ctx context.Context) (Chat, error)
}
