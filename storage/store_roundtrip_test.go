package storage

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

func withoutCancel(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

func TestMemoryRoundTrip(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	start, end := 3, 17
	m := newFact("The user moved to Lisbon.")
	m.Tags, m.Key, m.Quote, m.QuoteStart, m.QuoteEnd = []string{"home", "städte"}, "city", "moved to Lisbon", &start, &end
	m.ValidFrom, m.ValidTo, m.SourceMessageID, m.UseCount, m.LastUsedAt = "2026-05", "2027", 9, 4,
		memory.NullTime{Time: noon.Add(time.Hour)}
	m.Pinned, m.SupersededBy, m.ChatID = true, 77, 5
	m.ID = must(db.MemoryStore().Insert(ctx, m))(t)
	got := must(db.MemoryStore().Get(ctx, 1, m.ID))(t)
	if !reflect.DeepEqual(got, m) {
		t.Errorf("got  %+v\nwant %+v", got, m)
	}
	if _, err := db.MemoryStore().Get(ctx, 2, m.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile: %v", err)
	}
}

func TestChatRoundTrip(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	file := must(db.FileStore().Insert(ctx, memory.File{ProfileID: 1, Name: "a.txt", Content: "x", SHA256: "s"}))(t)
	temperature := 0.7
	th := newChat("Moving")
	th.Model, th.SystemPrompt, th.Temperature, th.MaxTokens = "ollama/llama3", "Be brief.", &temperature, 100
	th.Pinned, th.Unread, th.Draft, th.Source, th.TitleByUser = true, true, "half a", "chatgpt", true
	th.FileIDs, th.Recall = []memory.ID{file}, memory.RecallOn
	th.ID = must(db.ChatStore().Create(ctx, th))(t)
	if got := must(db.ChatStore().Get(ctx, 1, th.ID))(t); !reflect.DeepEqual(got, th) {
		t.Errorf("got  %+v\nwant %+v", got, th)
	}
	th.Title, th.DeletedAt, th.Memory, th.Pinned, th.Recall = "Moved", noon, memory.MemoryOff, false, memory.RecallOff
	failOnError(t, db.ChatStore().Update(ctx, th))
	if got := must(db.ChatStore().Get(ctx, 1, th.ID))(t); !reflect.DeepEqual(got, th) {
		t.Errorf("after update got %+v\nwant %+v", got, th)
	}
	if l := must(db.ChatStore().List(ctx, memory.ChatFilter{ProfileID: 1}))(t); len(l) != 0 {
		t.Errorf("a chat in the trash is listed: %v", l)
	}
	if l := must(db.ChatStore().List(ctx, memory.ChatFilter{ProfileID: 1, InTrash: true}))(t); len(l) != 1 {
		t.Errorf("the trash lists %v", l)
	}
}

// addMessage appends a message to the chat's head.
func addMessage(t testing.TB, db memory.Store, chatID memory.ID, role memory.Role, text string) memory.Message {
	t.Helper()
	ctx := t.Context()
	chat := must(db.ChatStore().Get(ctx, 1, chatID))(t)
	m := memory.Message{
		ChatID: chatID, ParentID: chat.HeadID, Role: role, Content: text, Status: memory.MessageComplete, CreatedAt: noon,
	}
	m.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
	return m
}

func TestAnswerIsStreamedAndFinishedOnce(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	q := addMessage(t, db, th, memory.RoleUser, "What should I not cook?")
	a := memory.Message{
		ChatID: th, ParentID: q.ID, Role: memory.RoleAssistant, Status: memory.MessageStreaming,
		CreatedAt: noon,
	}
	a.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, a))(t)
	failOnError(t, db.MessageStore().SaveStreamingAnswerDraft(ctx, a.ID, "Nothing with", "thinking"))
	a.Content, a.Reasoning = "Nothing with", "thinking"
	if got := must(db.MessageStore().Get(ctx, 1, a.ID))(t); !reflect.DeepEqual(got, a) {
		t.Errorf("draft: got %+v want %+v", got, a)
	}
	cos := 0.9
	hit := memory.MemoryHit{
		Memory: newFact("The user is allergic to peanuts."), Lane: memory.LaneRelevant, Rank: 1, Score: 0.9,
		ScoreParts: memory.ScoreParts{Cosine: &cos},
	}
	hit.ID = 3
	a.Content, a.Status, a.FinishedAt, a.Model = "Nothing with peanuts.", memory.MessageComplete, noon, "x/y"
	a.FinishReason = memory.FinishLength
	a.Usage = &memory.Usage{PromptTokens: 10, CompletionTokens: 4}
	a.Error = &memory.Fault{Code: "offline", Title: "t", Hint: "h"}
	a.Receipt = &memory.Receipt{
		Retrieval: memory.Retrieval{
			Query: "q", Mode: memory.RetrievalRelevant, Memories: []memory.MemoryHit{hit},
			NearMisses: []memory.MemoryHit{},
		},
		SystemMessage: "## Relevant memory\n- The user is allergic to peanuts.", HistoryIDs: []memory.ID{q.ID},
		Files: []memory.FileShare{}, Sections: []memory.PromptSection{{Name: "relevant", Tokens: 9}},
	}
	failOnError(t, db.MessageStore().FinishStreamingAnswer(ctx, a))
	if got := must(db.MessageStore().Get(ctx, 1, a.ID))(t); !reflect.DeepEqual(got, a) {
		t.Errorf("final: got %+v\nwant %+v", got, a)
	}
	if err := db.MessageStore().FinishStreamingAnswer(ctx, a); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("a second finish: %v", err)
	}
	failOnError(t, db.MessageStore().SaveStreamingAnswerDraft(ctx, a.ID, "late", ""))
	if got := must(db.MessageStore().Get(ctx, 1, a.ID))(t); got.Content != a.Content {
		t.Errorf("a late draft replaced the answer: %q", got.Content)
	}
}

