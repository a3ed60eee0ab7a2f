package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/ledger"
)

// CreateProject stores an empty project, the last of the profile's.
func (s *Session) CreateProject(ctx context.Context, n memory.NewProject) (memory.Project, error) {
	if n.LearnedScope == "" {
		n.LearnedScope = s.Config().LearnedScope
	}
	now := s.clock.NowInUTCToMillisecond()
	p := memory.Project{ProfileID: s.profile, FileIDs: []memory.ID{}, CreatedAt: now, UpdatedAt: now}
	err := memory.ProjectPatch{
		Name: &n.Name, SystemPrompt: &n.SystemPrompt, Model: &n.Model, LearnedScope: &n.LearnedScope,
	}.ValidateAndApplyTo(&p)
	if err != nil {
		return memory.Project{}, err
	}
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		all, err := tx.ProjectStore().List(ctx, s.profile)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			p.Position = all[len(all)-1].Position + 1
		}
		p.ID, err = tx.ProjectStore().Create(ctx, p)
		return err
	})
	if err != nil {
		return memory.Project{}, fmt.Errorf("create project: %w", err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventProjects, s.profile, 0)
	return p, nil
}

// LoadProject returns one project.
func (s *Session) LoadProject(ctx context.Context, id memory.ID) (memory.Project, error) {
	return s.store.ProjectStore().Get(ctx, s.profile, id)
}

// ListProjects lists the projects in the order of the sidebar.
func (s *Session) ListProjects(ctx context.Context) ([]memory.Project, error) {
	return s.store.ProjectStore().List(ctx, s.profile)
}

