package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"memoir/memory"
)

// memoryGenerator generates complete memories of the profile with random values in every field.
func memoryGenerator(profile memory.ID) *rapid.Generator[memory.Memory] {
	text := rapid.StringMatching(`[a-zé花生'" ]{0,12}`)
	id := rapid.Custom(func(t *rapid.T) memory.ID { return memory.ID(rapid.Int64Range(0, 5).Draw(t, "id")) })
	day := rapid.SampledFrom([]memory.NullText{"", "2025", "2026-05", "2026-05-03"})
	at := rapid.Custom(func(t *rapid.T) time.Time {
		n := rapid.Int64().Draw(t, "nanoseconds")
		if n == 0 {
			return time.Time{}
		}
		return time.Unix(0, n).UTC()
	})
	return rapid.Custom(func(t *rapid.T) memory.Memory {
		m := memory.Memory{
			ProfileID: profile, Content: "c" + text.Draw(t, "content"),
			Tags:   append([]string{}, rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "tags")...),
			Kind:   rapid.SampledFrom([]memory.Kind{memory.KindFact, memory.KindInstruction}).Draw(t, "kind"),
			Type:   rapid.SampledFrom([]memory.Type{memory.TypeEvent, memory.TypeOther}).Draw(t, "type"),
			Key:    memory.NullText(text.Draw(t, "key")),
			Scope:  rapid.SampledFrom([]memory.Scope{memory.ScopeGlobal, memory.ScopeChat}).Draw(t, "scope"),
			Status: rapid.SampledFrom(allStatuses()).Draw(t, "status"),
			Origin: rapid.SampledFrom([]memory.Origin{memory.OriginExtracted, memory.OriginAPI}).Draw(t, "origin"),
			Pinned: rapid.Bool().Draw(t, "pinned"), ChatID: id.Draw(t, "thread"), SupersededBy: id.Draw(t, "successor"),
			Proposes:        id.Draw(t, "proposes"),
			SourceMessageID: id.Draw(t, "source"), UseCount: rapid.IntRange(0, 9).Draw(t, "uses"),
			ValidFrom: day.Draw(t, "from"), ValidTo: day.Draw(t, "to"), CreatedAt: at.Draw(t, "created"),
			UpdatedAt: at.Draw(t, "updated"), LastUsedAt: memory.NullTime{Time: at.Draw(t, "used")},
			Quote: memory.NullText(text.Draw(t, "quote")),
		}
		if rapid.Bool().Draw(t, "quoted") {
			from, to := rapid.Int().Draw(t, "from"), rapid.Int().Draw(t, "to")
			m.QuoteStart, m.QuoteEnd = &from, &to
		}
		return m
	})
}

func allStatuses() []memory.Status {
	return []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten}
}

