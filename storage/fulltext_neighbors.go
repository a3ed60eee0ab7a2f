package storage

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

const (
	// windowRadius is how many messages before and after one belong to its window.
	windowRadius = 2
	// windowSeeds is how many of the messages with the rarest words of a question have the windows
	// around them scored.
	windowSeeds = 80
	// maxWindowPostings is the number of messages from which a word is too frequent to tell windows
	// apart.
	maxWindowPostings = maxFrequentTexts
	// windowRunes is the length of a window, in runes, at which its words count as they are: about 150
	// English words. It is a constant instead of the mean of all windows, so that a question and an
	// answer of many pages do not count as what was said around a message.
	windowRunes = 850
	// bm25Saturation and bm25Length are k1 and b of Okapi BM25, as FTS5 has them.
	bm25Saturation, bm25Length = 1.2, 0.75
)

// SearchMessageWindows scores each message by the words of a question in it and in the two messages
// before and after it, by BM25 over such windows. Words without a meaning of their own do not
// count, unless the question has no others.
func (x *fullText) SearchMessageWindows(
	ctx context.Context, query string, k int, f memory.FullTextFilter,
) ([]memory.FullTextHit, error) {
	w := windowSearch{db: x.readDB.WithContext(ctx), filter: f, rows: map[memory.ID]windowRow{}}
	var hits []memory.FullTextHit
	err := runCatchingMappedReadFaults(func() (err error) {
		hits, err = w.findWindowsBestFirst(splitQueryIntoTerms(query))
		return err
	})
	if err != nil {
		return nil, wrapErrorWithSentinel("search what was said around messages", err)
	}
	return hits[:min(k, len(hits))], nil
}

// windowSearch is one running search of windows.
type windowSearch struct {
	db     *gorm.DB
	filter memory.FullTextFilter
	terms  []windowTerm
	rows   map[memory.ID]windowRow
}

// windowTerm is a word of the question with the messages that have it.
type windowTerm struct {
	messages         map[memory.ID]bool
	inverseFrequency float64
}

// windowRow is a message without its text.
type windowRow struct {
	ID       memory.ID
	ParentID memory.ID
	ThreadID memory.ID
	Runes    int
	next     memory.ID // the newest version of what followed it, 0 for none; only some are loaded
}

func (w *windowSearch) findWindowsBestFirst(q queryTerms) ([]memory.FullTextHit, error) {
	c := messageCorpus()
	if err := w.lookUpAndKeepTermsUnlessFrequent(c.wordTable, withoutIgnoredWordsUnlessAll(q.words)); err != nil {
		return nil, err
	}
	if err := w.lookUpAndKeepTermsUnlessFrequent(c.trigramTable, q.trigramsOfSpacelessRuns()); err != nil {
		return nil, err
	}
	seeds := w.idsOfMessagesWithRarestTerms()
	if len(seeds) == 0 {
		return nil, nil
	}
	if err := w.loadMessagesWithNeighbors(seeds); err != nil {
		return nil, err
	}
	hits := make([]memory.FullTextHit, 0, len(w.rows))
	for id, row := range w.rows {
		if score := w.bm25OfWindow(row); score > 0 {
			hits = append(hits, memory.FullTextHit{Owner: id, ChatID: row.ThreadID, Score: score})
		}
	}
	slices.SortFunc(hits, func(a, b memory.FullTextHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Owner, a.Owner))
	})
	return hits, nil
}

// withoutIgnoredWordsUnlessAll returns the words that say what is looked for, or all when none
// does.
func withoutIgnoredWordsUnlessAll(words []string) []string {
	bare := make([]string, len(words))
	for i, w := range words {
		bare[i] = trimMarksAndLowerCase(w)
	}
	ignored := lang.StopWordsOfQuestionLanguage(bare)
	out := slices.DeleteFunc(slices.Clone(words), func(s string) bool { return ignored[trimMarksAndLowerCase(s)] })
	if len(out) == 0 {
		return words
	}
	return out
}

// trimMarksAndLowerCase returns a word of a query in lower case without the marks around it.
func trimMarksAndLowerCase(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !isWordRune(r) }))
}

// lookUpAndKeepTermsUnlessFrequent looks up each term; those of too many messages are left out.
func (w *windowSearch) lookUpAndKeepTermsUnlessFrequent(table string, terms []string) error {
	if len(terms) == 0 {
		return nil
	}
	var all float64
	if err := w.db.Raw("SELECT count(*) FROM " + table + "_docsize").Row().Scan(&all); err != nil {
		return err
	}
	// The database returns the ids of a term as one text: a row for each costs several times as much.
	return queryForEachTerm(w.db, "SELECT group_concat(rowid) FROM (SELECT rowid FROM "+table+" WHERE "+table+
		" MATCH t.value"+limitSQL(maxWindowPostings+1)+")", terms, func(_ int, ids sql.NullString) error {
		t, err := windowTermFromMessageIDs(ids.String)
		if with := float64(len(t.messages)); err == nil && with > 0 && with <= maxWindowPostings {
			t.inverseFrequency = max(1e-6, math.Log((all-with+0.5)/(with+0.5)))
			w.terms = append(w.terms, t)
		}
		return err
	})
}

