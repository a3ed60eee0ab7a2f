package learn

import (
	"context"

	"memoir/memory"
)

// SetCallerKeyOfChat says with which key later jobs of another program's chat call models: nil stands
// for the stored keys. It is held in memory only.
func (l *Learner) SetCallerKeyOfChat(chat memory.ID, key *memory.CallerKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.callerKeys[chat] = key
}

// withCallerKeyOfChat returns the context of a job. A job of another program's chat of which no request
// has come since the start has no key at all: the stored ones may not be its caller's to use.
func (l *Learner) withCallerKeyOfChat(ctx context.Context, j memory.Job) context.Context {
	if j.ChatID == 0 {
		return ctx
	}
	l.mu.Lock()
	key, known := l.callerKeys[j.ChatID]
	l.mu.Unlock()
	switch {
	case known && key == nil:
		return ctx
	case known:
		return memory.WithCallerKey(ctx, *key)
	}
	chat, err := l.store.Chats().Get(ctx, j.ProfileID, j.ChatID)
	if err != nil || chat.ExternalID == "" {
		return ctx
	}
	return memory.WithCallerKey(ctx, memory.CallerKey{})
}