// memoriesAndFoundIDsOfProfile returns what a profile sees: its memories, and the ids that full text finds.
func memoriesAndFoundIDsOfProfile(
	t *rapid.T, tb testing.TB, db *DB, profile memory.ID,
) (map[memory.ID]memory.Memory, []memory.ID) {
	ms, err := db.MemoryStore().List(tb.Context(), memory.MemoryFilter{
		ProfileID: profile, Status: allStatuses(), IncludeOutdated: true, AnyScope: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[memory.ID]memory.Memory{}
	for _, m := range ms {
		all[m.ID] = m
	}
	return all, searchMemoryIDs(tb, db, profile, "c")
}

// Writing a snapshot back undoes any change to the memory exactly, and other profiles are not
// affected.
func TestPuttingSnapshotUndoesAnyChange(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	other := addSecondProfile(t, db, 0)
	rapid.Check(t, func(t1 *rapid.T) {
		m := memoryGenerator(1).Draw(t1, "memory")
		id, err := db.MemoryStore().Insert(ctx, m)
		if err != nil {
			t1.Fatal(err)
		}
		before, err := db.MemoryStore().Get(ctx, 1, id)
		m.ID = id
		if err != nil || !reflect.DeepEqual(before, m) {
			t1.Fatalf("stored %+v, read %+v: %v", m, before, err)
		}
		if rapid.Bool().Draw(t1, "shared") {
			theirs := m
			theirs.ProfileID, theirs.Status = other, memory.StatusActive
			if _, err := db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, theirs); err != nil {
				t1.Fatal(err)
			}
		}
		mine, myText := memoriesAndFoundIDsOfProfile(t1, t, db, 1)
		their, theirText := memoriesAndFoundIDsOfProfile(t1, t, db, other)
		changed := memoryGenerator(1).Draw(t1, "change")
		changed.ID = id
		now, err := db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, changed)
		if err == nil && rapid.Bool().Draw(t1, "removed") {
			err = db.MemoryStore().UnlinkFromProfile(ctx, 1, now)
		}
		if err != nil {
			t1.Fatal(err)
		}
		// Undoing a copy removes the copy, as the decision's changes say.
		if now != id {
			if err := db.MemoryStore().UnlinkFromProfile(ctx, 1, now); err != nil && !errors.Is(err, memory.ErrNotFound) {
				t1.Fatal(err)
			}
		}
		if got, err := db.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, before); err != nil || got != id {
			t1.Fatalf("undo wrote %d instead of %d: %v", got, id, err)
		}
		mine2, myText2 := memoriesAndFoundIDsOfProfile(t1, t, db, 1)
		their2, theirText2 := memoriesAndFoundIDsOfProfile(t1, t, db, other)
		if !reflect.DeepEqual(mine2[id], before) || !reflect.DeepEqual(mine, mine2) {
			t1.Errorf("not as before:\n%+v\n%+v", mine2[id], before)
		}
		if !reflect.DeepEqual(their, their2) || !reflect.DeepEqual(theirText, theirText2) {
			t1.Error("another profile noticed")
		}
		if !haveSameIDsInAnyOrder(myText, myText2) {
			t1.Errorf("full text found %v before and %v after", myText, myText2)
		}
		for _, p := range []memory.ID{1, other} { // empty the store for the next round
			all, _ := memoriesAndFoundIDsOfProfile(t1, t, db, p)
			for gone := range all {
				if err := db.MemoryStore().UnlinkFromProfile(ctx, p, gone); err != nil {
					t1.Fatal(err)
				}
			}
		}
	})
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
}

func haveSameIDsInAnyOrder(a, b []memory.ID) bool {
	count := map[memory.ID]int{}
	for _, x := range a {
		count[x]++
	}
	for _, x := range b {
		count[x]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// ownedData is one profile of the isolation test and everything it owns. Every text it writes
// contains its marker.
type ownedData struct {
	profileID, chatID, fileID memory.ID
	marker                    string
	memoryIDs                 []memory.ID
	messageIDs                []memory.ID
}

// Whatever three profiles do, none of them reads, finds, changes or removes anything of another.
func TestProfilesAreIsolated(t *testing.T) {
	first := openDB(t)
	failOnError(t, first.Close(t.Context()))
	empty := must(os.ReadFile(filepath.Join(first.DataDir(), databaseName)))(t)
	rapid.Check(t, func(t1 *rapid.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, databaseName), empty, fileMode); err != nil {
			t1.Fatal(err)
		}
		db, err := Open(t.Context(), Options{Dir: dir})
		if err != nil {
			t1.Fatal(err)
		}
		defer db.Close(t.Context())
		w := harness{T: t1, tb: t, db: db}
		for i, word := range []string{"alpha", "bravo", "charlie"} {
			w.profiles = append(w.profiles, w.addProfile(i, word))
		}
		t1.Repeat(map[string]func(*rapid.T){
			"learn": w.addMemoryWithVectorAndDecision, "say": w.addMessage, "edit": w.editMemory, "forget": w.removeMemory,
			"trespass": w.assertOtherProfileIsNotFound,
		})
		w.checkIsolation(t1)
	})
}

type harness struct {
	*rapid.T
	tb       testing.TB
	db       *DB
	profiles []*ownedData
}

