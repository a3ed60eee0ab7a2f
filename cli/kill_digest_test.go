package cli

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestKillWhileSummingUpLosesNothingAndDoesNothingTwice kills memoir chat at about fifty random moments while
// every exchange is summed up and every summary is distilled, then checks that each message is covered
// once at most, each summary taken in once at most, and each text explained by the ledger.
func TestKillWhileSummingUpLosesNothingAndDoesNothingTwice(t *testing.T) {
	const kills = 62 // of which twelve are none
	s := newModelHarness(t)
	s.env = append(s.env, "MEMOIR_LEARN_LOCAL_IDLE=0", "MEMOIR_SUMMARY_UNIT=pairs", "MEMOIR_SUMMARY_KEEP=0",
		"MEMOIR_BASE_KEEP=0", "MEMOIR_BASE_TRIGGER=1", "MEMOIR_SUMMARY_TRIGGER=1")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	s.runMemoir("chat", "Small talk to begin with.")
	from := time.Now()
	s.runMemoir("chat", "--thread", "1", "Small talk once more.")
	whole := time.Since(from)
	for i := range kills {
		cmd := s.newMemoirCommand("chat", "--thread", "1", fmt.Sprintf("Small talk number %d.", i))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := whole/3 + time.Duration(random.Int64N(int64(whole))) // the beginning is the other test's
		if i%5 == 4 {                                                 // some finish, so that there is something to lose
			after = time.Hour
		}
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // killed, or finished before
		timer.Stop()
	}
	s.env = append(s.env, "MEMOIR_BASE_TRIGGER=10000", "MEMOIR_SUMMARY_TRIGGER=10000") // nothing new is due
	s.runUntilLearned()
	var summaries, versions int
	s.queryRow("SELECT count(*) FROM summaries", &summaries)
	s.queryRow("SELECT count(*) FROM base_memory", &versions)
	t.Logf("%d summaries, %d versions of the base memory", summaries, versions)
	if summaries < 5 || versions < 5 {
		t.Errorf("only %d summaries and %d versions: the run proves little", summaries, versions)
	}
	for problem, query := range map[string]string{
		"messages covered twice": `SELECT count(*) FROM summaries a JOIN summaries b ON a.thread_id = b.thread_id
		  AND a.id < b.id AND b.first_message_id <= a.last_message_id`,
		"messages between two summaries": `SELECT count(*) FROM messages m WHERE thread_id = 1 AND content <> ''
		  AND status IN ('complete', 'interrupted', 'stopped') AND id <= (SELECT max(last_message_id) FROM summaries)
		  AND id IN (WITH RECURSIVE branch(id, parent_id) AS (
		      SELECT m.id, m.parent_id FROM messages m JOIN threads t ON t.head_id = m.id WHERE t.id = 1
		      UNION ALL SELECT p.id, p.parent_id FROM branch b JOIN messages p ON p.id = b.parent_id)
		    SELECT id FROM branch)
		  AND NOT EXISTS (SELECT 1 FROM summaries s WHERE m.id BETWEEN s.first_message_id AND s.last_message_id)`,
		"summaries without exactly one decision": `SELECT count(*) FROM summaries s
		  WHERE (SELECT count(*) FROM decision d WHERE d.summary_id = s.id) <> 1`,
		"versions without exactly one decision": `SELECT count(*) FROM base_memory b
		  WHERE (SELECT count(*) FROM decision d WHERE d.base_id = b.id) <> 1`,
		"summaries whose mark disagrees with the versions": `SELECT count(*) FROM summaries s
		  WHERE s.in_base <> (SELECT count(*) FROM base_memory b, json_each(b.summary_ids) j WHERE j.value = s.id)`,
	} {
		var n int
		if s.queryRow(query, &n); n != 0 {
			t.Errorf("%d %s", n, problem)
		}
	}
	if out := s.runMemoir("check"); out == "" {
		t.Error("the check says nothing")
	}
}
