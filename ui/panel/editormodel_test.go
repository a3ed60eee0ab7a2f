package panel

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// storedMemoryWithAllFields returns a stored memory with every field set.
func storedMemoryWithAllFields(status memory.Status) memory.Memory {
	return memory.Memory{
		ID: 3, Content: "The user has a cat.", Type: memory.TypePersonal, Key: "pet", Tags: []string{"pets", "home"},
		ValidFrom: "2025", ValidTo: "2027-01", Status: status,
	}
}

func TestEditorNamesWhatItsButtonsDo(t *testing.T) {
	for _, c := range []struct {
		name     string
		memory   memory.Memory
		replaces string
		want     string // title, save, forget with its toast
	}{
		{"new", newBlankMemory(), "", "New memory, Save"},
		{"active", storedMemoryWithAllFields(memory.StatusActive), "", "Memory, Save, Forget: Forgotten"},
		{"archived", storedMemoryWithAllFields(memory.StatusArchived), "", "Memory, Save, Forget: Forgotten"},
		{"forgotten", storedMemoryWithAllFields(memory.StatusForgotten), "", "Memory, Save"},
		{"in the inbox", storedMemoryWithAllFields(memory.StatusInbox), "", "Memory, Keep, Discard: Discarded"},
		{"may replace another", storedMemoryWithAllFields(memory.StatusInbox), "Old.", "Memory, Replace, Discard: Discarded"},
		{"active and may replace", storedMemoryWithAllFields(memory.StatusActive), "Old.", "Memory, Save, Forget: Forgotten"},
	} {
		e := newEditorModelForMemory(c.memory, c.replaces)
		got := e.editorTitle() + ", " + e.saveButtonLabel()
		if a, ok := e.forgetOrDiscardAction(); ok {
			got += ", " + a.label + ": " + a.toast
			if patchText(a.patch) != "forgotten" {
				t.Errorf("%s: the memory becomes %s", c.name, patchText(a.patch))
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPinActionTurnsThePinAround(t *testing.T) {
	for pinned, toast := range map[bool]string{false: "Memory pinned", true: "Memory unpinned"} {
		e := newEditorModelForMemory(memory.Memory{ID: 1, Pinned: pinned}, "")
		if a := e.pinOrUnpinAction(); a.toast != toast || *a.patch.Pinned == pinned {
			t.Errorf("pinned %v: %q, %v", pinned, a.toast, *a.patch.Pinned)
		}
	}
}

func TestPendingPatchHasOnlyTheChangedFields(t *testing.T) {
	text := func(s string) *memory.NullText { n := memory.NullText(s); return &n }
	content, kind, tags, none := "The user has two cats.", memory.TypeEvent, []string{"pets"}, []string{}
	for _, c := range []struct {
		name string
		edit func(f *editorFields)
		want *memory.MemoryPatch
	}{
		{"nothing", func(*editorFields) {}, nil},
		{"spaces around", func(f *editorFields) { f.Content, f.Key, f.From = " "+f.Content+"\n", " pet ", "2025 " }, nil},
		{"a typed tag that was not added", func(f *editorFields) { f.Tag = "x" }, nil},
		{"the text", func(f *editorFields) { f.Content = content + " " }, &memory.MemoryPatch{Content: &content}},
		{"the type", func(f *editorFields) { f.Type = string(kind) }, &memory.MemoryPatch{Type: &kind}},
		{"no key", func(f *editorFields) { f.Key = " " }, &memory.MemoryPatch{Key: text("")}},
		{"a tag less", func(f *editorFields) { f.removeTagAt(1) }, &memory.MemoryPatch{Tags: &tags}},
		{"no tags", func(f *editorFields) { f.Tags = []string{} }, &memory.MemoryPatch{Tags: &none}},
		{"the start", func(f *editorFields) { f.From = "2026" }, &memory.MemoryPatch{ValidFrom: text("2026")}},
		{"no end", func(f *editorFields) { f.To = "" }, &memory.MemoryPatch{ValidTo: text("")}},
		{
			"two fields", func(f *editorFields) { f.Key, f.To = "cat", "2028" },
			&memory.MemoryPatch{Key: text("cat"), ValidTo: text("2028")},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEditorModelForMemory(storedMemoryWithAllFields(memory.StatusActive), "")
			c.edit(&e.fields)
			if got := e.unsavedPatch(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if !slices.Equal(e.memory.Tags, []string{"pets", "home"}) {
				t.Errorf("the stored tags became %v", e.memory.Tags)
			}
		})
	}
}

func TestEditorCanBeSavedAndIsDirty(t *testing.T) {
	typed := func(f *editorFields) { f.Content = "The user has a dog." }
	for _, c := range []struct {
		name        string
		memory      memory.Memory
		edit        func(f *editorFields)
		save, dirty bool
	}{
		{"new and blank", newBlankMemory(), func(*editorFields) {}, false, false},
		{"new with spaces", newBlankMemory(), func(f *editorFields) { f.Content = " \n" }, false, false},
		{"new with a type", newBlankMemory(), func(f *editorFields) { f.Type = "event" }, false, false},
		{"new with a text", newBlankMemory(), typed, true, true},
		{"new with a key", newBlankMemory(), func(f *editorFields) { f.Key = "pet" }, false, true},
		{"new with a tag", newBlankMemory(), func(f *editorFields) { f.Tags = []string{"pets"} }, false, true},
		{"new with a typed tag", newBlankMemory(), func(f *editorFields) { f.Tag = "p" }, false, true},
		{"new with dates", newBlankMemory(), func(f *editorFields) { f.From = "2026" }, false, true},
		{"unchanged", storedMemoryWithAllFields(memory.StatusActive), func(*editorFields) {}, false, false},
		{"changed", storedMemoryWithAllFields(memory.StatusActive), typed, true, true},
		{"emptied", storedMemoryWithAllFields(memory.StatusActive), func(f *editorFields) { f.Content = " " }, false, true},
		{"a typed tag", storedMemoryWithAllFields(memory.StatusActive), func(f *editorFields) { f.Tag = "x" }, false, true},
		{"unchanged in the inbox", storedMemoryWithAllFields(memory.StatusInbox), func(*editorFields) {}, true, false},
		{"emptied in the inbox", storedMemoryWithAllFields(
			memory.StatusInbox,
		), func(f *editorFields) { f.Content = "" }, false, true},
	} {
		e := newEditorModelForMemory(c.memory, "")
		c.edit(&e.fields)
		if e.canSave() != c.save || e.hasUnsavedContent() != c.dirty {
			t.Errorf("%s: can save %v, dirty %v", c.name, e.canSave(), e.hasUnsavedContent())
		}
	}
}

func TestSaveIsOneCall(t *testing.T) {
	t.Run("a new memory", func(t *testing.T) {
		e := newEditorModelForMemory(newBlankMemory(), "")
		e.fields = editorFields{
			Content: "The user has a dog.", Type: "event", Key: " pet ", Tags: []string{"a"}, Tag: " b ",
			From: " 2026", To: "2027 ",
		}
		c, ok := e.addTypedTagAndMakeSaveCommand()
		want := saveCommand{toast: "Memory added", added: memory.NewMemory{
			Content: "The user has a dog.", Tags: []string{"a", "b"}, Type: memory.TypeEvent, Key: "pet", ValidFrom: "2026",
			ValidTo: "2027", Scope: memory.ScopeGlobal,
		}}
		if !ok || !reflect.DeepEqual(c, want) || e.fields.Tag != "" {
			t.Errorf("got %+v, %v; want %+v", c, ok, want)
		}
	})
	t.Run("nothing to save", func(t *testing.T) {
		if c, ok := newEditorModelForMemory(
			storedMemoryWithAllFields(memory.StatusActive), "",
		).addTypedTagAndMakeSaveCommand(); ok {
			t.Errorf("got %+v", c)
		}
	})
	t.Run("a typed tag", func(t *testing.T) {
		e := newEditorModelForMemory(storedMemoryWithAllFields(memory.StatusActive), "")
		e.fields.Tag = "new"
		c, ok := e.addTypedTagAndMakeSaveCommand()
		if !ok || c.id != 3 || c.toast != "Memory updated" || c.patch.Status != nil ||
			!slices.Equal(*c.patch.Tags, []string{"pets", "home", "new"}) {
			t.Errorf("got %+v, %v", c, ok)
		}
	})
	t.Run("the inbox is accepted with its changes", func(t *testing.T) {
		e := newEditorModelForMemory(storedMemoryWithAllFields(memory.StatusInbox), "")
		if c, ok := e.addTypedTagAndMakeSaveCommand(); !ok || c.toast != "Kept" || patchText(c.patch) != "active" ||
			c.patch.Content != nil {
			t.Errorf("unchanged: %+v, %v", c, ok)
		}
		e.fields.Content = "Changed."
		if c, ok := e.addTypedTagAndMakeSaveCommand(); !ok || patchText(c.patch) != "active" ||
			*c.patch.Content != "Changed." {
			t.Errorf("changed: %+v, %v", c, ok)
		}
	})
}

func TestReloadKeepsWhatWasTyped(t *testing.T) {
	now := storedMemoryWithAllFields(memory.StatusArchived)
	now.Content, now.Pinned, now.UseCount = "Another text.", true, 4
	e := newEditorModelForMemory(storedMemoryWithAllFields(memory.StatusActive), "")
	e.fields.Tag = "typed"
	if !e.updateStoredKeepingTyped(now) || e.fields.Content != "Another text." || e.fields.Tag != "typed" ||
		e.memory.UseCount != 4 {
		t.Errorf("an untouched editor holds %+v of %+v", e.fields, e.memory)
	}
	e = newEditorModelForMemory(storedMemoryWithAllFields(memory.StatusActive), "")
	e.fields.Content = "Typed."
	if e.updateStoredKeepingTyped(now) || e.fields.Content != "Typed." || e.memory.Content != "The user has a cat." {
		t.Errorf("an edited one holds %+v of %+v", e.fields, e.memory)
	}
	if !e.memory.Pinned || e.memory.Status != memory.StatusArchived || e.memory.UseCount != 4 {
		t.Errorf("it shows the state of %+v", e.memory)
	}
}

func TestBlankTagIsNotAdded(t *testing.T) {
	f := editorFields{Tags: []string{"a"}, Tag: "  "}
	if f.addTypedTag() || len(f.Tags) != 1 {
		t.Errorf("the tags are %q", f.Tags)
	}
}

func TestSavedMemoryHasItsDatesAndOneLedgerRow(t *testing.T) {
	d := newHarness(t)
	c := saveCommand{added: memory.NewMemory{Content: "The user lives in Rome.", ValidFrom: "2026", ValidTo: "2027-05"}}
	done, err := c.addOrUpdateMemory(t.Context(), d.Env.Session)
	if err != nil {
		t.Fatal(err)
	}
	m := d.LoadMemory(done.Memory.ID)
	history, err := d.Env.Session.ListDecisionsOfMemory(t.Context(), m.ID)
	if err != nil || m.ValidFrom != "2026" || m.ValidTo != "2027-05" || len(history) != 1 ||
		history[0].ID != done.Decision.ID {
		t.Errorf("stored %+v with %d rows, %v", m, len(history), err)
	}
	c = saveCommand{added: memory.NewMemory{Content: "The user moves.", ValidTo: "in May"}}
	if _, err = c.addOrUpdateMemory(t.Context(), d.Env.Session); err == nil ||
		!strings.Contains(saveErrorText(err), "2026-05") {
		t.Errorf("a bad date: %v", err)
	}
	if got := d.JoinedActiveMemoryTexts(); got != "The user lives in Rome." {
		t.Errorf("stored %s", got)
	}
	if _, err = (saveCommand{id: 99}).addOrUpdateMemory(t.Context(), d.Env.Session); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a memory that is gone: %v", err)
	}
}

func TestDetailsExplainWhereAMemoryCameFrom(t *testing.T) {
	said := memory.Message{ID: 7, Content: "I have a cat."}
	inChat := memory.Memory{SourceChat: memory.SourceChat{ID: 1, Title: "Cats"}}
	quoted := inChat
	quoted.Quote = "a cat"
	for _, c := range []struct {
		name         string
		details      memoryDetails
		quote, title string
	}{
		{"no source", memoryDetails{}, "", "A chat"},
		{"a message", memoryDetails{memory: inChat, sourceMessage: said}, "I have a cat.", "Cats"},
		{"a quote", memoryDetails{memory: quoted, sourceMessage: said}, "a cat", "Cats"},
		{"a quote of a chat that is gone", memoryDetails{memory: memory.Memory{Quote: "a cat"}}, "a cat", "A chat"},
	} {
		if c.details.quoteOrSourceMessageText() != c.quote || c.details.sourceChatTitle() != c.title {
			t.Errorf("%s: %q from %s", c.name, c.details.quoteOrSourceMessageText(), c.details.sourceChatTitle())
		}
	}
}

func TestHistoryOffersUndoAndRedo(t *testing.T) {
	changes := []memory.Change{{MemoryID: 3}}
	d := memoryDetails{history: []memory.Decision{
		{ID: 6, Action: memory.ActionRestore, UndoOf: 4, Changes: changes},
		{ID: 5, Action: memory.ActionPin, Changes: changes},
		{ID: 4, Action: memory.ActionUpdate, Changes: changes, UndoneBy: 6},
		{ID: 3, Action: memory.ActionIgnore, Actor: memory.ActorExtractor},
		{ID: 2, Action: memory.ActionAdd, Actor: memory.ActorExtractor, Reason: "you said so", Changes: changes},
		{ID: 1, Action: memory.ActionAdd, Actor: memory.ActorUser, Reason: "by hand"},
	}}
	steps := d.historyStepsWithoutUndos()
	for i, want := range []historyStep{
		{newest: false, undoLabel: "Undo", undoID: 5},
		{undone: true, undoLabel: "Redo", undoID: 6},
		{},
		{undoLabel: "Undo", undoID: 2},
		{},
	} {
		got := steps[i]
		want.Decision = got.Decision
		if !reflect.DeepEqual(got, want) {
			t.Errorf("step %d is %+v, want %+v", i, got, want)
		}
	}
	if learned, ok := d.extractionDecision(); !ok || learned.ID != 2 {
		t.Errorf("explained by %d, %v", learned.ID, ok)
	}
	d.history = d.history[5:]
	if _, ok := d.extractionDecision(); ok || !d.historyStepsWithoutUndos()[0].newest {
		t.Error("what the user wrote is explained, or is not the newest")
	}
}
