package chat

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
)

// Settings, one per profile, that hold what was typed and not sent.
const (
	draftKey = "ui.draft" // the text of the chat that is not stored yet
	editsKey = "ui.edits" // edits of messages
	queueKey = "ui.queue" // texts that wait for an answer to end, by chat
)

// unsentTexts keep, for the next run, what was typed and not sent, and the model chosen last.
type unsentTexts struct {
	*parts
	storedDraft *app.Stored[string]
	storedModel *app.Stored[string]
	storedEdits *app.Stored[map[memory.ID]conversation.UnsentEdit]
	storedQueue *app.Stored[map[memory.ID][]conversation.QueuedMessage]
}

func newUnloadedUnsentTexts(x *parts) unsentTexts {
	return unsentTexts{
		parts:       x,
		storedModel: app.NewProfileStoredValue[string](x.env, app.NewChatModelKey),
		storedDraft: app.NewProfileStoredValue[string](x.env, draftKey),
		storedEdits: app.NewProfileStoredValue[map[memory.ID]conversation.UnsentEdit](x.env, editsKey),
		storedQueue: app.NewProfileStoredValue[map[memory.ID][]conversation.QueuedMessage](x.env, queueKey),
	}
}

// loadUnsentTextsModelAndFavoritesOnce loads the model chosen last and what the last run left
// unsent, once. Edits and queues whose chat no longer exists are dropped.
func (u *unsentTexts) loadUnsentTextsModelAndFavoritesOnce() {
	if !u.storedModel.IsLoaded() {
		u.storedModel.LoadAsync(func(context.Context, *string) error { return nil }, func(model string) {
			u.carryOutEffects(u.state.Settings.SetModelOfNewAndOpenEmptyChat(memory.NullText(model)))
		})
	}
	u.header.favorites.loadOnce()
	if !u.storedDraft.IsLoaded() {
		u.storedDraft.LoadAsync(func(context.Context, *string) error { return nil }, func(text string) {
			u.carryOutEffects(u.state.Composer.RestoreDraftOfUnstoredChat(text))
		})
	}
	if !u.storedEdits.IsLoaded() {
		u.storedEdits.LoadAsync(func(ctx context.Context, edits *map[memory.ID]conversation.UnsentEdit) error {
			return deleteEntriesOfMissingChats(ctx, u.env, *edits, func(_ memory.ID, u conversation.UnsentEdit) memory.ID {
				return u.ChatID
			})
		}, func(edits map[memory.ID]conversation.UnsentEdit) {
			u.carryOutEffects(u.state.Composer.RestoreUnsentEditsAndResumeNewest(edits))
		})
	}
	if !u.storedQueue.IsLoaded() {
		u.storedQueue.LoadAsync(func(ctx context.Context, queues *map[memory.ID][]conversation.QueuedMessage) error {
			return deleteEntriesOfMissingChats(ctx, u.env, *queues, func(
				chat memory.ID, _ []conversation.QueuedMessage,
			) memory.ID {
				return chat
			})
		}, func(queues map[memory.ID][]conversation.QueuedMessage) {
			u.carryOutEffects(u.state.Queue.RestoreQueues(queues))
		})
	}
}

// deleteEntriesOfMissingChats deletes the entries of m whose chat no longer exists.
func deleteEntriesOfMissingChats[V any](
	ctx context.Context, env *app.Env, m map[memory.ID]V, chatOf func(key memory.ID, v V) memory.ID,
) error {
	for key, v := range m {
		_, err := env.Session.LoadChat(ctx, chatOf(key, v))
		if errors.Is(err, memory.ErrNotFound) {
			delete(m, key)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// saveUnsentTextsForSignal saves, for the next run, what was typed and not sent.
func (u *unsentTexts) saveUnsentTextsForSignal(s conversation.Signal) {
	switch s {
	case conversation.SaveEdits:
		edits := u.state.Composer.UnsentEdits()
		u.storedEdits.SaveAsyncIfLoadedAndChanged(edits, len(edits) == 0)
	case conversation.SaveNewDraft:
		draft := u.state.Composer.DraftOfUnstoredChat()
		u.storedDraft.SaveAsyncIfLoadedAndChanged(draft, draft == "")
	case conversation.SaveQueue:
		queues := u.state.Queue.QueuesOfNonTemporaryChats()
		u.storedQueue.SaveAsyncIfLoadedAndChanged(queues, len(queues) == 0)
	}
}
