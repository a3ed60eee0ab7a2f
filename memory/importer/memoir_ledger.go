package importer

import (
	"context"
	"errors"
	"slices"

	"memoir/memory"
)

// decisionPrint recognises a row of the ledger.
type decisionPrint struct {
	at        int64
	action    memory.Action
	actor     memory.Actor
	candidate memory.NullText
	text      string // of the memory after it, else before it
}

func fingerprintOfDecision(d memory.Decision) decisionPrint {
	p := decisionPrint{at: d.CreatedAt.UnixNano(), action: d.Action, actor: d.Actor, candidate: d.Candidate}
	switch {
	case d.After != nil:
		p.text = d.After.Content
	case d.Before != nil:
		p.text = d.Before.Content
	}
	return p
}

// storeDecisionUnlessKnownOrErased stores a row of the ledger that is not there yet, when what it
// is about is here.
func (m *memoirImport) storeDecisionUnlessKnownOrErased(ctx context.Context, d memory.Decision) error {
	if m.dry {
		return nil
	}
	if m.ledger == nil {
		m.ledger = map[decisionPrint]bool{}
		err := m.Store.DecisionStore().ForEach(ctx, m.Profile, func(d memory.Decision) error {
			m.ledger[fingerprintOfDecision(d)] = true
			return nil
		})
		if err != nil {
			return err
		}
	}
	if m.ledger[fingerprintOfDecision(d)] {
		return nil
	}
	old := d
	old.Changes = slices.Clone(d.Changes)
	if !m.keepIDs {
		m.ids.replaceIDsInDecision(&d)
		if d.MemoryID == 0 && old.MemoryID != 0 {
			return nil // it is about a memory that was erased since
		}
		d.UndoOf, d.UndoneBy = m.ids.decisions[old.UndoOf], 0
	}
	d.ID, d.ProfileID = m.idToStoreUnder(old.ID), m.Profile
	id, err := m.Store.DecisionStore().Append(ctx, d)
	if errors.Is(err, memory.ErrConflict) && m.keepIDs {
		d.ID = 0
		id, err = m.Store.DecisionStore().Append(ctx, d)
	}
	if err != nil {
		return err
	}
	m.ids.decisions[old.ID] = id
	if !m.keepIDs && old.UndoneBy != 0 {
		m.undone[id] = old.UndoneBy
	}
	return nil
}

// markUndoneDecisions marks the new rows that later ones have undone.
func (m *memoirImport) markUndoneDecisions(ctx context.Context) error {
	for id, by := range m.undone {
		if by = m.ids.decisions[by]; by == 0 {
			continue
		}
		if err := m.Store.DecisionStore().SetUndoneBy(ctx, id, by); err != nil {
			return err
		}
	}
	return nil
}
