package settings

import (
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory"
)

func TestTheMarkdownFolderIsChosenAndItsStateShown(t *testing.T) {
	h := newClosedHarness(t)
	h.host.folder = memory.FolderStatus{State: memory.FolderOff}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("No folder chosen yet.")
	dir := filepath.Join(t.TempDir(), "notes")
	h.host.setFolderStatus(memory.FolderStatus{
		State: memory.FolderUpToDate, Path: dir, Files: 12,
		Attention: []memory.FileProblem{{File: "entries/global/facts/a.md", Reason: "Its front matter has no end."}},
	})
	h.dialog.data.folder.field.SetText(dir)
	h.TapControlNamed("Use folder", nil)
	h.WaitForText("Up to date, with 12 files.")
	if got := h.Service.Config().FolderPath; got != dir {
		t.Errorf("folder %q", got)
	}
	h.WaitForText("entries/global/facts/a.md. Its front matter has no end.")
	h.TapControlNamed("Copy the path of entries/global/facts/a.md", nil)
	if got := h.CopiedTexts[len(h.CopiedTexts)-1]; got != dir+"/entries/global/facts/a.md" {
		t.Errorf("copied %q", got)
	}
	h.dialog.data.folder.field.SetText("notes")
	h.TapControlNamed("Change", nil)
	h.WaitForToastAndClearToasts("full path")
}

func TestTheQuestionAboutGoneFilesIsAnswered(t *testing.T) {
	for answer, request := range map[string]string{"Forget": "folder 1 forget 2", "Restore files": "folder 1 restore 2"} {
		t.Run(answer, func(t *testing.T) {
			h := newClosedHarness(t)
			h.host.folder = memory.FolderStatus{
				State: memory.FolderAsks, Path: "/notes", Files: 9,
				Gone: []memory.GoneFile{{Content: "The user likes tea"}, {Content: "The user likes cake"}},
			}
			h.dialog.OpenPage(h.Win.Canvas(), DataPage)
			h.WaitForText("2 files are missing")
			h.WaitForText("“The user likes tea”, “The user likes cake”")
			h.TapControlNamed(answer, nil)
			if answer == "Forget" {
				if got := h.host.takeRequests(); strings.Contains(got, "folder") {
					t.Fatalf("forgotten without a yes: %s", got)
				}
				h.WaitForText("Forget 2 memories?")
				h.TapControlNamed("Forget", h.Win.Canvas().Overlays().Top())
			}
			h.WaitForText("Up to date, with 9 files.")
			if got := h.host.takeRequests(); !strings.Contains(got, request) {
				t.Errorf("asked for %s", got)
			}
		})
	}
}
