package sidebar

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
)

func TestAProjectGetsInstructionsFilesAndAModelInItsDialog(t *testing.T) {
	h := newHarness(t)
	s := h.Env.Session
	boat, err := s.CreateProject(h.Context(), memory.NewProject{Name: "Boat"})
	if err != nil {
		t.Fatal(err)
	}
	h.Catalog.SetProvidersAndModels([]memory.ProviderInfo{{Name: "demo", Reachable: true}}, []memory.ModelInfo{
		{ID: "demo/small", Provider: "demo", Name: "small", CanChat: true, Available: true},
	})
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	h.Env.PickFiles = func(_ app.FilePick, chosen func([]string)) {
		chosen([]string{write("plan.md", "Planks are 12 mm thick."), write("tools.md", "A plane.")})
	}
	h.reloadAndWaitForText("Boat")
	project := func(what string, ok func(memory.Project) bool) {
		t.Helper()
		h.RunUICallsUntil(what, func() bool {
			p, err := s.LoadProject(h.Context(), boat.ID)
			return err == nil && ok(p)
		})
	}
	h.chooseInMenu("Project Boat", "Instructions, files and model")
	h.TypeText("Use metric units.")
	h.TapControlNamed("Project model", nil)
	h.WaitForText("small")
	h.TapControlNamed("small", nil)
	project("the model", func(p memory.Project) bool { return p.Model == "demo/small" })
	h.TapControlNamed("Add file", nil)
	h.WaitForText("tools.md")
	h.TapControlNamed("Remove tools.md from the project", nil)
	h.RunUICallsUntil("the file gone", func() bool { return !h.ShowsText("tools.md") })
	h.pane.AttachToProjectDialogOrRow(fyne.NewPos(0, 0), []string{write("knots.md", "A bowline.")}) // dropped
	h.WaitForText("knots.md")
	h.TapControlNamed("Done", nil)
	project("the instructions", func(p memory.Project) bool {
		return p.SystemPrompt == "Use metric units." && len(p.FileIDs) == 2
	})
	if h.pane.openProject != nil {
		t.Error("the dialog is still open")
	}

	// Files dropped on its row go to it, others do not.
	d := fyne.CurrentApp().Driver()
	row := d.AbsolutePositionForObject(h.findRowOfChat("Project Boat"))
	if h.pane.AttachToProjectDialogOrRow(fyne.NewPos(row.X, 5), nil) {
		t.Error("files dropped above the list went to a project")
	}
	if !h.pane.AttachToProjectDialogOrRow(row.Add(fyne.NewPos(9, 9)), []string{write("ropes.md", "A halyard.")}) {
		t.Error("files dropped on a project went elsewhere")
	}
	h.WaitForToastAndClearToasts("1 file added to Boat")
	h.pane.AttachToProjectDialogOrRow(row.Add(fyne.NewPos(9, 9)), []string{write("empty.md", "")})
	h.WaitForToastAndClearToasts("empty.md")

	chat, err := s.CreateChat(h.Context(), memory.NewChat{ProjectID: boat.ID})
	if err != nil {
		t.Fatal(err)
	}
	if loaded, err := s.LoadChat(h.Context(), chat.ID); err != nil || len(loaded.OwnAndProjectFileIDs()) != 3 ||
		slices.Contains(loaded.FileIDs, loaded.Project.FileIDs[0]) {
		t.Errorf("files of a chat in it: %v, %v", loaded.OwnAndProjectFileIDs(), err)
	}
}
