package llm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

type fault = llmtest.Fault

// faultCases lists for every fault the error of the core, the number of requests, the text received
// before it, and how the message shown to the user begins.
func faultCases() []faultCase {
	const broken, cut = "test reported an error", "The reply from test was cut off"
	const empty, slower = "The model sent an empty reply.", "test is limiting requests."
	limited := func(d time.Duration) error { return memory.ErrRateLimited{RetryAfter: d} }
	return []faultCase{
		{"slow down", fault{Kind: llmtest.FaultRateLimited, RetryAfter: 7}, limited(7 * time.Second), 1, "", slower},
		{"slow down, without a delay", fault{Kind: llmtest.FaultRateLimited}, limited(0), 1, "", slower},
		{
			"slow down, the delay in words",
			fault{Kind: llmtest.FaultRateLimited, Message: "Please try again in 1.5s."},
			limited(1500 * time.Millisecond), 1, "", slower,
		},
		{
			"key refused",
			fault{Kind: llmtest.FaultUnauthorized, Message: "Incorrect key: " + secret},
			memory.ErrUnauthorized, 1, "", "test rejected the key ending in …a1b2.",
		},
		{"key not allowed", fault{Kind: llmtest.FaultForbidden}, memory.ErrUnauthorized, 1, "", "test rejected the key"},
		{"no credit", fault{Kind: llmtest.FaultPayment}, memory.ErrNoCredit, 1, "", "No credit left with test."},
		{"quota used up", fault{Kind: llmtest.FaultQuota, RetryAfter: 1}, memory.ErrNoCredit, 1, "", "No credit left"},
		{"model gone", fault{Kind: llmtest.FaultModelNotFound}, memory.ErrModelNotFound, 1, "", "m isn't available on test."},
		{
			"prompt too long",
			fault{Kind: llmtest.FaultContext, Need: 41234, Limit: 32768},
			memory.ErrPromptTooLong, 1, "", "The request has about 41k tokens, but m takes only 32k.",
		},
		{
			"server error",
			fault{Kind: llmtest.FaultServer, Times: 9, Message: "Out of memory"},
			memory.ErrServer, 3, "", broken + ": Out of memory.",
		},
		{"gateway", fault{Kind: llmtest.FaultServer, Times: 9, Status: 502}, memory.ErrServer, 3, "", broken},
		{
			"asks for a long pause",
			fault{Kind: llmtest.FaultServer, Times: 9, Status: 503, RetryAfter: 600},
			memory.ErrServer, 1, "", broken,
		},
		{
			"too long, as a server error", fault{
				Kind: llmtest.FaultServer, Times: 9,
				Message: "the request exceeds the available context size, try increasing it",
			}, memory.ErrPromptTooLong, 1, "", "The request is too long for m",
		},
		{
			"a sign-in page",
			fault{Kind: llmtest.FaultWebPage},
			memory.ErrWebPage, 1, "",
			"test at 127.0.0.1",
		},
		{"nothing at all", fault{Kind: llmtest.FaultBlank}, memory.ErrEmptyReply, 1, "", empty},
		{"a stream without a word", fault{Kind: llmtest.FaultEmpty}, memory.ErrEmptyReply, 1, "", empty},
		{
			"error inside the stream, at once",
			fault{Kind: llmtest.FaultStreamError},
			memory.ErrServer, 1, "",
			broken + ": The model crashed.",
		},
		{
			"error inside the stream, later",
			fault{Kind: llmtest.FaultStreamError, After: 2},
			memory.ErrInterrupted, 1,
			"The qu", cut + ": The model crashed.",
		},
		{
			"limit inside the stream",
			fault{Kind: llmtest.FaultStreamError, Code: "rate_limit_exceeded"},
			limited(0), 1, "", slower,
		},
		{
			"too long inside the stream",
			fault{
				Kind:    llmtest.FaultStreamError,
				Message: "request (41000 tokens) exceeds the available context size (32768 tokens)",
			},
			memory.ErrPromptTooLong, 1, "", "The request has about 41k tokens, but m takes only 32k.",
		},
		{"cut in the middle", fault{Kind: llmtest.FaultCut, After: 2}, memory.ErrInterrupted, 1, "The qu", cut},
		{"ended in the middle", fault{Kind: llmtest.FaultEnd, After: 2}, memory.ErrInterrupted, 1, "The qu", cut},
		{"cut before any word", fault{Kind: llmtest.FaultCut}, memory.ErrServer, 1, "", broken},
		{"not JSON, at once", fault{Kind: llmtest.FaultWrongJSON}, memory.ErrServer, 1, "", broken},
		{"not JSON, later", fault{Kind: llmtest.FaultWrongJSON, After: 1}, memory.ErrInterrupted, 1, "The", cut},
		{"dropped without an answer", fault{Kind: llmtest.FaultDrop, Times: 9}, memory.ErrServer, 3, "", broken},
	}
}

