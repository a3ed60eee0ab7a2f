package storage

import (
	"database/sql"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"memoir/memory"
)

// Overview counts what List returns, whatever the memories are.
func TestOverviewCountsWhatListReturns(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	stranger := addSecondProfile(t, db, 0)
	rapid.Check(t, func(t1 *rapid.T) {
		var all []memory.ID
		for range rapid.IntRange(0, 8).Draw(t1, "memories") {
			m := memoryGenerator(1).Draw(t1, "memory")
			if rapid.Bool().Draw(t1, "open") {
				m.Status, m.SupersededBy, m.ValidTo = memory.StatusActive, 0, ""
			}
			m.Tags = rapid.SliceOfDistinct(rapid.SampledFrom([]string{"food", "home", "städte"}), rapid.ID[string]).
				Draw(t1, "few tags")
			id, err := db.MemoryStore().Insert(ctx, m)
			if err != nil {
				t1.Fatal(err)
			}
			all = append(all, id)
		}
		list := func(f memory.MemoryFilter) []memory.Memory {
			f.ProfileID, f.AnyScope, f.Now = 1, true, noon
			ms, err := db.MemoryStore().List(ctx, f)
			if err != nil {
				t1.Fatal(err)
			}
			return ms
		}
		want := memory.MemoryOverview{ByStatus: map[memory.Status]int{}, ByType: map[memory.Type]int{}}
		tags := map[string]int{}
		current := list(memory.MemoryFilter{})
		for _, m := range current {
			want.ByType[m.Type]++
			for _, tag := range m.Tags {
				tags[tag]++
			}
		}
		for _, m := range list(memory.MemoryFilter{Status: allStatuses(), IncludeOutdated: true}) {
			want.ByStatus[m.Status]++
			want.NewestID = max(want.NewestID, m.ID)
		}
		if want.Outdated = want.ByStatus[memory.StatusActive] - len(current); want.Outdated > 0 {
			want.ByStatus[memory.StatusActive] = len(current)
		}
		if len(current) == 0 {
			delete(want.ByStatus, memory.StatusActive)
		}
		got, err := db.MemoryStore().CountByStatusTypeTag(ctx, 1, noon)
		if err != nil {
			t1.Fatal(err)
		}
		gotTags := map[string]int{}
		for i, tag := range got.Tags {
			gotTags[tag.Tag] = tag.Count
			if i > 0 && got.Tags[i-1].Count < tag.Count {
				t1.Errorf("tags out of order: %v", got.Tags)
			}
		}
		got.Tags = nil
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotTags, tags) {
			t1.Errorf("got  %+v %v\nwant %+v %v", got, gotTags, want, tags)
		}
		if o, err := db.MemoryStore().CountByStatusTypeTag(ctx, stranger, noon); err != nil ||
			len(o.ByStatus)+len(o.Tags) != 0 {
			t1.Errorf("another profile counts %+v, %v", o, err)
		}
		for _, id := range all {
			if err := db.MemoryStore().UnlinkFromProfile(ctx, 1, id); err != nil {
				t1.Fatal(err)
			}
		}
	})
}

func TestSourceChatIsThatOfTheMessageElseOfTheScope(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := func(title string, change ...func(*memory.Chat)) memory.ID {
		c := newChat(title)
		for _, f := range change {
			f(&c)
		}
		return must(db.ChatStore().Create(ctx, c))(t)
	}
	trip, cats := chat("Trip"), chat("Cats")
	trash := chat("Old", func(c *memory.Chat) { c.DeletedAt = noon })
	stranger := addSecondProfile(t, db, 0)
	theirs := chat("Theirs", func(c *memory.Chat) { c.ProfileID = stranger })
	said := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
		ChatID: trip, Role: memory.RoleUser, Status: memory.MessageComplete,
	}))(t)
	want := map[memory.ID]memory.SourceChat{}
	ids := []memory.ID{}
	for _, c := range []struct {
		message, scope memory.ID
		want           memory.SourceChat
	}{
		{said, 0, memory.SourceChat{ID: trip, Title: "Trip"}},
		{said, cats, memory.SourceChat{ID: trip, Title: "Trip"}},
		{999, cats, memory.SourceChat{ID: cats, Title: "Cats"}},
		{0, trash, memory.SourceChat{ID: trash, Title: "Old", InTrash: true}},
		{0, theirs, memory.SourceChat{}},
		{0, 0, memory.SourceChat{}},
	} {
		id := addMemory(t, db, "fact", func(m *memory.Memory) { m.SourceMessageID, m.ChatID = c.message, c.scope })
		ids = append(ids, id)
		if c.want.ID != 0 {
			want[id] = c.want
		}
	}
	if got := must(db.MemoryStore().SourceChatByMemory(ctx, 1, ids))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := must(db.MemoryStore().SourceChatByMemory(ctx, stranger, ids))(t); len(got) != 0 {
		t.Errorf("another profile sees %+v", got)
	}
}