// windowTermFromMessageIDs reads the ids of the messages that have a term, with commas between
// them.
func windowTermFromMessageIDs(ids string) (windowTerm, error) {
	t := windowTerm{messages: map[memory.ID]bool{}}
	for text := range strings.FieldsFuncSeq(ids, func(r rune) bool { return r == ',' }) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return t, fmt.Errorf("id of a message: %w", err)
		}
		t.messages[memory.ID(id)] = true
	}
	return t, nil
}

// idsOfMessagesWithRarestTerms returns the messages whose own words of the question are the rarest
// together.
func (w *windowSearch) idsOfMessagesWithRarestTerms() []memory.ID {
	sums := map[memory.ID]float64{}
	for _, t := range w.terms {
		for id := range t.messages {
			sums[id] += t.inverseFrequency
		}
	}
	type seed struct {
		id  memory.ID
		sum float64
	}
	seeds := make([]seed, 0, len(sums))
	for id, sum := range sums {
		seeds = append(seeds, seed{id, sum})
	}
	slices.SortFunc(seeds, func(a, b seed) int { return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(b.id, a.id)) })
	ids := make([]memory.ID, min(len(seeds), windowSeeds))
	for i := range ids {
		ids[i] = seeds[i].id
	}
	return ids
}

// loadMessagesWithNeighbors loads the seeds that may be found and the messages up to windowRadius
// before and after them.
func (w *windowSearch) loadMessagesWithNeighbors(seeds []memory.ID) error {
	newest, err := w.loadMessagesByColumn("o.id", seeds)
	if err != nil {
		return err
	}
	before, after := newest, newest
	for range windowRadius {
		parents := make([]memory.ID, 0, len(before))
		for _, r := range before {
			if _, ok := w.rows[r.ParentID]; !ok && r.ParentID != 0 {
				parents = append(parents, r.ParentID)
			}
		}
		if before, err = w.loadMessagesByColumn("o.id", parents); err != nil {
			return err
		}
		ids := make([]memory.ID, len(after))
		for i, r := range after {
			ids[i] = r.ID
		}
		if after, err = w.loadMessagesByColumn("o.parent_id", ids); err != nil {
			return err
		}
	}
	return nil
}

// loadMessagesByColumn loads the messages whose column has one of the values, keeps them and
// returns them.
func (w *windowSearch) loadMessagesByColumn(column string, values []memory.ID) ([]windowRow, error) {
	if len(values) == 0 {
		return nil, nil
	}
	c := messageCorpus()
	cond := &whereClause{}
	cond.addCondition(column+" IN (SELECT value FROM json_each(?))", idsAsJSON(values))
	cond.addCondition(c.visibleSQL, w.filter.ProfileID)
	if w.filter.ChatID != 0 {
		cond.addCondition("o.thread_id = ?", w.filter.ChatID)
	}
	var out []windowRow
	found := w.db.Raw("SELECT o.id, coalesce(o.parent_id, 0), o.thread_id, length(o.content), coalesce("+
		"(SELECT max(id) FROM messages WHERE parent_id = o.id), 0) FROM "+c.fromSQL+" "+cond.whereSQL(), cond.args...)
	err := forEachRow(found, func(rows *sql.Rows) error {
		var r windowRow
		err := rows.Scan(&r.ID, &r.ParentID, &r.ThreadID, &r.Runes, &r.next)
		w.rows[r.ID] = r
		out = append(out, r)
		return err
	})
	return out, err
}

// bm25OfWindow is BM25 of the window around a message.
func (w *windowSearch) bm25OfWindow(center windowRow) float64 {
	window := []windowRow{center}
	for r, i := center, 0; i < windowRadius; i++ {
		parent, ok := w.rows[r.ParentID]
		if !ok {
			break
		}
		window, r = append(window, parent), parent
	}
	for r, i := center, 0; i < windowRadius; i++ {
		next, ok := w.rows[r.next]
		if !ok {
			break
		}
		window, r = append(window, next), next
	}
	runes := 0
	for _, r := range window {
		runes += r.Runes
	}
	norm := bm25Saturation * (1 - bm25Length + bm25Length*float64(runes)/windowRunes)
	var score float64
	for _, t := range w.terms {
		count := 0.0
		for _, r := range window {
			if t.messages[r.ID] {
				count++
			}
		}
		score += t.inverseFrequency * count * (bm25Saturation + 1) / (count + norm)
	}
	return score
}