func (w *harness) failOnError(err error) {
	w.tb.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *harness) addProfile(i int, word string) *ownedData {
	p, ctx := &ownedData{profileID: 1, marker: word}, w.tb.Context()
	var err error
	if i > 0 {
		p.profileID, err = w.db.ProfileStore().Create(ctx, memory.Profile{Name: word, ExternalID: memory.NullText(word)})
		w.failOnError(err)
	}
	th := newChat("title " + word)
	th.ProfileID = p.profileID
	p.chatID, err = w.db.ChatStore().Create(ctx, th)
	w.failOnError(err)
	p.fileID, err = w.db.FileStore().Insert(ctx, memory.File{
		ProfileID: p.profileID, Name: word, Content: word,
		SHA256: "same",
	})
	w.failOnError(err)
	return p
}

func (w *harness) drawProfile(t *rapid.T) *ownedData {
	return w.profiles[rapid.IntRange(0, len(w.profiles)-1).Draw(t, "person")]
}

func (w *harness) addMemoryWithVectorAndDecision(t *rapid.T) {
	p, ctx := w.drawProfile(t), w.tb.Context()
	m := newFact(fmt.Sprintf("Same words for all, %s %d.", p.marker, len(p.memoryIDs)))
	m.ProfileID, m.Status = p.profileID, rapid.SampledFrom(allStatuses()).Draw(t, "status")
	id, err := w.db.MemoryStore().Insert(ctx, m)
	w.failOnError(err)
	p.memoryIDs = append(p.memoryIDs, id)
	w.failOnError(w.db.VectorStore().UpsertAll(ctx, []memory.Vector{{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: "e", ContentHash: "h", Values: []float32{1},
	}}))
	_, err = w.db.DecisionStore().Append(ctx, memory.Decision{
		ProfileID: p.profileID, Action: memory.ActionAdd, Actor: memory.ActorUser, MemoryID: id,
		Reason: memory.NullText(p.marker),
	})
	w.failOnError(err)
}

func (w *harness) addMessage(t *rapid.T) {
	p := w.drawProfile(t)
	id, err := w.db.MessageStore().InsertAsHeadUpdatingChatTime(w.tb.Context(), memory.Message{
		ChatID: p.chatID, Role: memory.RoleUser, Content: "Same words for all, " + p.marker, Status: memory.MessageComplete,
	})
	w.failOnError(err)
	p.messageIDs = append(p.messageIDs, id)
}

func (w *harness) editMemory(t *rapid.T) {
	p := w.drawProfile(t)
	if len(p.memoryIDs) == 0 {
		return
	}
	i := rapid.IntRange(0, len(p.memoryIDs)-1).Draw(t, "which")
	m, err := w.db.MemoryStore().Get(w.tb.Context(), p.profileID, p.memoryIDs[i])
	w.failOnError(err)
	m.Content = "Edited for all, " + p.marker
	p.memoryIDs[i], err = w.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(w.tb.Context(), m)
	w.failOnError(err)
}

func (w *harness) removeMemory(t *rapid.T) {
	p := w.drawProfile(t)
	if len(p.memoryIDs) == 0 {
		return
	}
	w.failOnError(w.db.MemoryStore().UnlinkFromProfile(w.tb.Context(), p.profileID, p.memoryIDs[0]))
	p.memoryIDs = p.memoryIDs[1:]
}

