package settings

import (
	"testing"

	"memoir/memory"
)

// newHarnessWithDownloadForm opens the form for a download with Ollama.
func newHarnessWithDownloadForm(t *testing.T) *harness {
	t.Helper()
	h := newClosedHarness(t)
	ollama := newReachableProvider("ollama", "Ollama")
	ollama.CanPull = true
	h.Catalog.SetProvidersAndModels([]memory.ProviderInfo{ollama}, nil)
	h.dialog.OpenModelsPage(h.Win.Canvas(), "")
	h.WaitForText("127.0.0.1:11434 · 2 models")
	h.TapControlNamed("Manage Ollama", nil)
	h.TapControlNamed("Download a model", nil)
	return h
}

func TestModelIsDownloadedWithProgress(t *testing.T) {
	h := newHarnessWithDownloadForm(t)
	h.TypeText("llama3.2")
	h.TapControlNamed("Download", nil)
	h.WaitForText("50% of 2.0 GB")
	h.host.endDownload <- nil
	h.WaitForToastAndClearToasts("llama3.2 is ready")
	if h.ShowsText("Download a model with Ollama") || h.providerChanges == 0 {
		t.Error("the form is still open, or the models were not loaded again")
	}
}

func TestDownloadIsStoppedAndGoesOn(t *testing.T) {
	h := newHarnessWithDownloadForm(t)
	h.TypeText("llama3.2")
	h.TapControlNamed("Download", nil)
	h.WaitForText("50% of 2.0 GB")
	h.TapControlNamed("Stop download", nil)
	h.WaitForText("Stopped. Choose Download to resume.")
	h.waitForHostRequest("stopped")
	h.TapControlNamed("Download", nil)
	h.waitForHostRequest("download ollama llama3.2")
	h.host.endDownload <- memory.ErrModelNotFound
	h.WaitForText("There's no model named llama3.2.")
	h.TapControlNamed("Cancel", nil)
	if h.ShowsText("Download a model with Ollama") {
		t.Error("Cancel left the form open")
	}
}

func TestOnlyAServerThatCanDownloadsModels(t *testing.T) {
	h := newHarnessWithOllama(t)
	h.TapControlNamed("Manage Ollama", nil)
	if h.ShowsText("Download a model") {
		t.Error("a server that can't download offers it")
	}
}
