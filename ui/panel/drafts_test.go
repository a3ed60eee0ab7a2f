package panel

import (
	"errors"
	"reflect"
	"testing"

	"memoir/memory"
)

func draftOf(text string) editorFields { return editorFields{Content: text} }

func editorModelWithTypedText(id memory.ID, text string) *editorModel {
	e := newEditorModelForMemory(memory.Memory{ID: id, Content: "Stored."}, "")
	e.fields.Content = text
	return e
}

func TestDraftsKeepOnlyUnsavedContent(t *testing.T) {
	d := newEditorDrafts()
	d.keepOrDropDraft(editorModelWithTypedText(3, "Typed."))
	d.keepOrDropDraft(editorModelWithTypedText(4, "Stored."))
	d.keepOrDropDraft(editorModelWithTypedText(0, "New."))
	want := map[memory.ID]editorFields{
		3: {Content: "Typed.", UsedIn: "global"}, 0: {Content: "New.", UsedIn: "global"},
	}
	if !reflect.DeepEqual(d.Texts, want) {
		t.Errorf("kept %v, want %v", d.Texts, want)
	}
	d.keepOrDropDraft(editorModelWithTypedText(3, "Stored."))
	if _, ok := d.Texts[3]; ok {
		t.Error("a text that was typed back is kept")
	}
}

func TestOnlyAnEditorWithADraftOpensAgain(t *testing.T) {
	d := newEditorDrafts()
	d.Texts[3] = draftOf("Typed.")
	for _, c := range []struct {
		name string
		open *editorModel
		want editorDrafts
	}{
		{"with a draft", editorModelWithTypedText(3, ""), editorDrafts{Open: true, ID: 3}},
		{"without a draft", editorModelWithTypedText(4, ""), editorDrafts{ID: 4}},
		{"none", nil, editorDrafts{}},
	} {
		if d.recordOpenEditorForNextStart(c.open); d.Open != c.want.Open || d.ID != c.want.ID {
			t.Errorf("%s: %v, %d", c.name, d.Open, d.ID)
		}
	}
}

func TestDraftsOfTheLastRunAreMerged(t *testing.T) {
	for _, c := range []struct {
		name string
		old  editorDrafts
		open bool
	}{
		{"its editor was open", editorDrafts{Open: true, ID: 3, Texts: map[memory.ID]editorFields{3: draftOf("Old.")}}, true},
		{"it was closed", editorDrafts{ID: 3, Texts: map[memory.ID]editorFields{3: draftOf("Old.")}}, false},
		{"its memory is gone", editorDrafts{Open: true, ID: 5, Texts: map[memory.ID]editorFields{3: draftOf("Old.")}}, false},
		{"nothing was kept", editorDrafts{}, false},
	} {
		d := newEditorDrafts()
		d.Texts[4] = draftOf("Typed now.")
		if c.old.Texts != nil {
			c.old.Texts[4] = draftOf("Typed before.")
		}
		id, open := d.mergeDraftsOfLastRun(c.old)
		if open != c.open || id != c.old.ID || d.Texts[4].Content != "Typed now." {
			t.Errorf("%s: %d, %v, %v", c.name, id, open, d.Texts)
		}
		if c.old.Texts != nil && d.Texts[3].Content != "Old." {
			t.Errorf("%s: the older draft is lost", c.name)
		}
	}
}

func TestDraftsOfMissingMemoriesAreDropped(t *testing.T) {
	h := newHarness(t)
	m := h.AddMemoryAsUser("Stored.")
	d := newEditorDrafts()
	for _, id := range []memory.ID{0, m.ID, 99} {
		d.Texts[id] = draftOf("Typed.")
	}
	if err := d.dropDraftsOfMissingMemories(t.Context(), h.Env.Session); err != nil {
		t.Fatal(err)
	}
	if _, gone := d.Texts[99]; gone || len(d.Texts) != 2 {
		t.Errorf("left: %v", d.Texts)
	}
	if err := h.DB.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.dropDraftsOfMissingMemories(t.Context(), h.Env.Session); err == nil ||
		errors.Is(err, memory.ErrNotFound) ||
		len(d.Texts) != 2 {
		t.Errorf("a store that fails drops drafts: %v, %v", err, d.Texts)
	}
}
