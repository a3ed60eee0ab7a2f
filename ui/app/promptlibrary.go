package app

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// Prompt is a text that is used again and again. {{name}} in it stands for what is asked for before
// it is used.
type Prompt struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Text string `json:"text"`
}

// variablePattern matches a variable of a prompt; its name is one line without braces.
var variablePattern = regexp.MustCompile(`\{\{[ \t]*([^{}\n]*[^{}\s])[ \t]*\}\}`)

// VariableNames returns the names of the variables in the order of the text, each once.
func (p Prompt) VariableNames() []string {
	var names []string
	for _, m := range variablePattern.FindAllStringSubmatch(p.Text, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// FillVariables returns the text with the values in place of the variables. What a value contains
// is not replaced again.
func (p Prompt) FillVariables(values map[string]string) string {
	return variablePattern.ReplaceAllStringFunc(p.Text, func(s string) string {
		if v, ok := values[variablePattern.FindStringSubmatch(s)[1]]; ok {
			return v
		}
		return s
	})
}

// promptsKey is the setting, one per profile, that holds the prompts.
const promptsKey = "ui.prompts"

// PromptLibrary holds the prompts of a profile, sorted by name. UI goroutine only.
type PromptLibrary struct {
	stored  *Stored[[]Prompt]
	prompts []Prompt
	// OnChanged is called after the prompts were loaded or changed; nil is allowed.
	OnChanged func()
}

// NewUnloadedPromptLibrary returns the library of the profile of env, which is empty until
// LoadPromptsOnce has its result.
func NewUnloadedPromptLibrary(env *Env) *PromptLibrary {
	return &PromptLibrary{stored: NewProfileStoredValue[[]Prompt](env, promptsKey)}
}

// LoadPromptsOnce reads the prompts, once.
func (l *PromptLibrary) LoadPromptsOnce() {
	if l.stored.IsLoaded() {
		return
	}
	l.stored.LoadAsync(func(context.Context, *[]Prompt) error { return nil }, func(all []Prompt) {
		l.prompts = all
		l.notifyChange()
	})
}

// IsLoaded reports whether the prompts have been read; before that they can't be changed.
func (l *PromptLibrary) IsLoaded() bool { return l.stored.IsLoaded() }

// Prompts returns the prompts, sorted by name.
func (l *PromptLibrary) Prompts() []Prompt { return slices.Clone(l.prompts) }

// InsertOrReplacePrompt stores a new prompt, one with ID 0, or replaces the one with the same ID. A
// prompt without name or text is not stored; ok is false then.
func (l *PromptLibrary) InsertOrReplacePrompt(p Prompt) (ok bool) {
	p.Name, p.Text = strings.TrimSpace(p.Name), strings.TrimSpace(p.Text)
	if p.Name == "" || p.Text == "" {
		return false
	}
	if p.ID == 0 {
		for _, old := range l.prompts {
			p.ID = max(p.ID, old.ID)
		}
		p.ID++
	}
	kept := slices.DeleteFunc(l.Prompts(), func(old Prompt) bool { return old.ID == p.ID })
	l.sortStoreAndNotify(append(kept, p))
	return true
}

// RemovePromptForUndo removes a prompt and returns it, so that InsertOrReplacePrompt can undo that;
// ok is false if there is none.
func (l *PromptLibrary) RemovePromptForUndo(id int64) (deleted Prompt, ok bool) {
	for i, p := range l.prompts {
		if p.ID == id {
			l.sortStoreAndNotify(slices.Delete(l.Prompts(), i, i+1))
			return p, true
		}
	}
	return Prompt{}, false
}

func (l *PromptLibrary) sortStoreAndNotify(all []Prompt) {
	slices.SortStableFunc(all, func(a, b Prompt) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	l.prompts = all
	l.stored.SaveAsyncIfLoadedAndChanged(all, len(all) == 0)
	l.notifyChange()
}

func (l *PromptLibrary) notifyChange() {
	if l.OnChanged != nil {
		l.OnChanged()
	}
}