// NewestByActorPerMemory answers for many memories what List answers for each.
func TestNewestOfMemoriesAgreesWithList(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	stranger := addSecondProfile(t, db, 0)
	rapid.Check(t, func(t1 *rapid.T) {
		id := rapid.Custom(func(t *rapid.T) memory.ID { return memory.ID(rapid.Int64Range(0, 4).Draw(t, "id")) })
		for range rapid.IntRange(1, 6).Draw(t1, "decisions") {
			_, err := db.DecisionStore().Append(ctx, memory.Decision{
				ProfileID: rapid.SampledFrom([]memory.ID{1, stranger}).Draw(t1, "profile"), CreatedAt: noon,
				Action: memory.ActionAdd, MemoryID: id.Draw(t1, "memory"), OldID: id.Draw(t1, "old"),
				Actor: rapid.SampledFrom([]memory.Actor{memory.ActorExtractor, memory.ActorUser}).Draw(t1, "actor"),
			})
			if err != nil {
				t1.Fatal(err)
			}
		}
		ids, want := []memory.ID{1, 2, 3, 4, 5}, map[memory.ID]memory.Decision{}
		for _, id := range ids {
			ds, err := db.DecisionStore().List(ctx, memory.DecisionFilter{
				ProfileID: 1, MemoryID: id, Actor: memory.ActorExtractor, Limit: 1,
			})
			if err != nil {
				t1.Fatal(err)
			}
			if len(ds) > 0 {
				want[id] = ds[0]
			}
		}
		got, err := db.DecisionStore().NewestByActorPerMemory(ctx, 1, memory.ActorExtractor, ids)
		if err != nil || !reflect.DeepEqual(got, want) {
			t1.Errorf("got  %+v, %v\nwant %+v", got, err, want)
		}
	})
}

// Each lane is told by one memory of its kind, whatever its status, and only to its own profile.
func TestLanesTellWhichListsMayHaveMemories(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	replaced := addMemory(t, db, "The user lives in Lund.")
	want := memory.MemoryLanes{}
	check := func() {
		t.Helper()
		if got := must(db.MemoryStore().FindLanesWithMemories(ctx, 1))(t); got != want {
			t.Errorf("got %+v want %+v", got, want)
		}
	}
	check()
	addMemory(t, db, "The user likes tea.", func(m *memory.Memory) { m.Pinned = true })
	want.Pinned = true
	check()
	addMemory(t, db, "Answer briefly.", func(m *memory.Memory) { m.Kind = memory.KindInstruction })
	want.Instructions = true
	check()
	addMemory(t, db, "The user is called Ada.", func(m *memory.Memory) { m.Key, m.Status = "name", memory.StatusArchived })
	want.Keyed = true
	check()
	addMemory(t, db, "The user lives in Graz.", func(m *memory.Memory) {
		m.Status, m.Proposes = memory.StatusInbox, replaced
	})
	want.Proposals = true
	check()
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "Other"}))(t)
	if got := must(db.MemoryStore().FindLanesWithMemories(ctx, other))(t); got != (memory.MemoryLanes{}) {
		t.Errorf("another profile is told %+v", got)
	}
}

// Every prompt asks for them, so all links of a profile must not be read.
func TestLanesWithMemoriesAreFoundByTheirIndexes(t *testing.T) {
	db := openDB(t)
	rows := must(db.reader.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+lanesWithMemoriesSQL,
		sql.Named("profile", 1)))(t)
	defer rows.Close()
	var plan string
	for rows.Next() {
		var id, parent, unused int
		var step string
		failOnError(t, rows.Scan(&id, &parent, &unused, &step))
		plan += step + "\n"
	}
	failOnError(t, rows.Err())
	for _, index := range []string{
		"memory_links_pinned", "memory_instructions", "memory_keyed", "memory_links_proposing",
	} {
		if !strings.Contains(plan, index) {
			t.Errorf("%s is not used:\n%s", index, plan)
		}
	}
	if strings.Contains(plan, "PRIMARY KEY (profile_id=?)") {
		t.Errorf("all links are read:\n%s", plan)
	}
}

// Memories are selected by either, each once, and only those that the other conditions let through.
func TestListSelectsByIDsOrSources(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	said := addMessage(t, db, chat, memory.RoleUser, "I sail.")
	learned := func(m *memory.Memory) { m.SourceMessageID = said.ID }
	byID := addMemory(t, db, "The user likes tea.")
	bySource := addMemory(t, db, "The user sails.", learned)
	both := addMemory(t, db, "The user has a boat.", learned)
	archived := addMemory(t, db, "The user had a canoe.", learned, func(m *memory.Memory) {
		m.Status = memory.StatusArchived
	})
	addMemory(t, db, "The user has a cat.")
	among := &memory.IDsOrSources{IDs: []memory.ID{byID, both, archived}, Sources: []memory.ID{said.ID}}
	for profile, want := range map[memory.ID][]memory.ID{1: {byID, bySource, both}, addSecondProfile(t, db, 0): nil} {
		var got []memory.ID
		for _, m := range must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: profile, IDsOrSources: among}))(t) {
			got = append(got, m.ID)
		}
		if len(got) != len(want) || !haveSameIDsInAnyOrder(got, want) {
			t.Errorf("profile %d: %v, want %v", profile, got, want)
		}
	}
	none := memory.MemoryFilter{ProfileID: 1, IDsOrSources: &memory.IDsOrSources{}}
	if got := must(db.MemoryStore().List(ctx, none))(t); len(got) != 0 {
		t.Errorf("of none: %v", got)
	}
}
