package engine_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/memory"
)

func TestSource001_AssistantTextIsNotLearned(t *testing.T) {
	h := newStandardHarness(t)
	h.model.chatReply = nil
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes ok things very much."}]`, "")
	h.sendAndLearn(h.newChat(), "What would you do?")
	if n := len(h.memoriesWithStatus(memory.StatusActive)); n != 0 {
		t.Errorf("%d memories from the assistant's words", n)
	}
}

func TestSource001_ChatReadsItsOwnAndGlobalFacts(t *testing.T) {
	h := newStandardHarness(t)
	if err := h.SetAndStoreSetting(h.ctx(), "scope", "thread"); err != nil {
		t.Fatal(err)
	}
	h.addMemories("The user is called Ana.")
	here, there := h.newChat(), h.newChat()
	h.setExtractionAndReconcileReplies(`[{"fact": "The user plans a trip to Rome."}]`, "")
	_, ds := h.sendAndLearn(here, "I plan a trip to Rome")
	if ds[0].After.Scope != memory.ScopeChat || ds[0].After.ChatID != here.ID {
		t.Fatalf("learned %+v", ds[0].After)
	}
	for _, c := range []struct {
		thread memory.ID
		want   int
	}{{here.ID, 2}, {there.ID, 1}, {0, 1}} {
		r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{
			ChatID: c.thread,
			Query:  "anything",
		})
		if err != nil || len(r.Memories) != c.want {
			t.Errorf("chat %d reads %d memories, want %d (%v)", c.thread, len(r.Memories), c.want, err)
		}
	}
}

func TestChangingThePresetKeepsExplicitSettings(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		if err := c.SetExplicitlyFromText("retrieval.threshold", "0.4"); err != nil { // as from the environment
			t.Fatal(err)
		}
	})
	for _, kv := range [][2]string{{"retrieval.top_k", "7"}, {"preset", "standard"}} {
		if err := h.SetAndStoreSetting(h.ctx(), kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
	}
	if c := h.Config(); c.RetrievalThreshold != 0.4 || c.RetrievalTopK != 7 || !c.Reconcile || c.Preset != "standard" {
		t.Errorf("settings = %+v", c)
	}
	stored, err := h.db.SettingStore().GetAll(h.ctx())
	if err != nil || stored["config.retrieval.threshold"] != "" || stored["config.preset"] != "standard" {
		t.Errorf("stored = %v, %v", stored, err)
	}
}

