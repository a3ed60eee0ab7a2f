package folder

import (
	"context"
	"fmt"
	"path"

	"memoir/memory"
)

// Groups of files that are compared with the store as a whole.
const (
	groupFacts     = "facts"
	groupSummaries = "summaries"
	groupBase      = "base"
	// groupTurnsPrefix starts the group of one chat's messages.
	groupTurnsPrefix = "turns-"
)

const entriesDir = "entries"

// wantedFile is a file that the store asks for, at a path from the folder of its profile.
type wantedFile struct {
	path  string
	entry entry
}

// profileReader reads what one profile's folder holds.
type profileReader struct {
	store   memory.Store
	profile memory.ID
	chats   map[memory.ID]memory.Chat // those that are mirrored: neither temporary nor in the trash
	// projects are those whose facts are mirrored.
	projects map[memory.ID]memory.Project
}

func newProfileReaderWithChatsAndProjects(
	ctx context.Context, store memory.Store, profile memory.ID,
) (profileReader, error) {
	chats, err := store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: profile, AnyArchived: true})
	if err != nil {
		return profileReader{}, fmt.Errorf("list chats: %w", err)
	}
	projects, err := store.ProjectStore().List(ctx, profile)
	if err != nil {
		return profileReader{}, fmt.Errorf("list projects: %w", err)
	}
	r := profileReader{
		store: store, profile: profile, chats: make(map[memory.ID]memory.Chat, len(chats)),
		projects: make(map[memory.ID]memory.Project, len(projects)),
	}
	for _, p := range projects {
		r.projects[p.ID] = p
	}
	for _, c := range chats {
		if !c.Temporary {
			r.chats[c.ID] = c
		}
	}
	return r, nil
}

// wantedFactFiles returns the active memories that nothing has superseded. Those of one chat or
// project are in its folder, all others in that of the conversation "global".
func (r profileReader) wantedFactFiles(ctx context.Context) ([]wantedFile, error) {
	all, err := r.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: r.profile, AnyScope: true, IncludeOutdated: true, Status: []memory.Status{memory.StatusActive},
	})
	if err != nil {
		return nil, fmt.Errorf("list memories: %w", err)
	}
	var files []wantedFile
	for _, m := range all {
		id, dir := string(memory.GlobalConversation), string(memory.GlobalConversation)
		switch m.Scope {
		case memory.ScopeChat:
			chat, ok := r.chats[m.ChatID]
			if !ok {
				continue
			}
			id, dir = conversationIDOfChat(chat), folderNameOfChat(chat)
		case memory.ScopeProject:
			if _, ok := r.projects[m.ProjectID]; !ok {
				continue
			}
			id, dir = folderNameOfProject(m.ProjectID), folderNameOfProject(m.ProjectID)
		}
		if m.SupersededBy != 0 {
			continue
		}
		e := entry{
			ID: fmt.Sprintf("memory-%d", m.ID), Conversation: id, Role: roleMemory, CreatedAt: m.CreatedAt,
			Type: m.Type, Tags: m.Tags, ValidFrom: m.ValidFrom, ValidTo: m.ValidTo, Text: m.Content,
		}
		files = append(files, wantedFile{path.Join(entriesDir, dir, factsDir, timedFileName(m.CreatedAt, e.ID)), e})
	}
	return files, nil
}

// wantedSummaryFiles returns the newest current summary of every chat that has one.
func (r profileReader) wantedSummaryFiles(ctx context.Context) ([]wantedFile, error) {
	all, err := r.store.SummaryStore().ListNonEmptyOfProfile(ctx, r.profile)
	if err != nil {
		return nil, fmt.Errorf("list summaries: %w", err)
	}
	newest := map[memory.ID]memory.Summary{}
	for _, s := range all {
		if s.State == memory.SummaryCurrent {
			newest[s.ChatID] = s
		}
	}
	var files []wantedFile
	for id, s := range newest {
		chat, ok := r.chats[id]
		if !ok {
			continue
		}
		kind := "model"
		if s.Model == memory.RuleBasedModel {
			kind = string(memory.RuleBasedModel)
		}
		files = append(files, wantedFile{
			path.Join(entriesDir, folderNameOfChat(chat), "summaries", "summary.md"),
			entry{
				ID: fmt.Sprintf("summary-chat-%d", id), Conversation: conversationIDOfChat(chat), Role: roleSummary,
				CreatedAt: s.CreatedAt, SummaryKind: kind, Text: s.Content,
			},
		})
	}
	return files, nil
}

// baseMemoryFileToWrite returns the text about the user, if there is one.
func (r profileReader) baseMemoryFileToWrite(ctx context.Context) ([]wantedFile, error) {
	b, err := r.store.BaseMemoryStore().NewestOrEmpty(ctx, r.profile)
	if err != nil {
		return nil, fmt.Errorf("read base memory: %w", err)
	}
	if b.Content == "" {
		return nil, nil
	}
	return []wantedFile{{
		path.Join(entriesDir, string(memory.GlobalConversation), "base.md"),
		entry{
			ID: "base", Conversation: string(memory.GlobalConversation), Role: roleBase, CreatedAt: b.CreatedAt,
			Text: b.Content,
		},
	}}, nil
}

// wantedMessageFilesOfChat returns the messages on the selected branch of a chat that have text. An
// answer that is still streaming is left out.
func (r profileReader) wantedMessageFilesOfChat(ctx context.Context, chat memory.Chat) ([]wantedFile, error) {
	branch, err := r.store.MessageStore().ListBranch(ctx, r.profile, chat.ID, 0, 0)
	if err != nil {
		return nil, fmt.Errorf("list messages of chat %d: %w", chat.ID, err)
	}
	var files []wantedFile
	for _, m := range branch {
		if m.Content == "" || m.Status == memory.MessageStreaming ||
			m.Role != memory.RoleUser && m.Role != memory.RoleAssistant {
			continue
		}
		e := entry{
			ID: fmt.Sprintf("message-%d", m.ID), Conversation: conversationIDOfChat(chat), Role: string(m.Role),
			CreatedAt: m.CreatedAt, Text: m.Content,
		}
		name := timedFileName(m.CreatedAt, e.ID)
		files = append(files, wantedFile{path.Join(entriesDir, folderNameOfChat(chat), "turns", string(m.Role), name), e})
	}
	return files, nil
}

// messageGroupNameOfChat returns the group of a chat's messages.
func messageGroupNameOfChat(chat memory.ID) string {
	return fmt.Sprintf("%s%d", groupTurnsPrefix, chat)
}
