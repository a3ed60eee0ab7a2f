package storage

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"memoir/memory"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDirEnv); dir != "" {
		os.Exit(runUntilKilled(context.Background(), dir, os.Stdout))
	}
	if raceEnabled { // the detector makes the Go port of SQLite about twenty times slower
		flag.Parse()
		if err := errors.Join(flag.Set("rapid.checks", "15"), flag.Set("rapid.steps", "15")); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

// Three hundred concurrent writers and readers neither deadlock nor lose a row.
func TestParallelReadersAndWritersLoseNothing(t *testing.T) {
	const workers = 300
	db, ctx := openDB(t), t.Context()
	c := memory.VectorCollection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerMemory}
	var wg sync.WaitGroup
	failed := make(chan error, workers)
	for i := range workers {
		wg.Go(func() { failed <- runTurnLikeWorker(ctx, db, c, i) })
	}
	wg.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			t.Error(err)
		}
	}
	all := must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1}))(t)
	if len(all) != workers {
		t.Errorf("%d memories of %d", len(all), workers)
	}
	if n := len(must(db.ChatStore().List(ctx, memory.ChatFilter{ProfileID: 1}))(t)); n != workers {
		t.Errorf("%d chats of %d", n, workers)
	}
	if n := len(must(db.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: 1}))(t)); n != workers {
		t.Errorf("%d decisions of %d", n, workers)
	}
	if n := db.VectorIndex().Count(t.Context(), c); n != workers {
		t.Errorf("%d vectors of %d in the index", n, workers)
	}
	uses := 0
	for _, m := range all {
		uses += m.UseCount
	}
	if uses != workers {
		t.Errorf("%d uses of %d were counted", uses, workers)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() || len(r.Notes) > 0 {
		t.Errorf("check: %+v", r)
	}
}

// runTurnLikeWorker does what a turn does: a chat with a question, a memory with its decision, vector and
// use, and searches.
func runTurnLikeWorker(ctx context.Context, db *DB, c memory.VectorCollection, i int) error {
	var id memory.ID
	err := db.InTx(ctx, func(tx memory.Store) error {
		th, err := tx.ChatStore().Create(ctx, newChat(fmt.Sprintf("chat %d", i)))
		if err != nil {
			return err
		}
		_, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: th, Role: memory.RoleUser, Content: "hello",
			Status: memory.MessageComplete, CreatedAt: noon,
		})
		if err != nil {
			return err
		}
		if id, err = tx.MemoryStore().Insert(ctx, newFact(fmt.Sprintf("The user likes number %d.", i))); err != nil {
			return err
		}
		_, err = tx.DecisionStore().Append(ctx, memory.Decision{ProfileID: 1, Action: "add", Actor: "user", MemoryID: id})
		return err
	})
	if err != nil {
		return err
	}
	v := memory.Vector{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: "e", ContentHash: "h",
		Values: []float32{float32(i), 1},
	}
	if err := errors.Join(db.VectorStore().UpsertAll(ctx, []memory.Vector{v}), db.VectorIndex().Upsert(ctx, c,
		[]memory.Vector{v})); err != nil {
		return err
	}
	if _, err := db.VectorIndex().Search(ctx, c, []float32{1, 1}, 5); err != nil {
		return err
	}
	if hits, err := db.FullText().SearchMemories(ctx, fmt.Sprint(i), 5, memory.FullTextFilter{ProfileID: 1}); err != nil {
		return err
	} else if len(hits) != 1 || hits[0].Owner != id {
		return fmt.Errorf("worker %d found %v", i, hits)
	}
	if i%50 == 0 {
		if err := db.VectorIndex().SaveSnapshotIfChanged(ctx); err != nil {
			return err
		}
	}
	return db.MemoryStore().IncrementUseCountsAndSetLastUsed(ctx, 1, noon, []memory.ID{id})
}

// crashDirEnv is the environment variable with the data folder of the process that will be killed.
const crashDirEnv = "STORAGE_TEST_VICTIM_DIR"

// runUntilKilled prints one line for everything it has committed, until it is killed: an answer
// that is streamed and finished in one transaction with its job, and the job's fact, stored in one
// transaction with the job's completion.
func runUntilKilled(ctx context.Context, dir string, out io.Writer) int {
	db, err := Open(ctx, Options{Dir: dir})
	if err == nil {
		_, err = db.JobStore().RequeueRunning(ctx, noon)
	}
	for i := 0; err == nil; i++ {
		err = commitAnswerAndFinishDueJobs(ctx, db, out)
	}
	fmt.Fprintln(out, "failed:", err)
	return 1
}

