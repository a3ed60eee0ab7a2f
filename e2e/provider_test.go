//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A provider is renamed and moved in Settings; the focus is never lost on the way.
func TestProviderIsRenamedInSettings(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.doAndWaitForDimmedWindow("Settings", func() { h.pressKeys("ctrl+comma") })
	h.waitFor("the menu of the provider", func() bool { // its row is built anew when the server has answered
		h.pressControlWithPrefix("Manage local")
		return h.becomesTrueWithinTwoSeconds(func() bool { return h.isElementShown("Edit name and address") })
	})
	h.pressControlWithPrefix("Edit name and address")
	h.waitForText("Edit local")
	h.saveScreenshot("settings-edit-provider")
	h.pressKeys("ctrl+a")
	h.typeText("The box")
	h.pressKeys("Return")
	h.waitForControl("Manage The box")
	b, err := os.ReadFile(filepath.Join(h.dir, "models.yaml"))
	if err != nil || !strings.Contains(string(b), "title: The box") || !strings.Contains(string(b), h.baseURL) {
		t.Errorf("models.yaml has %q, %v", b, err)
	}

	h.printStep("A select chosen by mouse has the focus afterwards, and Tab goes on from there.")
	h.scrollUntilShown("Learning model")
	h.pressControlWithPrefix("Learning model")
	h.pressControlWithPrefix("scripted-demo · The box")
	h.waitFor("the focus on the select", func() bool { return h.focusedControl() == "Learning model" })
	h.pressKeys("Tab")
	h.waitFor("the focus on the next control", func() bool { return h.focusedControl() == "Don't ask" })
	h.pressControlWithPrefix("Add provider")
	h.saveScreenshot("settings-add-provider")
}

// focusedControl is the name of the control that has the keyboard focus, "" when none has.
func (h *harness) focusedControl() string {
	h.Helper()
	for _, e := range h.screenElements() {
		if e.HasFocus {
			return e.Name
		}
	}
	return ""
}
