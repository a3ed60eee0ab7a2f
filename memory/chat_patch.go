package memory

import "strings"

// ApplyTo changes a chat, or returns a *FieldError.
func (p ChatPatch) ApplyTo(chat *Chat) error {
	if p.Memory != nil {
		if !IsValidMemoryMode(*p.Memory) {
			return &FieldError{"memory", "use on, read or off"}
		}
		if chat.Temporary && *p.Memory != MemoryOff {
			return &FieldError{"memory", "a temporary chat can't use memory"}
		}
		chat.Memory = *p.Memory
	}
	if p.Recall != nil {
		if !IsValidRecallMode(*p.Recall) {
			return &FieldError{"recall", "use default, on or off"}
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
		return &FieldError{"max_tokens", "use 0 for no limit or a positive number"}
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

// RecallsIn reports whether earlier messages and summaries of other chats may go with a question asked
// in chat: by the chat's own choice, else by the setting. A temporary chat and one with memory off
// recall nothing.
func (c Config) RecallsIn(chat Chat) bool {
	if chat.Temporary || chat.Memory == MemoryOff || chat.Recall == RecallOff {
		return false
	}
	return chat.Recall == RecallOn || c.RecallChats
}

// ApplyTo changes a file, or returns a *FieldError.
func (p FilePatch) ApplyTo(f *File) error {
	assignIfSet(&f.Name, p.Name)
	assignIfSet(&f.NeverLearn, p.NeverLearn)
	f.Name = VisibleFileName(f.Name)
	if err := ValidateFileName(f.Name); err != nil {
		return err
	}
	f.Name = strings.TrimSpace(f.Name)
	return nil
}