func TestConcurrentSettingChangesAreAllKept(t *testing.T) {
	h := newHarness(t)
	for round := range 30 {
		want := h.Config()
		var wg sync.WaitGroup
		for _, key := range []string{
			"retrieval.top_k", "retrieval.few", "retrieval.recent", "capacity.max_entries", "learn.tokens_per_day",
			"system_memories_below", "extraction.min_length", "extraction.existing_top_k", "window.reserve",
		} {
			value := strconv.Itoa(round + 1)
			if err := want.SetExplicitlyFromText(key, value); err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				if err := h.SetAndStoreSetting(h.ctx(), key, value); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := h.Config(); !maps.Equal(got.AllTextValues(), want.AllTextValues()) {
			t.Fatalf("round %d: settings = %v\nwant %v", round, got.AllTextValues(), want.AllTextValues())
		}
	}
}

func TestSource003_UnknownTypesBecomeOther(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(
		`[{"fact":"The user has a cat.","type":"personal"},{"fact":"The user likes tea.","type":"Preference"},
		{"fact":"The user knows Go.","type":"knowledge"},{"fact":"The user travels on Friday.","type":"event"},
		{"fact":"The user owns a boat.","type":"thing"}]`, "[]",
	)
	h.sendAndLearn(h.newChat(), "I have a cat, like tea, know Go, travel on Friday and own a boat")
	got := map[memory.Type]int{}
	for _, m := range h.memoriesWithStatus(memory.StatusActive) {
		got[m.Type]++
	}
	for _, typ := range []memory.Type{
		memory.TypePersonal, memory.TypePreference, memory.TypeKnowledge, memory.TypeEvent, memory.TypeOther,
	} {
		if got[typ] != 1 {
			t.Errorf("%d memories of type %s: %v", got[typ], typ, got)
		}
	}
}

func TestSource003_AtMostFiveFactsPerExchange(t *testing.T) {
	h := newStandardHarness(t)
	var items, said []string
	for _, w := range []string{"tea", "rice", "figs", "milk", "beans", "olives", "bread"} {
		items = append(items, `{"fact":"The user likes `+w+`."}`)
		said = append(said, "I like "+w)
	}
	h.setExtractionAndReconcileReplies("["+strings.Join(items, ",")+"]", "[]")
	h.sendAndLearn(h.newChat(), strings.Join(said, ". "))
	if n := len(h.memoriesWithStatus(memory.StatusActive)); n != 5 {
		t.Errorf("%d facts were stored", n)
	}
}

func TestSource004_ParallelRequestsStoreTheSameFactOnce(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, "[]")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(h.ctx(),
				memory.LearnParams{Text: "I like tea"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := h.activeContents(); len(got) != 1 {
		t.Errorf("stored %d times", len(got))
	}
}

func TestSource004_SystemMemoriesAreSentToProfilesWithFewerThanFive(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { *c = memory.StandardPreset() })
	h.stopService()
	h.systemMemories = []string{"This computer belongs to the library."}
	h.startService(memory.StandardPreset())
	for n := range 6 {
		r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: "hello"})
		if err != nil {
			t.Fatal(err)
		}
		told := len(r.Memories) > 0 && r.Memories[len(r.Memories)-1].Lane == memory.LaneSystem
		if told != (n < 5) {
			t.Errorf("with %d memories of their own told: %v", n, told)
		}
		h.addUnrelatedMemories(1)
	}
}

func TestSource004_SupersedingAffectsOneProfileOnly(t *testing.T) {
	h := newStandardHarness(t)
	ana, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	h.embedder.setCosine("The team meets in Porto.", "The team meets in Lisbon.", 0.88)
	h.setExtractionAndReconcileReplies(`[{"fact": "The team meets in Porto."}]`, "")
	_, ds := h.sendAndLearn(h.newChat(), "Our team meets in Porto")
	shared := *ds[0].After
	shared.ProfileID = ana.ID
	if _, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(h.ctx(), shared); err != nil {
		t.Fatal(err)
	}
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The team meets in Lisbon."}]`, `[{"new":1,"action":"UPDATE","known":1}]`,
	)
	h.sendAndLearn(h.newChat(), "Our team meets in Lisbon")
	hers, err := h.Session(ana.ID, memory.ActorUser).LoadMemory(h.ctx(), shared.ID)
	if err != nil || hers.SupersededBy != 0 || hers.ValidTo != "" || hers.Content != "The team meets in Porto." {
		t.Errorf("the other profile's memory = %+v, %v", hers, err)
	}
	mine, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), shared.ID)
	if err != nil || mine.SupersededBy == 0 {
		t.Errorf("mine = %+v, %v", mine, err)
	}
}

