//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"memoir/llm/llmtest"
)

// After kills at random moments the program starts again, and nothing sent or typed before is lost.
func TestKillsLoseNothing(t *testing.T) {
	h := newHarness(t)
	if h.server == nil {
		t.Fatal("the kills need the slow replies of the scripted server; leave MEMOIR_E2E_BASE_URL out")
	}
	rounds := 8 // MEMOIR_E2E_KILLS=100 looks further
	if n, err := strconv.Atoi(os.Getenv("MEMOIR_E2E_KILLS")); err == nil {
		rounds = n
	}
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	for i := range rounds {
		draft := fmt.Sprintf("draft %d", i)
		if err := h.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultSlow, DelayMS: 150}); err != nil {
			t.Fatal(err)
		}
		h.pressKeys("ctrl+n")
		sent := fmt.Sprintf("I like town number %d", i)
		h.pressKeys("ctrl+a")
		h.typeText(sent)
		h.pressKeys("Return")
		h.waitForQuery(sent, "SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
		h.typeText(draft)
		h.waitForQuery(draft, "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
		time.Sleep(rand.N(1500 * time.Millisecond)) //nolint:gosec // random moment
		h.killProgram()
		h.startWindow()
		if got := h.queryText("SELECT count(*) FROM messages WHERE role='user'"); got != strconv.Itoa(i+1) {
			t.Fatalf("round %d: %s messages of %d are left", i, got, i+1)
		}
		if got := h.queryText("SELECT draft FROM threads ORDER BY id DESC LIMIT 1"); got != draft {
			t.Fatalf("round %d: the draft is %q", i, got)
		}
		h.waitForQuery("0", "SELECT count(*) FROM messages WHERE status='streaming'")
	}
	h.saveScreenshot("after-kills")
	h.stopProgram()
	if out := h.runMemoir("check"); !strings.Contains(out, "No problems found") {
		t.Errorf("after the kills: %s", out)
	}
}
