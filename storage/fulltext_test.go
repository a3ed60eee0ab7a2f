package storage

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"memoir/memory"
)

func TestSearchMemoriesFindsWords(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	peanuts := addMemory(t, db, "The user is allergic to peanuts.")
	cafe := addMemory(t, db, "The user drinks Café au lait.", func(m *memory.Memory) { m.Tags = []string{"breakfast"} })
	dont := addMemory(t, db, `The user doesn't use "x" AND NOT y* (or col:umn).`)
	chinese := addMemory(t, db, "用户对花生过敏。")
	japanese := addMemory(t, db, "ユーザーはコーヒーが好きです")
	thai := addMemory(t, db, "ผู้ใช้ชอบกาแฟ")
	emoji := addMemory(t, db, "The user reacts with 🍕 and 100%.")
	under := addMemory(t, db, "The user has the file a_b.")
	archived := addMemory(t, db, "The user owned a kayak.", func(m *memory.Memory) { m.Status = memory.StatusArchived })
	for _, c := range []struct {
		query  string
		prefix bool
		want   []memory.ID
	}{
		{"Which peanut is safe?", false, []memory.ID{peanuts}},
		{"ALLERGIC", false, []memory.ID{peanuts}},
		{"cafe", false, []memory.ID{cafe}},
		{"CAFÉ", false, []memory.ID{cafe}},
		{"breakfast", false, []memory.ID{cafe}},
		{`doesn't "x`, false, []memory.ID{dont}},
		{"col:umn", false, []memory.ID{dont}},
		{"y*", false, []memory.ID{dont}},
		{`" OR "`, false, []memory.ID{dont}},
		{"peanuts NOT allergic", false, []memory.ID{peanuts, dont}},
		{"NEAR(peanuts allergic)", false, []memory.ID{peanuts}},
		{"花生过敏吗", false, []memory.ID{chinese}},
		{"花生", false, []memory.ID{chinese}},
		{"敏", false, []memory.ID{chinese}},
		{"コーヒー", false, []memory.ID{japanese}},
		{"กาแฟ", false, []memory.ID{thai}},
		{"🍕", false, []memory.ID{emoji}},
		{"100%", false, []memory.ID{emoji}},
		{"a_b", false, []memory.ID{under}},
		{"axb", false, nil},
		{"kayak", false, []memory.ID{archived}},
		{"kayak 花生", false, []memory.ID{archived, chinese}},
		{"", false, nil},
		{"  ?!  ", false, nil},
		{"%", false, nil},
		{"\x00\xff", false, nil},
		{"pean", false, nil},
		{"pean", true, []memory.ID{peanuts}},
		{"allergi", true, []memory.ID{peanuts}},
		{"aller pean", true, []memory.ID{peanuts}},
		{"aller kayak", true, nil},
		{`"allergic to peanuts"`, true, []memory.ID{peanuts}},
		{`“allergic to pean”`, true, []memory.ID{peanuts}},
		{`"peanuts allergic"`, true, nil},
		{`"allergic to peanuts`, true, []memory.ID{peanuts}}, // while it is typed
		{"花生 过", true, []memory.ID{chinese}},
		{"花生 kayak", true, nil},
		{"e_ file", true, nil}, // not a wildcard either
	} {
		f := memory.FullTextFilter{ProfileID: 1, Prefix: c.prefix}
		hits := must(db.FullText().SearchMemories(ctx, c.query, 10, f))(t)
		f.NoSnippets = true
		for i, h := range must(db.FullText().SearchMemories(ctx, c.query, 10, f))(t) {
			if h.Owner != hits[i].Owner || h.Snippet != "" {
				t.Errorf("%q without snippets: hit %+v, want %+v", c.query, h, hits[i])
			}
		}
		var got []memory.ID
		for _, h := range hits {
			got = append(got, h.Owner)
			if h.Score <= 0 || h.Snippet == "" {
				t.Errorf("%q: hit %+v", c.query, h)
			}
		}
		if !haveSameIDsInAnyOrder(got, c.want) {
			t.Errorf("%q (prefix %v): got %v want %v", c.query, c.prefix, got, c.want)
		}
	}
}

