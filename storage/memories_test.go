package storage

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// addMemory stores a modified fact and returns its id.
func addMemory(t testing.TB, db memory.Store, content string, change ...func(*memory.Memory)) memory.ID {
	t.Helper()
	m := newFact(content)
	for _, c := range change {
		c(&m)
	}
	return must(db.MemoryStore().Insert(t.Context(), m))(t)
}

func TestMemoryFilters(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chatID := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	yes := true
	at := func(n int) func(*memory.Memory) {
		return func(m *memory.Memory) { m.CreatedAt = noon.Add(time.Duration(n) * time.Hour) }
	}
	plain := addMemory(t, db, "plain", at(0))
	tagged := addMemory(t, db, "tagged", at(1), func(m *memory.Memory) {
		m.Tags, m.Type, m.Key = []string{"food"}, "event",
			"diet"
	})
	pinned := addMemory(t, db, "pinned", at(2), func(m *memory.Memory) { m.Pinned, m.Kind = true, memory.KindInstruction })
	inbox := addMemory(t, db, "inbox", at(3), func(m *memory.Memory) {
		m.Status, m.Proposes = memory.StatusInbox, plain
	})
	forgotten := addMemory(t, db, "forgotten", at(4), func(m *memory.Memory) { m.Status = memory.StatusForgotten })
	replaced := addMemory(t, db, "replaced", at(5), func(m *memory.Memory) { m.SupersededBy = plain })
	lastYear := addMemory(t, db, "until 2025", at(6), func(m *memory.Memory) { m.ValidTo = "2025" })
	thisYear := addMemory(t, db, "until 2026", at(7), func(m *memory.Memory) { m.ValidTo = "2026" })
	lastMonth := addMemory(t, db, "until April", at(8), func(m *memory.Memory) { m.ValidTo = "2026-04" })
	today := addMemory(t, db, "until today", at(9), func(m *memory.Memory) { m.ValidTo = "2026-05-03" })
	local := addMemory(t, db, "here", at(10), func(m *memory.Memory) { m.Scope, m.ChatID = memory.ScopeChat, chatID })
	api := addMemory(t, db, "api", at(10), func(m *memory.Memory) { m.Origin = memory.OriginAPI })

	always := []memory.ID{api, today, lastMonth, thisYear, lastYear, pinned, tagged, plain}
	for _, c := range []struct {
		name string
		f    memory.MemoryFilter
		want []memory.ID
	}{
		{"active, open, global", memory.MemoryFilter{}, always},
		{"what has ended is closed", memory.MemoryFilter{Now: noon}, []memory.ID{
			api, today, thisYear, pinned, tagged,
			plain,
		}},
		{"in a chat", memory.MemoryFilter{ChatID: chatID, Since: noon.Add(10 * time.Hour)}, []memory.ID{api, local}},
		{"in another chat", memory.MemoryFilter{ChatID: 99, Since: noon.Add(10 * time.Hour)}, []memory.ID{api}},
		{"every scope", memory.MemoryFilter{AnyScope: true, Since: noon.Add(10 * time.Hour)}, []memory.ID{api, local}},
		{
			"closed ones too",
			memory.MemoryFilter{
				IncludeOutdated: true, Since: noon.Add(5 * time.Hour), Until: noon.Add(7 * time.Hour),
				Now: noon,
			},
			[]memory.ID{lastYear, replaced},
		},
		{"only replaced ones", memory.MemoryFilter{OnlySuperseded: true}, []memory.ID{replaced}},
		{
			"by status",
			memory.MemoryFilter{Status: []memory.Status{memory.StatusInbox, memory.StatusForgotten}},
			[]memory.ID{forgotten, inbox},
		},
		{"by number", memory.MemoryFilter{IDs: []memory.ID{plain, inbox, tagged}}, []memory.ID{tagged, plain}},
		{"by no number", memory.MemoryFilter{IDs: []memory.ID{}}, []memory.ID{}},
		{"by tag", memory.MemoryFilter{Tag: "food"}, []memory.ID{tagged}},
		{"by a part of a tag", memory.MemoryFilter{Tag: "foo"}, []memory.ID{}},
		{"by type", memory.MemoryFilter{Type: "event"}, []memory.ID{tagged}},
		{"by key", memory.MemoryFilter{Key: "diet"}, []memory.ID{tagged}},
		{"pinned", memory.MemoryFilter{Pinned: &yes}, []memory.ID{pinned}},
		{"by kind", memory.MemoryFilter{Kind: memory.KindInstruction}, []memory.ID{pinned}},
		{
			"proposals", memory.MemoryFilter{
				Status: []memory.Status{memory.StatusActive, memory.StatusInbox}, IsProposal: true, Limit: 1,
			}, []memory.ID{inbox},
		},
		{"active proposals", memory.MemoryFilter{IsProposal: true}, []memory.ID{}},
		{"by origin", memory.MemoryFilter{Origin: memory.OriginAPI}, []memory.ID{api}},
		{"the first two", memory.MemoryFilter{Limit: 2}, always[:2]},
		{"the next two", memory.MemoryFilter{Limit: 2, BeforeID: always[1]}, always[2:4]},
		{"another profile", memory.MemoryFilter{ProfileID: 2}, []memory.ID{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.f.ProfileID == 0 {
				c.f.ProfileID = 1
			}
			got := []memory.ID{}
			for _, m := range must(db.MemoryStore().List(ctx, c.f))(t) {
				got = append(got, m.ID)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v want %v", got, c.want)
			}
			c.f.Limit, c.f.BeforeID = 0, 0
			if c.name != "the first two" && c.name != "the next two" {
				if n := must(db.MemoryStore().Count(ctx, c.f))(t); n != len(c.want) {
					t.Errorf("counted %d, want %d", n, len(c.want))
				}
			}
		})
	}
}