func TestSource004_RunsLogDecisionsWithoutContent(t *testing.T) {
	h := newStandardHarness(t)
	var log bytes.Buffer
	h.stopService()
	h.log = slog.New(slog.NewJSONHandler(&log, nil))
	h.startService(memory.StandardPreset())
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."},{"fact":"The user owns a zeppelin."}]`, "[]")
	h.sendAndLearn(h.newChat(), "I like tea")
	if err := h.ShutDownAndDeleteTemporaryChats(h.ctx()); err != nil {
		t.Fatal(err)
	}
	var rec struct {
		Event     string `json:"event"`
		User      any    `json:"user_id"`
		Run       string `json:"run_id"`
		Length    int    `json:"input_message_length"`
		Extracted int    `json:"extracted_count"`
		Decisions []struct {
			Action string `json:"action"`
			Memory any    `json:"memory_id"`
		} `json:"decisions"`
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "memory_decision") {
			if err := json.Unmarshal([]byte(line), &rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	if rec.Event != "memory_decision" || rec.Run == "" || rec.Length != 10 || rec.Extracted != 2 ||
		len(rec.Decisions) != 2 || rec.Decisions[0].Action != "add" || rec.Decisions[1].Action != "ignore" ||
		rec.User == nil {
		t.Errorf("record = %+v", rec)
	}
	if strings.Contains(log.String(), "tea") || strings.Contains(log.String(), "zeppelin") {
		t.Error("the log holds what the user said")
	}
}

// memoryDecisionRecord is what the tests read of a log record of a run.
type memoryDecisionRecord struct {
	Event     string `json:"event"`
	External  string `json:"external_id"`
	Error     string `json:"error"`
	Length    int    `json:"input_message_length"`
	Decisions []any  `json:"decisions"`
}

func TestSource004_FailedRunLeavesARecordWithTheUsersExternalID(t *testing.T) {
	h := newStandardHarness(t)
	var log bytes.Buffer
	h.stopService()
	h.log = slog.New(slog.NewJSONHandler(&log, nil))
	h.startService(memory.StandardPreset())
	ana, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana@example.org")
	if err != nil {
		t.Fatal(err)
	}
	h.model.mu.Lock()
	h.model.structuredReply = func(memory.ModelRequest) (string, error) {
		return "", &memory.ProviderError{Provider: "test", Err: memory.ErrOffline}
	}
	h.model.mu.Unlock()
	_, err = h.Session(ana.ID, memory.ActorAPI).LearnFromTextAndUpdateSummaryNow(
		h.ctx(), memory.LearnParams{Text: "I like tea"},
	)
	if err == nil {
		t.Fatal("a run without a model succeeded")
	}
	if err := h.ShutDownAndDeleteTemporaryChats(h.ctx()); err != nil {
		t.Fatal(err)
	}
	var rec memoryDecisionRecord
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "memory_decision") {
			if err := json.Unmarshal([]byte(line), &rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	if rec.Event != "memory_decision" || rec.Error != "offline" || rec.External != "ana@example.org" ||
		rec.Length != 10 || rec.Decisions == nil {
		t.Errorf("record = %+v in\n%s", rec, log.String())
	}
}

func TestSource004_CountersReportReplacementAndDedupRates(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	for _, step := range []struct{ said, fact, verdict string }{
		{"I live in Porto", "The user lives in Porto.", ""},
		{"I like tea", "The user likes tea.", "[]"},
		{"I like tea", "The user likes tea.", "[]"},
		{"I like tea", "The user owns a yacht.", "[]"}, // refused, and no duplicate
		{"I live in Lisbon now", "The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`},
	} {
		h.clock.advance(time.Hour)
		h.setExtractionAndReconcileReplies(`[{"fact": "`+step.fact+`"}]`, step.verdict)
		h.sendAndLearn(h.newChat(), step.said)
	}
	c, err := h.Session(1, memory.ActorUser).LoadMemoryUsageCounters(h.ctx())
	if err != nil {
		t.Fatal(err)
	}
	if c.Total != 2 || c.Duplicates != 1 || c.ReplacementRate != 1.0/3 || c.DedupRate != 0.25 {
		t.Errorf("counters = %+v", c)
	}
	if c.HitRate != 1 || c.TokensByDay["2026-05-03"] == 0 {
		t.Errorf("counters = %+v", c)
	}
}

func TestDailyTokenLimitStopsLearningButNotAnswers(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, "[]")
	h.sendAndLearn(h.newChat(), "I like tea")
	if err := h.SetAndStoreSetting(h.ctx(), "learn.tokens_per_day", "1"); err != nil {
		t.Fatal(err)
	}
	calls := h.model.countLearnRequests()
	turn := h.sendMessage(h.newChat(), "I like figs")
	_, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
	wantErr(t, err, memory.ErrTokenLimit)
	if m := h.waitForAnswer(turn.Answer.ID); m.Status != memory.MessageComplete || h.model.countLearnRequests() != calls {
		t.Errorf("answer %s, %d calls beyond the limit", m.Status, h.model.countLearnRequests()-calls)
	}
}

func TestTokenLimitCountsFailedCallsAndHoldsWithinAnExchange(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.7)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	spent := func() int {
		t.Helper()
		c, err := h.Session(1, memory.ActorUser).LoadMemoryUsageCounters(h.ctx())
		if err != nil {
			t.Fatal(err)
		}
		return c.TokensByDay["2026-05-03"]
	}
	before := spent()
	h.model.mu.Lock()
	h.model.structuredReply = func(memory.ModelRequest) (string, error) {
		return "", &memory.ProviderError{Provider: "test", Err: memory.ErrServer}
	}
	h.model.mu.Unlock()
	turn := h.sendMessage(h.newChat(), "I live in Lisbon")
	if _, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID); err == nil {
		t.Fatal("the extraction should fail")
	}
	failed := spent()
	if failed <= before {
		t.Errorf("a call that failed cost %d tokens", failed-before)
	}
	h.setSetting("learn.tokens_per_day", strconv.Itoa(failed+1)) // enough for one call
	calls := h.model.countLearnRequests()
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`,
	)
	h.clock.advance(time.Minute)
	// WaitForLearningFromAnswer reports the failed attempt until the new one has ended.
	for end := time.Now().Add(2 * time.Minute); ; {
		if _, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if n := h.model.countLearnRequests() - calls; n != 1 || len(h.activeContents()) != 2 {
		t.Errorf("%d calls, memories %q: the limit was reached before the decision", n, h.activeContents())
	}
	h.clock.advance(24 * time.Hour)
	before = h.model.countLearnRequests()
	h.sendFactInFirstPerson("The user likes tea.", "[]")
	if h.model.countLearnRequests() == before {
		t.Error("the next day nothing is learned")
	}
}

func TestNeverLearnFileStopsLearningInItsChat(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, "[]")
	f := h.addFile("secret.txt", "nothing of this is yours")
	never := true
	if _, err := h.Session(1, memory.ActorUser).RenameFileOrSetNeverLearn(h.ctx(), f.ID,
		memory.FilePatch{NeverLearn: &never}); err != nil {
		t.Fatal(err)
	}
	chat := h.newChat()
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(chat, "I like tea")
	turn := h.sendMessage(chat, "I like tea")
	// The running answer still uses the file.
	if err := h.Session(1, memory.ActorUser).DetachFileFromChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.waitForAnswerAndLearning(turn)
	if len(h.activeContents()) != 0 || h.model.countLearnRequests() != 0 {
		t.Errorf("memories = %q after %d calls", h.activeContents(), h.model.countLearnRequests())
	}
	h.sendAndLearn(chat, "I like tea")
	if len(h.activeContents()) != 1 {
		t.Error("without the file nothing is learned")
	}
}

func TestMoreThanThreeRemovalsInOneMessageGoToTheInbox(t *testing.T) {
	h := newStandardHarness(t)
	old := []string{"tea", "rice", "figs", "milk", "beans"}
	var facts, said, verdicts []string
	for i, w := range old {
		h.embedder.setCosine("The user likes "+w+".", "The user hates "+w+".", 0.85)
		h.clock.advance(time.Minute)
		h.setExtractionAndReconcileReplies(`[{"fact":"The user likes `+w+`."}]`, "[]")
		h.sendAndLearn(h.newChat(), "I like "+w)
		facts = append(facts, `{"fact":"The user hates `+w+`."}`)
		said = append(said, "I hate "+w)
		verdicts = append(verdicts,
			`{"new":`+memory.ID(i+1).String()+`,"action":"DELETE","known":`+memory.ID(i+1).String()+`}`)
	}
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies("["+strings.Join(facts, ",")+"]", "["+strings.Join(verdicts, ",")+"]")
	h.sendAndLearn(h.newChat(), strings.Join(said, ". "))
	closed := 0
	for _, m := range h.memoriesWithStatus(memory.StatusActive) {
		if m.SupersededBy != 0 {
			closed++
		}
	}
	if inbox := h.memoriesWithStatus(memory.StatusInbox); closed != 3 || len(inbox) != 2 || inbox[0].Proposes == 0 {
		t.Errorf("%d retired, %d wait: %+v", closed, len(inbox), inbox)
	}
}