func TestSearchAcceptsAnyQuery(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	addMemory(t, db, "The user likes tea.")
	rapid.Check(t, func(t1 *rapid.T) {
		q := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ "'*:^(){}+\-.,a花NEARORAND]{0,20}`)).Draw(t1, "query")
		f := memory.FullTextFilter{ProfileID: 1, Prefix: rapid.Bool().Draw(t1, "prefix")}
		for _, search := range []func() ([]memory.FullTextHit, error){
			func() ([]memory.FullTextHit, error) { return db.FullText().SearchMemories(ctx, q, 3, f) },
			func() ([]memory.FullTextHit, error) { return db.FullText().SearchMessages(ctx, q, 3, f) },
			func() ([]memory.FullTextHit, error) { return db.FullText().SearchChatTitles(ctx, q, 3, f) },
		} {
			if _, err := search(); err != nil {
				t1.Fatalf("%q: %v", q, err)
			}
		}
	})
	if _, err := db.FullText().SearchMemories(ctx, strings.Repeat("tea coffee 花生过敏 ", 20000), 3,
		memory.FullTextFilter{ProfileID: 1}); err != nil {
		t.Errorf("a pasted book: %v", err)
	}
}

func TestSearchRanksRarerAndMoreWordsFirst(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	for range 20 {
		addMemory(t, db, "The user likes tea in the morning.")
		addMemory(t, db, "The user plays chess on Sundays.")
		addMemory(t, db, "The user walks to work.")
	}
	both := addMemory(t, db, "The user likes tea with cardamom.")
	rare := addMemory(t, db, "The user grows cardamom.")
	hits := must(db.FullText().SearchMemories(ctx, "does the user like tea with cardamom?", 3,
		memory.FullTextFilter{ProfileID: 1}))(t)
	if len(hits) != 3 || hits[0].Owner != both || hits[1].Owner != rare {
		t.Errorf("got %+v", hits)
	}
}

func TestSearchRanksAQuotedPhraseFirst(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	phrase := addMemory(t, db, "The user has a blue sailing boat with an old engine.")
	words := addMemory(t, db, "The user's old boat is sailing, blue.")
	for query, want := range map[string][]memory.ID{
		"an old blue sailing boat":     {words, phrase},
		`an old "blue sailing boat"`:   {phrase, words},
		`an old „blue sailing boat“`:   {phrase, words},
		"an old « blue sailing boat »": {phrase, words},
	} {
		hits := must(db.FullText().SearchMemories(ctx, query, 5, memory.FullTextFilter{ProfileID: 1}))(t)
		if len(hits) != 2 || hits[0].Owner != want[0] || hits[1].Owner != want[1] {
			t.Errorf("%s: %+v, want %v", query, hits, want)
		}
	}
}

func TestSearchIgnoresCommonWordsBesideRareOnes(t *testing.T) {
	db := openDB(t)
	db.fullText.maxRanked = 10
	for range 8 {
		addMemory(t, db, "The user likes tea.")
	}
	rare := addMemory(t, db, "The user grows cardamom.")
	if got := searchMemoryIDs(t, db, 1, "does the user like cardamom"); len(got) != 9 {
		t.Errorf("few texts: found %v", got)
	}
	addMemory(t, db, "Tea.")
	if got := searchMemoryIDs(t, db, 1, "the user grows tea"); !reflect.DeepEqual(got, []memory.ID{rare}) {
		t.Errorf("beside a rare word: found %v", got)
	}
	if got := searchMemoryIDs(t, db, 1, "the user"); len(got) != 9 {
		t.Errorf("alone: found %v", got)
	}
}

func TestSearchByFrequentWordsAloneTakesNewestTextsWithAllOfThem(t *testing.T) {
	db := openDB(t)
	db.fullText.maxRanked = 4
	addMemory(t, db, "Tea, lake.") // the best one, but not of the newest
	for range rankedPerHit - 1 {
		addMemory(t, db, "The user drank tea in the house at the lake.")
	}
	best := addMemory(t, db, "Tea at the lake.")
	tea := addMemory(t, db, "Tea.")
	lake := addMemory(t, db, "The lake.")
	for query, want := range map[string]memory.ID{"tea lake": best, "tea": tea, "lake": lake, "lake otters": lake} {
		hits := must(db.FullText().SearchMemories(t.Context(), query, 1, memory.FullTextFilter{ProfileID: 1}))(t)
		if len(hits) != 1 || hits[0].Owner != want {
			t.Errorf("%q: found %+v want %v", query, hits, want)
		}
	}
}

