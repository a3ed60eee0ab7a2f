package export

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
)

// plan is what will be written.
type plan struct {
	options  memory.ExportOptions
	chats    []memory.Chat
	memories []memory.Memory
	fileIDs  []memory.ID
	projects []memory.Project // of the chats and memories, only where the form is complete
	// projectName is that of the project that is exported, "" of everything else.
	projectName string
	complete    bool // the form has files, summaries and the ledger
	withBase    bool
	withTrash   bool
}

// planExport decides what belongs to the export, without the texts of chats and files.
func (x Exporter) planExport(ctx context.Context, o memory.ExportOptions) (plan, error) {
	p := plan{options: o, complete: o.Format == memory.FormatJSON}
	p.withBase = !o.ExportsOnlyChatsOrProject()
	p.withTrash = o.Contents == memory.ExportAll && p.complete
	var err error
	if o.Contents == memory.ExportProject {
		project, err := x.Store.ProjectStore().Get(ctx, x.Profile, o.ProjectID)
		if err != nil {
			return p, fmt.Errorf("project %d: %w", o.ProjectID, err)
		}
		p.projectName = project.Name
	}
	if p.chats, err = x.listChatsOfExport(ctx, p); err != nil {
		return p, err
	}
	p.chats = slices.DeleteFunc(p.chats, func(c memory.Chat) bool {
		return c.Temporary && o.Contents != memory.ExportChats
	})
	if p.complete {
		slices.SortStableFunc(p.chats, func(a, b memory.Chat) int { return int(a.ID - b.ID) })
		for _, c := range p.chats {
			p.fileIDs = append(p.fileIDs, c.FileIDs...)
		}
	}
	if o.Contents != memory.ExportChats || p.complete {
		if p.memories, err = x.listMemoriesOfExport(ctx, p); err != nil {
			return p, err
		}
	}
	if p.complete {
		if p.projects, err = x.listProjectsOfExport(ctx, p); err != nil {
			return p, err
		}
		for _, project := range p.projects {
			p.fileIDs = append(p.fileIDs, project.FileIDs...)
		}
	}
	return p, nil
}

// listChatsOfExport returns the chats that were asked for.
func (x Exporter) listChatsOfExport(ctx context.Context, p plan) ([]memory.Chat, error) {
	switch p.options.Contents {
	case memory.ExportAll:
		return x.listAllChatsWithArchived(ctx, p.withTrash)
	case memory.ExportMemories:
		return nil, nil
	case memory.ExportChats:
		if len(p.options.ChatIDs) == 0 {
			return nil, &memory.FieldError{Field: "chats", Problem: "choose at least one chat"}
		}
		chats := make([]memory.Chat, 0, len(p.options.ChatIDs))
		for _, id := range p.options.ChatIDs {
			c, err := x.Store.ChatStore().Get(ctx, x.Profile, id)
			if err != nil {
				return nil, fmt.Errorf("chat %d: %w", id, err)
			}
			chats = append(chats, c)
		}
		return chats, nil
	case memory.ExportProject:
		return x.Store.ChatStore().List(ctx, memory.ChatFilter{
			ProfileID: x.Profile, ProjectID: p.options.ProjectID, AnyArchived: true,
		})
	}
	return nil, &memory.FieldError{Field: "contents", Problem: "must be all, chats, memories or project"}
}

// listProjectsOfExport returns the projects of the export's chats and memories; of everything, all.
func (x Exporter) listProjectsOfExport(ctx context.Context, p plan) ([]memory.Project, error) {
	all, err := x.Store.ProjectStore().List(ctx, x.Profile)
	if err != nil || p.options.Contents == memory.ExportAll {
		return all, err
	}
	used := map[memory.ID]bool{p.options.ProjectID: true}
	for _, c := range p.chats {
		used[c.ProjectID] = true
	}
	for _, m := range p.memories {
		used[m.ProjectID] = true
	}
	return slices.DeleteFunc(all, func(project memory.Project) bool { return !used[project.ID] }), nil
}

func (x Exporter) listAllChatsWithArchived(ctx context.Context, withTrash bool) ([]memory.Chat, error) {
	all, err := x.Store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: x.Profile, AnyArchived: true})
	if err != nil || !withTrash {
		return all, err
	}
	trash, err := x.Store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: x.Profile, InTrash: true})
	return append(all, trash...), err
}

// listMemoriesOfExport returns the memories of the export, oldest first: for people those that are
// used or wait, for programs archived and past ones as well, and forgotten ones where the ledger
// can bring them back.
func (x Exporter) listMemoriesOfExport(ctx context.Context, p plan) ([]memory.Memory, error) {
	f := memory.MemoryFilter{
		ProfileID: x.Profile, AnyScope: true, IncludeOutdated: p.complete, Now: x.Now.NowInUTCToMillisecond(),
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox},
	}
	if p.complete {
		f.Status = append(f.Status, memory.StatusArchived)
	}
	if p.includesLedger() {
		f.Status = append(f.Status, memory.StatusForgotten)
	}
	all, err := x.Store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b memory.Memory) int { return int(a.ID - b.ID) })
	if !p.options.ExportsOnlyChatsOrProject() {
		return all, nil
	}
	ids := make([]memory.ID, len(all))
	for i, m := range all {
		ids[i] = m.ID
	}
	sources, err := x.Store.MemoryStore().SourceChatByMemory(ctx, x.Profile, ids)
	if err != nil {
		return nil, err
	}
	exported := map[memory.ID]memory.Chat{}
	for _, c := range p.chats {
		exported[c.ID] = c
	}
	return slices.DeleteFunc(all, func(m memory.Memory) bool {
		switch {
		case m.Scope == memory.ScopeChat:
			return exported[m.ChatID].ID == 0
		case m.Scope == memory.ScopeProject && p.options.Contents == memory.ExportProject:
			return m.ProjectID != p.options.ProjectID
		}
		from := exported[sources[m.ID].ID]
		return m.SourceMessageID == 0 || from.ID == 0 || !m.MayBeUsedInByScope(from) // it may have left its project
	}), nil
}

// includesLedger reports whether the ledger is exported.
func (p plan) includesLedger() bool {
	return p.complete && p.options.Contents == memory.ExportAll && !p.options.WithoutHistory
}
