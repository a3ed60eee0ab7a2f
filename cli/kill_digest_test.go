package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killCountFromEnvOrDefault is how often a test kills: the number in the variable, or by default as often as CI has
// time for.
func killCountFromEnvOrDefault(t *testing.T, name string, byDefault int) int {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		return byDefault
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKillWhileSummingUpLosesNothingAndDoesNothingTwice kills memoir chat at random moments while every
// exchange is summed up, every summary is distilled and every message is embedded, then checks that each
// message is covered once at most, each summary taken in once at most, each text explained by the ledger,
// and each message embedded. MEMOIR_KILLS is how often; every fifth run is left to its end.
func TestKillWhileSummingUpLosesNothingAndDoesNothingTwice(t *testing.T) {
	wanted := killCountFromEnvOrDefault(t, "MEMOIR_KILLS", 15)
	s := newModelHarness(t)
	s.env = append(s.env, "MEMOIR_LEARN_LOCAL_IDLE=0", "MEMOIR_SUMMARY_UNIT=pairs", "MEMOIR_SUMMARY_KEEP=0",
		"MEMOIR_BASE_KEEP=0", "MEMOIR_BASE_TRIGGER=1", "MEMOIR_SUMMARY_TRIGGER=1", "MEMOIR_CHATS_RECALL=true")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	s.runMemoir("chat", "Small talk to begin with.")
	from := time.Now()
	s.runMemoir("chat", "--thread", "1", "Small talk once more.")
	whole := time.Since(from)
	kills := 0
	for i := 0; kills < wanted && i < 10*wanted; i++ {
		cmd := s.newMemoirCommand("chat", "--thread", "1", fmt.Sprintf("Small talk number %d.", i))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := whole/3 + time.Duration(random.Int64N(int64(whole))) // the beginning is the other test's
		if i%5 == 4 {                                                 // some finish, so that there is something to lose
			after = time.Hour
		}
		timer, began := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }), time.Now()
		if cmd.Wait() != nil {
			kills++
		} else {
			whole = min(whole, time.Since(began))
		}
		timer.Stop()
	}
	s.env = append(s.env, "MEMOIR_BASE_TRIGGER=10000", "MEMOIR_SUMMARY_TRIGGER=10000") // nothing new is due
	s.chatUntilNoJobIsOpen()
	var summaries, versions int
	s.queryRow("SELECT count(*) FROM summaries", &summaries)
	s.queryRow("SELECT count(*) FROM base_memory", &versions)
	t.Logf("%d kills, %d summaries, %d versions of the base memory", kills, summaries, versions)
	if kills < wanted || summaries < wanted/8 || versions < wanted/8 {
		t.Errorf("only %d kills, %d summaries and %d versions: the run proves little", kills, summaries, versions)
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
	s.chatUntilMessagesAreEmbedded()
	if out := s.runMemoir("check"); !strings.Contains(out, "No problems found") {
		t.Errorf("the folder is not in order: %s", out)
	}
}

// chatUntilMessagesAreEmbedded starts Memoir until every message that may be recalled has one vector.
func (s *modelHarness) chatUntilMessagesAreEmbedded() {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); ; {
		var missing, twice int
		s.queryRow(`SELECT count(*) FROM messages m JOIN threads t ON t.id = m.thread_id
		  WHERE m.content <> '' AND m.status <> 'failed' AND m.status <> 'streaming' AND t.memory <> 'off'
		    AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.owner_kind = 'message' AND v.owner_id = m.id)`, &missing)
		s.queryRow(`SELECT count(*) - count(DISTINCT owner_id) FROM vectors WHERE owner_kind = 'message'`, &twice)
		if twice != 0 {
			s.t.Fatalf("%d vectors are there twice", twice)
		}
		if missing <= 2 { // the newest exchange, which is embedded by the next start
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%d messages have no vector", missing)
		}
		s.runMemoir("chat", "--thread", "1", "And one more.")
	}
}
