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
)

// fullText is the memory.FullText on the FTS5 tables. A query without Prefix is a question: any of
// its words may match, and texts with more and rarer matching words score higher. With Prefix it is
// search as you type: every term must be in the text, at the start of a word or, from three
// characters on, inside one.
type fullText struct {
	readDB *gorm.DB
	// maxRanked is the number of texts from which ranking all of them is too slow: a question then
	// ignores words that most texts have, and a prefix search takes the newest hits.
	maxRanked int
}

var _ memory.FullText = (*fullText)(nil)

// defaultMaxRanked bounds how many texts are ranked, which takes about 3 ms per thousand.
const defaultMaxRanked = 1000

// infixWeight is the score of a hit inside a word, relative to one at the start of a word.
const infixWeight = 0.3

// corpus describes what is searched: the word table and the trigram table, the bm25 weights of
// their columns (the user's text over answers, text over tags), and how to join and filter the
// owner's row.
type corpus struct {
	wordTable, trigramTable string
	columnWeights           []float64
	chatIDExpr              string // SQL expression of FullTextHit.ChatID
	textExpr                string // SQL expression of the text for LIKE and for snippets
	fromSQL                 string // owner's row as o, then what decides visibility; CROSS JOIN fixes the order
	visibleSQL              string // condition; its one argument is the profile
	idFromSQL, idExpr       string // fromSQL without rows that only have the text, and the owner's id in it
}

// ownerTable returns the name of the owners' table.
func (c corpus) ownerTable() string {
	t, _, _ := strings.Cut(c.fromSQL, " ")
	return t
}

// bm25SQL returns the expression of FTS5's bm25 for a table of the corpus.
func (c corpus) bm25SQL(table string) string {
	weights := make([]string, len(c.columnWeights))
	for i, w := range c.columnWeights {
		weights[i] = strconv.FormatFloat(w, 'g', -1, 64)
	}
	return "bm25(" + table + ", " + strings.Join(weights, ", ") + ")"
}

func memoryCorpus() corpus {
	return corpus{
		wordTable: "memory_words", trigramTable: "memory_grams", columnWeights: []float64{1, 0.5}, chatIDExpr: "0",
		textExpr:   "o.content",
		fromSQL:    "memory o CROSS JOIN memory_links l ON l.memory_id = o.id",
		visibleSQL: "l.profile_id = ? AND l.status <> 'forgotten'",
		idFromSQL:  "memory_links l", idExpr: "l.memory_id",
	}
}

func messageCorpus() corpus {
	return corpus{
		wordTable: "message_words", trigramTable: "message_grams", columnWeights: []float64{2, 1}, chatIDExpr: "o.thread_id",
		textExpr:   "o.content",
		fromSQL:    "messages o CROSS JOIN threads t ON t.id = o.thread_id",
		visibleSQL: "t.profile_id = ? AND t.deleted_at IS NULL AND o.status <> 'streaming' AND o.role <> 'system'",
		idFromSQL:  "messages o CROSS JOIN threads t ON t.id = o.thread_id", idExpr: "o.id",
	}
}

func chatTitleCorpus() corpus {
	return corpus{
		wordTable: "thread_words", trigramTable: "thread_grams", columnWeights: []float64{1}, chatIDExpr: "o.id",
		textExpr: "o.title",
		fromSQL:  "threads o", visibleSQL: "o.profile_id = ? AND o.deleted_at IS NULL",
		idFromSQL: "threads o", idExpr: "o.id",
	}
}

// SearchMemories finds memories of every status except forgotten.
func (x *fullText) SearchMemories(
	ctx context.Context, query string, k int, f memory.FullTextFilter,
) ([]memory.FullTextHit, error) {
	f.ChatID = 0
	hits, err := x.searchCorpus(ctx, memoryCorpus(), query, k, f)
	return hits, wrapErrorWithSentinel("search memories", err)
}

