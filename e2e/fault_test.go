//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/llm/llmtest"
)

// faultCase is a failure of the model server and what the answer's row must say and offer.
type faultCase struct {
	name      string
	fault     llmtest.Fault
	status    string // of the answer
	code      string // of its error, "" when there is none
	message   string // of the row
	button    string // the recommended action, "" when there is no row
	opensText string // what the button opens; "" when it requests the answer again
}

// faultTimes is more than any request is retried.
const faultTimes = 9

// refusalFaults are the faults that answer with an error instead of a reply.
func refusalFaults() []faultCase {
	return []faultCase{
		{
			"slow down",
			llmtest.Fault{Kind: llmtest.FaultRateLimited, RetryAfter: 30, Times: faultTimes},
			"failed", "rate_limited", "30", "Retry", "",
		},
		{
			"refused key",
			llmtest.Fault{Kind: llmtest.FaultUnauthorized, Times: faultTimes},
			"failed", "unauthorized", "needs an API key", "Change key", "API key for",
		},
		{
			"forbidden",
			llmtest.Fault{Kind: llmtest.FaultForbidden, Times: faultTimes},
			"failed", "unauthorized", "needs an API key", "Change key", "API key for",
		},
		{
			"payment required",
			llmtest.Fault{Kind: llmtest.FaultPayment, Times: faultTimes},
			"failed", "no_credit", "No credit left", "Choose another model", "Refresh",
		},
		{
			"quota used up",
			llmtest.Fault{Kind: llmtest.FaultQuota, Times: faultTimes},
			"failed", "no_credit", "No credit left", "Choose another model", "Refresh",
		},
		{
			"model gone",
			llmtest.Fault{Kind: llmtest.FaultModelNotFound, Times: faultTimes},
			"failed", "model_not_found", "isn't available on", "Choose another model", "Refresh",
		},
		{
			"too long",
			llmtest.Fault{Kind: llmtest.FaultContext, Need: 41000, Limit: 32000, Times: faultTimes},
			"failed", "context_too_long", "Remove a file", "Review files", "No files yet",
		},
		{
			"server error",
			llmtest.Fault{Kind: llmtest.FaultServer, Times: faultTimes},
			"failed", "server_error", "reported an error", "Retry", "",
		},
		{
			"dropped",
			llmtest.Fault{Kind: llmtest.FaultDrop, Times: faultTimes},
			"failed", "server_error", "the connection was closed", "Retry", "",
		},
	}
}

// streamFaults are the faults inside a reply.
func streamFaults() []faultCase {
	return []faultCase{
		{
			"empty stream",
			llmtest.Fault{Kind: llmtest.FaultEmpty, Times: faultTimes},
			"failed", "empty_reply", "empty reply", "Retry", "",
		},
		{
			"not one byte",
			llmtest.Fault{Kind: llmtest.FaultBlank, Times: faultTimes},
			"failed", "empty_reply", "empty reply", "Retry", "",
		},
		{"only white space", llmtest.Fault{}, "failed", "empty_reply", "empty reply", "Retry", ""},
		{
			"error inside",
			llmtest.Fault{Kind: llmtest.FaultStreamError, After: 3, Times: faultTimes},
			"interrupted", "interrupted", "was cut off", "Continue", "",
		},
		{
			"cut inside",
			llmtest.Fault{Kind: llmtest.FaultCut, After: 3, Times: faultTimes},
			"interrupted", "interrupted", "was cut off", "Continue", "",
		},
		{
			"ends too early",
			llmtest.Fault{Kind: llmtest.FaultEnd, After: 3, Times: faultTimes},
			"interrupted", "interrupted", "was cut off", "Continue", "",
		},
		{
			"silent inside",
			llmtest.Fault{Kind: llmtest.FaultHangMid, After: 3, Times: faultTimes},
			"interrupted", "timeout", "took too long", "Continue", "",
		},
		{
			"wrong JSON inside",
			llmtest.Fault{Kind: llmtest.FaultWrongJSON, After: 3, Times: faultTimes},
			"interrupted", "interrupted", "isn't valid JSON", "Continue", "",
		},
		{
			"wrong JSON",
			llmtest.Fault{Kind: llmtest.FaultWrongJSON, Times: faultTimes},
			"failed", "server_error", "isn't valid JSON", "Retry", "",
		},
		{
			"a login page",
			llmtest.Fault{Kind: llmtest.FaultWebPage, Times: faultTimes},
			"failed", "web_page", "answers with a web page", "Retry", "",
		},
		{"cut at a limit", llmtest.Fault{}, "complete", "", "reached the length limit", "Continue", ""},
		{"ended by a filter", llmtest.Fault{}, "complete", "", "content filter ended this answer", "Continue", ""},
		{"slow", llmtest.Fault{Kind: llmtest.FaultSlow, DelayMS: 20}, "complete", "", "", "", ""},
		{
			"odd framing", llmtest.Fault{
				Kind: llmtest.FaultFraming, Framing: llmtest.Framing{Split: 3, CRLF: true, Comments: true},
			}, "complete", "", "", "", "",
		},
		{
			"without a mark of the end", llmtest.Fault{
				Kind: llmtest.FaultFraming, Framing: llmtest.Framing{NoDone: true},
			}, "complete", "", "", "", "",
		},
		{"whole instead of a stream", llmtest.Fault{Kind: llmtest.FaultPlain}, "complete", "", "", "", ""},
	}
}

