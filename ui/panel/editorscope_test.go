package panel

import (
	"strings"
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

// A memory is given to the project of the open chat, to that chat, and back to all.
func TestWhereAMemoryIsUsedIsChosenInItsEditor(t *testing.T) {
	d := newHarness(t)
	d.loadDraftsAndWait()
	s := d.Env.Session
	boat, err := s.CreateProject(d.Context(), memory.NewProject{Name: "Boat", LearnedScope: memory.ScopeProject})
	if err != nil {
		t.Fatal(err)
	}
	chat, err := s.CreateChat(d.Context(), memory.NewChat{Title: "Planking", ProjectID: boat.ID})
	if err != nil {
		t.Fatal(err)
	}
	d.panel.SetChatAndNewestAnswer(chat, 0)
	m := d.StoreMemoryWithExtractorDecision(d.NewExtractedFact("The user owns a yawl."), memory.Decision{})
	for _, c := range []struct {
		choice, line  string
		scope         memory.Scope
		project, chat memory.ID
	}{
		{"Only in the project “Boat”", "in “Boat” only", memory.ScopeProject, boat.ID, 0},
		{"Only in this chat", "in its chat only", memory.ScopeChat, 0, chat.ID},
		{"Everywhere", "just now", memory.ScopeGlobal, 0, 0},
	} {
		d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
		d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
		d.TapControlNamed("Used in", nil)
		d.TapControlNamed(c.choice, nil)
		d.TapControlNamed("Save", nil)
		d.WaitForToastAndClearToasts("Memory updated")
		got := d.LoadMemory(m.ID)
		if got.Scope != c.scope || got.ProjectID != c.project || got.ChatID != c.chat {
			t.Errorf("%s: the memory is %s of project %d, chat %d", c.choice, got.Scope, got.ProjectID, got.ChatID)
		}
		d.reloadMemoriesAndWait()
		d.WaitForText(c.line)
	}
	// A new one stays in a project that keeps to itself, unless the user says otherwise.
	d.panel.OpenNewMemoryEditor()
	d.typeText("The yawl is called Ida.")
	if !d.ShowsText("Only in the project “Boat”") {
		t.Errorf("shown is %q", d.VisibleText())
	}
	d.TapControlNamed("Save", nil)
	d.WaitForToastAndClearToasts("Memory added")
	q := memory.MemoryQuery{}
	q.AnyScope = true
	all, err := s.ListOrSearchMemories(d.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if strings.Contains(m.Content, "Ida") && m.ProjectID != boat.ID {
			t.Errorf("the new memory is in project %d", m.ProjectID)
		}
	}
}

func TestAChoiceOfADraftThatIsPossibleNoMoreIsDropped(t *testing.T) {
	e := newEditorModelForMemory(memory.Memory{ID: 1, Scope: memory.ScopeProject, ProjectID: 9}, "")
	e.fields.UsedIn = usedIn{memory.ScopeChat, 77}.String()
	var labels []string
	for _, o := range e.usedInChoicesResettingImpossible(memory.Chat{ID: 3, Temporary: true}) {
		labels = append(labels, o.Label)
	}
	if got := strings.Join(labels, ", "); got != "Everywhere, Only in its project" || e.fields.UsedIn != "project 9" {
		t.Errorf("choices %q, chosen %q", got, e.fields.UsedIn)
	}
}