func TestListContinuesAfterRemovedMemory(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	var ids []memory.ID
	for i := range 5 {
		ids = append(ids, addMemory(t, db, fmt.Sprintf("fact %d", i)))
	}
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, ids[2]))
	got := must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1, BeforeID: ids[2]}))(t)
	if len(got) != 2 || got[0].ID != ids[1] {
		t.Errorf("got %v", got)
	}
}

func TestFoldedTextIsFoundInAnyCaseAndStatus(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	id := addMemory(t, db, "The  User likes ﬁsh.", func(m *memory.Memory) { m.Status = memory.StatusForgotten })
	addMemory(t, db, "The user likes fish and chips.")
	got := must(db.MemoryStore().FindByFoldedText(ctx, 1, lang.FoldText("the user LIKES fish.")))(t)
	if len(got) != 1 || got[0].ID != id {
		t.Errorf("got %v", got)
	}
	active := must(
		db.MemoryStore().FindByFoldedText(ctx, 1, lang.FoldText("the user likes fish."), memory.StatusActive),
	)(t)
	if len(active) != 0 {
		t.Errorf("active: %v", active)
	}
}

func TestMemoryIDIsNeverReused(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	first := addMemory(t, db, "a")
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, first))
	if second := addMemory(t, db, "b"); second == first {
		t.Errorf("number %d was used again", first)
	}
}

func TestUseIsCountedOncePerCall(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	a, b := addMemory(t, db, "a"), addMemory(t, db, "b")
	later := noon.Add(time.Hour)
	failOnError(t, db.MemoryStore().IncrementUseCountsAndSetLastUsed(ctx, 1, later, []memory.ID{a, a, 999}))
	failOnError(t, db.MemoryStore().IncrementUseCountsAndSetLastUsed(ctx, 2, later, []memory.ID{b}))
	if m := must(db.MemoryStore().Get(ctx, 1, a))(t); m.UseCount != 1 || !m.LastUsedAt.Equal(later) {
		t.Errorf("used: %+v", m)
	}
	if m := must(db.MemoryStore().Get(ctx, 1, b))(t); m.UseCount != 0 || !m.LastUsedAt.IsZero() {
		t.Errorf("not used: %+v", m)
	}
}

// addSecondProfile adds a profile and, unless id is 0, links it to memory id of profile 1.
func addSecondProfile(t testing.TB, db memory.Store, id memory.ID) memory.ID {
	t.Helper()
	ctx := t.Context()
	p := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "second", CreatedAt: noon}))(t)
	if id != 0 {
		m := must(db.MemoryStore().Get(ctx, 1, id))(t)
		m.ProfileID = p
		if got := must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m))(t); got != id {
			t.Fatalf("sharing %d made %d", id, got)
		}
	}
	return p
}