func commitAnswerAndFinishDueJobs(ctx context.Context, db *DB, out io.Writer) error {
	th, err := db.ChatStore().Create(ctx, newChat("victim"))
	if err != nil {
		return err
	}
	m := memory.Message{ChatID: th, Role: memory.RoleAssistant, Status: memory.MessageStreaming, CreatedAt: noon}
	if m.ID, err = db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m); err != nil {
		return err
	}
	for i := range 3 {
		if err := db.MessageStore().SaveStreamingAnswerDraft(ctx, m.ID, strings.Repeat("word ", 50*i), ""); err != nil {
			return err
		}
	}
	err = db.InTx(ctx, func(tx memory.Store) error {
		m.Status, m.Content = memory.MessageComplete, "the whole answer"
		_, err := tx.JobStore().EnqueueIfNew(ctx, memory.Job{
			ProfileID: 1, Kind: memory.JobExtract, ChatID: th, MessageID: m.ID,
			RunAt: noon,
		})
		return errors.Join(err, tx.MessageStore().FinishStreamingAnswer(ctx, m))
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "answer", m.ID)
	return storeFactsOfDueJobsAndEndThem(ctx, db, out)
}

// storeFactsOfDueJobsAndEndThem completes every job that is due.
func storeFactsOfDueJobsAndEndThem(ctx context.Context, db *DB, out io.Writer) error {
	for {
		j, err := db.JobStore().ClaimNextDue(ctx, noon)
		if isNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		err = db.InTx(ctx, func(tx memory.Store) error {
			f := newFact(fmt.Sprintf("The user said number %d.", j.MessageID))
			f.SourceMessageID = j.MessageID
			_, err := tx.MemoryStore().Insert(ctx, f)
			return errors.Join(err, tx.JobStore().MarkDone(ctx, j.ID))
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(out, "fact", j.MessageID)
	}
}

// After being killed repeatedly at random moments, the folder contains everything the process
// reported as committed, every finished answer has exactly one fact, and nothing is damaged.
func TestKilledProcessLosesAndRepeatsNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memoir")
	said := map[string]bool{}
	for round := range 8 {
		for _, line := range runProcessAndKillIt(t, dir, time.Duration(20+rand.IntN(120))*time.Millisecond) {
			said[line] = true
		}
		db := openDB(t, func(o *Options) { o.Dir = dir })
		if r := must(db.CheckOrRepairConsistency(t.Context(), false))(t); !r.HasNoProblems() {
			t.Fatalf("round %d: %v", round, r.Problems)
		}
		failOnError(t, db.Close(t.Context()))
	}
	db, ctx := openDB(t, func(o *Options) { o.Dir = dir }), t.Context()
	must(db.JobStore().RequeueRunning(ctx, noon))(t)
	failOnError(t, storeFactsOfDueJobsAndEndThem(ctx, db, io.Discard))
	must(db.MessageStore().MarkStreamingInterrupted(ctx, noon))(t)
	answers, facts := map[memory.ID]bool{}, map[memory.ID]int{}
	for _, chat := range must(db.ChatStore().List(ctx, memory.ChatFilter{ProfileID: 1}))(t) {
		for _, m := range must(db.MessageStore().ListBranch(ctx, 1, chat.ID, 0, 0))(t) {
			if m.Status == memory.MessageComplete {
				answers[m.ID] = true
			} else if m.Status != memory.MessageInterrupted {
				t.Errorf("message %d is %s", m.ID, m.Status)
			}
		}
	}
	for _, m := range must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1}))(t) {
		facts[m.SourceMessageID]++
	}
	for id := range answers {
		if facts[id] != 1 {
			t.Errorf("answer %d has %d facts", id, facts[id])
		}
	}
	if len(facts) != len(answers) || len(answers) == 0 {
		t.Errorf("%d answers, %d facts", len(answers), len(facts))
	}
	for line := range said {
		var id memory.ID
		must(fmt.Sscanf(strings.Fields(line)[1], "%d", &id))(t)
		if !answers[id] {
			t.Errorf("%q was said and is gone", line)
		}
	}
	t.Logf("%d answers over 8 kills", len(answers))
}

// runProcessAndKillIt starts the process, kills it some time after its first line and returns the lines it
// printed.
func runProcessAndKillIt(t *testing.T, dir string, after time.Duration) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), must(os.Executable())(t))
	cmd.Env = append(os.Environ(), crashDirEnv+"="+dir)
	out := must(cmd.StdoutPipe())(t)
	failOnError(t, cmd.Start())
	var lines []string
	var timer *time.Timer
	for s := bufio.NewScanner(out); s.Scan(); {
		if timer == nil {
			timer = time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		if strings.HasPrefix(s.Text(), "failed:") {
			t.Error(s.Text())
			continue
		}
		lines = append(lines, s.Text())
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the victim ended by itself")
	}
	return lines
}