func TestSearchFindsVisibleMessagesAndTitlesOnly(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	first := must(db.ChatStore().Create(ctx, newChat("Dinner with peanuts")))(t)
	trashed := must(db.ChatStore().Create(ctx, newChat("Peanuts in the trash")))(t)
	reply := addMessage(t, db, first, memory.RoleAssistant, "Peanuts are legumes.")
	asked := addMessage(t, db, first, memory.RoleUser, "Peanuts are nuts.")
	addMessage(t, db, trashed, memory.RoleUser, "Peanuts are gone.")
	addMessage(t, db, first, memory.RoleSystem, "Peanuts are secret.")
	streaming := memory.Message{
		ChatID: first, Role: memory.RoleAssistant, Content: "Peanuts are",
		Status: memory.MessageStreaming,
	}
	streaming.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, streaming))(t)
	th := must(db.ChatStore().Get(ctx, 1, trashed))(t)
	th.DeletedAt = noon
	failOnError(t, db.ChatStore().Update(ctx, th))

	messages := func(q string, f memory.FullTextFilter) (ids []memory.ID) {
		f.ProfileID = 1
		for _, h := range must(db.FullText().SearchMessages(ctx, q, 10, f))(t) {
			if h.ChatID != first {
				t.Errorf("%q: chat %d", q, h.ChatID)
			}
			ids = append(ids, h.Owner)
		}
		return ids
	}
	if got := messages("peanuts", memory.FullTextFilter{}); !reflect.DeepEqual(got, []memory.ID{asked.ID, reply.ID}) {
		t.Errorf("the person's words first, then replies: %v", got)
	}
	if got := messages("peanuts", memory.FullTextFilter{ChatID: trashed}); got != nil {
		t.Errorf("in the trash: %v", got)
	}
	if got := messages("legu", memory.FullTextFilter{ChatID: first, Prefix: true}); !reflect.DeepEqual(got,
		[]memory.ID{reply.ID}) {
		t.Errorf("prefix in one chat: %v", got)
	}
	streaming.Content, streaming.Status = "Walnuts are", memory.MessageStopped
	failOnError(t, db.MessageStore().FinishStreamingAnswer(ctx, streaming))
	if got := messages("walnut", memory.FullTextFilter{}); !reflect.DeepEqual(got, []memory.ID{streaming.ID}) {
		t.Errorf("a finished answer: %v", got)
	}
	titles := func(q string) (ids []memory.ID) {
		for _, h := range must(db.FullText().SearchChatTitles(ctx, q, 10, memory.FullTextFilter{ProfileID: 1}))(t) {
			ids = append(ids, h.Owner)
		}
		return ids
	}
	if got := titles("peanut"); !reflect.DeepEqual(got, []memory.ID{first}) {
		t.Errorf("titles: %v", got)
	}
	th = must(db.ChatStore().Get(ctx, 1, first))(t)
	th.Title = "Supper"
	failOnError(t, db.ChatStore().Update(ctx, th))
	if got := titles("dinner"); got != nil {
		t.Errorf("an old title is found: %v", got)
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, first))
	if got := messages("peanuts walnuts", memory.FullTextFilter{}); got != nil {
		t.Errorf("a deleted chat: %v", got)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
}

// searchPrefix returns the messages found by a prefix search.
func searchPrefix(t *testing.T, db *DB, profile memory.ID, query string, k int) (ids []memory.ID) {
	t.Helper()
	for _, h := range must(db.FullText().SearchMessages(t.Context(), query, k,
		memory.FullTextFilter{ProfileID: profile, Prefix: true}))(t) {
		ids = append(ids, h.Owner)
	}
	return ids
}

// addMessages stores one user message per text.
func addMessages(t *testing.T, db *DB, chatID memory.ID, texts ...string) (ids []memory.ID) {
	t.Helper()
	for _, text := range texts {
		m := memory.Message{ChatID: chatID, Role: memory.RoleUser, Status: memory.MessageComplete, Content: text}
		ids = append(ids, must(db.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), m))(t))
	}
	return ids
}

func TestPrefixSearchReturnsNewestWordStartsFirst(t *testing.T) {
	db := openDB(t)
	db.fullText.maxRanked = 4
	th := must(db.ChatStore().Create(t.Context(), newChat("c")))(t)
	id := addMessages(t, db, th, "tea tea tea", "old tea", "teapot", "steam 1", "tea with milk", "steam 2 mi",
		"Tea, (milk)")
	for _, c := range []struct {
		query string
		k     int
		want  []memory.ID
	}{
		{"tea", 3, []memory.ID{id[6], id[4], id[2]}},
		{"tea", 4, []memory.ID{id[6], id[4], id[2], id[5]}}, // of the newest five, infix matches last
		{"tea mi", 3, []memory.ID{id[6], id[4], id[5]}},
	} {
		if got := searchPrefix(t, db, 1, c.query, c.k); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %v want %v", c.query, got, c.want)
		}
	}
	db.fullText.maxRanked = defaultMaxRanked
	if got := searchPrefix(t, db, 1, "tea", 1); !reflect.DeepEqual(got, id[:1]) {
		t.Errorf("few are ranked: got %v want %v", got, id[:1])
	}
}