func TestAnswersAreFoundByMemoriesInReceipts(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("Dinner")))(t)
	hit := func(id memory.ID) memory.MemoryHit { return memory.MemoryHit{Memory: memory.Memory{ID: id}} }
	answer := func(chatID memory.ID, at time.Time, sent []memory.MemoryHit, near ...memory.MemoryHit) memory.ID {
		q := addMessage(t, db, chatID, memory.RoleUser, "What should I not cook?")
		a := memory.Message{
			ChatID: chatID, ParentID: q.ID, Role: memory.RoleAssistant, Status: memory.MessageStreaming, CreatedAt: at,
		}
		a.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, a))(t)
		a.Status, a.Receipt = memory.MessageComplete, &memory.Receipt{Retrieval: memory.Retrieval{
			Memories: sent, NearMisses: near,
		}}
		failOnError(t, db.MessageStore().FinishStreamingAnswer(ctx, a))
		return a.ID
	}
	first := answer(th, noon, []memory.MemoryHit{hit(3), hit(0), hit(3)})
	answer(th, noon, []memory.MemoryHit{hit(33)}, hit(3))
	answer(th, noon, nil)
	last := answer(th, noon.Add(time.Hour), []memory.MemoryHit{hit(4), hit(3)})
	imported := addMessage(t, db, th, memory.RoleUser, "x")
	imported.ID, imported.Receipt = 0, &memory.Receipt{Retrieval: memory.Retrieval{Memories: []memory.MemoryHit{hit(5)}}}
	imported.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, imported))(t)
	other := must(db.ChatStore().Create(ctx, newChat("Gone")))(t)
	answer(other, noon, []memory.MemoryHit{hit(6)})
	using := func(profile, id memory.ID, limit int) []memory.MemoryUse {
		t.Helper()
		return must(db.MessageStore().AnswersUsingMemory(ctx, profile, id, limit))(t)
	}
	want := []memory.MemoryUse{
		{ChatID: th, ChatTitle: "Dinner", MessageID: last, CreatedAt: noon.Add(time.Hour)},
		{ChatID: th, ChatTitle: "Dinner", MessageID: first, CreatedAt: noon},
	}
	if got := using(1, 3, 0); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := using(1, 3, 1); !reflect.DeepEqual(got, want[:1]) {
		t.Errorf("the newest one is %+v", got)
	}
	if got := using(1, 5, 0); len(got) != 1 || got[0].MessageID != imported.ID {
		t.Errorf("a message that came whole: %+v", got)
	}
	if got := append(using(2, 3, 0), using(1, 9, 0)...); len(got) != 0 {
		t.Errorf("of another profile, of no answer: %+v", got)
	}
	gone := must(db.ChatStore().Get(ctx, 1, other))(t)
	gone.DeletedAt = noon
	failOnError(t, db.ChatStore().Update(ctx, gone))
	if got := using(1, 6, 0); len(got) != 0 {
		t.Errorf("an answer in the trash: %+v", got)
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, th))
	var left int
	failOnError(t, db.reader.QueryRowContext(ctx, "SELECT count(*) FROM message_memories").Scan(&left))
	if left != 1 {
		t.Errorf("%d rows are left, want the one of the chat in the trash", left)
	}
}

