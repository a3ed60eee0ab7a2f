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

// anyMemory generates complete memories of the profile with random values in every field.
func anyMemory(profile memory.ID) *rapid.Generator[memory.Memory] {
	text := rapid.StringMatching(`[a-zé花生'" ]{0,12}`)
	id := rapid.Custom(func(t *rapid.T) memory.ID { return memory.ID(rapid.Int64Range(0, 5).Draw(t, "id")) })
	day := rapid.SampledFrom([]memory.Text{"", "2025", "2026-05", "2026-05-03"})
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
			Key:    memory.Text(text.Draw(t, "key")),
			Scope:  rapid.SampledFrom([]memory.Scope{memory.ScopeGlobal, memory.ScopeThread}).Draw(t, "scope"),
			Status: rapid.SampledFrom(allStatus()).Draw(t, "status"),
			Origin: rapid.SampledFrom([]memory.Origin{memory.OriginExtracted, memory.OriginAPI}).Draw(t, "origin"),
			Pinned: rapid.Bool().Draw(t, "pinned"), ThreadID: id.Draw(t, "thread"), SupersededBy: id.Draw(t, "successor"),
			Proposes:        id.Draw(t, "proposes"),
			SourceMessageID: id.Draw(t, "source"), UseCount: rapid.IntRange(0, 9).Draw(t, "uses"),
			ValidFrom: day.Draw(t, "from"), ValidTo: day.Draw(t, "to"), CreatedAt: at.Draw(t, "created"),
			UpdatedAt: at.Draw(t, "updated"), LastUsedAt: memory.Moment{Time: at.Draw(t, "used")},
			Quote: memory.Text(text.Draw(t, "quote")),
		}
		if rapid.Bool().Draw(t, "quoted") {
			from, to := rapid.Int().Draw(t, "from"), rapid.Int().Draw(t, "to")
			m.QuoteStart, m.QuoteEnd = &from, &to
		}
		return m
	})
}

func allStatus() []memory.Status {
	return []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten}
}