type faultCase struct {
	name     string
	fault    fault
	want     error
	requests int
	text     string
	title    string
}

func TestEachServerFaultMapsToItsError(t *testing.T) {
	for _, tc := range faultCases() {
		t.Run(tc.name, func(t *testing.T) {
			srv, c := newScriptedClient(t, foxScript)
			if err := srv.InjectFault(tc.fault); err != nil {
				t.Fatal(err)
			}
			g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
			if !errors.Is(g.err, tc.want) {
				t.Errorf("error is %v, want %v", g.err, tc.want)
			}
			if began := tc.text != ""; errors.Is(g.err, memory.ErrInterrupted) != began {
				t.Errorf("error is %v; interrupted means that a part came", g.err)
			}
			if g.text != tc.text {
				t.Errorf("before the fault came %q, want %q", g.text, tc.text)
			}
			if n := len(srv.ChatRequests()); n != tc.requests {
				t.Errorf("%d requests, want %d", n, tc.requests)
			}
			if title, _ := memory.ErrorTitleAndHintForUser(g.err); !strings.HasPrefix(title, tc.title) {
				t.Errorf("people read %q, want %q", title, tc.title)
			}
			p := asProviderError(t, g.err)
			if p.Provider != "test" || p.Model != "m" || "http://"+p.Address != srv.URL || p.KeyTail != "a1b2" {
				t.Errorf("located as %+v", p)
			}
			if all := fmt.Sprintf("%v %+v %q", g.err, g.err, p.Message); strings.Contains(all, secret) {
				t.Errorf("the key stands in the error: %s", all)
			}
		})
	}
}

func TestTransientFaultsAreRetried(t *testing.T) {
	for name, f := range map[string]fault{
		"server error": {Kind: llmtest.FaultServer, Times: 2}, "dropped": {Kind: llmtest.FaultDrop, Times: 2},
	} {
		t.Run(name, func(t *testing.T) {
			srv, c := newScriptedClient(t, foxScript)
			if err := srv.InjectFault(f); err != nil {
				t.Fatal(err)
			}
			if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil || g.text != foxText {
				t.Fatalf("got %q, %v", g.text, g.err)
			}
			if n := len(srv.ChatRequests()); n != 3 {
				t.Errorf("%d requests, want 3", n)
			}
		})
	}
}

func TestUnreachableServerIsOffline(t *testing.T) {
	srv, c := newScriptedClient(t, foxScript, func(o *llm.Options) {
		o.Backoff = func(int) time.Duration {
			t.Error("it was asked again")
			return 0
		}
	})
	srv.Close()
	g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
	if !errors.Is(g.err, memory.ErrOffline) {
		t.Fatalf("got %v", g.err)
	}
	title, _ := memory.ErrorTitleAndHintForUser(g.err)
	if want := "test isn't running at " + strings.TrimPrefix(srv.URL, "http://") + "."; title != want {
		t.Errorf("people read %q, want %q", title, want)
	}
}

func TestModelOfUnknownProviderIsNotFound(t *testing.T) {
	_, c := newScriptedClient(t, foxScript)
	for _, id := range []string{"other/m", "m", ""} {
		if g := collectStream(timeoutContext(t), c, helloRequest(id)); !errors.Is(g.err, memory.ErrModelNotFound) {
			t.Errorf("%q: %v", id, g.err)
		}
	}
}

func TestEmptyReplyToLongPromptIsContextTooLong(t *testing.T) {
	srv, c := newScriptedClient(t, foxScript, func(o *llm.Options) {
		o.FixedProviders[0].Models = []llm.ConfigModel{{ID: "m", Context: 1000}}
	})
	if err := srv.InjectFault(fault{Kind: llmtest.FaultEmpty}); err != nil {
		t.Fatal(err)
	}
	r := helloRequest("test/m")
	r.Messages[1].Content = strings.Repeat("word ", 2000)
	p := asProviderError(t, collectStream(timeoutContext(t), c, r).err)
	if !errors.Is(p, memory.ErrPromptTooLong) || p.Limit != 1000 || p.Need < 2000 {
		t.Errorf("got %+v", p)
	}
}