func TestMessageBranchesAndVersions(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	q := addMessage(t, db, th, memory.RoleUser, "one")
	a1 := addMessage(t, db, th, memory.RoleAssistant, "first")
	q2 := addMessage(t, db, th, memory.RoleUser, "two")
	a2 := memory.Message{
		ChatID: th, ParentID: q.ID, Role: memory.RoleAssistant, Content: "second",
		Status: memory.MessageComplete,
	}
	a2.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, a2))(t)
	ids := func(ms []memory.Message) (out []memory.ID) {
		for _, m := range ms {
			out = append(out, m.ID)
		}
		return out
	}
	for _, c := range []struct {
		name string
		got  []memory.ID
		want []memory.ID
	}{
		{"the head's branch", ids(must(db.MessageStore().ListBranch(ctx, 1, th, 0, 0))(t)), []memory.ID{q.ID, a2.ID}},
		{"another branch", ids(must(db.MessageStore().ListBranch(ctx, 1, th, q2.ID, 0))(t)), []memory.ID{q.ID, a1.ID, q2.ID}},
		{"the last two", ids(must(db.MessageStore().ListBranch(ctx, 1, th, q2.ID, 2))(t)), []memory.ID{a1.ID, q2.ID}},
		{"versions", ids(must(db.MessageStore().ListSiblingVersions(ctx, 1, a2.ID))(t)), []memory.ID{a1.ID, a2.ID}},
		{"versions of a root", ids(must(db.MessageStore().ListSiblingVersions(ctx, 1, q.ID))(t)), []memory.ID{q.ID}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: got %v want %v", c.name, c.got, c.want)
		}
	}
	if leaf := must(db.MessageStore().NewestLeafBelow(ctx, 1, a1.ID))(t); leaf != q2.ID {
		t.Errorf("newest leaf of the first answer is %d, want %d", leaf, q2.ID)
	}
	if leaf := must(db.MessageStore().NewestLeafBelow(ctx, 1, q.ID))(t); leaf != a2.ID {
		t.Errorf("newest leaf of the question is %d, want %d", leaf, a2.ID)
	}
	if _, err := db.MessageStore().ListBranch(ctx, 2, th, 0, 0); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("another profile reads the chat: %v", err)
	}
}

