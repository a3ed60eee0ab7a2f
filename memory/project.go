package memory

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Project is a folder of the sidebar: chats that share instructions, files and a model, and facts
// that need not be known outside. Its JSON is the REST shape of docs/api.md.
type Project struct {
	ID           ID       `json:"id"`
	ProfileID    ID       `json:"-"`
	Name         string   `json:"name"`
	SystemPrompt NullText `json:"system_prompt"` // sent before the instructions of a chat
	Model        NullText `json:"model"`         // of chats that chose none; provider/model
	// LearnedScope is where facts are used that are learned in its chats. Unless it is ScopeGlobal, no
	// other prompt quotes its chats, and the text about the user is made without them.
	LearnedScope Scope     `json:"scope"`
	FileIDs      []ID      `json:"contexts"` // files of all its chats, in order; never nil once stored
	Position     int       `json:"position"` // in the sidebar, from 0
	Collapsed    bool      `json:"collapsed"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// NewProject is the input of CreateProject. Without LearnedScope the setting scope holds.
type NewProject struct {
	Name         string   `json:"name"`
	SystemPrompt NullText `json:"system_prompt"`
	Model        NullText `json:"model"`
	LearnedScope Scope    `json:"scope"`
}

// ProjectPatch changes the fields that are not nil. Position moves the project among the others.
type ProjectPatch struct {
	Name         *string
	SystemPrompt *NullText
	Model        *NullText
	LearnedScope *Scope
	Position     *int
	Collapsed    *bool
}

// maxProjectNameRunes bounds a project's name: more than the sidebar shows, less than a paragraph.
const maxProjectNameRunes = 200

// ValidateAndApplyTo changes a project, or returns a *FieldError.
func (p ProjectPatch) ValidateAndApplyTo(project *Project) error {
	if p.Name != nil {
		name := strings.Join(strings.Fields(*p.Name), " ")
		switch {
		case name == "" || !utf8.ValidString(name):
			return &FieldError{"name", "a project needs a name"}
		case utf8.RuneCountInString(name) > maxProjectNameRunes:
			return &FieldError{"name", "a project's name can have at most 200 characters"}
		}
		project.Name = name
	}
	if p.LearnedScope != nil {
		if !p.LearnedScope.IsValid() {
			return &FieldError{"scope", "must be global, project or thread"}
		}
		project.LearnedScope = *p.LearnedScope
	}
	if p.Position != nil && *p.Position < 0 {
		return &FieldError{"position", "use 0 or a positive number"}
	}
	assignIfSet(&project.SystemPrompt, p.SystemPrompt)
	assignIfSet(&project.Model, p.Model)
	assignIfSet(&project.Position, p.Position)
	assignIfSet(&project.Collapsed, p.Collapsed)
	return nil
}

// IsValid reports whether s is one of the scopes.
func (s Scope) IsValid() bool { return s == ScopeGlobal || s == ScopeProject || s == ScopeChat }

// KeepsLearnedFactsToItself reports whether what is said in the project's chats stays in them or in
// the project. A nil project is that of chats in none.
func (p *Project) KeepsLearnedFactsToItself() bool { return p != nil && p.LearnedScope != ScopeGlobal }

// OwnOrProjectModel is the model that the chat chose, else its project's; empty = the default
// model.
func (c Chat) OwnOrProjectModel() NullText {
	if c.Model == "" && c.Project != nil {
		return c.Project.Model
	}
	return c.Model
}

// OwnAndProjectFileIDs are the files whose text goes with the chat's messages: its project's, then
// its own.
func (c Chat) OwnAndProjectFileIDs() []ID {
	if c.Project == nil {
		return c.FileIDs
	}
	return slices.Concat(c.Project.FileIDs, slices.DeleteFunc(slices.Clone(c.FileIDs), func(id ID) bool {
		return slices.Contains(c.Project.FileIDs, id)
	}))
}

// LearnedScopeIn is where facts are used that are learned in the chat: as its project says, else as
// the setting does.
func (c Config) LearnedScopeIn(chat Chat) Scope {
	if chat.Project != nil {
		return chat.Project.LearnedScope
	}
	return c.LearnedScope
}

// MayBeUsedInByScope reports whether the memory may be used in a chat, by its scope alone.
func (m Memory) MayBeUsedInByScope(chat Chat) bool {
	switch m.Scope {
	case ScopeChat:
		return m.ChatID == chat.ID
	case ScopeProject:
		return m.ProjectID != 0 && m.ProjectID == chat.ProjectID
	default:
		return true
	}
}

// HasWiderScopeThan reports whether a memory is used in chats where one of the given scope, that of
// a chat that both are used in, is not.
func (m Memory) HasWiderScopeThan(scope Scope) bool {
	width := map[Scope]int{ScopeChat: 0, ScopeProject: 1, ScopeGlobal: 2}
	return width[m.Scope] > width[scope]
}

// MoveChatsParams says which chats move where.
type MoveChatsParams struct {
	ChatIDs   []ID
	ProjectID ID // 0 = out of every project
	// WithMemories also moves the memories of the old projects that were learned in the chats. They
	// become the new project's; without one, those of the chat they were learned in, so that nobody
	// else reads them. Otherwise they stay where they are.
	WithMemories bool
}

// MovedChats is what MoveChatsBetweenProjects changed; UndoMoveChats takes it back.
type MovedChats struct {
	From        map[ID]ID // the project that each chat was in, 0 = none; chats that were there already are left out
	DecisionIDs []ID      // of the memories that moved
	// LeftBehind counts the memories that stayed in a project that their chat left.
	LeftBehind int
}

// DeleteProjectOptions say what becomes of the memories that only the project's chats use.
type DeleteProjectOptions struct {
	// KeepMemories makes them memories of all chats; otherwise they are forgotten.
	KeepMemories bool
}

// DeletedProject is what DeleteProject removed; RestoreProject brings it back.
type DeletedProject struct {
	Project     Project
	ChatIDs     []ID
	DecisionIDs []ID
}
