package panel

import (
	"context"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/translate"
)

// editorFields is what the fields of an editor contain. Copies may share Tags, which is never
// changed in place.
type editorFields struct {
	Content string   `json:"content"`
	Type    string   `json:"type"`
	Key     string   `json:"key,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Tag     string   `json:"tag,omitempty"` // typed but not added
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	UsedIn  string   `json:"used_in,omitempty"` // as usedIn.String has it
}

// editorFieldsOfMemory returns the fields of a stored memory.
func editorFieldsOfMemory(m memory.Memory) editorFields {
	return editorFields{
		Content: m.Content, Type: string(m.Type), Key: string(m.Key), Tags: m.Tags,
		From: string(m.ValidFrom), To: string(m.ValidTo), UsedIn: usedInOfMemory(m).String(),
	}
}

// isBlank reports whether nothing was typed; the type and where it is used do not count.
func (f editorFields) isBlank() bool {
	return strings.TrimSpace(f.Content+f.Key+f.Tag+f.From+f.To) == "" && len(f.Tags) == 0
}

// addTypedTag moves the typed tag to the tags; it reports whether one was typed.
func (f *editorFields) addTypedTag() bool {
	s := strings.TrimSpace(f.Tag)
	if s == "" {
		return false
	}
	f.Tags, f.Tag = append(slices.Clone(f.Tags), s), ""
	return true
}

func (f *editorFields) removeTagAt(i int) { f.Tags = slices.Delete(slices.Clone(f.Tags), i, i+1) }

// trimToNullText converts the text of a single-line field for the core.
func trimToNullText(s string) memory.NullText { return memory.NullText(strings.TrimSpace(s)) }

// toNewMemory is the memory that the fields describe.
func (f editorFields) toNewMemory() memory.NewMemory {
	n := memory.NewMemory{
		Content: f.Content, Tags: f.Tags, Type: memory.Type(f.Type), Key: trimToNullText(f.Key),
		ValidFrom: trimToNullText(f.From), ValidTo: trimToNullText(f.To),
	}
	u := parseUsedIn(f.UsedIn)
	n.Scope = u.scope
	switch u.scope {
	case memory.ScopeProject:
		n.ProjectID = u.id
	case memory.ScopeChat:
		n.ChatID = u.id
	}
	return n
}

// editorModel is the state of an editor without its widgets: the memory as stored and the fields as
// typed. UI goroutine only.
type editorModel struct {
	memory   memory.Memory // ID 0 is a new memory
	fields   editorFields
	replaces string // text of the memory that this one may replace, "" for none
	// chats are those whose projects it can be given to, besides the open one.
	chats []memory.Chat
}

func newEditorModelForMemory(m memory.Memory, replaces string) *editorModel {
	return &editorModel{memory: m, fields: editorFieldsOfMemory(m), replaces: replaces}
}

// newBlankMemory returns the initial state of a new memory.
func newBlankMemory() memory.Memory {
	return memory.Memory{Type: memory.TypePersonal, Status: memory.StatusActive}
}

func (e *editorModel) isNew() bool { return e.memory.ID == 0 }

// isInInbox reports whether the memory waits in the inbox.
func (e *editorModel) isInInbox() bool { return e.memory.Status == memory.StatusInbox }

func (e *editorModel) editorTitle() string {
	if e.isNew() {
		return translate.Text("New memory")
	}
	return translate.Text("Memory")
}

// saveButtonLabel names what saving does: it accepts a memory from the inbox, and replaces another
// one if the memory proposes that.
func (e *editorModel) saveButtonLabel() string {
	switch {
	case e.isInInbox() && e.replaces != "":
		return translate.Text("Replace")
	case e.isInInbox():
		return translate.Text("Keep")
	}
	return translate.Text("Save")
}

// forgetOrDiscardAction is the action of the button at the left; ok is false when there is nothing
// to forget.
func (e *editorModel) forgetOrDiscardAction() (a memoryAction, ok bool) {
	a = newForgetAction()
	if e.isInInbox() {
		a.label, a.toast = translate.Text("Discard"), translate.Text("Discarded")
	}
	return a, !e.isNew() && e.memory.Status != memory.StatusForgotten
}

// pinOrUnpinAction pins or unpins the memory.
func (e *editorModel) pinOrUnpinAction() memoryAction {
	on, toast := !e.memory.Pinned, translate.Text("Memory pinned")
	if !on {
		toast = translate.Text("Memory unpinned")
	}
	return newMemoryPatchAction(translate.Text("Pin"), toast, memory.MemoryPatch{Pinned: &on})
}

// unsavedPatch returns the difference from the stored memory; nil when there is none.
func (e *editorModel) unsavedPatch() *memory.MemoryPatch {
	var p memory.MemoryPatch
	differs := false
	if s := strings.TrimSpace(e.fields.Content); s != e.memory.Content {
		p.Content, differs = &s, true
	}
	if t := memory.Type(e.fields.Type); t != e.memory.Type {
		p.Type, differs = &t, true
	}
	if u := parseUsedIn(e.fields.UsedIn); e.fields.UsedIn != "" && u != usedInOfMemory(e.memory) {
		u.setScopeInPatch(&p)
		differs = true
	}
	if !slices.Equal(e.fields.Tags, e.memory.Tags) {
		tags := slices.Clone(e.fields.Tags)
		p.Tags, differs = &tags, true
	}
	for _, f := range []struct {
		typed  string
		stored memory.NullText
		patch  **memory.NullText
	}{
		{e.fields.Key, e.memory.Key, &p.Key},
		{e.fields.From, e.memory.ValidFrom, &p.ValidFrom},
		{e.fields.To, e.memory.ValidTo, &p.ValidTo},
	} {
		if s := trimToNullText(f.typed); s != f.stored {
			*f.patch, differs = &s, true
		}
	}
	if !differs {
		return nil
	}
	return &p
}

// hasUnsavedContent reports whether the editor has unsaved content.
func (e *editorModel) hasUnsavedContent() bool {
	if e.isNew() {
		return !e.fields.isBlank()
	}
	return e.unsavedPatch() != nil || strings.TrimSpace(e.fields.Tag) != ""
}

func (e *editorModel) hasText() bool { return strings.TrimSpace(e.fields.Content) != "" }

// canSave reports whether the button for saving is enabled.
func (e *editorModel) canSave() bool {
	return e.hasText() && (e.isNew() || e.isInInbox() || e.unsavedPatch() != nil)
}

// updateStoredKeepingTyped takes over the memory as it is stored now. Fields that were typed
// meanwhile are kept; it reports whether the fields changed.
func (e *editorModel) updateStoredKeepingTyped(m memory.Memory) bool {
	if e.unsavedPatch() == nil {
		e.memory = m
		tag := e.fields.Tag
		e.fields = editorFieldsOfMemory(m)
		e.fields.Tag = tag
		return true
	}
	e.memory.Pinned, e.memory.Status, e.memory.UseCount, e.memory.LastUsedAt = m.Pinned, m.Status, m.UseCount,
		m.LastUsedAt
	return false
}

// saveCommand is one call that saves an editor.
type saveCommand struct {
	id    memory.ID          // 0 adds a memory
	added memory.NewMemory   // when id is 0
	patch memory.MemoryPatch // otherwise
	toast string
}

// addTypedTagAndMakeSaveCommand is what saving does now, the typed tag included; ok is false when
// there is nothing to save.
func (e *editorModel) addTypedTagAndMakeSaveCommand() (c saveCommand, ok bool) {
	e.fields.addTypedTag()
	if e.isNew() {
		return saveCommand{added: e.fields.toNewMemory(), toast: translate.Text("Memory added")}, true
	}
	c = saveCommand{id: e.memory.ID, toast: translate.Text("Memory updated")}
	patch := e.unsavedPatch()
	if patch != nil {
		c.patch = *patch
	}
	if e.isInInbox() { // saving accepts a memory from the inbox
		active := memory.StatusActive
		c.patch.Status, c.toast = &active, translate.Text("Kept")
		return c, true
	}
	return c, patch != nil
}

// addOrUpdateMemory saves in the core. It may be called off the UI goroutine.
func (c saveCommand) addOrUpdateMemory(ctx context.Context, s *engine.Session) (memory.Changed, error) {
	if c.id == 0 {
		a, err := s.AddMemory(ctx, c.added)
		return memory.Changed{Memory: a.Memory, Decision: a.Decision}, err
	}
	return s.UpdateMemory(ctx, c.id, c.patch)
}

// saveErrorText says why saving failed and what to do about it.
func saveErrorText(err error) string {
	title, hint := app.Explain(err)
	return title + " " + hint
}
