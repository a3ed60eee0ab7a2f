package panel

import (
	"context"
	"slices"

	"memoir/memory"
	"memoir/memory/engine"
)

// loadResult asks the core for a query, and for the overview when it is stale. It runs off the UI
// goroutine.
func (q listQuery) loadResult(ctx context.Context, s *engine.Session, stale bool) (listResult, error) {
	var r listResult
	var err error
	if stale {
		overview, err := s.CountMemoriesByStatusTypeTag(ctx)
		if err != nil {
			return r, err
		}
		r.overview = &overview
	}
	if r.inbox, err = s.ListOrSearchMemories(ctx, q.inboxQuery()); err != nil {
		return r, err
	}
	groupByChat(r.inbox)
	if r.items = r.inbox; q.showsMemories() {
		if r.items, err = q.loadItems(ctx, s); err != nil {
			return r, err
		}
	}
	if r.reasons, err = loadReasons(ctx, s, r.inbox); err != nil {
		return r, err
	}
	r.replaces, err = loadReplacedTexts(ctx, s, slices.Concat(r.inbox, r.items))
	return r, err
}

// loadItems lists the memories besides the inbox and filters out what the core's query cannot
// distinguish.
func (q listQuery) loadItems(ctx context.Context, s *engine.Session) ([]memory.Memory, error) {
	ms, err := s.ListOrSearchMemories(ctx, q.memoryQuery())
	if err != nil {
		return nil, err
	}
	switch q.status {
	case statusNeverUsed:
		return slices.DeleteFunc(ms, func(m memory.Memory) bool { return m.UseCount > 0 }), nil
	case statusPast:
		current, err := s.ListOrSearchMemories(ctx, listQuery{filter: filterAll}.memoryQuery())
		if err != nil {
			return nil, err
		}
		isCurrent := make(map[memory.ID]bool, len(current))
		for _, m := range current {
			isCurrent[m.ID] = true
		}
		return slices.DeleteFunc(ms, func(m memory.Memory) bool { return isCurrent[m.ID] }), nil
	}
	return ms, nil
}

// maxReasons is for how many inbox memories the reason is loaded.
const maxReasons = 50

// loadReasons loads why memories are in the inbox: the reason of the extractor's newest decision
// about each.
func loadReasons(ctx context.Context, s *engine.Session, inbox []memory.Memory) (map[memory.ID]string, error) {
	if len(inbox) == 0 {
		return nil, nil
	}
	inbox = inbox[:min(len(inbox), maxReasons)]
	ids := make([]memory.ID, len(inbox))
	for i, m := range inbox {
		ids[i] = m.ID
	}
	decisions, err := s.NewestDecisionPerMemory(ctx, memory.ActorExtractor, ids)
	reasons := make(map[memory.ID]string, len(decisions))
	for id, d := range decisions {
		reasons[id] = string(d.Reason)
	}
	return reasons, err
}

// loadReplacedTexts loads, by memory, the text of the active memory that it proposes to replace.
func loadReplacedTexts(ctx context.Context, s *engine.Session, ms []memory.Memory) (map[memory.ID]string, error) {
	q := memory.MemoryQuery{}
	q.AnyScope, q.IncludeOutdated = true, true
	for _, m := range ms {
		if m.Proposes != 0 {
			q.IDs = append(q.IDs, m.Proposes)
		}
	}
	if len(q.IDs) == 0 {
		return nil, nil
	}
	old, err := s.ListOrSearchMemories(ctx, q)
	if err != nil {
		return nil, err
	}
	texts := make(map[memory.ID]string, len(old))
	for _, m := range old {
		if m.SupersededBy == 0 {
			texts[m.ID] = m.Content
		}
	}
	replaces := make(map[memory.ID]string, len(texts))
	for _, m := range ms {
		if text := texts[m.Proposes]; text != "" {
			replaces[m.ID] = text
		}
	}
	return replaces, nil
}

// loadEditorModel loads a memory in any state for the editor. It runs off the UI goroutine.
func loadEditorModel(ctx context.Context, s *engine.Session, id memory.ID) (*editorModel, error) {
	m, err := s.Memory(ctx, id)
	if err != nil {
		return nil, err
	}
	replaces, err := loadReplacedTexts(ctx, s, []memory.Memory{m})
	return newEditorModel(m, replaces[id]), err
}
