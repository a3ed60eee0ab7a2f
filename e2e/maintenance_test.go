//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/ui/inspect"
)

// Settings opens the data folder, backs it up, checks it and goes back to a snapshot, which keeps what there was.
func TestDataIsBackedUpCheckedAndRestoredInSettings(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	opened := filepath.Join(h.homeDir(), "opened")
	programs := h.installDesktopOpener(opened)
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), "PATH="+programs+":"+os.Getenv("PATH"))
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.pressControlWithPrefix("Open folder: the data folder")
	h.waitFor("the folder to be opened", func() bool {
		b, err := os.ReadFile(opened)
		return err == nil && strings.TrimSpace(string(b)) == "file://"+h.dir
	})
	h.scrollWindow(60)
	h.pressControlWithPrefix("Back up now")
	h.waitForText("Saved as")
	backups, err := filepath.Glob(filepath.Join(h.dir, "backups", "*"))
	if err != nil || len(backups) == 0 {
		t.Errorf("backups: %q, %v", backups, err)
	}
	h.pressControlNamedExactly("Check")
	h.waitForText("No problems found.")
	h.saveScreenshot("maintenance-1-checked")
	h.pressKeys("Escape")
	h.waitUntilElementGone("Privacy and data")
	h.sendAndWait("What came after?")

	h.printStep("The oldest snapshot is restored; the program starts again.")
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.waitForControl("Import…")
	h.scrollWindow(60)
	h.clickOnceStill(h.waitForOldestSnapshotButton)
	h.waitForText("Restore this snapshot?")
	h.saveScreenshot("maintenance-2-question")
	h.pressControlWithPrefix("Restore and restart")
	h.waitForQuery("0", "SELECT count(*) FROM messages WHERE content = 'What came after?'")
	h.waitForWindowAndFocusIt()
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.waitForControl("Import…")
	h.scrollWindow(60)
	h.waitForText("Before a restore")
	h.saveScreenshot("maintenance-3-kept")
	h.stopProgram()
}

// installDesktopOpener installs a program with the name of the one that opens folders on a desktop, which writes what
// it is to open into a file, and returns its folder.
func (h *harness) installDesktopOpener(opened string) string {
	h.Helper()
	dir := filepath.Join(h.homeDir(), "bin")
	script := "#!/bin/sh\necho \"$1\" >'" + opened + "'\n"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		h.Fatal(err)
	}
	return dir
}

// waitForOldestSnapshotButton waits for the button of the last snapshot in the list. It is the backup or the snapshot
// of the day, which the program makes when it has time.
func (h *harness) waitForOldestSnapshotButton() (button inspect.Element) {
	h.Helper()
	h.waitForControl("Restore the snapshot from")
	for _, s := range h.screenElements() {
		if strings.HasPrefix(s.Name, "Restore the snapshot from") {
			button = s
		}
	}
	return button
}