func TestEditingSharedMemoryCopiesIt(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	id := addMemory(t, db, "The user lives in Porto.")
	old := addMemory(t, db, "The user lives in Faro.", func(m *memory.Memory) { m.SupersededBy = id })
	other := addSecondProfile(t, db, id)
	mine := must(db.MemoryStore().Get(ctx, 1, id))(t)
	mine.Pinned, mine.UpdatedAt = true, noon.Add(time.Hour)
	if got := must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, mine))(t); got != id {
		t.Errorf("pinning copied the memory to %d", got)
	}
	if m := must(db.MemoryStore().Get(ctx, other, id))(t); m.Pinned || !m.UpdatedAt.Equal(noon) {
		t.Errorf("the other profile sees the pin: %+v", m)
	}
	mine.Content = "The user lives in Lisbon."
	moved := must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, mine))(t)
	if moved == id {
		t.Fatal("the shared row was overwritten")
	}
	mine.ID = moved
	if got := must(db.MemoryStore().Get(ctx, 1, moved))(t); !reflect.DeepEqual(got, mine) {
		t.Errorf("got %+v want %+v", got, mine)
	}
	if _, err := db.MemoryStore().Get(ctx, 1, id); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the profile still holds the old row: %v", err)
	}
	if m := must(db.MemoryStore().Get(ctx, 1, old))(t); m.SupersededBy != moved {
		t.Errorf("the old fact names %d as its successor", m.SupersededBy)
	}
	if m := must(db.MemoryStore().Get(ctx, other, id))(t); m.Content != "The user lives in Porto." {
		t.Errorf("the other profile reads %q", m.Content)
	}
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, other, id))
	var n int
	failOnError(t, db.reader.QueryRow("SELECT count(*) FROM memory WHERE id = ?", id).Scan(&n))
	if n != 0 {
		t.Error("a row nobody holds stayed")
	}
}

// searchMemoryIDs returns the ids that a full-text search returns.
func searchMemoryIDs(t testing.TB, db *DB, profile memory.ID, query string) []memory.ID {
	t.Helper()
	var ids []memory.ID
	for _, h := range must(db.FullText().SearchMemories(t.Context(), query, 10,
		memory.FullTextFilter{ProfileID: profile}))(t) {
		ids = append(ids, h.Owner)
	}
	return ids
}

func TestForgottenMemoryIsOutOfFullTextUntilRestored(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	id := addMemory(t, db, "The user is allergic to peanuts.")
	other := addSecondProfile(t, db, id)
	set := func(profile memory.ID, s memory.Status) {
		m := must(db.MemoryStore().Get(ctx, profile, id))(t)
		m.Status = s
		must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m))(t)
	}
	inTables := func() (n int) {
		failOnError(t, db.reader.QueryRow(
			"SELECT (SELECT count(*) FROM memory_words) + (SELECT count(*) FROM memory_grams)",
		).Scan(
			&n))
		return n
	}
	set(1, memory.StatusForgotten)
	if got := searchMemoryIDs(t, db, 1, "peanuts"); got != nil {
		t.Errorf("found after forgetting: %v", got)
	}
	if got := searchMemoryIDs(t, db, other, "peanuts"); len(got) != 1 {
		t.Errorf("the other profile finds %v", got)
	}
	set(other, memory.StatusForgotten)
	if n := inTables(); n != 0 {
		t.Errorf("%d rows of full text hold what everybody forgot", n)
	}
	set(1, memory.StatusActive)
	if got := searchMemoryIDs(t, db, 1, "peanuts"); len(got) != 1 {
		t.Errorf("found after restoring: %v", got)
	}
	m := must(db.MemoryStore().Get(ctx, 1, id))(t)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, other, id))
	m.Content = "The user is allergic to walnuts."
	must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m))(t)
	if got := searchMemoryIDs(t, db, 1, "peanuts"); got != nil {
		t.Errorf("found by the old words: %v", got)
	}
	if got := searchMemoryIDs(t, db, 1, "walnut"); len(got) != 1 {
		t.Errorf("found by the new words: %v", got)
	}
}

