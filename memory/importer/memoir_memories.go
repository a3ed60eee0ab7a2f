package importer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/lang"
	"memoir/memory/lang/secrets"
	"memoir/memory/learn"
)

// collectMemoryToStoreLater keeps a memory until it can be stored.
func (m *memoirImport) collectMemoryToStoreLater(x memory.Memory) error {
	if x.Scope == memory.ScopeChat {
		m.ofChats[x.ChatID] = append(m.ofChats[x.ChatID], x)
	} else {
		m.memories = append(m.memories, x)
	}
	return nil
}

// storeNonChatMemoriesAtSectionEnd stores global memories before the first chat, whose receipts
// refer to them.
func (m *memoirImport) storeNonChatMemoriesAtSectionEnd(ctx context.Context, s archive.Section) error {
	if s != archive.MemoriesSection {
		return nil
	}
	for batch := range slices.Chunk(m.memories, factBatch) {
		err := m.runInTxRollingBackIfDry(ctx, func(tx memory.Store) error {
			for _, x := range batch {
				if err := m.storeRedactedMemoryUnlessKnown(ctx, tx, x); err != nil {
					return fmt.Errorf("memory %d: %w", x.ID, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	m.memories = nil
	return nil
}

// storeRedactedMemoryUnlessKnown stores a memory as the archive has it, unless one says the same in
// the same chats. Secrets are cut out of it, and an active one that must be reviewed waits in the
// inbox.
func (m *memoirImport) storeRedactedMemoryUnlessKnown(ctx context.Context, tx memory.Store, x memory.Memory) error {
	old := x
	x.ProfileID, x.ID = m.Profile, m.idToStoreUnder(old.ID)
	if x.Scope == memory.ScopeChat {
		x.ChatID = m.ids.chats[old.ChatID]
	}
	if x.Scope == memory.ScopeProject {
		if x.ProjectID = m.ids.projects[old.ProjectID]; x.ProjectID == 0 {
			return &memory.ArchiveError{Problem: fmt.Sprintf("the project of memory %d is missing", old.ID)}
		}
	}
	x.Content, x.Quote = secrets.RedactSecrets(x.Content), memory.NullText(secrets.RedactSecrets(string(x.Quote)))
	known, err := m.claimSameStoredMemory(ctx, tx, x)
	if err != nil || known != 0 {
		m.ids.memories[old.ID] = known
		m.result.Known++
		return err
	}
	reason := ""
	if x.Status == memory.StatusActive {
		if reason = learn.InjectionReasonOfImportedMemory(x); reason != "" {
			x.Status = memory.StatusInbox
			m.result.Waiting++
		}
	}
	if !m.keepIDs {
		x.SourceMessageID, x.SupersededBy, x.Proposes = 0, 0, 0 // set once their rows are there
	}
	id, err := tx.MemoryStore().Insert(ctx, x)
	if err != nil {
		return err
	}
	m.ids.memories[old.ID], m.claimed[id] = id, true
	if !m.keepIDs {
		m.sources[id] = old
	}
	m.result.Memories++
	if m.header.History && reason == "" {
		return nil
	}
	x.ID = id
	run := memory.NullText("import-" + m.header.ExportedAt.Format("20060102-150405"))
	_, err = tx.DecisionStore().Append(ctx, memory.Decision{
		CreatedAt: m.Now.NowInUTCToMillisecond(), RunID: run, ProfileID: m.Profile, Action: memory.ActionAdd,
		Actor: memory.ActorImport, MemoryID: id, After: &x,
		Changes: []memory.Change{{MemoryID: id, After: &x}}, Reason: memory.NullText(reason),
	})
	return err
}

// claimSameStoredMemory returns the memory that says the same in the same chats; each stands for
// one of the archive.
func (m *memoirImport) claimSameStoredMemory(ctx context.Context, tx memory.Store, x memory.Memory) (memory.ID, error) {
	same, err := tx.MemoryStore().FindByFoldedText(ctx, m.Profile, lang.FoldText(x.Content))
	if err != nil {
		return 0, err
	}
	for _, k := range same {
		if k.Scope == x.Scope && k.ChatID == x.ChatID && k.ProjectID == x.ProjectID && !m.claimed[k.ID] {
			m.claimed[k.ID] = true
			return k.ID, nil
		}
	}
	return 0, nil
}

// linkMemoriesToMessagesAndMemories sets the messages and memories that new memories refer to.
func (m *memoirImport) linkMemoriesToMessagesAndMemories(ctx context.Context) error {
	ids := make([]memory.ID, 0, len(m.sources))
	for id, x := range m.sources {
		if cmp.Or(x.SourceMessageID, x.SupersededBy, x.Proposes) != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for batch := range slices.Chunk(ids, factBatch) {
		err := m.Store.InTx(ctx, func(tx memory.Store) error {
			for _, id := range batch {
				x, err := tx.MemoryStore().Get(ctx, m.Profile, id)
				if err != nil {
					return err
				}
				from := m.sources[id]
				x.SourceMessageID = m.ids.messages[from.SourceMessageID]
				x.SupersededBy, x.Proposes = m.ids.memories[from.SupersededBy], m.ids.memories[from.Proposes]
				if _, err := tx.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, x); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
