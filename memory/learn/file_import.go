package learn

import (
	"context"

	"memoir/memory"
	"memoir/memory/lang"
)

// InjectionReasonOfImportedMemory says why an active memory of an archive must not be used without
// review, or nothing. Anybody can write an archive: what may act on a model is asked about. Secrets
// are not looked for.
func InjectionReasonOfImportedMemory(m memory.Memory) string {
	for _, text := range append([]string{m.Content}, m.Tags...) {
		if reason := injectionOrLengthReasonOfText(text); reason != "" && reason != inboxTooLong {
			return reason
		}
	}
	return ""
}

// setKindReturningReviewReasonForOwnFile is setKindReturningReviewReason for a file that Memoir
// itself wrote for an active memory. Anybody can write such a file: what may act on a model is
// asked about all the same.
func (in *fileIntake) setKindReturningReviewReasonForOwnFile(ctx context.Context, m *memory.Memory) (string, error) {
	reason := injectionOrLengthReasonOfText(m.Content)
	for _, tag := range m.Tags {
		if reason == "" || reason == inboxTooLong {
			reason = injectionOrLengthReasonOfText(tag)
		}
	}
	switch reason {
	case inboxInstruction:
		m.Kind = memory.KindInstruction
		return reason, nil
	case "", inboxTooLong:
		return in.reasonIfForgottenBefore(ctx, m)
	}
	return reason, nil
}

// importMemoryOrProposeUnlessKnown stores the memory of a file from another database, unless one
// says the same in the same chats.
func (in *fileIntake) importMemoryOrProposeUnlessKnown(
	ctx context.Context, c memory.FileChange,
) (memory.FileChangeResult, error) {
	m, err := in.newMemoryFromFile(c.File)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	if !c.CreatedAt.IsZero() {
		m.CreatedAt = c.CreatedAt
	}
	clean := m
	if _, err := redactMemorySecretsWithReason(&clean); err != nil {
		return memory.FileChangeResult{}, err
	}
	same, err := in.tx.MemoryStore().FindByFoldedText(ctx, in.profile, lang.FoldText(clean.Content), memory.StatusActive,
		memory.StatusInbox, memory.StatusArchived)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	for _, known := range same {
		if known.Scope == m.Scope && known.ChatID == m.ChatID && known.ProjectID == m.ProjectID {
			return memory.FileChangeResult{MemoryID: known.ID, Known: true}, nil
		}
	}
	if c.AsWritten {
		return in.addMemoryOrProposeInInbox(ctx, m, in.setKindReturningReviewReasonForOwnFile)
	}
	return in.addMemoryOrProposeInInbox(ctx, m, in.setKindReturningReviewReason)
}

// InjectionOrLengthReasonForReview says why a text from a file must not become part of a prompt
// without review, or nothing. Secrets are not looked for.
func InjectionOrLengthReasonForReview(text string) string { return injectionOrLengthReasonOfText(text) }
