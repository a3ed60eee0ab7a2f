package conversation

import (
	"context"

	"memoir/memory"

	"memoir/ui/translate"
)

// IsInTrash reports whether the open chat is in the trash, where it can be read and not written in.
func (c *shownChat) IsInTrash() bool { return !c.Chat.DeletedAt.IsZero() }

// refuseInTrash returns the message that explains why a chat in the trash does not change, or nil.
func (c *shownChat) refuseInTrash() []Effect {
	if !c.IsInTrash() {
		return nil
	}
	return []Effect{ShowToast{Text: RestoreToContinueText(), IsError: true}}
}

// RestoreToContinueText says why nothing can be sent, attached or changed in the open chat.
func RestoreToContinueText() string {
	return translate.Text("This chat is in the trash. Restore it to continue.")
}

// IsArchived reports whether the open chat is archived; sending a message takes it back into the
// list.
func (c *shownChat) IsArchived() bool { return !c.Chat.ArchivedAt.IsZero() }

// RestoreOpenChatFromTrashOrArchive takes the open chat out of the trash or, if it is not there,
// out of the archive.
func (c *shownChat) RestoreOpenChatFromTrashOrArchive() []Effect {
	if !c.IsInTrash() && !c.IsArchived() {
		return nil
	}
	return []Effect{RestoreChat{c.Chat.ID}}
}

// RestoreChat takes a chat out of the trash, else out of the archive.
type RestoreChat struct{ ID memory.ID }

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (RestoreChat) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore restores the chat.
func (w RestoreChat) RunOnCore(ctx context.Context, core Core) Result {
	chat, err := core.RestoreChatFromTrashOrArchive(ctx, w.ID)
	return func(s *State) []Effect {
		if err != nil {
			return []Effect{ShowError{err}}
		}
		if chat.ID != s.Chat.ID {
			return nil
		}
		s.Chat.DeletedAt, s.Chat.ArchivedAt = chat.DeletedAt, chat.ArchivedAt
		return []Effect{ShowControls, ReportChanged, FocusComposer}
	}
}

func (RestoreChat) isEffect() {}