// assertOtherProfileIsNotFound calls every method that takes a profile with another profile's ids.
func (w *harness) assertOtherProfileIsNotFound(t *rapid.T) {
	a, b, ctx := w.drawProfile(t), w.drawProfile(t), w.tb.Context()
	if a == b {
		return
	}
	var errs []error
	add := func(err error) { errs = append(errs, err) }
	for _, id := range b.memoryIDs {
		_, err := w.db.MemoryStore().Get(ctx, a.profileID, id)
		add(err)
		add(w.db.MemoryStore().UnlinkFromProfile(ctx, a.profileID, id))
		w.failOnError(w.db.MemoryStore().IncrementUseCountsAndSetLastUsed(ctx, a.profileID, noon, []memory.ID{id}))
	}
	for _, id := range b.messageIDs {
		_, err := w.db.MessageStore().Get(ctx, a.profileID, id)
		add(err)
		_, err = w.db.MessageStore().ListSiblingVersions(ctx, a.profileID, id)
		add(err)
		_, err = w.db.MessageStore().NewestLeafBelow(ctx, a.profileID, id)
		add(err)
		_, err = w.db.MessageStore().ListBranch(ctx, a.profileID, a.chatID, id, 0)
		add(err)
	}
	_, err := w.db.ChatStore().Get(ctx, a.profileID, b.chatID)
	add(err)
	_, err = w.db.FileStore().Get(ctx, a.profileID, b.fileID)
	add(err)
	_, err = w.db.MessageStore().ListBranch(ctx, a.profileID, b.chatID, 0, 0)
	add(err)
	add(w.db.ChatStore().Delete(ctx, a.profileID, b.chatID))
	add(w.db.FileStore().DeleteRecordingSnapshotErasure(ctx, a.profileID, b.fileID))
	add(w.db.ChatStore().AttachFile(ctx, a.profileID, a.chatID, b.fileID))
	add(w.db.ChatStore().AttachFile(ctx, a.profileID, b.chatID, a.fileID))
	add(w.db.ChatStore().Update(ctx, memory.Chat{ID: b.chatID, ProfileID: a.profileID, Memory: memory.MemoryOn}))
	add(w.db.FileStore().UpdateNameAndNeverLearn(ctx, memory.File{ID: b.fileID, ProfileID: a.profileID}))
	for i, err := range errs {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
}

// checkIsolation checks that each profile sees all of its own data and nothing else.
func (w *harness) checkIsolation(t *rapid.T) {
	ctx := w.tb.Context()
	for _, p := range w.profiles {
		seen, _ := memoriesAndFoundIDsOfProfile(t, w.tb, w.db, p.profileID)
		if len(seen) != len(p.memoryIDs) {
			t.Errorf("%s sees %d memories of %d", p.marker, len(seen), len(p.memoryIDs))
		}
		f := memory.FullTextFilter{ProfileID: p.profileID}
		open := map[memory.ID]bool{}
		for _, id := range p.memoryIDs {
			open[id] = seen[id].Status != memory.StatusForgotten
			if seen[id].UseCount != 0 {
				t.Errorf("someone used %s's memory", p.marker)
			}
		}
		hits, err := w.db.FullText().SearchMemories(ctx, "for all", 100, f)
		w.failOnError(err)
		for _, h := range hits {
			if !open[h.Owner] {
				t.Errorf("%s finds memory %d", p.marker, h.Owner)
			}
		}
		hits, err = w.db.FullText().SearchMessages(ctx, "same", 100, f)
		w.failOnError(err)
		if len(hits) != len(p.messageIDs) {
			t.Errorf("%s finds %d messages of %d", p.marker, len(hits), len(p.messageIDs))
		}
		hits, err = w.db.FullText().SearchChatTitles(ctx, "title", 100, f)
		w.failOnError(err)
		if len(hits) != 1 || hits[0].Owner != p.chatID {
			t.Errorf("%s finds chats %v", p.marker, hits)
		}
		w.failOnError(w.db.VectorStore().ForEachWithLiveOwner(ctx, memory.VectorCollection{
			ProfileID: p.profileID, Embedder: "e",
			Kind: memory.OwnerMemory,
		},
			func(v memory.Vector) error {
				if !open[v.Key.Owner] {
					t.Errorf("%s walks over vector %d", p.marker, v.Key.Owner)
				}
				return nil
			}))
		ds, err := w.db.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: p.profileID})
		w.failOnError(err)
		for _, d := range ds {
			if string(d.Reason) != p.marker {
				t.Errorf("%s reads the decision %+v", p.marker, d)
			}
		}
		file, err := w.db.FileStore().GetBySHA256(ctx, p.profileID, "same")
		w.failOnError(err)
		if file.ID != p.fileID {
			t.Errorf("%s finds file %d", p.marker, file.ID)
		}
	}
}
