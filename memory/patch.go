package memory

import (
	"context"
	"errors"
	"slices"
)

// applyPatch returns m with the patch applied and the action that describes the change, "" when
// nothing differs. Of several changes the last one in this function determines the action.
func applyPatch(m Memory, p MemoryPatch) (Memory, Action, error) {
	if err := p.validateFields(); err != nil {
		return m, "", err
	}
	var action Action
	if m.Proposes != 0 && (p.Replace != nil || acceptsReplacement(m, p)) {
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
	if p.applyTags(&m) {
		action = ActionUpdate
	}
	content := p.Content
	if content != nil {
		clean, err := cleanContent(*content)
		if err != nil {
			return m, "", err
		}
		content = &clean
	}
	for _, differs := range []bool{
		setIfDifferent(&m.Type, p.Type), setIfDifferent(&m.Key, p.Key), setIfDifferent(&m.ValidFrom, p.ValidFrom),
		setIfDifferent(&m.ValidTo, p.ValidTo), setIfDifferent(&m.Content, content),
	} {
		if differs {
			action = ActionUpdate
		}
	}
	return m, action, nil
}

// applyTags sets the tags of the patch and reports whether they differ.
func (p MemoryPatch) applyTags(m *Memory) bool {
	if p.Tags == nil || slices.Equal(cleanTags(*p.Tags), m.Tags) {
		return false
	}
	m.Tags = cleanTags(*p.Tags)
	return true
}

// validateFields rejects values that no memory may have.
func (p MemoryPatch) validateFields() error {
	if p.Type != nil && !p.Type.IsValid() {
		return &FieldError{"type", "use personal, preference, knowledge, event or other"}
	}
	if p.ValidFrom != nil && !IsPartialDate(string(*p.ValidFrom)) {
		return &FieldError{"valid_from", "write a date as 2026, 2026-05 or 2026-05-03"}
	}
	if p.ValidTo != nil && !IsPartialDate(string(*p.ValidTo)) {
		return &FieldError{"valid_to", "write a date as 2026, 2026-05 or 2026-05-03"}
	}
	return nil
}

// acceptsReplacement reports whether the patch makes a memory supersede the one it proposes to
// replace: explicitly, or by accepting it from the inbox.
func acceptsReplacement(m Memory, p MemoryPatch) bool {
	if p.Replace != nil {
		return *p.Replace
	}
	return m.Status == StatusInbox && p.Status != nil && *p.Status == StatusActive
}

// closeReplacedMemory supersedes the memory that m replaces, as part of the decision d. A memory
// that is gone, inactive or superseded already is left alone.
func closeReplacedMemory(ctx context.Context, tx Store, d *Decision, oldID ID, m Memory) error {
	old, err := tx.Memories().Get(ctx, m.ProfileID, oldID)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil || old.SupersededBy != 0 || old.Status != StatusActive {
		return err
	}
	change, err := Supersede(ctx, tx, old, m)
	if err != nil {
		return err
	}
	d.Action, d.OldID = ActionReplace, oldID
	d.Changes = append([]Change{change}, d.Changes...)
	return nil
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
		return "", &FieldError{"status", "use active, archived or forgotten"}
	}
}
