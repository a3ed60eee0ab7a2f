package memory

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// PatchedMemoryAndAction returns m with the patch applied and the action that describes the change,
// "" when nothing differs. Of several changes the last one in this function determines the action.
func (p MemoryPatch) PatchedMemoryAndAction(m Memory) (Memory, Action, error) {
	if err := p.ValidateTypeAndDates(); err != nil {
		return m, "", err
	}
	var action Action
	if m.Proposes != 0 && (p.Replace != nil || p.AcceptsProposedReplacement(m)) {
		m.Proposes, action = 0, ActionAccept
	}
	if p.Pinned != nil && *p.Pinned != m.Pinned {
		m.Pinned, action = *p.Pinned, ActionPin
	}
	if p.Status != nil && *p.Status != m.Status {
		a, err := actionForStatus(m.Status, *p.Status)
		if err != nil {
			return m, "", err
		}
		m.Status, action = *p.Status, a
	}
	differs, err := p.applyFieldsReportingChange(&m)
	if err != nil {
		return m, "", err
	}
	if differs {
		action = ActionUpdate
	}
	return m, action, nil
}

// applyFieldsReportingChange sets what the memory says, its tags, type, key and time, and where it
// is used, and reports whether any of it differs.
func (p MemoryPatch) applyFieldsReportingChange(m *Memory) (bool, error) {
	content := p.Content
	if content != nil {
		clean, err := TrimAndValidateContent(*content)
		if err != nil {
			return false, err
		}
		content = &clean
	}
	differs, err := p.applyScopeReportingChange(m)
	if err != nil {
		return false, err
	}
	for _, fieldDiffers := range []bool{
		p.applyTagsReportingChange(m),
		setIfDifferent(&m.Type, p.Type), setIfDifferent(&m.Key, p.Key), setIfDifferent(&m.ValidFrom, p.ValidFrom),
		setIfDifferent(&m.ValidTo, p.ValidTo), setIfDifferent(&m.Content, content),
	} {
		differs = differs || fieldDiffers
	}
	return differs, nil
}

// applyTagsReportingChange sets the tags of the patch and reports whether they differ.
func (p MemoryPatch) applyTagsReportingChange(m *Memory) bool {
	if p.Tags == nil || slices.Equal(TrimAndDedupTags(*p.Tags), m.Tags) {
		return false
	}
	m.Tags = TrimAndDedupTags(*p.Tags)
	return true
}

// applyScopeReportingChange sets the scope, the chat and the project of the patch and reports
// whether they differ.
func (p MemoryPatch) applyScopeReportingChange(m *Memory) (bool, error) {
	if p.Scope == nil {
		if p.ChatID != nil || p.ProjectID != nil {
			return false, &FieldError{"scope", "must be thread for a memory used in one chat, or project for a memory used in " +
				"one project"}
		}
		return false, nil
	}
	chat, project := ID(0), ID(0)
	if *p.Scope == ScopeChat {
		chat = m.ChatID
	}
	if *p.Scope == ScopeProject {
		project = m.ProjectID
	}
	assignIfSet(&chat, p.ChatID)
	assignIfSet(&project, p.ProjectID)
	if err := ValidateScope(*p.Scope, chat, project); err != nil {
		return false, err
	}
	differs := *p.Scope != m.Scope || chat != m.ChatID || project != m.ProjectID
	m.Scope, m.ChatID, m.ProjectID = *p.Scope, chat, project
	return differs, nil
}

// ValidateScope returns a *FieldError unless the scope has the chat or the project that it needs,
// and no other one.
func ValidateScope(scope Scope, chat, project ID) error {
	switch {
	case !scope.IsValid():
		return &FieldError{"scope", "must be global, project or thread"}
	case scope == ScopeChat && chat == 0:
		return &FieldError{"thread_id", "a memory used in only one chat needs that chat's ID"}
	case scope != ScopeChat && chat != 0:
		return &FieldError{"thread_id", "a chat can be set only for a memory used in just one chat"}
	case scope == ScopeProject && project == 0:
		return &FieldError{"project_id", "a memory used in only one project needs that project's ID"}
	case scope != ScopeProject && project != 0:
		return &FieldError{"project_id", "a project can be set only for a memory used in just one project"}
	}
	return nil
}

// ValidateTypeAndDates rejects values that no memory may have.
func (p MemoryPatch) ValidateTypeAndDates() error {
	if p.Type != nil && !p.Type.IsValid() {
		return &FieldError{"type", "must be personal, preference, knowledge, event or other"}
	}
	if p.ValidFrom != nil && !IsPartialDateOrEmpty(string(*p.ValidFrom)) {
		return &FieldError{"valid_from", "use a date such as 2026, 2026-05 or 2026-05-03"}
	}
	if p.ValidTo != nil && !IsPartialDateOrEmpty(string(*p.ValidTo)) {
		return &FieldError{"valid_to", "use a date such as 2026, 2026-05 or 2026-05-03"}
	}
	return nil
}

// AcceptsProposedReplacement reports whether the patch makes a memory supersede the one it proposes
// to replace: explicitly, or by accepting it from the inbox.
func (p MemoryPatch) AcceptsProposedReplacement(m Memory) bool {
	if p.Replace != nil {
		return *p.Replace
	}
	return m.Status == StatusInbox && p.Status != nil && *p.Status == StatusActive
}