func TestSettingsJobsDecisionsSummariesRoundTrip(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	failOnError(t, db.SettingStore().Set(ctx, "theme", `"dark"`))
	failOnError(t, db.SettingStore().Set(ctx, "theme", `"light"`))
	if got := must(db.SettingStore().Get(ctx, "theme"))(t); got != `"light"` {
		t.Errorf("setting %q", got)
	}
	if _, err := db.SettingStore().Get(ctx, "none"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("missing setting: %v", err)
	}
	th := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	j := memory.Job{
		ProfileID: 1, Kind: memory.JobExtract, ChatID: th, MessageID: 2, PromptVersion: "v1", RunAt: noon,
		CreatedAt: noon,
	}
	if !must(db.JobStore().EnqueueIfNew(ctx, j))(t) || must(db.JobStore().EnqueueIfNew(ctx, j))(t) {
		t.Error("a job is new once")
	}
	got := must(db.JobStore().ClaimNextDue(ctx, noon))(t)
	j.ID, j.State, j.Attempts = got.ID, memory.JobRunning, 1
	if got != j {
		t.Errorf("claimed %+v want %+v", got, j)
	}
	before := newFact("a")
	before.ID = 4
	d := memory.Decision{
		CreatedAt: noon, RunID: "r1", ProfileID: 1, ChatID: th, Action: memory.ActionUpdate, Actor: memory.ActorUser,
		MemoryID: 4, OldID: 6, Before: &before, Changes: []memory.Change{{MemoryID: 9, After: &before}}, Reason: "edited",
		Scores: map[string]float64{"cosine": 0.91}, Model: "m", PromptVersion: "p", Candidate: "c", UndoOf: 1,
	}
	d.ID = must(db.DecisionStore().Append(ctx, d))(t)
	if got := must(db.DecisionStore().Get(ctx, 1, d.ID))(t); !reflect.DeepEqual(got, d) {
		t.Errorf("decision\n got %+v\nwant %+v", got, d)
	}
	for _, id := range []memory.ID{4, 6, 9} {
		if l := must(db.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: 1, MemoryID: id}))(t); len(l) != 1 {
			t.Errorf("memory %d: %d decisions", id, len(l))
		}
	}
}

func TestVectorIndexAndFullTextFindStoredMemories(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	var ids []memory.ID
	for _, c := range []string{"The user is allergic to peanuts.", "The user likes Café au lait.", "用户对花生过敏"} {
		ids = append(ids, must(db.MemoryStore().Insert(ctx, newFact(c)))(t))
	}
	stale := must(db.VectorStore().ListOwnersNeedingVectors(ctx, 1, memory.OwnerMemory, "e", 0))(t)
	if !reflect.DeepEqual(stale, ids) {
		t.Errorf("stale %v want %v", stale, ids)
	}
	c := memory.VectorCollection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerMemory}
	v := memory.Vector{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: ids[0]}, Embedder: "e",
		ContentHash: lang.ContentHash("The user is allergic to peanuts."), Values: []float32{0.6, 0.8},
	}
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))
	if got := must(db.VectorStore().GetByOwners(ctx, 1, memory.OwnerMemory, "e", ids))(t); !reflect.DeepEqual(got,
		[]memory.Vector{v}) {
		t.Errorf("vectors %v", got)
	}
	if got := must(db.VectorStore().ListOwnersNeedingVectors(ctx, 1, memory.OwnerMemory, "e", 0))(t); len(got) != 2 {
		t.Errorf("stale afterwards %v", got)
	}
	failOnError(t, db.VectorIndex().Upsert(ctx, c, []memory.Vector{v}))
	hits := must(db.VectorIndex().Search(ctx, c, []float32{0.6, 0.8}, 10))(t)
	if len(hits) != 1 || hits[0].Key != v.Key || hits[0].Cosine < 0.999 {
		t.Errorf("hits %v", hits)
	}
	for query, want := range map[string]memory.ID{
		"what about peanut?": ids[0], "cafe": ids[1], "花生过敏吗": ids[2], "花生": ids[2], "花": ids[2],
	} {
		got := must(db.FullText().SearchMemories(ctx, query, 5, memory.FullTextFilter{ProfileID: 1}))(t)
		if len(got) != 1 || got[0].Owner != want || got[0].Score <= 0 {
			t.Errorf("%q: %+v, want %d", query, got, want)
		}
	}
}

func TestTemporaryChatsAreListedAlone(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := newChat("Moving")
	must(db.ChatStore().Create(ctx, th))(t)
	th.Temporary = true
	id := must(db.ChatStore().Create(ctx, th))(t)
	filter := memory.ChatFilter{ProfileID: 1, AnyArchived: true, Temporary: true}
	if l := must(db.ChatStore().List(ctx, filter))(t); len(l) != 1 || l[0].ID != id {
		t.Errorf("listed %v, want the temporary chat alone", l)
	}
}
