package storage

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

func TestJobLifecycle(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	enqueue := func(message memory.ID, at time.Time) bool {
		return must(db.JobStore().EnqueueIfNew(ctx, memory.Job{
			ProfileID: 1, Kind: memory.JobExtract, MessageID: message, PromptVersion: "v", RunAt: at, CreatedAt: noon,
		}))(t)
	}
	enqueue(1, noon.Add(time.Hour))
	enqueue(2, noon)
	if at := must(db.JobStore().NextDueTime(ctx))(t); !at.Equal(noon) {
		t.Errorf("next is due at %v", at)
	}
	j := must(db.JobStore().ClaimNextDue(ctx, noon))(t)
	if j.MessageID != 2 || j.State != memory.JobRunning || j.Attempts != 1 {
		t.Errorf("claimed %+v", j)
	}
	if _, err := db.JobStore().ClaimNextDue(ctx, noon); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("nothing else is due: %v", err)
	}
	failOnError(t, db.JobStore().RequeueOrMarkDead(ctx, j.ID, "offline", noon.Add(time.Minute)))
	if l := must(db.JobStore().List(ctx, 1, memory.JobQueued))(t); len(l) != 2 || l[1].LastError != "offline" {
		t.Errorf("after a failure: %+v", l)
	}
	j = must(db.JobStore().ClaimNextDue(ctx, noon.Add(time.Minute)))(t)
	if n := must(db.JobStore().RequeueRunning(ctx, noon.Add(time.Minute)))(t); n != 1 {
		t.Errorf("%d jobs were running at the crash", n)
	}
	if err := db.JobStore().MarkDone(ctx, j.ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("finishing what was taken away: %v", err)
	}
	j = must(db.JobStore().ClaimNextDue(ctx, noon.Add(time.Minute)))(t)
	if j.Attempts != 3 {
		t.Errorf("attempts, with the crash: %d", j.Attempts)
	}
	failOnError(t, db.JobStore().PostponeWithoutAttempt(ctx, j.ID, "no model", noon.Add(2*time.Minute)))
	if err := db.JobStore().PostponeWithoutAttempt(ctx, j.ID, "", noon); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("postponing what does not run: %v", err)
	}
	if _, err := db.JobStore().ClaimNextDue(ctx, noon.Add(time.Minute)); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a postponed job is due too early: %v", err)
	}
	if j = must(db.JobStore().ClaimNextDue(ctx, noon.Add(2*time.Minute)))(t); j.Attempts != 3 ||
		j.LastError != "no model" {
		t.Errorf("postponed: %+v", j)
	}
	failOnError(t, db.JobStore().RequeueOrMarkDead(ctx, j.ID, "refused", time.Time{}))
	if l := must(db.JobStore().List(ctx, 1, memory.JobDead))(t); len(l) != 1 || l[0].ID != j.ID {
		t.Errorf("dead: %+v", l)
	}
	if err := db.JobStore().RequeueDeadResettingAttempts(ctx, 2, j.ID, noon); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile retries: %v", err)
	}
	failOnError(t, db.JobStore().RequeueDeadResettingAttempts(ctx, 1, j.ID, noon))
	if err := db.JobStore().RequeueDeadResettingAttempts(ctx, 1, j.ID, noon); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("retrying what is queued: %v", err)
	}
	j = must(db.JobStore().ClaimNextDue(ctx, noon))(t)
	failOnError(t, db.JobStore().MarkDone(ctx, j.ID))
	if err := db.JobStore().MarkDone(ctx, j.ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("finishing twice: %v", err)
	}
	if err := db.JobStore().MarkDone(ctx, 99); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("finishing nothing: %v", err)
	}
	if enqueue(2, noon) {
		t.Error("a job that is done was taken in again")
	}
	must(db.JobStore().ClaimNextDue(ctx, noon.Add(time.Hour)))(t)
	if _, err := db.JobStore().NextDueTime(ctx); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("an empty queue: %v", err)
	}
}