// setIfDifferent sets a field when the patch has another value and reports whether it did.
func setIfDifferent[T comparable](field, value *T) bool {
	if value == nil || *value == *field {
		return false
	}
	*field = *value
	return true
}

func actionForStatus(from, to Status) (Action, error) {
	switch to {
	case StatusActive:
		if from == StatusInbox {
			return ActionAccept, nil
		}
		return ActionRestore, nil
	case StatusArchived:
		return ActionArchive, nil
	case StatusForgotten:
		if from == StatusInbox {
			return ActionReject, nil
		}
		return ActionForget, nil
	default:
		return "", &FieldError{"status", "must be active, archived or forgotten"}
	}
}

// maxMemoryRunes bounds a memory written by hand: more than a prompt could use, less than a book.
const maxMemoryRunes = 4000

// TrimAndValidateContent returns the text of a memory trimmed, or a *FieldError when it is empty,
// overlong or not valid UTF-8.
func TrimAndValidateContent(s string) (string, error) {
	s = strings.TrimSpace(s)
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		return "", &FieldError{"content", "enter at least one word"}
	case !utf8.ValidString(s):
		return "", &FieldError{"content", "this isn't valid UTF-8 text"}
	case n > maxMemoryRunes:
		return "", &FieldError{
			"content", fmt.Sprintf("a memory can have at most %d characters; this one has %d", maxMemoryRunes, n),
		}
	}
	return s, nil
}

// TrimAndDedupTags trims tags and drops empty and repeated ones. It never returns nil.
func TrimAndDedupTags(tags []string) []string {
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		if t = strings.TrimSpace(t); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// ValidateAndApplyTo changes a chat, or returns a *FieldError.
func (p ChatPatch) ValidateAndApplyTo(chat *Chat) error {
	if p.Memory != nil {
		if !IsValidMemoryMode(*p.Memory) {
			return &FieldError{"memory", "must be on, read or off"}
		}
		if chat.Temporary && *p.Memory != MemoryOff {
			return &FieldError{"memory", "a temporary chat can't use memory"}
		}
		chat.Memory = *p.Memory
	}
	if p.Recall != nil {
		if !IsValidRecallMode(*p.Recall) {
			return &FieldError{"recall", "must be default, on or off"}
		}
		chat.Recall = *p.Recall
	}
	temperature, maxTokens := chat.Temperature, chat.MaxTokens
	assignIfSet(&temperature, p.Temperature)
	assignIfSet(&maxTokens, p.MaxTokens)
	if err := ValidateTemperatureAndMaxTokens(temperature, maxTokens); err != nil {
		return err
	}
	chat.Temperature, chat.MaxTokens = temperature, maxTokens
	if p.Title != nil {
		chat.Title, chat.TitleByUser = strings.TrimSpace(*p.Title), strings.TrimSpace(*p.Title) != ""
	}
	assignIfSet(&chat.Model, p.Model)
	assignIfSet(&chat.SystemPrompt, p.SystemPrompt)
	assignIfSet(&chat.Pinned, p.Pinned)
	assignIfSet(&chat.Unread, p.Unread)
	assignIfSet(&chat.Draft, p.Draft)
	return nil
}

// ValidateTemperatureAndMaxTokens rejects a temperature outside 0 to 2 and a negative token limit.
func ValidateTemperatureAndMaxTokens(temperature *float64, maxTokens int) error {
	if maxTokens < 0 {
		return &FieldError{"max_tokens", "use a positive number, or 0 for no limit"}
	}
	if temperature != nil && (*temperature < 0 || *temperature > 2) {
		return &FieldError{"temperature", "use a number from 0 to 2"}
	}
	return nil
}

// assignIfSet sets a field when the patch has a value for it.
func assignIfSet[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// IsValidMemoryMode reports whether m is one of the modes.
func IsValidMemoryMode(m MemoryMode) bool {
	return m == MemoryOn || m == MemoryReadOnly || m == MemoryOff
}

// IsValidRecallMode reports whether m is one of the modes.
func IsValidRecallMode(m RecallMode) bool {
	return m == RecallDefault || m == RecallOn || m == RecallOff
}

// MayRecallOtherChatsIn reports whether earlier messages and summaries of other chats may go with a
// question asked in chat: by the chat's own choice, else by the setting. A temporary chat and one
// with memory off recall nothing.
func (c Config) MayRecallOtherChatsIn(chat Chat) bool {
	if chat.Temporary || chat.Memory == MemoryOff || chat.Recall == RecallOff {
		return false
	}
	return chat.Recall == RecallOn || c.RecallChats
}

// ValidateAndApplyTo changes a file, or returns a *FieldError.
func (p FilePatch) ValidateAndApplyTo(f *File) error {
	assignIfSet(&f.Name, p.Name)
	assignIfSet(&f.NeverLearn, p.NeverLearn)
	f.Name = FileNameWithoutInvisibleRunes(f.Name)
	if err := ValidateFileName(f.Name); err != nil {
		return err
	}
	f.Name = strings.TrimSpace(f.Name)
	return nil
}
