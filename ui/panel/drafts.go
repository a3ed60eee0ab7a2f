package panel

import (
	"context"
	"errors"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
)

// draftsKey is the setting, one per profile, that holds unsaved editor content.
const draftsKey = "ui.memory_drafts"

// draftSaveDelay is the debounce interval between the last keystroke and saving the drafts.
const draftSaveDelay = 400 * time.Millisecond

// editorDrafts are the unsaved drafts of all edited memories, by ID; 0 is a new memory.
type editorDrafts struct {
	Open  bool                       `json:"open"` // the editor of ID is open
	ID    memory.ID                  `json:"id"`
	Texts map[memory.ID]editorFields `json:"texts"`
}

func newEditorDrafts() editorDrafts { return editorDrafts{Texts: map[memory.ID]editorFields{}} }

// keepOrDropDraft keeps the fields of an editor that has unsaved content, and drops the draft
// otherwise.
func (d *editorDrafts) keepOrDropDraft(e *editorModel) {
	if e.hasUnsavedContent() {
		d.Texts[e.memory.ID] = e.fields
	} else {
		delete(d.Texts, e.memory.ID)
	}
}

// recordOpenEditorForNextStart notes which editor is open, for the next start; nil is none. One
// without a draft is not opened again.
func (d *editorDrafts) recordOpenEditorForNextStart(e *editorModel) {
	d.Open, d.ID = false, 0
	if e != nil {
		_, d.Open = d.Texts[e.memory.ID]
		d.ID = e.memory.ID
	}
}

// mergeDraftsOfLastRun adds the drafts of the last run; newer ones of this run win. It returns the
// memory whose editor was open when the last run ended.
func (d *editorDrafts) mergeDraftsOfLastRun(old editorDrafts) (open memory.ID, ok bool) {
	for id, text := range old.Texts {
		if _, newer := d.Texts[id]; !newer {
			d.Texts[id] = text
		}
	}
	_, there := old.Texts[old.ID]
	return old.ID, old.Open && there
}

// dropDraftsOfMissingMemories drops the drafts of memories that no longer exist.
func (d *editorDrafts) dropDraftsOfMissingMemories(ctx context.Context, s *engine.Session) error {
	for id := range d.Texts {
		if id == 0 {
			continue
		}
		_, err := s.LoadMemory(ctx, id)
		if errors.Is(err, memory.ErrNotFound) {
			delete(d.Texts, id)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// draftStore keeps the drafts across runs. UI goroutine only.
type draftStore struct {
	editorDrafts
	env    *app.Env
	stored *app.Stored[editorDrafts]
	save   *app.Debounce
	editor func() *editorModel // the open one, nil when none is
}

func newDraftStore(env *app.Env, editor func() *editorModel) *draftStore {
	s := &draftStore{
		editorDrafts: newEditorDrafts(), env: env, editor: editor,
		stored: app.NewProfileStoredValue[editorDrafts](env, draftsKey),
	}
	s.save = env.NewDebounce(draftSaveDelay, s.saveAllDraftsNow)
	return s
}

// recordDraftAndSaveSoon records the fields of an editor and schedules a save.
func (s *draftStore) recordDraftAndSaveSoon(e *editorModel) {
	s.keepOrDropDraft(e)
	s.save.Restart()
}

// discardDraftAndSave drops the draft of a memory at once.
func (s *draftStore) discardDraftAndSave(id memory.ID) {
	delete(s.Texts, id)
	s.saveAllDraftsNow()
}

// saveAllDraftsNow saves all drafts instead of waiting for the debounce.
func (s *draftStore) saveAllDraftsNow() {
	s.save.Cancel()
	s.recordOpenEditorForNextStart(s.editor())
	s.stored.SaveAsyncIfLoadedAndChanged(s.editorDrafts, len(s.Texts) == 0)
}

// restoreDraftsAndReopenEditor loads the drafts of the last run and calls reopen with the memory
// whose editor was open when it ended, unless one is open now.
func (s *draftStore) restoreDraftsAndReopenEditor(reopen func(id memory.ID)) {
	s.stored.LoadAsync(func(ctx context.Context, d *editorDrafts) error {
		return d.dropDraftsOfMissingMemories(ctx, s.env.Session)
	}, func(old editorDrafts) {
		if id, ok := s.mergeDraftsOfLastRun(old); ok && s.editor() == nil {
			reopen(id)
			return
		}
		s.saveAllDraftsNow()
	})
}