// everything returns what a profile sees: its memories, and the ids that full text finds.
func everything(t *rapid.T, tb testing.TB, db *DB, profile memory.ID) (map[memory.ID]memory.Memory, []memory.ID) {
	ms, err := db.Memories().List(tb.Context(), memory.MemoryFilter{
		ProfileID: profile, Status: allStatus(), Closed: true, AnyScope: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[memory.ID]memory.Memory{}
	for _, m := range ms {
		all[m.ID] = m
	}
	return all, found(tb, db, profile, "c")
}

// Writing a snapshot back undoes any change to the memory exactly, and other profiles are not
// affected.
func TestPutOfASnapshotIsTheInverseOfAnyChange(t *testing.T) {
	db, ctx := open(t), t.Context()
	other := second(t, db, 0)
	rapid.Check(t, func(t1 *rapid.T) {
		m := anyMemory(1).Draw(t1, "memory")
		id, err := db.Memories().Insert(ctx, m)
		if err != nil {
			t1.Fatal(err)
		}
		before, err := db.Memories().Get(ctx, 1, id)
		m.ID = id
		if err != nil || !reflect.DeepEqual(before, m) {
			t1.Fatalf("stored %+v, read %+v: %v", m, before, err)
		}
		if rapid.Bool().Draw(t1, "shared") {
			theirs := m
			theirs.ProfileID, theirs.Status = other, memory.StatusActive
			if _, err := db.Memories().Put(ctx, theirs); err != nil {
				t1.Fatal(err)
			}
		}
		mine, myText := everything(t1, t, db, 1)
		their, theirText := everything(t1, t, db, other)
		changed := anyMemory(1).Draw(t1, "change")
		changed.ID = id
		now, err := db.Memories().Put(ctx, changed)
		if err == nil && rapid.Bool().Draw(t1, "removed") {
			err = db.Memories().Remove(ctx, 1, now)
		}
		if err != nil {
			t1.Fatal(err)
		}
		// Undoing a copy removes the copy, as the decision's changes say.
		if now != id {
			if err := db.Memories().Remove(ctx, 1, now); err != nil && !errors.Is(err, memory.ErrNotFound) {
				t1.Fatal(err)
			}
		}
		if got, err := db.Memories().Put(ctx, before); err != nil || got != id {
			t1.Fatalf("undo wrote %d instead of %d: %v", got, id, err)
		}
		mine2, myText2 := everything(t1, t, db, 1)
		their2, theirText2 := everything(t1, t, db, other)
		if !reflect.DeepEqual(mine2[id], before) || !reflect.DeepEqual(mine, mine2) {
			t1.Errorf("not as before:\n%+v\n%+v", mine2[id], before)
		}
		if !reflect.DeepEqual(their, their2) || !reflect.DeepEqual(theirText, theirText2) {
			t1.Error("another profile noticed")
		}
		if !sameSet(myText, myText2) {
			t1.Errorf("full text found %v before and %v after", myText, myText2)
		}
		for _, p := range []memory.ID{1, other} { // empty the store for the next round
			all, _ := everything(t1, t, db, p)
			for gone := range all {
				if err := db.Memories().Remove(ctx, p, gone); err != nil {
					t1.Fatal(err)
				}
			}
		}
	})
	if r := must(db.Check(ctx, false))(t); !r.OK() {
		t.Errorf("check: %v", r.Problems)
	}
}

func sameSet(a, b []memory.ID) bool {
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

// person is one profile of the isolation test and everything it owns. Every text it writes
// contains its marker.
type person struct {
	id, thread, file memory.ID
	word             string
	memories         []memory.ID
	messages         []memory.ID
}

// Whatever three profiles do, none of them reads, finds, changes or removes anything of another.
func TestProfilesNeverMeet(t *testing.T) {
	first := open(t)
	do(t, first.Close(t.Context()))
	empty := must(os.ReadFile(filepath.Join(first.Dir(), databaseName)))(t)
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
		w := world{T: t1, tb: t, db: db}
		for i, word := range []string{"alpha", "bravo", "charlie"} {
			w.people = append(w.people, w.person(i, word))
		}
		t1.Repeat(map[string]func(*rapid.T){
			"learn": w.learn, "say": w.say, "edit": w.edit, "forget": w.forget, "trespass": w.trespass,
		})
		w.look(t1)
	})
}

type world struct {
	*rapid.T
	tb     testing.TB
	db     *DB
	people []*person
}

func (w *world) ok(err error) {
	w.tb.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) person(i int, word string) *person {
	p, ctx := &person{id: 1, word: word}, w.tb.Context()
	var err error
	if i > 0 {
		p.id, err = w.db.Profiles().Create(ctx, memory.Profile{Name: word, ExternalID: memory.Text(word)})
		w.ok(err)
	}
	th := chat("title " + word)
	th.ProfileID = p.id
	p.thread, err = w.db.Threads().Create(ctx, th)
	w.ok(err)
	p.file, err = w.db.Contexts().Insert(ctx, memory.Context{ProfileID: p.id, Name: word, Content: word, SHA256: "same"})
	w.ok(err)
	return p
}

func (w *world) draw(t *rapid.T) *person {
	return w.people[rapid.IntRange(0, len(w.people)-1).Draw(t, "person")]
}

func (w *world) learn(t *rapid.T) {
	p, ctx := w.draw(t), w.tb.Context()
	m := fact(fmt.Sprintf("Same words for all, %s %d.", p.word, len(p.memories)))
	m.ProfileID, m.Status = p.id, rapid.SampledFrom(allStatus()).Draw(t, "status")
	id, err := w.db.Memories().Insert(ctx, m)
	w.ok(err)
	p.memories = append(p.memories, id)
	w.ok(w.db.Vectors().Put(ctx, []memory.Vector{{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: "e", Hash: "h", Values: []float32{1},
	}}))
	_, err = w.db.Decisions().Append(ctx, memory.Decision{
		ProfileID: p.id, Action: memory.ActionAdd, Actor: memory.ActorUser, MemoryID: id, Reason: memory.Text(p.word),
	})
	w.ok(err)
}

func (w *world) say(t *rapid.T) {
	p := w.draw(t)
	id, err := w.db.Messages().Insert(w.tb.Context(), memory.Message{
		ThreadID: p.thread, Role: memory.RoleUser, Content: "Same words for all, " + p.word, Status: memory.MessageComplete,
	})
	w.ok(err)
	p.messages = append(p.messages, id)
}

func (w *world) edit(t *rapid.T) {
	p := w.draw(t)
	if len(p.memories) == 0 {
		return
	}
	i := rapid.IntRange(0, len(p.memories)-1).Draw(t, "which")
	m, err := w.db.Memories().Get(w.tb.Context(), p.id, p.memories[i])
	w.ok(err)
	m.Content = "Edited for all, " + p.word
	p.memories[i], err = w.db.Memories().Put(w.tb.Context(), m)
	w.ok(err)
}

func (w *world) forget(t *rapid.T) {
	p := w.draw(t)
	if len(p.memories) == 0 {
		return
	}
	w.ok(w.db.Memories().Remove(w.tb.Context(), p.id, p.memories[0]))
	p.memories = p.memories[1:]
}

// trespass calls every method that takes a profile with another profile's ids.
func (w *world) trespass(t *rapid.T) {
	a, b, ctx := w.draw(t), w.draw(t), w.tb.Context()
	if a == b {
		return
	}
	var errs []error
	add := func(err error) { errs = append(errs, err) }
	for _, id := range b.memories {
		_, err := w.db.Memories().Get(ctx, a.id, id)
		add(err)
		add(w.db.Memories().Remove(ctx, a.id, id))
		w.ok(w.db.Memories().Touch(ctx, a.id, noon, []memory.ID{id}))
	}
	for _, id := range b.messages {
		_, err := w.db.Messages().Get(ctx, a.id, id)
		add(err)
		_, err = w.db.Messages().Versions(ctx, a.id, id)
		add(err)
		_, err = w.db.Messages().Latest(ctx, a.id, id)
		add(err)
		_, err = w.db.Messages().Path(ctx, a.id, a.thread, id, 0)
		add(err)
	}
	_, err := w.db.Threads().Get(ctx, a.id, b.thread)
	add(err)
	_, err = w.db.Contexts().Get(ctx, a.id, b.file)
	add(err)
	_, err = w.db.Messages().Path(ctx, a.id, b.thread, 0, 0)
	add(err)
	add(w.db.Threads().Delete(ctx, a.id, b.thread))
	add(w.db.Contexts().Delete(ctx, a.id, b.file))
	add(w.db.Threads().Attach(ctx, a.id, a.thread, b.file))
	add(w.db.Threads().Attach(ctx, a.id, b.thread, a.file))
	add(w.db.Threads().Update(ctx, memory.Thread{ID: b.thread, ProfileID: a.id, Memory: memory.ModeOn}))
	add(w.db.Contexts().Update(ctx, memory.Context{ID: b.file, ProfileID: a.id}))
	for i, err := range errs {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
}

// look checks that each profile sees all of its own data and nothing else.
func (w *world) look(t *rapid.T) {
	ctx := w.tb.Context()
	for _, p := range w.people {
		seen, _ := everything(t, w.tb, w.db, p.id)
		if len(seen) != len(p.memories) {
			t.Errorf("%s sees %d memories of %d", p.word, len(seen), len(p.memories))
		}
		f := memory.LexFilter{ProfileID: p.id}
		open := map[memory.ID]bool{}
		for _, id := range p.memories {
			open[id] = seen[id].Status != memory.StatusForgotten
			if seen[id].UseCount != 0 {
				t.Errorf("someone used %s's memory", p.word)
			}
		}
		hits, err := w.db.Lexicon().SearchMemories(ctx, "for all", 100, f)
		w.ok(err)
		for _, h := range hits {
			if !open[h.Owner] {
				t.Errorf("%s finds memory %d", p.word, h.Owner)
			}
		}
		hits, err = w.db.Lexicon().SearchMessages(ctx, "same", 100, f)
		w.ok(err)
		if len(hits) != len(p.messages) {
			t.Errorf("%s finds %d messages of %d", p.word, len(hits), len(p.messages))
		}
		hits, err = w.db.Lexicon().SearchThreads(ctx, "title", 100, f)
		w.ok(err)
		if len(hits) != 1 || hits[0].Owner != p.thread {
			t.Errorf("%s finds chats %v", p.word, hits)
		}
		w.ok(w.db.Vectors().Each(ctx, memory.Collection{ProfileID: p.id, Embedder: "e", Kind: memory.OwnerMemory},
			func(v memory.Vector) error {
				if !open[v.Key.Owner] {
					t.Errorf("%s walks over vector %d", p.word, v.Key.Owner)
				}
				return nil
			}))
		ds, err := w.db.Decisions().List(ctx, memory.DecisionFilter{ProfileID: p.id})
		w.ok(err)
		for _, d := range ds {
			if string(d.Reason) != p.word {
				t.Errorf("%s reads the decision %+v", p.word, d)
			}
		}
		file, err := w.db.Contexts().BySHA256(ctx, p.id, "same")
		w.ok(err)
		if file.ID != p.file {
			t.Errorf("%s finds file %d", p.word, file.ID)
		}
	}
}
