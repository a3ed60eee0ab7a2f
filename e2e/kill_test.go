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
	w := newWorld(t)
	if w.server == nil {
		t.Fatal("the kills need the slow replies of the scripted server; leave MEMOIR_E2E_BASE_URL out")
	}
	rounds := 20
	if n, err := strconv.Atoi(os.Getenv("MEMOIR_E2E_KILLS")); err == nil {
		rounds = n
	}
	w.settled()
	w.start()
	for i := range rounds {
		draft := fmt.Sprintf("draft %d", i)
		if err := w.server.Fault(llmtest.Fault{Kind: llmtest.FaultSlow, DelayMS: 150}); err != nil {
			t.Fatal(err)
		}
		w.key("ctrl+n")
		sent := fmt.Sprintf("I like town number %d", i)
		w.key("ctrl+a")
		w.typed(sent)
		w.key("Return")
		w.untilDB(sent, "SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
		w.typed(draft)
		w.untilDB(draft, "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
		time.Sleep(rand.N(1500 * time.Millisecond)) //nolint:gosec // random moment
		w.kill()
		w.start()
		if got := w.ask("SELECT count(*) FROM messages WHERE role='user'"); got != strconv.Itoa(i+1) {
			t.Fatalf("round %d: %s messages of %d are left", i, got, i+1)
		}
		if got := w.ask("SELECT draft FROM threads ORDER BY id DESC LIMIT 1"); got != draft {
			t.Fatalf("round %d: the draft is %q", i, got)
		}
		w.untilDB("0", "SELECT count(*) FROM messages WHERE status='streaming'")
	}
	w.shot("after-kills")
	w.stop()
	if out := w.memoir("check"); !strings.Contains(out, "in order") {
		t.Errorf("after the kills: %s", out)
	}
}