// Erased text must not remain in the files either.
func TestErasingRemovesTextFromAllFiles(t *testing.T) {
	dir := t.TempDir()
	db, ctx := openDB(t, func(o *Options) { o.Dir = dir }), t.Context()
	const secret, edited, quote = "The user's Passwort is Xylophon77.", "The user's \"Passwort\" is Xylophon78.",
		"mein Xylophon77 bitte"
	th := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	id := addMemory(t, db, secret, func(m *memory.Memory) { m.Quote, m.Tags = quote, []string{"Xylophon"} })
	kept := addMemory(t, db, "The user likes tea.")
	before := must(db.MemoryStore().Get(ctx, 1, id))(t)
	after := before
	after.Content = edited
	must(db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, after))(t)
	append1 := func(d memory.Decision) memory.ID {
		d.ProfileID, d.Actor, d.CreatedAt = 1, memory.ActorExtractor, noon
		return must(db.DecisionStore().Append(ctx, d))(t)
	}
	append1(memory.Decision{
		Action: memory.ActionAdd, MemoryID: id, After: &before,
		Changes: []memory.Change{{MemoryID: id, After: &before}},
	})
	append1(memory.Decision{
		Action: memory.ActionUpdate, MemoryID: id, Before: &before, After: &after,
		Changes: []memory.Change{{MemoryID: id, Before: &before, After: &after}}, Reason: "said Xylophon78",
	})
	repeated := append1(memory.Decision{
		Action: memory.ActionIgnore, OldID: id, Candidate: "Passwort Xylophon77",
		Reason: "Xylophon again",
	})
	unrelated := append1(memory.Decision{
		Action: memory.ActionIgnore, OldID: kept, Candidate: "Tea. " + edited,
		Reason: "keep this",
	})
	hit := memory.MemoryHit{Memory: after, Rank: 1, Lane: memory.LaneRelevant}
	tea := memory.MemoryHit{Memory: must(db.MemoryStore().Get(ctx, 1, kept))(t), Rank: 2}
	answer := memory.Message{
		ChatID: th, Role: memory.RoleAssistant, Content: "Hello.", Status: memory.MessageComplete,
		Receipt: &memory.Receipt{
			Retrieval:     memory.Retrieval{Memories: []memory.MemoryHit{hit, tea}},
			SystemMessage: "## Relevant memory\n- " + edited + "\n- The user likes tea.",
		},
	}
	answer.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, answer))(t)
	v := memory.Vector{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: "e", ContentHash: "h",
		Values: []float32{1},
	}
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))

	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		failOnError(t, tx.MemoryStore().UnlinkFromProfile(ctx, 1, id))
		if n := must(tx.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, id))(t); n != 5 {
			t.Errorf("%d rows changed, want 4 decisions and 1 receipt", n)
		}
		return nil
	}))
	if n := must(db.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, id))(t); n != 0 {
		t.Errorf("a second time changed %d rows", n)
	}
	var vectors int
	failOnError(t, db.reader.QueryRow("SELECT count(*) FROM vectors").Scan(&vectors))
	if vectors != 0 {
		t.Error("the vector stayed")
	}
	r := must(db.MessageStore().Get(ctx, 1, answer.ID))(t).Receipt
	if r.SystemMessage != "## Relevant memory\n- [erased]\n- The user likes tea." ||
		r.Memories[1].Content != "The user likes tea." {
		t.Errorf("receipt: %+v", r)
	}
	if d := must(db.DecisionStore().Get(ctx, 1, unrelated))(t); d.Candidate != "Tea. [erased]" || d.Reason != "keep this" {
		t.Errorf("a decision about another memory: %+v", d)
	}
	if d := must(db.DecisionStore().Get(ctx, 1, repeated))(t); d.Candidate != "" || d.OldID != id {
		t.Errorf("a decision about a repetition: %+v", d)
	}
	failOnError(t, db.Close(ctx))
	for path, data := range contentsOfFolderFiles(t, dir) {
		for _, word := range []string{"Xylophon", "xylophon", "ylopho"} {
			if strings.Contains(data, word) {
				t.Errorf("%s still holds %q", filepath.Base(path), word)
			}
		}
	}
}

