package storage

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
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
	words, err := w.findRareTerms(c.wordTable, withoutIgnoredWordsUnlessAll(q.words))
	if err != nil {
		return nil, err
	}
	grams, err := w.findRareTerms(c.trigramTable, q.trigramsOfSpacelessRuns())
	if err != nil {
		return nil, err
	}
	found := append(words, grams...)
	if len(found) == 0 {
		return nil, nil
	}
	w.terms = newWindowTerms(found)
	seeds := textsByTermWeight(found)
	if err := w.loadMessagesWithNeighbors(idsOfWeightedTexts(seeds[:min(len(seeds), windowSeeds)])); err != nil {
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

// findRareTerms finds the terms in a full-text table but those of too many messages.
func (w *windowSearch) findRareTerms(table string, terms []string) ([]foundTerm, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	size, err := readTableSize(w.db, table)
	if err != nil {
		return nil, err
	}
	return findTerms(w.db, table, size, terms, maxWindowPostings)
}

func newWindowTerms(found []foundTerm) []windowTerm {
	terms := make([]windowTerm, len(found))
	for i, t := range found {
		terms[i] = windowTerm{make(map[memory.ID]bool, len(t.texts)), t.inverseFrequency}
		for _, id := range t.texts {
			terms[i].messages[id] = true
		}
	}
	return terms
}

// loadMessagesWithNeighbors loads the seeds that may be found and the messages up to windowRadius
// before and after them, in one statement: five small ones take half as long again.
func (w *windowSearch) loadMessagesWithNeighbors(seeds []memory.ID) error {
	c := messageCorpus()
	visible := &whereClause{}
	visible.addCondition(c.visibleSQL, w.filter.ProfileID)
	if w.filter.ChatID != 0 {
		visible.addCondition("o.thread_id = ?", w.filter.ChatID)
	}
	found := w.db.Raw("WITH "+neighborsSQL()+` SELECT o.id, coalesce(o.parent_id, 0), o.thread_id, length(o.content),
      coalesce((SELECT max(id) FROM messages WHERE parent_id = o.id), 0)
      FROM neighbors n CROSS JOIN messages o ON o.id = n.id CROSS JOIN threads t ON t.id = o.thread_id `+
		visible.whereSQL(),
		append([]any{idsAsJSON(seeds)}, visible.args...)...)
	return forEachRow(found, func(rows *sql.Rows) error {
		var r windowRow
		err := rows.Scan(&r.ID, &r.ParentID, &r.ThreadID, &r.Runes, &r.next)
		w.rows[r.ID] = r
		return err
	})
}

// neighborsSQL returns common table expressions, of which "neighbors" has the ids of the messages up to
// windowRadius before and after some seeds, each once. Their one argument is the seeds as JSON.
func neighborsSQL() string {
	tables, all := "after0(id) AS (SELECT value FROM json_each(?)), before0(id) AS (SELECT id FROM after0)",
		"SELECT id FROM after0"
	for i := range windowRadius {
		tables += fmt.Sprintf(`, before%[2]d(id) AS (SELECT m.parent_id FROM before%[1]d b
        CROSS JOIN messages m ON m.id = b.id WHERE m.parent_id IS NOT NULL),
      after%[2]d(id) AS (SELECT m.id FROM after%[1]d a CROSS JOIN messages m ON m.parent_id = a.id)`, i, i+1)
		all += fmt.Sprintf(" UNION SELECT id FROM before%[1]d UNION SELECT id FROM after%[1]d", i+1)
	}
	return tables + ", neighbors(id) AS (" + all + ")"
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
