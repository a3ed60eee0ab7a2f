package cli

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// topicWords are words for facts of which no two mean the same.
func topicWords() []string {
	return strings.Fields("lighthouse cello bicycle garden telescope passport dentist harbour orchestra umbrella stamp " +
		"violin kitchen scooter museum library desert volcano kettle ladder balcony carpet magnet pencil railway saddle " +
		"teapot trumpet violet walnut zebra anchor basket candle donkey engine falcon guitar hammer island jacket kayak " +
		"lemon mirror needle octopus pillow quarry rabbit sandal")
}

// TestKillAtAnyMomentLosesNothing kills memoir chat at random moments of streaming and learning, then checks the store.
// MEMOIR_KILLS is how often, fifty times at most.
func TestKillAtAnyMomentLosesNothing(t *testing.T) {
	kills := min(killCountFromEnvOrDefault(t, "MEMOIR_KILLS", 25), 50)
	s := newModelHarness(t)
	// Facts of the same pattern have similar vectors; here only identical texts are duplicates.
	s.env = append(s.env, "MEMOIR_DEDUP_THRESHOLD=1", "MEMOIR_DEDUP_CONTEXT_THRESHOLD=1", "MEMOIR_LEARN_LOCAL_IDLE=0")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	whole := s.timeChatCommand()
	shown := map[string]string{} // stdout before the kill, by topic
	for i := range kills {
		topic := topicWords()[i]
		cmd := s.newMemoirCommand("chat", "Note this: the "+topic+" matters.")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(whole))), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // killed, or finished before
		timer.Stop()
		shown[topic] = strings.TrimSpace(out.String())
	}
	s.chatUntilNoJobIsOpen()
	s.assertStoreMatchesPrintedAnswers(shown)
	if out := s.runMemoir("check"); !strings.Contains(out, "No problems found") {
		t.Errorf("the folder is not in order: %s", out)
	}
}

// timeChatCommand returns how long one chat takes from start to end.
func (s *modelHarness) timeChatCommand() time.Duration {
	from := time.Now()
	s.runMemoir("chat", "Note this: the beginning matters.")
	return time.Since(from)
}

// chatUntilNoJobIsOpen starts Memoir until no job is left.
func (s *modelHarness) chatUntilNoJobIsOpen() {
	s.t.Helper()
	for end := time.Now().Add(5 * time.Minute); ; {
		s.runMemoir("chat", "--memory", "read", "hello")
		var open int
		s.queryRow(`SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')`, &open)
		if open == 0 {
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%d jobs are still open after five minutes", open)
		}
		// memoir chat waits for the learning job that it queues.
		s.runMemoir("chat", "Small talk, nothing to learn.")
	}
}

func (s *modelHarness) queryRow(query string, into ...any) {
	s.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "app.db")+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(query).Scan(into...); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
}

// assertStoreMatchesPrintedAnswers compares the store with the printed output: every printed answer is stored at least
// that far or is marked as interrupted, and every completed exchange has added its fact exactly
// once.
func (s *modelHarness) assertStoreMatchesPrintedAnswers(shown map[string]string) {
	s.t.Helper()
	counts := map[string]int{}
	for topic, text := range shown {
		var question, answer, status string
		var facts, added int
		s.queryRow(fmt.Sprintf(`SELECT count(*) FROM memory WHERE content = 'The user noted the %s matters.'`, topic), &facts)
		s.queryRow(fmt.Sprintf(`SELECT count(*) FROM decision d JOIN memory m ON m.id = d.memory_id
			WHERE d.action = 'add' AND m.content = 'The user noted the %s matters.'`, topic), &added)
		var asked int
		s.queryRow(fmt.Sprintf(`SELECT count(*) FROM messages WHERE content = 'Note this: the %s matters.'`, topic), &asked)
		if asked == 0 {
			if text != "" || facts > 0 {
				s.t.Errorf("%s: an answer %q or fact is there and its question is lost", topic, text)
			}
			counts["before the question was stored"]++
			continue
		}
		s.queryRow(fmt.Sprintf(`SELECT q.content, a.content, a.status FROM messages q JOIN messages a ON a.parent_id = q.id
			WHERE q.content = 'Note this: the %s matters.'`, topic), &question, &answer, &status)
		counts[status]++
		want := 0
		switch status {
		case "complete":
			want = 1
			if !strings.HasPrefix(answer, text) {
				s.t.Errorf("%s: shown was %q, stored is %q", topic, text, answer)
			}
		case "interrupted":
		default:
			s.t.Errorf("%s: the answer is %s", topic, status)
		}
		if asked != 1 || facts != want || added != want {
			s.t.Errorf("%s: asked %d times, answer %s, %d facts and %d additions, want %d", topic, asked, status, facts,
				added, want)
		}
	}
	s.t.Logf("moments of the kills: %v", counts)
}