// UpdateProject changes a project. A position moves it among the others, which are counted anew. A
// scope holds for what is learned from now on; what was learned before stays where it is.
func (s *Session) UpdateProject(
	ctx context.Context, id memory.ID, patch memory.ProjectPatch,
) (memory.Project, error) {
	var p memory.Project
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		all, err := tx.ProjectStore().List(ctx, s.profile)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(o memory.Project) bool { return o.ID == id })
		if at < 0 {
			return memory.ErrNotFound
		}
		p = all[at]
		if err := patch.ValidateAndApplyTo(&p); err != nil {
			return err
		}
		p.UpdatedAt = s.clock.NowInUTCToMillisecond()
		if patch.Position == nil {
			return tx.ProjectStore().Update(ctx, p)
		}
		all = slices.Insert(slices.Delete(all, at, at+1), min(*patch.Position, len(all)-1), p)
		for i := range all {
			if all[i].Position == i && all[i].ID != id {
				continue
			}
			all[i].Position = i
			if err := tx.ProjectStore().Update(ctx, all[i]); err != nil {
				return err
			}
		}
		p.Position = min(*patch.Position, len(all)-1)
		return nil
	})
	if err != nil {
		return memory.Project{}, fmt.Errorf("change project %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventProjects, s.profile, 0)
	return p, nil
}

// AttachStoredFileToProject attaches a file to every chat of a project. Attaching it twice is no
// error.
func (s *Session) AttachStoredFileToProject(ctx context.Context, project, file memory.ID) error {
	if err := s.store.ProjectStore().AttachFile(ctx, s.profile, project, file); err != nil {
		return fmt.Errorf("attach file %d to project %d: %w", file, project, err)
	}
	s.publishProjectsAndFilesStale()
	return nil
}

// DetachFileFromProject detaches a file from a project.
func (s *Session) DetachFileFromProject(ctx context.Context, project, file memory.ID) error {
	if err := s.store.ProjectStore().DetachFile(ctx, s.profile, project, file); err != nil {
		return fmt.Errorf("detach file %d from project %d: %w", file, project, err)
	}
	s.publishProjectsAndFilesStale()
	return nil
}

func (s *Session) publishProjectsAndFilesStale() {
	memory.PublishStaleDataEvent(s.bus, memory.EventProjects, s.profile, 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
}

// publishProjectsChatsMemoriesStale says that chats, projects and memories are stale.
func (s *Session) publishProjectsChatsMemoriesStale() {
	memory.PublishStaleDataEvent(s.bus, memory.EventProjects, s.profile, 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
}

// CountProjectMemoriesLearnedInMovedChats counts the memories that only a project uses and that
// were learned in the given chats of it: those that MoveChatsBetweenProjects moves when it is told
// to.
func (s *Session) CountProjectMemoriesLearnedInMovedChats(ctx context.Context, p memory.MoveChatsParams) (int, error) {
	ms, err := s.listProjectMemoriesLearnedInMovedChats(ctx, s.store, p)
	return len(ms), err
}

// listProjectMemoriesLearnedInMovedChats lists the memories of the projects that the chats leave.
func (s *Session) listProjectMemoriesLearnedInMovedChats(
	ctx context.Context, tx memory.Store, p memory.MoveChatsParams,
) ([]memory.Memory, error) {
	ms, err := tx.ProjectStore().ListProjectMemoriesLearnedIn(ctx, s.profile, p.ChatIDs)
	return slices.DeleteFunc(ms, func(m memory.Memory) bool {
		return m.ProjectID == p.ProjectID || m.Status == memory.StatusForgotten
	}), err
}

// MoveChatsBetweenProjects moves chats into a project or out of theirs, all or none. Their messages
// go with them: other prompts quote them as the new project allows. What only the old project knows
// stays there unless p.WithMemories is set.
func (s *Session) MoveChatsBetweenProjects(ctx context.Context, p memory.MoveChatsParams) (memory.MovedChats, error) {
	var done memory.MovedChats
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		done = memory.MovedChats{From: map[memory.ID]memory.ID{}}
		if err := s.requireProfileHasChatAndProject(ctx, tx, 0, p.ProjectID); err != nil {
			return err
		}
		ms, err := s.listProjectMemoriesLearnedInMovedChats(ctx, tx, p)
		if err != nil {
			return err
		}
		if p.WithMemories {
			done.DecisionIDs, err = s.moveMemoriesToProjectOrChats(ctx, tx, ms, p.ProjectID)
		} else {
			done.LeftBehind = len(ms)
		}
		if err != nil {
			return err
		}
		for _, id := range p.ChatIDs {
			chat, err := tx.ChatStore().Get(ctx, s.profile, id)
			if err != nil {
				return err
			}
			if chat.ProjectID == p.ProjectID {
				continue
			}
			done.From[id] = chat.ProjectID
			chat.ProjectID = p.ProjectID
			if err := tx.ChatStore().Update(ctx, chat); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return memory.MovedChats{}, fmt.Errorf("move chats: %w", err)
	}
	s.publishProjectsChatsMemoriesStale()
	return done, nil
}

// moveMemoriesToProjectOrChats gives memories of a project to another one or, with project 0, to
// the chat that each was learned in, and returns the decisions.
func (s *Session) moveMemoriesToProjectOrChats(
	ctx context.Context, tx memory.Store, ms []memory.Memory, project memory.ID,
) ([]memory.ID, error) {
	ids := make([]memory.ID, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	sources, err := tx.MemoryStore().SourceChatByMemory(ctx, s.profile, ids)
	if err != nil {
		return nil, err
	}
	return s.changeMemoriesRecordingDecisionIDs(ctx, tx, ms, func(m *memory.Memory) {
		m.ProjectID = project
		if project == 0 {
			m.Scope, m.ChatID = memory.ScopeChat, sources[m.ID].ID
		}
	})
}

// changeMemoriesRecordingDecisionIDs changes memories with a decision for each, and returns the
// decisions.
func (s *Session) changeMemoriesRecordingDecisionIDs(
	ctx context.Context, tx memory.Store, ms []memory.Memory, change func(m *memory.Memory),
) ([]memory.ID, error) {
	var out []memory.ID
	now := s.clock.NowInUTCToMillisecond()
	for _, before := range ms {
		after := before
		change(&after)
		after.UpdatedAt = now
		action := memory.ActionUpdate
		if after.Status == memory.StatusForgotten && before.Status != memory.StatusForgotten {
			action = memory.ActionForget
		}
		changes, after, err := ledger.PutMemoryReturningChanges(ctx, tx, &before, after)
		if err != nil {
			return nil, err
		}
		d, err := ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
			CreatedAt: now, ProfileID: s.profile, ChatID: after.ChatID, Action: action, Actor: s.actor,
			MemoryID: after.ID, Changes: changes,
		})
		if err != nil {
			return nil, err
		}
		out = append(out, d.ID)
	}
	return out, nil
}

// MoveChatsBackUndoingDecisions puts chats and memories back that MoveChatsBetweenProjects moved.
// Chats that were moved again, or are gone, stay as they are; a memory that was changed since is a
// *ConflictError, and nothing is done.
func (s *Session) MoveChatsBackUndoingDecisions(ctx context.Context, moved memory.MovedChats) error {
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		if err := s.undoDecisionsInTx(ctx, tx, moved.DecisionIDs); err != nil {
			return err
		}
		for id, project := range moved.From {
			if err := s.putChatIntoProjectIfBothExist(ctx, tx, id, project); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("move chats back: %w", err)
	}
	s.publishProjectsChatsMemoriesStale()
	return nil
}

// putChatIntoProjectIfBothExist puts a chat into a project. It leaves one that is gone, and one
// whose project is gone.
func (s *Session) putChatIntoProjectIfBothExist(ctx context.Context, tx memory.Store, id, project memory.ID) error {
	chat, err := tx.ChatStore().Get(ctx, s.profile, id)
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.requireProfileHasChatAndProject(ctx, tx, 0, project); errors.Is(err, memory.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	chat.ProjectID = project
	return tx.ChatStore().Update(ctx, chat)
}

func (s *Session) undoDecisionsInTx(ctx context.Context, tx memory.Store, ids []memory.ID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := ledger.UndoDecisionsByID(ctx, tx, s.clock.NowInUTCToMillisecond(), s.profile, s.actor, ids)
	return err
}

// CountProjectChatsAndOwnMemories counts the chats of a project, archived ones too, and the
// memories that only they use.
func (s *Session) CountProjectChatsAndOwnMemories(ctx context.Context, id memory.ID) (chats, memories int, err error) {
	list, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: s.profile, ProjectID: id, AnyArchived: true})
	if err != nil {
		return 0, 0, err
	}
	memories, err = s.store.MemoryStore().Count(ctx,
		filterForMemoriesUsedOnlyInProject(s.profile, id, memory.StatusActive, memory.StatusInbox))
	return len(list), memories, err
}

// filterForMemoriesUsedOnlyInProject selects the memories that only the chats of a project use.
func filterForMemoriesUsedOnlyInProject(profile, project memory.ID, status ...memory.Status) memory.MemoryFilter {
	return memory.MemoryFilter{
		ProfileID: profile, ProjectID: project, Scope: memory.ScopeProject, IncludeOutdated: true, Status: status,
	}
}

// DeleteProjectKeepingChats removes a project. Its chats stay and are then in none; its memories
// are forgotten, or used in all chats from then on. RestoreDeletedProjectAndUndoDecisions brings
// everything back.
func (s *Session) DeleteProjectKeepingChats(
	ctx context.Context, id memory.ID, o memory.DeleteProjectOptions,
) (memory.DeletedProject, error) {
	var done memory.DeletedProject
	err := s.store.InTx(ctx, func(tx memory.Store) (err error) {
		done = memory.DeletedProject{}
		if done.Project, err = tx.ProjectStore().Get(ctx, s.profile, id); err != nil {
			return err
		}
		for _, f := range []memory.ChatFilter{{AnyArchived: true}, {InTrash: true}} {
			f.ProfileID, f.ProjectID = s.profile, id
			chats, err := tx.ChatStore().List(ctx, f)
			if err != nil {
				return err
			}
			for _, c := range chats {
				done.ChatIDs = append(done.ChatIDs, c.ID)
			}
		}
		ms, err := tx.MemoryStore().List(ctx, filterForMemoriesUsedOnlyInProject(s.profile, id, memory.StatusActive,
			memory.StatusInbox,
			memory.StatusArchived, memory.StatusForgotten))
		if err != nil {
			return err
		}
		// A forgotten one that is restored later belongs to no project any more.
		done.DecisionIDs, err = s.changeMemoriesRecordingDecisionIDs(ctx, tx, ms, func(m *memory.Memory) {
			m.Scope, m.ProjectID = memory.ScopeGlobal, 0
			if !o.KeepMemories {
				m.Status = memory.StatusForgotten
			}
		})
		if err != nil {
			return err
		}
		return tx.ProjectStore().Delete(ctx, s.profile, id)
	})
	if err != nil {
		return memory.DeletedProject{}, fmt.Errorf("delete project %d: %w", id, err)
	}
	s.search.RequestSync(s.profile)
	s.publishProjectsChatsMemoriesStale()
	return done, nil
}

// RestoreDeletedProjectAndUndoDecisions brings a project back that DeleteProjectKeepingChats
// removed, with its chats as far as they exist and are in no other project. A memory that was
// changed since is a *ConflictError, and nothing is done.
func (s *Session) RestoreDeletedProjectAndUndoDecisions(ctx context.Context, gone memory.DeletedProject) error {
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		if _, err := tx.ProjectStore().Create(ctx, gone.Project); err != nil {
			return err
		}
		if err := s.undoDecisionsInTx(ctx, tx, gone.DecisionIDs); err != nil {
			return err
		}
		for _, id := range gone.ChatIDs {
			chat, err := tx.ChatStore().Get(ctx, s.profile, id)
			if errors.Is(err, memory.ErrNotFound) || err == nil && chat.ProjectID != 0 {
				continue
			}
			if err != nil {
				return err
			}
			if err := s.putChatIntoProjectIfBothExist(ctx, tx, id, gone.Project.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("restore project %d: %w", gone.Project.ID, err)
	}
	s.search.RequestSync(s.profile)
	s.publishProjectsChatsMemoriesStale()
	return nil
}