func TestTextsWithoutVectorAreListed(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	a, b := addMemory(t, db, "a"), addMemory(t, db, "b")
	addMemory(t, db, "forgotten", func(m *memory.Memory) { m.Status = memory.StatusForgotten })
	file := must(db.FileStore().Insert(ctx, memory.File{ProfileID: 1, Content: "text"}))(t)
	must(db.FileStore().Insert(ctx, memory.File{ProfileID: 1}))(t)
	stale := func(kind memory.OwnerKind, n int) []memory.ID {
		return must(db.VectorStore().ListOwnersNeedingVectors(ctx, 1, kind, "e", n))(t)
	}
	for _, c := range []struct {
		kind memory.OwnerKind
		want []memory.ID
	}{
		{memory.OwnerMemory, []memory.ID{a, b}},
		{memory.OwnerFile, []memory.ID{file}},
	} {
		if got := stale(c.kind, 0); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.kind, got, c.want)
		}
	}
	if got := stale(memory.OwnerMemory, 1); !reflect.DeepEqual(got, []memory.ID{a}) {
		t.Errorf("the first: %v", got)
	}
	v := newVector(a, lang.ContentHash("a"), 1)
	v.Embedder = "e"
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))
	if got := stale(memory.OwnerMemory, 0); !reflect.DeepEqual(got, []memory.ID{b}) {
		t.Errorf("after embedding a: %v", got)
	}
	m := must(db.MemoryStore().Get(ctx, 1, a))(t)
	m.Content = "a, edited"
	must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m))(t)
	if got := stale(memory.OwnerMemory, 0); !reflect.DeepEqual(got, []memory.ID{a, b}) {
		t.Errorf("after editing a: %v", got)
	}
}

func TestVectorsAreIteratedPrunedAndDeletedWithOwner(t *testing.T) {
	db, ctx, c := openDB(t), t.Context(), memory.VectorCollection{ProfileID: 1, Embedder: "new", Kind: memory.OwnerMemory}
	var ids []memory.ID
	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		for range vectorBatchSize + 3 {
			ids = append(ids, addMemory(t, tx, "x"))
		}
		for _, e := range []string{"old", "new"} {
			var vs []memory.Vector
			for _, id := range ids {
				v := newVector(id, "h", float32(id), -1.5e-30)
				v.Embedder = e
				vs = append(vs, v)
			}
			failOnError(t, tx.VectorStore().UpsertAll(ctx, vs))
		}
		return nil
	}))
	seen := map[memory.ID]float32{}
	walk := func() {
		clear(seen)
		failOnError(t, db.VectorStore().ForEachWithLiveOwner(ctx, c, func(v memory.Vector) error {
			seen[v.Key.Owner] = v.Values[0]
			return nil
		}))
	}
	walk()
	for _, id := range ids {
		if seen[id] != float32(id) {
			t.Fatalf("vector %d is %v", id, seen[id])
		}
	}
	m := must(db.MemoryStore().Get(ctx, 1, ids[0]))(t)
	m.Status = memory.StatusForgotten
	must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m))(t)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, ids[1]))
	failOnError(t, db.VectorStore().DeleteVectorsOfOwner(ctx, memory.OwnerMemory, ids[2]))
	walk()
	if len(seen) != len(ids)-3 {
		t.Errorf("%d vectors after forgetting, removing and deleting one each of %d", len(seen), len(ids))
	}
	if n := must(db.VectorStore().DeleteOtherEmbeddersVectors(ctx, 1, "new"))(t); n != len(ids)-2 {
		t.Errorf("pruned %d", n)
	}
	stop := errors.New("stop")
	stopAtFirst := func(memory.Vector) error { return stop }
	if err := db.VectorStore().ForEachWithLiveOwner(ctx, c, stopAtFirst); !errors.Is(err, stop) {
		t.Errorf("the callback's error: %v", err)
	}
}

