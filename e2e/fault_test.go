//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"memoir/llm/llmtest"
)

// faults are those that a person sees; code is what the answer's row says, "" for those that end well.
func faults() map[string]struct {
	fault  llmtest.Fault
	status string
	code   string
} {
	type row = struct {
		fault  llmtest.Fault
		status string
		code   string
	}
	return map[string]row{
		"slow down": {
			llmtest.Fault{Kind: llmtest.FaultRateLimited, RetryAfter: 30, Times: 9},
			"failed",
			"rate_limited",
		},
		"refused key": {llmtest.Fault{Kind: llmtest.FaultUnauthorized, Times: 9}, "failed", "unauthorized"},
		"no credit":   {llmtest.Fault{Kind: llmtest.FaultQuota, Times: 9}, "failed", "no_credit"},
		"model gone":  {llmtest.Fault{Kind: llmtest.FaultModelNotFound, Times: 9}, "failed", "model_not_found"},
		"too long": {
			llmtest.Fault{Kind: llmtest.FaultContext, Need: 41000, Limit: 32000, Times: 9},
			"failed",
			"context_too_long",
		},
		"server error":     {llmtest.Fault{Kind: llmtest.FaultServer, Times: 9}, "failed", "server_error"},
		"empty reply":      {llmtest.Fault{Kind: llmtest.FaultEmpty, Times: 9}, "failed", "empty_reply"},
		"error mid-stream": {llmtest.Fault{Kind: llmtest.FaultStreamError, After: 3, Times: 9}, "interrupted", ""},
		"cut mid-stream":   {llmtest.Fault{Kind: llmtest.FaultCut, After: 3, Times: 9}, "interrupted", "interrupted"},
		"dropped":          {llmtest.Fault{Kind: llmtest.FaultDrop, Times: 9}, "failed", ""},
		"odd framing": {llmtest.Fault{Kind: llmtest.FaultFraming, Framing: llmtest.Framing{
			Split: 3, CRLF: true,
			Comments: true,
		}}, "complete", ""},
		"whole, not stream": {llmtest.Fault{Kind: llmtest.FaultPlain}, "complete", ""},
	}
}

// Whatever the server does, the message is kept, the answer's row says what happened, and the next message works.
func TestEveryFaultHasItsRowAndTheNextMessageWorks(t *testing.T) {
	w := newWorld(t)
	if w.server == nil {
		t.Skip("faults need the scripted server")
	}
	w.settled()
	w.start()
	for name, f := range faults() {
		w.server.ClearFaults()
		if err := w.server.Fault(f.fault); err != nil {
			t.Fatal(err)
		}
		w.key("ctrl+n")
		text := "Hello with " + strings.ReplaceAll(name, ",", "")
		w.say(text)
		w.server.ClearFaults()
		last := "FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1"
		if got := w.ask("SELECT status " + last); got != f.status {
			t.Errorf("%s: the answer is %s, not %s", name, got, f.status)
		}
		if got := w.ask("SELECT coalesce(json_extract(error,'$.code'),'') " + last); f.code != "" && got != f.code {
			t.Errorf("%s: the row says %q, not %q", name, got, f.code)
		}
		w.shot("fault-" + strings.ReplaceAll(name, " ", "-"))
		w.say("Hello again")
		if got := w.ask("SELECT status " + last); got != "complete" {
			t.Errorf("%s: the next answer is %s", name, got)
		}
	}
}

// Esc ends an answer that never comes, and what was typed stands in the chat.
func TestEscStopsASilentAnswer(t *testing.T) {
	w := newWorld(t)
	if w.server == nil {
		t.Skip("faults need the scripted server")
	}
	w.settled()
	w.start()
	if err := w.server.Fault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	w.typed("Is anybody there")
	w.key("Return")
	err := w.server.WaitFor(within(t), func(rs []llmtest.Request) bool {
		for _, r := range rs {
			if strings.Contains(r.Body, "Is anybody there") {
				return true
			}
		}
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	w.shot("waiting")
	began := time.Now()
	w.key("Escape")
	w.untilDB("stopped", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	t.Logf("stopped and stored %d ms after Esc, key press and look-up included", time.Since(began).Milliseconds())
	if got := w.ask("SELECT content FROM messages WHERE role='user'"); got != "Is anybody there" {
		t.Errorf("the message is %q", got)
	}
}