func TestErasingForOneProfileKeepsTheOthersMemory(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	id := addMemory(t, db, "The user lives in Porto.")
	other := addSecondProfile(t, db, id)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, id))
	must(db.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, id))(t)
	if m := must(db.MemoryStore().Get(ctx, other, id))(t); m.Content != "The user lives in Porto." {
		t.Errorf("the other profile reads %q", m.Content)
	}
	if got := searchMemoryIDs(t, db, other, "porto"); len(got) != 1 {
		t.Errorf("the other profile finds %v", got)
	}
}

func TestDeletingProfileDeletesOnlyItsOwnData(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	shared := addMemory(t, db, "The user lives in Porto.")
	p := addSecondProfile(t, db, shared)
	own := addMemory(t, db, "The user likes tea.", func(m *memory.Memory) { m.ProfileID = p })
	th := newChat("theirs")
	th.ProfileID = p
	th.ID = must(db.ChatStore().Create(ctx, th))(t)
	must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: th.ID, Role: memory.RoleUser, Content: "tea",
		Status: "complete",
	}))(t)
	must(db.FileStore().Insert(ctx, memory.File{ProfileID: p, Content: "tea"}))(t)
	must(db.JobStore().EnqueueIfNew(ctx, memory.Job{ProfileID: p, Kind: memory.JobExtract, MessageID: 1}))(t)
	must(db.DecisionStore().Append(ctx, memory.Decision{ProfileID: p, Action: "add", Actor: "user", MemoryID: own}))(t)
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{{
		Key:      memory.VectorKey{Kind: memory.OwnerMemory, Owner: own},
		Embedder: "e", Values: []float32{1},
	}}))
	for _, key := range []string{"usage." + p.String(), "ui.draft." + p.String(), "ui.draft.1" + p.String(), "ui.draft"} {
		failOnError(t, db.SettingStore().Set(ctx, key, "tea"))
	}
	failOnError(t, db.ProfileStore().Delete(ctx, p))
	if all := must(db.SettingStore().GetAll(ctx))(t); len(all) != 3 || all["ui.draft"] == "" {
		t.Errorf("the settings are %v, want two drafts and what must leave the snapshots", all)
	}
	for _, table := range []string{
		"threads", "messages", "contexts", "jobs", "decision", "decision_memories", "vectors", "message_words",
		"thread_words",
	} {
		var n int
		failOnError(t, db.reader.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
		if n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	got := must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1}))(t)
	if len(got) != 1 || got[0].ID != shared {
		t.Errorf("left: %v", got)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
}

func TestDeletingLongChatDeletesOnlyItsOwnMemories(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("long")))(t)
	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		parent := memory.ID(0)
		for range 1100 { // deeper than SQLite's limit on recursive cascades
			parent = must(tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
				ChatID: th, ParentID: parent, Role: memory.RoleUser, Content: "tea", Status: memory.MessageComplete,
			}))(t)
		}
		return nil
	}))
	local := addMemory(t, db, "here", func(m *memory.Memory) { m.Scope, m.ChatID = memory.ScopeChat, th })
	global := addMemory(t, db, "everywhere", func(m *memory.Memory) { m.ChatID = th })
	failOnError(t, db.ChatStore().Delete(ctx, 1, th))
	if _, err := db.MemoryStore().Get(ctx, 1, local); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the chat's own memory: %v", err)
	}
	must(db.MemoryStore().Get(ctx, 1, global))(t)
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
}

func TestReplaceWholeWordsSkipsPartsOfWords(t *testing.T) {
	for _, c := range []struct{ text, needle, want string }{
		{"tea, tea and teapot", "tea", "[erased], [erased] and teapot"},
		{"he likes 花生 and", "花生", "he likes [erased] and"},
		{"我吃花生了", "花生", "我吃[erased]了"},
		{"a\u00e9tea", "tea", "a\u00e9tea"},
		{"tea", "tea", "[erased]"},
	} {
		if got := replaceWholeWordsWithErasedMark(c.text, c.needle); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.text, c.needle, got, c.want)
		}
	}
}