// blankReplyTrigger makes the scripted server reply with white space only; the demo's script has no
// such reply.
const blankReplyTrigger = "Hello, only white space"

// newFaultHarness is a harness whose server can produce every fault.
func newFaultHarness(t *testing.T) *harness {
	t.Helper()
	h := newHarness(t)
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	script.Rules = append([]llmtest.Rule{
		{Name: "blank", When: llmtest.Condition{UserContains: blankReplyTrigger}, Reply: llmtest.Reply{Text: " \n \n"}},
		{
			Name: "cut", When: llmtest.Condition{UserContains: "Hello, cut at a limit"},
			Reply: llmtest.Reply{Text: "It begins well and", Finish: "length"},
		},
		{
			Name: "filtered", When: llmtest.Condition{UserContains: "Hello, ended by a filter"},
			Reply: llmtest.Reply{Text: "It begins well and", Finish: "content_filter"},
		},
	}, script.Rules...)
	h.server = llmtest.StartServerForTest(t, script)
	h.baseURL = h.server.URL + "/v1"
	h.writeModelsFileAndCreateDatabase()
	return h
}

// Whatever the server does, the message is kept, the answer's row shows the error and a helpful
// button, the draft typed meanwhile is kept, and the next message works.
func TestEveryFaultShowsItsRowAndTheNextMessageWorks(t *testing.T) {
	h := newFaultHarness(t)
	h.startWindow("MEMOIR_REPLY_IDLE_LIMIT=2s", "MEMOIR_ELEMENTS="+h.elementsFile())
	for _, f := range slices.Concat(refusalFaults(), streamFaults()) {
		h.sendDuringFaultAndAssertRow(f)
	}
}