func (x *fullText) SearchMessages(
	ctx context.Context, query string, k int, f memory.FullTextFilter,
) ([]memory.FullTextHit, error) {
	hits, err := x.searchCorpus(ctx, messageCorpus(), query, k, f)
	return hits, wrapErrorWithSentinel("search messages", err)
}

func (x *fullText) SearchChatTitles(
	ctx context.Context, query string, k int, f memory.FullTextFilter,
) ([]memory.FullTextHit, error) {
	f.ChatID = 0
	hits, err := x.searchCorpus(ctx, chatTitleCorpus(), query, k, f)
	return hits, wrapErrorWithSentinel("search titles", err)
}

// hitRow is a hit as SQL returns it.
type hitRow struct {
	Owner    memory.ID
	ThreadID memory.ID
	Score    float64
	Content  string
}

func (x *fullText) searchCorpus(
	ctx context.Context, c corpus, query string, k int, f memory.FullTextFilter,
) ([]memory.FullTextHit, error) {
	q := splitQueryIntoTerms(query)
	if q.isEmpty() || k <= 0 {
		return nil, nil
	}
	s := fullTextSearch{
		db: x.readDB.WithContext(ctx), corpus: c, filter: f, k: k, maxRanked: x.maxRanked, query: query, terms: q,
		hits: map[memory.ID]*memory.FullTextHit{},
	}
	var hits []memory.FullTextHit
	err := runCatchingMappedReadFaults(func() (err error) {
		hits, err = s.findBestHits()
		return err
	})
	return hits, err
}

// findBestHits runs the query and returns the k best hits, with their snippets.
func (s *fullTextSearch) findBestHits() ([]memory.FullTextHit, error) {
	if err := s.collectHitsOfTermsOrPrefixes(); err != nil {
		return nil, err
	}
	hits := make([]memory.FullTextHit, 0, len(s.hits))
	for _, h := range s.hits {
		hits = append(hits, *h)
	}
	slices.SortFunc(hits, func(a, b memory.FullTextHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Owner, a.Owner))
	})
	if hits = hits[:min(s.k, len(hits))]; s.filter.NoSnippets {
		return hits, nil
	}
	return hits, s.fillHitSnippets(hits)
}

// fillHitSnippets fills in the snippets, and loads the texts of these hits only.
func (s *fullTextSearch) fillHitSnippets(hits []memory.FullTextHit) error {
	ids := make([]memory.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.Owner
	}
	var rows []hitRow
	err := s.db.Raw("SELECT o.id AS owner, "+s.corpus.textExpr+" AS content FROM "+s.corpus.ownerTable()+
		" o WHERE o.id IN (SELECT value FROM json_each(?))", idsAsJSON(ids)).Scan(&rows).Error
	texts := make(map[memory.ID]string, len(rows))
	for _, r := range rows {
		texts[r.Owner] = r.Content
	}
	for i := range hits {
		hits[i].Snippet = cutSnippetAroundTerm(texts[hits[i].Owner], s.terms.allTerms())
	}
	return err
}

// fullTextSearch is one running search; scores from several tables for the same owner add up.
type fullTextSearch struct {
	db        *gorm.DB
	corpus    corpus
	filter    memory.FullTextFilter
	k         int
	maxRanked int
	query     string // as typed
	terms     queryTerms
	hits      map[memory.ID]*memory.FullTextHit
}

func (s *fullTextSearch) collectHitsOfTermsOrPrefixes() error {
	if s.filter.Prefix {
		return s.collectPrefixAndInfixHits()
	}
	s.terms.words = withoutIgnoredWordsUnlessAll(s.terms.words)
	if err := s.collectMatchesOfWords(); err != nil {
		return err
	}
	if err := s.collectMatchesOfRuns(); err != nil {
		return err
	}
	for _, short := range s.terms.spacelessRunsUnderThreeRunes() {
		if err := s.collectSubstringMatches(short); err != nil {
			return err
		}
	}
	return nil
}

