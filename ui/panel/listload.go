package panel

import (
	"context"
	"slices"

	"memoir/memory"
	"memoir/memory/engine"
)

// loadListResult asks the core for a query, and for the overview when it is stale. Of the memories
// besides the inbox it loads only the first limit, 0 for all, where mayLoadFirstPageOnly. It runs
// off the UI goroutine.
func (q listQuery) loadListResult(ctx context.Context, s *engine.Session, stale bool, limit int) (listResult, error) {
	var r listResult
	var err error
	if stale {
		overview, err := s.CountMemoriesByStatusTypeTag(ctx)
		if err != nil {
			return r, err
		}
		r.overview = &overview
	}
	if r.inbox, err = s.ListOrSearchMemories(ctx, q.inboxMemoryQuery()); err != nil {
		return r, err
	}
	groupMemoriesBySourceChatInPlace(r.inbox)
	if r.items = r.inbox; q.showsNonInboxMemories() {
		if r.items, r.hasMore, err = q.loadNonInboxMemories(ctx, s, limit); err != nil {
			return r, err
		}
		q.sortMemoriesIntoQueryOrder(r.items)
	}
	if q.text != "" && q.status == statusInUse && q.showsNonInboxMemories() {
		found := slices.Concat(r.items, r.inbox)
		if r.similar, err = s.FindSimilarMemoriesBesidesFound(ctx, q.nonInboxMemoryQuery(), found); err != nil {
			return r, err
		}
	}
	if r.reasons, err = loadInboxReasons(ctx, s, r.inbox); err != nil {
		return r, err
	}
	if r.replaces, err = loadTextsProposedToReplace(ctx, s, slices.Concat(r.inbox, r.items)); err != nil {
		return r, err
	}
	projects, err := s.ListProjects(ctx)
	r.projects = make(map[memory.ID]string, len(projects))
	for _, p := range projects {
		r.projects[p.ID] = p.Name
	}
	return r, err
}

// loadNonInboxMemories lists the memories besides the inbox and filters out what the core's query
// cannot distinguish. hasMore means that limit left some out.
func (q listQuery) loadNonInboxMemories(
	ctx context.Context, s *engine.Session, limit int,
) (ms []memory.Memory, hasMore bool, err error) {
	filter := q.nonInboxMemoryQuery()
	if limit > 0 && q.mayLoadFirstPageOnly() {
		filter.Limit = limit + 1
	}
	ms, err = s.ListOrSearchMemories(ctx, filter)
	if err != nil {
		return nil, false, err
	}
	if filter.Limit > 0 && len(ms) > limit {
		return ms[:limit], true, nil
	}
	switch q.status {
	case statusNeverUsed:
		return slices.DeleteFunc(ms, func(m memory.Memory) bool { return m.UseCount > 0 }), false, nil
	case statusPast:
		current, err := s.ListOrSearchMemories(ctx, listQuery{filter: filterAll}.nonInboxMemoryQuery())
		if err != nil {
			return nil, false, err
		}
		isCurrent := make(map[memory.ID]bool, len(current))
		for _, m := range current {
			isCurrent[m.ID] = true
		}
		return slices.DeleteFunc(ms, func(m memory.Memory) bool { return isCurrent[m.ID] }), false, nil
	}
	return ms, false, nil
}

// maxReasons is for how many inbox memories the reason is loaded.
const maxReasons = 50

// loadInboxReasons loads why memories are in the inbox: the reason of the newest decision about
// each of the extractor, or of the folder of Markdown files.
func loadInboxReasons(ctx context.Context, s *engine.Session, inbox []memory.Memory) (map[memory.ID]string, error) {
	if len(inbox) == 0 {
		return nil, nil
	}
	inbox = inbox[:min(len(inbox), maxReasons)]
	ids := make([]memory.ID, len(inbox))
	for i, m := range inbox {
		ids[i] = m.ID
	}
	reasons := make(map[memory.ID]string, len(ids))
	for _, actor := range []memory.Actor{memory.ActorFolder, memory.ActorExtractor} {
		decisions, err := s.ListNewestDecisionOfActorPerMemory(ctx, actor, ids)
		if err != nil {
			return nil, err
		}
		for id, d := range decisions {
			reasons[id] = string(d.Reason)
		}
	}
	return reasons, nil
}

// loadTextsProposedToReplace loads, by memory, the text of the active memory that it proposes to
// replace.
func loadTextsProposedToReplace(
	ctx context.Context,
	s *engine.Session,
	ms []memory.Memory,
) (map[memory.ID]string, error) {
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

// loadEditorModelOfMemory loads a memory in any state for the editor. It runs off the UI goroutine.
func loadEditorModelOfMemory(ctx context.Context, s *engine.Session, id memory.ID) (*editorModel, error) {
	m, err := s.LoadMemory(ctx, id)
	if err != nil {
		return nil, err
	}
	replaces, err := loadTextsProposedToReplace(ctx, s, []memory.Memory{m})
	model := newEditorModelForMemory(m, replaces[id])
	model.chats = loadChatsAndProjectOfMemory(ctx, s, m)
	return model, err
}