func TestFilesAreAttachedInOrderAndIterated(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	var ids []memory.ID
	for _, name := range []string{"a", "b", "c"} {
		ids = append(ids, must(db.FileStore().Insert(ctx, memory.File{
			ProfileID: 1, Name: name,
			Content: "text of " + name, SHA256: name, CreatedAt: noon,
		}))(t))
	}
	for _, id := range []memory.ID{ids[2], ids[0], ids[2]} {
		failOnError(t, db.ChatStore().AttachFile(ctx, 1, th, id))
	}
	attached := func() []memory.ID { return must(db.ChatStore().Get(ctx, 1, th))(t).FileIDs }
	if got := attached(); !reflect.DeepEqual(got, []memory.ID{ids[2], ids[0]}) {
		t.Errorf("attached %v", got)
	}
	failOnError(t, db.ChatStore().DetachFile(ctx, 1, th, ids[2]))
	failOnError(t, db.ChatStore().DetachFile(ctx, 1, th, ids[2]))
	failOnError(t, db.FileStore().DeleteRecordingSnapshotErasure(ctx, 1, ids[0]))
	if got := attached(); len(got) != 0 {
		t.Errorf("attached afterwards %v", got)
	}
	var walked []string
	failOnError(
		t, db.FileStore().ForEach(ctx, 1, func(c memory.File) error { walked = append(walked, c.Content); return nil }),
	)
	if !reflect.DeepEqual(walked, []string{"text of b", "text of c"}) {
		t.Errorf("walked %v", walked)
	}
	list := must(db.FileStore().ListWithoutContent(ctx, 1))(t)
	if len(list) != 2 || list[0].Name != "c" || list[0].Content != "" {
		t.Errorf("listed %+v", list)
	}
	failOnError(
		t, db.FileStore().UpdateNameAndNeverLearn(ctx, memory.File{ID: ids[1], ProfileID: 1, Name: "b2", NeverLearn: true}),
	)
	if c := must(db.FileStore().GetBySHA256(ctx, 1, "b"))(t); c.Name != "b2" || !c.NeverLearn || c.Content != "text of b" {
		t.Errorf("updated %+v", c)
	}
}

func TestChatsAreListedPinnedFirstThenNewest(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	var ids []memory.ID
	for i, pinned := range []bool{false, true, false, false} {
		th := newChat("c")
		th.Pinned, th.UpdatedAt = pinned, noon.Add(time.Duration(i)*time.Minute)
		ids = append(ids, must(db.ChatStore().Create(ctx, th))(t))
	}
	m := memory.Message{
		ChatID: ids[0], Role: memory.RoleUser, Content: "hi", Status: "complete",
		CreatedAt: noon.Add(time.Hour),
	}
	must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
	m.ChatID, m.CreatedAt = ids[2], noon.Add(-time.Hour) // imported, must not age its chat
	must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
	want := []memory.ID{ids[1], ids[0], ids[3], ids[2]}
	var got []memory.ID
	for f := (memory.ChatFilter{ProfileID: 1, Limit: 1}); len(got) < 10; {
		page := must(db.ChatStore().List(ctx, f))(t)
		if len(page) == 0 {
			break
		}
		f.BeforeID = page[0].ID
		got = append(got, page[0].ID)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v want %v", got, want)
	}
}

func TestDecisionsAreFilteredAndCounted(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	var ids []memory.ID
	for i, d := range []memory.Decision{
		{Action: memory.ActionAdd, Actor: memory.ActorExtractor, MemoryID: 1, ChatID: 5, MessageID: 6, RunID: "r"},
		{Action: memory.ActionAdd, Actor: memory.ActorUser, MemoryID: 2, FileID: 7, Reason: "new"},
		{Action: memory.ActionForget, Actor: memory.ActorUser, MemoryID: 1},
	} {
		d.ProfileID, d.CreatedAt = 1, noon.Add(time.Duration(i)*time.Hour)
		ids = append(ids, must(db.DecisionStore().Append(ctx, d))(t))
	}
	for _, c := range []struct {
		name string
		f    memory.DecisionFilter
		want []memory.ID
	}{
		{"all, newest first", memory.DecisionFilter{}, []memory.ID{ids[2], ids[1], ids[0]}},
		{"a memory", memory.DecisionFilter{MemoryID: 1}, []memory.ID{ids[2], ids[0]}},
		{"a chat", memory.DecisionFilter{ChatID: 5}, ids[:1]},
		{"a message", memory.DecisionFilter{MessageID: 6}, ids[:1]},
		{"a file", memory.DecisionFilter{FileID: 7}, ids[1:2]},
		{"a run", memory.DecisionFilter{RunID: "r"}, ids[:1]},
		{"an actor", memory.DecisionFilter{Actor: memory.ActorUser, Actions: []memory.Action{memory.ActionAdd}}, ids[1:2]},
		{"a time", memory.DecisionFilter{Since: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)}, ids[1:2]},
		{"a page", memory.DecisionFilter{BeforeID: ids[2], AfterID: ids[0], Limit: 5}, ids[1:2]},
		{"a limit", memory.DecisionFilter{Limit: 1}, ids[2:]},
	} {
		c.f.ProfileID = 1
		var got []memory.ID
		for _, d := range must(db.DecisionStore().List(ctx, c.f))(t) {
			got = append(got, d.ID)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v want %v", c.name, got, c.want)
		}
	}
	failOnError(t, db.DecisionStore().SetUndoneBy(ctx, ids[0], ids[2]))
	want := map[memory.Action]int{memory.ActionAdd: 1, memory.ActionForget: 1}
	got := must(db.DecisionStore().CountUnrevertedMemoryDecisionsByAction(ctx, 1, time.Time{}, nil))(t)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tally %v", got)
	}
	failOnError(t, db.DecisionStore().SetUndoneBy(ctx, ids[0], 0))
	got = must(db.DecisionStore().CountUnrevertedMemoryDecisionsByAction(ctx, 1, time.Time{}, nil))(t)
	if got[memory.ActionAdd] != 2 {
		t.Errorf("tally after the undo was undone %v", got)
	}
	got = must(db.DecisionStore().CountUnrevertedMemoryDecisionsByAction(ctx, 1, time.Time{}, []string{"new", "other"}))(t)
	if want = map[memory.Action]int{memory.ActionAdd: 1, memory.ActionForget: 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("without a reason the tally is %v", got)
	}
	if err := db.DecisionStore().SetUndoneBy(ctx, 99, 1); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("marking nothing: %v", err)
	}
}