func TestTrashedMessagesDoNotCrowdOutPrefixHits(t *testing.T) {
	db := openDB(t)
	db.fullText.maxRanked = 2
	mine := must(db.ChatStore().Create(t.Context(), newChat("c")))(t)
	id := addMessages(t, db, mine, "green tea", "black tea")
	trashed := newChat("gone")
	trashed.DeletedAt = noon
	addMessages(t, db, must(db.ChatStore().Create(t.Context(), trashed))(t), "tea 1", "tea 2", "tea 3", "tea 4")
	for _, query := range []string{"tea", "te", "tea b"} {
		want := []memory.ID{id[1], id[0]}
		if query == "tea b" {
			want = id[1:]
		}
		if got := searchPrefix(t, db, 1, query, 5); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v want %v", query, got, want)
		}
	}
}

func TestBetterMatchesThatAreHiddenDoNotCrowdOutHits(t *testing.T) {
	db := openDB(t)
	mine := must(db.ChatStore().Create(t.Context(), newChat("c")))(t)
	want := addMessages(t, db, mine, "The kayak is in the shed behind the house of my aunt.")
	trashed := newChat("gone")
	trashed.DeletedAt = noon
	better := slices.Repeat([]string{"kayak"}, 40*rankedPerHit)
	addMessages(t, db, must(db.ChatStore().Create(t.Context(), trashed))(t), better...)
	for _, chat := range []memory.ID{0, mine} {
		f := memory.FullTextFilter{ProfileID: 1, ChatID: chat}
		hits := must(db.FullText().SearchMessages(t.Context(), "Where is my kayak?", 1, f))(t)
		if len(hits) != 1 || hits[0].Owner != want[0] {
			t.Errorf("chat %d: got %+v want %v", chat, hits, want)
		}
	}
}

func TestShortPrefixSearchesNewestTextsThenAll(t *testing.T) {
	db := openDB(t)
	db.fullText.maxRanked = 2
	th := must(db.ChatStore().Create(t.Context(), newChat("c")))(t)
	id := addMessages(t, db, th, "an ox", "花生过敏", "ÖX", "a box", "nothing", "nothing")
	for query, want := range map[string][]memory.ID{
		"ox": {id[2], id[0]}, "b": {id[3]}, "n": {id[5], id[4]}, "花生": {id[1]}, "花 q": nil, "x": nil,
	} {
		if got := searchPrefix(t, db, 1, query, 2); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v want %v", query, got, want)
		}
	}
}

func TestExactTitleComesFirst(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	db.fullText.maxRanked = 3
	var ids []memory.ID
	for _, title := range []string{"Tea", "Tea 100%", "Tea and cake", "Tea with milk", "Tea of today"} {
		ids = append(ids, must(db.ChatStore().Create(ctx, newChat(title)))(t))
	}
	for query, want := range map[string]memory.ID{"tea": ids[0], "te": ids[4], "tea 100%": ids[1], "tea%": ids[4]} {
		hits := must(db.FullText().SearchChatTitles(ctx, query, 2, memory.FullTextFilter{ProfileID: 1, Prefix: true}))(t)
		if len(hits) == 0 || hits[0].Owner != want {
			t.Errorf("%q: got %+v, want %d first", query, hits, want)
		}
	}
}

func TestSnippetContainsMatch(t *testing.T) {
	filler := strings.Repeat("Lorem ipsum dolor. ", 30)
	for _, c := range []struct {
		text, query, want string
	}{
		{"short\n text", "text", "short text"},
		{filler + "The café is open. " + filler, "CAFE", "café"},
		{filler + "an allergic person" + filler, "allergies", "allergic"},
		{strings.Repeat("花", 500) + "生过敏" + strings.Repeat("花", 500), "生过敏", "生过敏"},
		{filler, "nothing", "Lorem"},
	} {
		got := cutSnippetAroundTerm(c.text, splitQueryIntoTerms(c.query).allTerms())
		if !strings.Contains(got, c.want) || utf8.RuneCountInString(got) > snippetRunes+25 {
			t.Errorf("%q: %q", c.query, got)
		}
	}
}

func TestSearchStopsAtContextDeadline(t *testing.T) {
	db := openDB(t)
	ctx, cancel := withDeadline(t, time.Now().Add(-time.Second))
	defer cancel()
	_, err := db.FullText().SearchMemories(ctx, "tea", 3, memory.FullTextFilter{ProfileID: 1})
	if !errors.Is(err, ctx.Err()) {
		t.Errorf("got %v", err)
	}
}
