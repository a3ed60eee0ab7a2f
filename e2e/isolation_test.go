//go:build e2e

package e2e

import (
	"net/url"
	"testing"

	"memoir/llm"
	"memoir/llm/llmtest"
)

// A model server that already listens on this computer must not be taken for the one of the story.
// Where none listens on a known port, the test starts one there for a moment.
func TestOtherModelServersAreNotAsked(t *testing.T) {
	h := newHarness(t)
	for _, p := range llm.LocalServerPresets() {
		script, err := llmtest.DemoScript()
		if err != nil {
			t.Fatal(err)
		}
		address, err := url.Parse(p.BaseURL)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := llmtest.StartServer(address.Host, script, ""); err == nil {
			defer s.Close()
		}
	}
	if out := h.runMemoir("models", "--json"); out != "[]\n" {
		t.Errorf("memoir knows models of other servers: %s", out)
	}
}
