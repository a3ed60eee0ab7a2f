package storage

import (
	"cmp"
	"context"
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
	}
}

func messageCorpus() corpus {
	return corpus{
		wordTable: "message_words", trigramTable: "message_grams", columnWeights: []float64{2, 1}, chatIDExpr: "o.thread_id",
		textExpr:   "o.content",
		fromSQL:    "messages o CROSS JOIN threads t ON t.id = o.thread_id",
		visibleSQL: "t.profile_id = ? AND t.deleted_at IS NULL AND o.status <> 'streaming' AND o.role <> 'system'",
	}
}

func chatTitleCorpus() corpus {
	return corpus{
		wordTable: "thread_words", trigramTable: "thread_grams", columnWeights: []float64{1}, chatIDExpr: "o.id",
		textExpr: "o.title",
		fromSQL:  "threads o", visibleSQL: "o.profile_id = ? AND o.deleted_at IS NULL",
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
