//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The window does not look for the fonts of the system, which takes a fifth of the start, until a character is
// drawn that its own fonts lack.
func TestSystemFontsAreIndexedWhenACharacterNeedsThem(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	h.clickAt(composerX, composerY)
	h.typeText("Tea at noon")
	h.waitForQuery(`"Tea at noon"`, "SELECT value FROM settings WHERE key='ui.draft'")
	h.waitForStillScreen()
	if h.systemFontsAreIndexed() {
		t.Error("the fonts of the system were indexed for Latin text")
	}
	h.pressKeys("U1F375")
	h.waitFor("the index of fonts", h.systemFontsAreIndexed)
}

// systemFontsAreIndexed reports whether the index of the system's fonts, which is kept for the next start, was
// written.
func (h *harness) systemFontsAreIndexed() bool {
	entries, err := os.ReadDir(filepath.Join(h.homeDir(), ".cache"))
	if err != nil {
		h.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "font_index") {
			return true
		}
	}
	return false
}
