package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type projectRow struct {
	ID           memory.ID    `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID    memory.ID    `gorm:"column:profile_id"`
	Name         string       `gorm:"column:name"`
	SystemPrompt string       `gorm:"column:system_prompt"`
	Model        string       `gorm:"column:model"`
	LearnedScope memory.Scope `gorm:"column:learned_scope"`
	Position     int          `gorm:"column:position"`
	Collapsed    bool         `gorm:"column:collapsed"`
	Created      timestamp    `gorm:"column:created_at"`
	Updated      timestamp    `gorm:"column:updated_at"`
	FileIDs      *string      `gorm:"column:contexts;->"` // computed
}

func (projectRow) TableName() string { return "projects" }

func newProjectRow(p memory.Project) projectRow {
	return projectRow{
		ID: p.ID, ProfileID: p.ProfileID, Name: p.Name, SystemPrompt: string(p.SystemPrompt), Model: string(p.Model),
		LearnedScope: p.LearnedScope, Position: p.Position, Collapsed: p.Collapsed, Created: timestamp{p.CreatedAt},
		Updated: timestamp{p.UpdatedAt},
	}
}

func (r projectRow) toProject() (memory.Project, error) {
	p := memory.Project{
		ID: r.ID, ProfileID: r.ProfileID, Name: r.Name, SystemPrompt: memory.NullText(r.SystemPrompt),
		Model: memory.NullText(r.Model), LearnedScope: r.LearnedScope, FileIDs: []memory.ID{}, Position: r.Position,
		Collapsed: r.Collapsed, CreatedAt: r.Created.Time, UpdatedAt: r.Updated.Time,
	}
	return p, decodeNullableJSON(r.FileIDs, &p.FileIDs)
}

// projectColumns selects a project with the ids of its files in order.
const projectColumns = `SELECT p.*, (SELECT json_group_array(context_id ORDER BY position)
  FROM project_contexts WHERE project_id = p.id) AS contexts FROM projects p `

type projectStore struct{ h *handle }

// Create stores p and attaches the files in p.FileIDs, which must belong to the same profile.
func (s projectStore) Create(ctx context.Context, p memory.Project) (memory.ID, error) {
	r := newProjectRow(p)
	err := s.h.runAtomicWrite(ctx, "create project", func(tx *gorm.DB) error {
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		for _, f := range p.FileIDs {
			if err := attachFileToProject(tx, p.ProfileID, r.ID, f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s projectStore) Get(ctx context.Context, profile, id memory.ID) (memory.Project, error) {
	var r projectRow
	err := s.h.runRead(ctx, fmt.Sprintf("load project %d", id), func(db *gorm.DB) error {
		return requireRowsAffected(db.Raw(projectColumns+"WHERE p.id = ? AND p.profile_id = ?", id, profile).Scan(&r))
	})
	if err != nil {
		return memory.Project{}, err
	}
	return r.toProject()
}

func (s projectStore) List(ctx context.Context, profile memory.ID) ([]memory.Project, error) {
	var rows []projectRow
	err := s.h.runRead(ctx, "list projects", func(db *gorm.DB) error {
		return db.Raw(projectColumns+"WHERE p.profile_id = ? ORDER BY p.position, p.id", profile).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, projectRow.toProject)
}

func (s projectStore) Update(ctx context.Context, p memory.Project) error {
	r := newProjectRow(p)
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update project %d", p.ID), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&projectRow{}).Where("id = ? AND profile_id = ?", p.ID, p.ProfileID).
			Select("*").Omit("id", "profile_id", "created_at").Updates(&r))
	})
}

func (s projectStore) Delete(ctx context.Context, profile, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("delete project %d", id), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Where("id = ? AND profile_id = ?", id, profile).Delete(&projectRow{}))
	})
}

func (s projectStore) AttachFile(ctx context.Context, profile, project, file memory.ID) error {
	op := fmt.Sprintf("attach file %d to project %d", file, project)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error { return attachFileToProject(tx, profile, project, file) })
}

func (s projectStore) DetachFile(ctx context.Context, profile, project, file memory.ID) error {
	op := fmt.Sprintf("detach file %d from project %d", file, project)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		err := requireRowExists(tx, "SELECT 1 FROM projects WHERE id = ? AND profile_id = ?", project, profile)
		if err != nil {
			return err
		}
		return tx.Exec("DELETE FROM project_contexts WHERE project_id = ? AND context_id = ?", project, file).Error
	})
}

func attachFileToProject(tx *gorm.DB, profile, project, file memory.ID) error {
	err := requireRowExists(tx, `SELECT 1 FROM projects p JOIN contexts c ON c.profile_id = p.profile_id
      WHERE p.id = ? AND c.id = ? AND p.profile_id = ?`, project, file, profile)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO project_contexts(project_id, context_id, position)
      SELECT ?, ?, coalesce(max(position), 0) + 1 FROM project_contexts WHERE project_id = ?
      ON CONFLICT DO NOTHING`, project, file, project).Error
}

func (s projectStore) ListProjectMemoriesLearnedIn(
	ctx context.Context, profile memory.ID, chats []memory.ID,
) ([]memory.Memory, error) {
	return memoryStore{s.h}.queryMemories(ctx, "list memories of projects", profileMemoryColumns+fromLinks+`
      JOIN messages s ON s.id = m.source_message_id JOIN threads t ON t.id = s.thread_id
      WHERE l.profile_id = ? AND m.project_id IS NOT NULL AND m.project_id = t.project_id
        AND t.id IN (SELECT value FROM json_each(?))`, profile, idsAsJSON(chats))
}

// fillProjectsOfChats sets Project of every chat that is in one; it reads them with one query.
func (s chatStore) fillProjectsOfChats(ctx context.Context, chats []memory.Chat) ([]memory.Chat, error) {
	var all map[memory.ID]*memory.Project
	for i := range chats {
		if chats[i].ProjectID == 0 {
			continue
		}
		if all == nil {
			list, err := projectStore(s).List(ctx, chats[i].ProfileID)
			if err != nil {
				return nil, err
			}
			all = make(map[memory.ID]*memory.Project, len(list))
			for j := range list {
				all[list[j].ID] = &list[j]
			}
		}
		chats[i].Project = all[chats[i].ProjectID]
	}
	return chats, nil
}

// chatOfRowWithProject is fillProjectsOfChats for one chat.
func (s chatStore) chatOfRowWithProject(ctx context.Context, r chatRow) (memory.Chat, error) {
	chat, err := r.toChat()
	if err != nil {
		return chat, err
	}
	one, err := s.fillProjectsOfChats(ctx, []memory.Chat{chat})
	if err != nil {
		return chat, err
	}
	return one[0], nil
}
