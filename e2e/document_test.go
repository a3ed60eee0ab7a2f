//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A PDF is attached through the dialog; the model is sent its text, and the panel lists it.
func TestADocumentIsAttachedAndItsTextIsSent(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	pdf, err := os.ReadFile("../memory/documents/testdata/garden-plan.pdf")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(h.dir, "garden-plan.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(h.dir, "half.pdf")
	if err := os.WriteFile(half, pdf[:20000], 0o600); err != nil {
		t.Fatal(err)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.attachFileThroughDialog(half)
	h.waitForText("is damaged")
	h.saveScreenshot("document-1-refused")
	h.attachFileThroughDialog(file)
	h.waitForText("garden-plan.pdf")
	h.sendAndWait("How much water does a bed get?")
	h.saveScreenshot("document-2-answered")
	requests := h.server.ChatRequests()
	if body := requests[len(requests)-1].Body; !strings.Contains(body, "40 litres a bed") ||
		!strings.Contains(body, "garden-plan.pdf") {
		t.Errorf("the model was sent %s", body)
	}
	h.waitForQuery("1", "SELECT count(*) FROM contexts")
}

// attachFileThroughDialog types the path of a file into the dialog for files.
func (h *harness) attachFileThroughDialog(file string) {
	h.Helper()
	h.pressControlWithPrefix("Attach file")
	h.waitForText("or drop them on the window")
	h.typeText(file)
	h.pressKeys("Return")
	h.waitUntilElementGone("Enter a name or path")
}