// collectMatchesOfWords runs a question's words. If all of them are too frequent to rank their
// texts, it takes of the newest texts that have all of them, or any when none has all.
func (s *fullTextSearch) collectMatchesOfWords() error {
	if len(s.terms.words) == 0 {
		return nil
	}
	table := s.corpus.wordTable
	size, err := readTableSize(s.db, table)
	if err != nil {
		return err
	}
	limit := size.texts
	if size.texts >= s.maxRanked {
		limit = min(size.texts/2, maxFrequentTexts)
	}
	if isAnyFound, err := s.collectBestMatches(table, size, s.terms.words, limit); err != nil || isAnyFound {
		return err
	}
	for _, operator := range []string{" AND ", " OR "} {
		err := s.collectNewestMatches(table, size, joinQuotedFTSTerms(s.terms.words, "", operator))
		if err != nil || len(s.hits) > 0 {
			return err
		}
	}
	return nil
}

// collectMatchesOfRuns runs the trigrams of the runs of scripts without spaces.
func (s *fullTextSearch) collectMatchesOfRuns() error {
	grams := s.terms.trigramsOfSpacelessRuns()
	if len(grams) == 0 {
		return nil
	}
	size, err := readTableSize(s.db, s.corpus.trigramTable)
	if err == nil {
		_, err = s.collectBestMatches(s.corpus.trigramTable, size, grams, size.texts)
	}
	return err
}

// collectBestMatches takes the best texts that have any of the terms that occur in at most maxTexts,
// and reports whether there is such a term. In a large corpus more frequent ones say little beside
// others, and to rank every text by them is slow.
//
// The score is Okapi BM25 with one occurrence of each term: how often a text repeats a word of a
// question says little in texts of a few sentences, and to count it every text that has the word
// is read. Which texts are scored is decided by their terms alone, without their length.
func (s *fullTextSearch) collectBestMatches(
	table string, size tableSize, terms []string, maxTexts int,
) (isAnyFound bool, err error) {
	found, err := findTerms(s.db, table, size, terms, maxTexts)
	if err != nil || len(found) == 0 {
		return false, err
	}
	candidates := textsByTermWeight(found)
	part := rankedPerHit * s.k
	if s.filter.ChatID != 0 {
		part = len(candidates) // most are in other chats
	}
	visible := 0
	for texts := range slices.Chunk(candidates, part) {
		weights := make(map[memory.ID]float64, len(texts))
		for _, t := range texts {
			weights[t.id] = t.weight
		}
		err := s.forEachVisibleText(table, idsOfWeightedTexts(texts), func(owner, chat memory.ID, columnTokens []int) {
			visible++
			s.addWeightedHitScore(hitRow{Owner: owner, ThreadID: chat, Score: weights[owner]},
				s.corpus.weightOfOneOccurrence(columnTokens, size.meanTokens()))
		})
		if err != nil || visible >= s.k {
			return true, err
		}
	}
	return true, nil
}

// forEachVisibleText calls use with those of the texts that may be found, with their chats and the
// number of tokens in each column.
func (s *fullTextSearch) forEachVisibleText(
	table string, ids []memory.ID, use func(owner, chat memory.ID, columnTokens []int),
) error {
	id := s.corpus.idExpr
	w := &whereClause{}
	w.addCondition(id+" IN (SELECT value FROM json_each(?))", idsAsJSON(ids))
	s.addVisibilityAndChatConditions(w)
	q := "SELECT " + id + ", " + s.corpus.chatIDExpr + ", d.sz FROM " + s.corpus.idFromSQL + " CROSS JOIN " + table +
		"_docsize d ON d.id = " + id + " " + w.whereSQL()
	return forEachRow(s.db.Raw(q, w.args...), func(rows *sql.Rows) error {
		var owner, chat memory.ID
		var tokens sql.RawBytes
		if err := rows.Scan(&owner, &chat, &tokens); err != nil {
			return err
		}
		use(owner, chat, decodeSQLiteVarints(tokens))
		return nil
	})
}

