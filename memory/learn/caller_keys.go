package learn

import (
	"context"
	"errors"

	"memoir/memory"
)

// KeepCallerKeyOfChatInMemory says with which key later jobs of another program's chat call models:
// nil stands for the stored keys. It is held in memory only.
func (l *Learner) KeepCallerKeyOfChatInMemory(chat memory.ID, key *memory.CallerKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.callerKeys[chat] = key
}

// CallerKeyOfChat returns the key that calls about a chat are made with; nil stands for the stored
// ones. Another program's chat of which no request has come since the start has an empty key: the
// stored ones may not be its caller's to use.
func (l *Learner) CallerKeyOfChat(ctx context.Context, profile, chatID memory.ID) (*memory.CallerKey, error) {
	l.mu.Lock()
	key, known := l.callerKeys[chatID]
	l.mu.Unlock()
	if known {
		return key, nil
	}
	chat, err := l.store.ChatStore().Get(ctx, profile, chatID)
	if errors.Is(err, memory.ErrNotFound) || err == nil && chat.ExternalID == "" {
		return nil, nil //nolint:nilnil // nil stands for the stored keys
	}
	return &memory.CallerKey{}, err
}

// contextWithCallerKeyOfJob returns the context of a job. When the chat of the job cannot be read,
// the job has no key.
func (l *Learner) contextWithCallerKeyOfJob(ctx context.Context, j memory.Job) context.Context {
	if j.ChatID == 0 {
		return ctx
	}
	key, err := l.CallerKeyOfChat(ctx, j.ProfileID, j.ChatID)
	if err != nil {
		l.log.Warn("a job has no key, its chat could not be read", "job", j.ID, "err", err)
		key = &memory.CallerKey{}
	}
	if key == nil {
		return ctx
	}
	return memory.WithCallerKey(ctx, *key)
}