func TestProfilesAreFoundByExternalID(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	first := must(db.ProfileStore().Get(ctx, 1))(t)
	if first.Name != "default" || first.CreatedAt.IsZero() {
		t.Errorf("the first profile is %+v", first)
	}
	p := memory.Profile{Name: "Ada", ExternalID: "ext-7", CreatedAt: noon}
	p.ID = must(db.ProfileStore().Create(ctx, p))(t)
	if got := must(db.ProfileStore().GetByExternalID(ctx, "ext-7"))(t); got != p {
		t.Errorf("got %+v", got)
	}
	if _, err := db.ProfileStore().Create(ctx, memory.Profile{ExternalID: "ext-7"}); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("the same outside number: %v", err)
	}
	if _, err := db.ProfileStore().GetByExternalID(ctx, ""); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("no outside number: %v", err)
	}
	failOnError(t, db.ProfileStore().Rename(ctx, p.ID, "Grace"))
	if l := must(db.ProfileStore().List(ctx))(t); len(l) != 2 || l[1].Name != "Grace" {
		t.Errorf("listed %+v", l)
	}
}

func TestAChatIsFoundByWhatAnotherProgramCallsIt(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	stranger := addSecondProfile(t, db, 0)
	chat := newChat("of a program")
	chat.Source, chat.ExternalID = "", "trip"
	chat.ID = must(db.ChatStore().Create(ctx, chat))(t)
	must(db.ChatStore().Create(ctx, newChat("of Memoir")))(t)
	got := must(db.ChatStore().GetByExternalID(ctx, 1, "trip"))(t)
	if got.ID != chat.ID || got.ExternalID != "trip" || got.Source != "" {
		t.Errorf("found %+v", got)
	}
	for profile, external := range map[memory.ID]string{1: "", stranger: "trip"} {
		if got, err := db.ChatStore().GetByExternalID(ctx, profile, external); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("profile %d, %q: %+v, %v", profile, external, got, err)
		}
	}
}

func TestUsageIsSummedByModel(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "other", CreatedAt: noon}))(t)
	add := func(profile memory.ID, model memory.NullText, at time.Time, used *memory.Usage) memory.ID {
		c := must(db.ChatStore().Create(ctx, memory.Chat{
			ProfileID: profile, Title: "x", Memory: memory.MemoryOn, CreatedAt: at, UpdatedAt: at,
		}))(t)
		must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: c, Role: memory.RoleAssistant, Content: "x", Status: memory.MessageComplete, Model: model, Usage: used,
			CreatedAt: at,
		}))(t)
		return c
	}
	chat := add(1, "a/small", noon, &memory.Usage{PromptTokens: 10, CompletionTokens: 1})
	add(1, "a/small", noon.AddDate(0, 0, -40), &memory.Usage{PromptTokens: 20, CompletionTokens: 2})
	add(1, "a/big", noon, &memory.Usage{PromptTokens: 500, CompletionTokens: 5})
	add(1, "a/silent", noon, nil)
	add(other, "a/big", noon, &memory.Usage{PromptTokens: 7000, CompletionTokens: 7})
	used := func(model memory.NullText, answers, prompt, written int) memory.ModelUsage {
		return memory.ModelUsage{
			Model: model, Answers: answers, Usage: memory.Usage{PromptTokens: prompt, CompletionTokens: written},
		}
	}
	for _, c := range []struct {
		chat  memory.ID
		since time.Time
		want  []memory.ModelUsage
	}{
		{0, time.Time{}, []memory.ModelUsage{used("a/big", 1, 500, 5), used("a/small", 2, 30, 3)}},
		{0, noon, []memory.ModelUsage{used("a/big", 1, 500, 5), used("a/small", 1, 10, 1)}},
		{chat, time.Time{}, []memory.ModelUsage{used("a/small", 1, 10, 1)}},
		{999, time.Time{}, []memory.ModelUsage{}},
	} {
		if got := must(db.MessageStore().SumUsageByModel(ctx, 1, c.chat, c.since))(t); !slices.Equal(got, c.want) {
			t.Errorf("chat %d since %v: %+v, want %+v", c.chat, c.since, got, c.want)
		}
	}
}

