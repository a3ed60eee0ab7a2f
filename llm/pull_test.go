package llm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

// newPullClient returns a client of a scripted server that is configured as Ollama.
func newPullClient(t *testing.T) (*llm.Client, *llmtest.Server) {
	t.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, script)
	return openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "ollama", BaseURL: srv.URL + "/v1"}}}), srv
}

func TestPulledModelIsListed(t *testing.T) {
	c, srv := newPullClient(t)
	var last llm.PullProgress
	calls := 0
	err := c.PullOllamaModel(timeoutContext(t), "ollama", "tiny:1b", func(p llm.PullProgress) {
		if p.Done < last.Done {
			t.Errorf("progress went from %d to %d", last.Done, p.Done)
		}
		last, calls = p, calls+1
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls < 3 || last.Done == 0 || last.Done != last.Total {
		t.Errorf("%d reports, the last is %+v", calls, last)
	}
	if got := modelsByID(t, c); !got["ollama/tiny:1b"].Available {
		t.Errorf("listed: %v", got)
	}
	requests := srv.Requests()
	if got := requests[0].Body; !strings.Contains(got, `"model":"tiny:1b"`) {
		t.Errorf("sent: %s", got)
	}
}

func TestPullFailuresAreToldApart(t *testing.T) {
	c, _ := newPullClient(t)
	ignore := func(llm.PullProgress) {}
	if err := c.PullOllamaModel(timeoutContext(t), "ollama", "missing", ignore); !errors.Is(err, memory.ErrModelNotFound) {
		t.Errorf("an unknown model: %v", err)
	}
	if err := c.PullOllamaModel(timeoutContext(t), "nobody", "tiny", ignore); !errors.Is(err, memory.ErrModelNotFound) {
		t.Errorf("an unknown provider: %v", err)
	}
	off := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "ollama", BaseURL: "http://127.0.0.1:1/v1"}}})
	if err := off.PullOllamaModel(timeoutContext(t), "ollama", "tiny", ignore); !errors.Is(err, memory.ErrOffline) {
		t.Errorf("a server that is off: %v", err)
	}
	cloud := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "openrouter"}}})
	if err := cloud.PullOllamaModel(timeoutContext(t), "openrouter", "tiny", ignore); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("a cloud service: %v", err)
	}
}

func TestPullIsCancelled(t *testing.T) {
	c, _ := newPullClient(t)
	ctx, cancel := context.WithCancel(timeoutContext(t))
	err := c.PullOllamaModel(ctx, "ollama", "endless", func(p llm.PullProgress) {
		if p.Done > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after Cancel: %v", err)
	}
	if got := modelsByID(t, c); got["ollama/endless"].ID != "" {
		t.Error("the model is listed although its download was cancelled")
	}
}