// scoreOfFrequentWords is the score of a text by words that too many have to tell texts apart, before
// its length counts: FTS5's least inverse document frequency.
const scoreOfFrequentWords = 1e-6

// collectNewestMatches takes the newest texts that match a full-text expression, without counting
// which of its terms they have. If too few of them may be found, it reads more.
func (s *fullTextSearch) collectNewestMatches(table string, size tableSize, expression string) error {
	limit := rankedPerHit * s.k
	if s.filter.ChatID != 0 {
		limit = sqlLimitZeroIsAll(0) // most matches are in other chats
	}
	for from := 0; ; limit *= 4 {
		var ids []memory.ID
		err := s.db.Raw("SELECT rowid FROM "+table+" WHERE "+table+" MATCH ? ORDER BY rowid DESC"+limitSQL(limit),
			expression).Scan(&ids).Error
		if err != nil {
			return err
		}
		err = s.forEachVisibleText(table, ids[from:], func(owner, chat memory.ID, columnTokens []int) {
			s.addWeightedHitScore(hitRow{Owner: owner, ThreadID: chat, Score: scoreOfFrequentWords},
				s.corpus.weightOfOneOccurrence(columnTokens, size.meanTokens()))
		})
		if err != nil || len(s.hits) >= s.k || len(ids) != limit {
			return err
		}
		from = len(ids)
	}
}

// collectSubstringMatches finds texts that contain a run too short for the trigram index. The score
// is bm25's inverse document frequency: a term's weight by how many of all rows contain it.
func (s *fullTextSearch) collectSubstringMatches(short string) error {
	var all, with int64
	v := &whereClause{}
	s.addVisibilityAndChatConditions(v)
	count := "SELECT count(*) FROM " + s.corpus.fromSQL + " "
	if err := s.db.Raw(count+v.whereSQL(), v.args...).Scan(&all).Error; err != nil {
		return err
	}
	w := &whereClause{}
	s.addVisibilityAndChatConditions(w)
	s.addSubstringCondition(w, short)
	if err := s.db.Raw(count+w.whereSQL(), w.args...).Scan(&with).Error; err != nil {
		return err
	}
	score := max(1e-6, math.Log((float64(all-with)+0.5)/(float64(with)+0.5)))
	q := fmt.Sprintf("SELECT o.id AS owner, %s AS thread_id, %g AS score FROM %s %s ORDER BY o.id DESC%s",
		s.corpus.chatIDExpr, score, s.corpus.fromSQL, w.whereSQL(), limitSQL(s.k))
	return s.runQueryAndAddWeightedHits(q, w.args, 1)
}

// addVisibilityAndChatConditions adds the conditions of visibility and, if set, of the chat.
func (s *fullTextSearch) addVisibilityAndChatConditions(w *whereClause) {
	w.addCondition(s.corpus.visibleSQL, s.filter.ProfileID)
	if s.filter.ChatID != 0 {
		w.addCondition("o.thread_id = ?", s.filter.ChatID)
	}
}

// addSubstringCondition adds the condition that the text contains the given one.
func (s *fullTextSearch) addSubstringCondition(w *whereClause, text string) {
	w.addCondition(s.corpus.textExpr+` LIKE ? ESCAPE '\'`, "%"+escapeLike(text)+"%")
}

func (s *fullTextSearch) runQueryAndAddWeightedHits(q string, args []any, weight float64) error {
	var rows []hitRow
	if err := s.db.Raw(q, args...).Scan(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		s.addWeightedHitScore(r, weight)
	}
	return nil
}

func (s *fullTextSearch) addWeightedHitScore(r hitRow, weight float64) {
	h := s.hits[r.Owner]
	if h == nil {
		h = &memory.FullTextHit{Owner: r.Owner, ChatID: r.ThreadID}
		s.hits[r.Owner] = h
	}
	h.Score += weight * r.Score
}
