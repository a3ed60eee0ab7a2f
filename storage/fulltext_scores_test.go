package storage

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// A text that has no word twice gets the score that FTS5's own bm25 gives it, whoever wrote it.
func TestScoresAreThoseOfFTS5(t *testing.T) {
	db, ctx, r := openDB(t), t.Context(), rand.New(rand.NewPCG(3, 4))
	chat := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	madeUpWords := func() string {
		words := strings.Fields("tea lake otter violin kayak garden cellar atlas")
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words[:1+r.IntN(3)], " ") + strings.Repeat(" filler", r.IntN(20))
	}
	for i := range 60 {
		addMemory(t, db, fmt.Sprintf("%s %d", madeUpWords(), i), func(m *memory.Memory) { m.Tags = []string{"x"} })
		addMessage(t, db, chat, []memory.Role{memory.RoleUser, memory.RoleAssistant}[i%2], madeUpWords())
	}
	f := memory.FullTextFilter{ProfileID: 1}
	for _, query := range []string{"otter", "Where are kayak and atlas?", "garden cellar violin lake"} {
		memories := must(db.FullText().SearchMemories(ctx, query, 100, f))(t)
		messages := must(db.FullText().SearchMessages(ctx, query, 100, f))(t)
		for corpus, hits := range map[*corpus][]memory.FullTextHit{
			new(memoryCorpus()): memories, new(messageCorpus()): messages,
		} {
			want := scoresByFTS5(t, db, *corpus, query)
			if len(hits) != len(want) || len(hits) == 0 {
				t.Errorf("%s in %s: %d hits, FTS5 has %d", query, corpus.wordTable, len(hits), len(want))
			}
			for _, h := range hits {
				if math.Abs(h.Score-want[h.Owner]) > 1e-9 {
					t.Errorf("%s in %s: %d scores %v, FTS5 %v", query, corpus.wordTable, h.Owner, h.Score, want[h.Owner])
				}
			}
		}
	}
}

func scoresByFTS5(t *testing.T, db *DB, c corpus, query string) map[memory.ID]float64 {
	t.Helper()
	terms := withoutIgnoredWordsUnlessAll(splitQueryIntoTerms(query).words)
	var rows []hitRow
	failOnError(t, db.h.readDB.Raw("SELECT rowid AS owner, -"+c.bm25SQL(c.wordTable)+" AS score FROM "+c.wordTable+
		" WHERE "+c.wordTable+" MATCH ?", joinQuotedFTSTerms(terms, "", " OR ")).Scan(&rows).Error)
	scores := map[memory.ID]float64{}
	for _, r := range rows {
		scores[r.Owner] = r.Score
	}
	return scores
}

func TestSizeOfAFullTextTableFollowsItsTexts(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	check := func(want tableSize) {
		t.Helper()
		if got := must(readTableSize(db.h.readDB, "memory_words"))(t); got != want {
			t.Errorf("got %+v want %+v", got, want)
		}
	}
	check(tableSize{})
	first := addMemory(t, db, "green tea")
	check(tableSize{texts: 1, tokens: 2})
	addMemory(t, db, "The user "+strings.Repeat("walks and walks ", 100), func(m *memory.Memory) {
		m.Tags = []string{"sport"}
	})
	check(tableSize{texts: 2, tokens: 2 + 302 + 1})
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, first))
	check(tableSize{texts: 1, tokens: 303})
}

func TestVarintsAreDecodedAsSQLiteWritesThem(t *testing.T) {
	for encoded, want := range map[string][]int{
		"": nil, "00": {0}, "7f": {127}, "8100": {128}, "05810003": {5, 128, 3}, "ff7f": {16383},
		"8180808080808000": {1 << 49}, "808080808080808001": {1}, "ffffffffffffffffff": {-1}, "81": {1}, // the last is cut
	} {
		if got := decodeSQLiteVarints(must(hex.DecodeString(encoded))(t)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v want %v", encoded, got, want)
		}
	}
}

func FuzzSQLiteVarints(f *testing.F) {
	f.Add([]byte{0x81, 0x00, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		if n := len(decodeSQLiteVarints(b)); n > len(b) || n == 0 && len(b) > 0 {
			t.Errorf("%d numbers of %d bytes", n, len(b))
		}
	})
}