func TestMessagesWithoutVectorAreListedNewestFirst(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := must(db.ChatStore().Create(ctx, memory.Chat{ProfileID: 1, Memory: memory.MemoryOn}))(t)
	off := must(db.ChatStore().Create(ctx, memory.Chat{ProfileID: 1, Memory: memory.MemoryOff}))(t)
	var ids []memory.ID
	insert := func(chat memory.ID, m memory.Message) memory.ID {
		m.ChatID = chat
		return must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
	}
	for _, text := range []string{"a", "b", "c", "d"} {
		ids = append(ids, insert(chat, memory.Message{
			Role: memory.RoleUser, Content: text, Status: memory.MessageComplete,
		}))
	}
	insert(chat, memory.Message{Role: memory.RoleAssistant, Content: "torn", Status: memory.MessageFailed})
	insert(chat, memory.Message{Role: memory.RoleAssistant, Status: memory.MessageStreaming})
	hidden := insert(off, memory.Message{Role: memory.RoleUser, Content: "off", Status: memory.MessageComplete})
	v := memory.Vector{
		Key: memory.VectorKey{Kind: memory.OwnerMessage, Owner: ids[1]}, Embedder: "e", ContentHash: lang.ContentHash("b"),
		Values: []float32{1},
	}
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))
	for name, c := range map[string]struct {
		f    memory.MessagesToEmbed
		want []memory.ID
	}{
		"all":                    {memory.MessagesToEmbed{}, []memory.ID{ids[3], ids[2], ids[0]}},
		"the newest":             {memory.MessagesToEmbed{Limit: 1}, ids[3:]},
		"before the third":       {memory.MessagesToEmbed{BeforeID: ids[2]}, ids[:1]},
		"among some":             {memory.MessagesToEmbed{IDs: []memory.ID{ids[2], ids[1], hidden}}, ids[2:3]},
		"among none":             {memory.MessagesToEmbed{IDs: []memory.ID{}}, nil},
		"by another embedder":    {memory.MessagesToEmbed{Embedder: "f", Limit: 2}, []memory.ID{ids[3], ids[2]}},
		"of another profile":     {memory.MessagesToEmbed{ProfileID: 2}, nil},
		"after the text changed": {memory.MessagesToEmbed{Embedder: "stale"}, []memory.ID{ids[3], ids[2], ids[1], ids[0]}},
	} {
		c.f.ProfileID, c.f.Embedder = cmp.Or(c.f.ProfileID, 1), cmp.Or(c.f.Embedder, "e")
		if c.f.Embedder == "stale" {
			v.Embedder, v.ContentHash = "stale", lang.ContentHash("before")
			failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))
		}
		got := must(db.VectorStore().ListMessagesNeedingVectors(ctx, c.f))(t)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if n := must(db.VectorStore().CountRecallableMessages(ctx, 1))(t); n != 4 {
		t.Errorf("%d messages may have a vector", n)
	}
}

// SQLite compiles a statement with a bound limit twice, so limits are part of the statement.
func TestNoStatementBindsItsLimit(t *testing.T) {
	bound := regexp.MustCompile(`(?i)\b(limit|offset) *[?@]`)
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if at := bound.FindIndex(text); at != nil {
			t.Errorf("%s:%d binds its limit, want limitSQL", name, 1+bytes.Count(text[:at[0]], []byte("\n")))
		}
	}
}