// lastAnswerColumn returns a column of the newest answer.
func (h *harness) lastAnswerColumn(column string) string {
	return h.queryText("SELECT " + column + " FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
}

func (h *harness) sendDuringFaultAndAssertRow(f faultCase) {
	h.Helper()
	h.server.ClearFaults()
	if f.fault.Kind != "" {
		if err := h.server.InjectFault(f.fault); err != nil {
			h.Fatal(err)
		}
	}
	h.pressKeys("ctrl+n")
	text := "Hello, " + f.name
	h.sendAndWait(text)
	h.server.ClearFaults()
	if got := h.lastAnswerColumn("status"); got != f.status {
		h.Errorf("%s: the answer is %s, not %s", f.name, got, f.status)
	}
	if got := h.lastAnswerColumn("coalesce(json_extract(error,'$.code'),'')"); got != f.code {
		h.Errorf("%s: the row says %q, not %q", f.name, got, f.code)
	}
	if got := h.queryText("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1"); got != text {
		h.Errorf("%s: the message is %q", f.name, got)
	}
	h.saveScreenshot("fault-" + strings.ReplaceAll(f.name, " ", "-"))
	if f.button != "" && namesControls {
		h.assertErrorRowAndPressButton(f)
	}
	h.sendAndWait("Hello again")
	if got := h.lastAnswerColumn("status"); got != "complete" {
		h.Errorf("%s: the next answer is %s", f.name, got)
	}
}

// assertErrorRowAndPressButton checks the row on the screen and presses its button. The draft typed meanwhile
// must be kept.
func (h *harness) assertErrorRowAndPressButton(f faultCase) {
	h.Helper()
	h.waitForText(f.message)
	draft := "a thought"
	h.typeText(draft)
	h.waitForQuery(draft, "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
	answers := h.queryText("SELECT count(*) FROM messages WHERE role='assistant'")
	h.pressControlWithPrefix(f.button)
	if f.opensText != "" {
		h.waitForText(f.opensText)
		h.waitFor("the chat again", func() bool {
			h.pressKeys("Escape")
			return h.isElementShown("Message Memoir")
		})
	} else {
		after := "complete"
		if f.fault.Kind == "" { // the message itself causes the fault, and it is the same again
			after = f.status
		}
		h.waitFor(f.name+": another answer, or the rest of this one", func() bool {
			isAnother := h.queryText("SELECT count(*) FROM messages WHERE role='assistant'") != answers
			return isAnother == (f.button != "Continue") && h.lastAnswerColumn("status") == after
		})
	}
	if got := h.queryText("SELECT draft FROM threads ORDER BY id DESC LIMIT 1"); got != draft {
		h.Errorf("%s: what was typed is now %q", f.name, got)
	}
	h.pressControlWithPrefix("Message Memoir")
	h.pressKeys("ctrl+a", "Delete")
}

// maxStopTime is far below the server's pauses, which an Esc that waits for the next piece would
// take, and above what a machine needs that compiles at the same time. On an idle machine Esc takes
// 20 to 40 ms; the log has the figures.
const maxStopTime = time.Second

// Esc ends an answer that never starts, one that stalled and one that is slow, and the message
// stays in the chat. The time runs from the key press until the server sees the connection close,
// the best of some rounds.
func TestEscStopsAnAnswerAtOnce(t *testing.T) {
	h := newFaultHarness(t)
	h.startWindow()
	for _, f := range []llmtest.Fault{
		{Kind: llmtest.FaultHang},
		{Kind: llmtest.FaultHangMid, After: 3},
		{Kind: llmtest.FaultSlow, DelayMS: 10_000},
	} {
		best := time.Hour
		for range 5 {
			best = min(best, h.measureStopOfFaultyRequest(f))
		}
		t.Logf("%s: stopped %d ms after Esc, the best of 5", f.Kind, best.Milliseconds())
		if best > maxStopTime {
			t.Errorf("%s: Esc took %v, more than %v", f.Kind, best, maxStopTime)
		}
	}
}

// measureStopOfFaultyRequest sends a message that meets a fault, presses Esc and returns how long the request
// still ran.
func (h *harness) measureStopOfFaultyRequest(f llmtest.Fault) time.Duration {
	h.Helper()
	if err := h.server.InjectFault(f); err != nil {
		h.Fatal(err)
	}
	h.pressKeys("ctrl+n")
	text := "Is anybody there"
	before := len(h.server.ChatRequests())
	h.typeText(text)
	h.pressKeys("Return")
	h.waitFor("the request", func() bool { return len(h.server.ChatRequests()) > before })
	h.waitForQuery("streaming", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	h.runXdotool("keydown", "Escape")
	began := time.Now()
	err := h.server.WaitForRequests(timeoutContext(h.T), func(rs []llmtest.Request) bool {
		return !slices.ContainsFunc(rs, func(r llmtest.Request) bool { return !r.Done })
	})
	took := time.Since(began)
	h.runXdotool("keyup", "Escape")
	if err != nil {
		h.Fatal(err)
	}
	h.waitForQuery("stopped", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	if got := h.queryText("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1"); got != text {
		h.Errorf("the message is %q", got)
	}
	return took
}
