package storage

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gorm.io/gorm"

	"memoir/memory"
)

// lexicon is the memory.FullText on the FTS5 tables. A query without Prefix is a question: any of
// its words may match, and texts with more and rarer matching words score higher. With Prefix it is
// search as you type: every term must be in the text, at the start of a word or, from three
// characters on, inside one.
type lexicon struct {
	read *gorm.DB
	// many is the number of texts from which ranking all of them is too slow: a question then
	// ignores words that most texts have, and a prefix search takes the newest hits.
	many int
}

var _ memory.Lexicon = (*lexicon)(nil)

// manyTexts bounds how many texts are ranked, because ranking takes about 3 ms per thousand
// texts.
const manyTexts = 1000

// infix is the score of a hit inside a word, relative to one at the start of a word.
const infix = 0.3

// corpus describes what is searched: the word table and the trigram table, the bm25 weights of
// their columns (the user's text over answers, text over tags), and how to join and filter the
// owner's row.
type corpus struct {
	words, grams string
	weights      string
	thread       string // SQL expression of FullTextHit.ChatID
	text         string // SQL expression of the text for LIKE and for snippets
	join         string // owner's row as o, then what decides visibility; CROSS JOIN fixes the order
	visible      string // condition; its one argument is the profile
}

// table returns the name of the owners' table.
func (c corpus) table() string {
	t, _, _ := strings.Cut(c.join, " ")
	return t
}

func memoryCorpus() corpus {
	return corpus{
		words: "memory_words", grams: "memory_grams", weights: "1.0, 0.5", thread: "0", text: "o.content",
		join:    "memory o CROSS JOIN memory_links l ON l.memory_id = o.id",
		visible: "l.profile_id = ? AND l.status <> 'forgotten'",
	}
}

func messageCorpus() corpus {
	return corpus{
		words: "message_words", grams: "message_grams", weights: "2.0, 1.0", thread: "o.thread_id", text: "o.content",
		join:    "messages o CROSS JOIN threads t ON t.id = o.thread_id",
		visible: "t.profile_id = ? AND t.deleted_at IS NULL AND o.status <> 'streaming' AND o.role <> 'system'",
	}
}

func threadCorpus() corpus {
	return corpus{
		words: "thread_words", grams: "thread_grams", weights: "1.0", thread: "o.id", text: "o.title",
		join: "threads o", visible: "o.profile_id = ? AND o.deleted_at IS NULL",
	}
}

// SearchMemories finds memories of every status except forgotten.
func (x *lexicon) SearchMemories(
	ctx context.Context, query string, k int, f memory.LexFilter,
) ([]memory.LexHit, error) {
	f.ThreadID = 0
	hits, err := x.search(ctx, memoryCorpus(), query, k, f)
	return hits, translate("search memories", err)
}

func (x *lexicon) SearchMessages(
	ctx context.Context, query string, k int, f memory.LexFilter,
) ([]memory.LexHit, error) {
	hits, err := x.search(ctx, messageCorpus(), query, k, f)
	return hits, translate("search messages", err)
}

func (x *lexicon) SearchThreads(
	ctx context.Context, query string, k int, f memory.LexFilter,
) ([]memory.LexHit, error) {
	f.ThreadID = 0
	hits, err := x.search(ctx, threadCorpus(), query, k, f)
	return hits, translate("search titles", err)
}

// lexRow is a hit as SQL returns it.
type lexRow struct {
	Owner    memory.ID
	ThreadID memory.ID
	Score    float64
	Content  string
}

func (x *lexicon) search(
	ctx context.Context, c corpus, query string, k int, f memory.LexFilter,
) ([]memory.LexHit, error) {
	q := parseQuery(query)
	if q.empty() || k <= 0 {
		return nil, nil
	}
	s := lexSearch{
		db: x.read.WithContext(ctx), c: c, f: f, k: k, many: x.many, query: query, terms: q,
		found: map[memory.ID]*memory.LexHit{},
	}
	err := s.run()
	if err != nil {
		return nil, err
	}
	hits := make([]memory.LexHit, 0, len(s.found))
	for _, h := range s.found {
		hits = append(hits, *h)
	}
	slices.SortFunc(hits, func(a, b memory.LexHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Owner, a.Owner))
	})
	hits = hits[:min(k, len(hits))]
	return hits, s.cut(hits)
}

// cut fills in the snippets, and loads the texts of these hits only.
func (s *lexSearch) cut(hits []memory.LexHit) error {
	ids := make([]memory.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.Owner
	}
	var rows []lexRow
	err := s.db.Raw("SELECT o.id AS owner, "+s.c.text+" AS content FROM "+s.c.table()+
		" o WHERE o.id IN (SELECT value FROM json_each(?))", idList(ids)).Scan(&rows).Error
	texts := make(map[memory.ID]string, len(rows))
	for _, r := range rows {
		texts[r.Owner] = r.Content
	}
	for i := range hits {
		hits[i].Snippet = snippet(texts[hits[i].Owner], s.terms.all())
	}
	return err
}

// lexSearch is one running search; scores from several tables for the same owner add up.
type lexSearch struct {
	db    *gorm.DB
	c     corpus
	f     memory.LexFilter
	k     int
	many  int
	query string // as typed
	terms terms
	found map[memory.ID]*memory.LexHit
}

func (s *lexSearch) run() error {
	if s.f.Prefix {
		return s.runPrefix()
	}
	words, err := s.telling()
	if err != nil {
		return err
	}
	if len(words) > 0 {
		if err := s.match(s.c.words, quoteAll(words, "", " OR ")); err != nil {
			return err
		}
	}
	if grams := s.terms.grams(); len(grams) > 0 {
		if err := s.match(s.c.grams, quoteAll(grams, "", " OR ")); err != nil {
			return err
		}
	}
	for _, short := range s.terms.short() {
		if err := s.like(short); err != nil {
			return err
		}
	}
	return nil
}

// telling drops the words of a question that occur in more than half of the texts, if the
// corpus is large and other words remain: bm25 gives such words almost no weight (FTS5 uses 1e-6
// where the logarithm is negative), and ranking every text by them is slow.
func (s *lexSearch) telling() ([]string, error) {
	if len(s.terms.words) < 2 {
		return s.terms.words, nil
	}
	var all int
	if err := s.db.Raw("SELECT count(*) FROM " + s.c.words + "_docsize").Row().Scan(&all); err != nil {
		return nil, err
	}
	if all < s.many {
		return s.terms.words, nil
	}
	var out []string
	for _, w := range s.terms.words {
		var with int
		count := "SELECT count(*) FROM (SELECT 1 FROM " + s.c.words + " WHERE " + s.c.words + " MATCH ? LIMIT ?)"
		if err := s.db.Raw(count, quoteAll([]string{w}, "", ""), all/2+1).Row().Scan(&with); err != nil {
			return nil, err
		}
		if with > 0 && with <= all/2 {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return s.terms.words, nil
	}
	return out, nil
}

// match runs a full-text expression on one table.
func (s *lexSearch) match(table, expression string) error {
	w := &clauses{}
	w.add(table+" MATCH ?", expression)
	w.add(table + ".rowid = o.id")
	s.limits(w)
	q := fmt.Sprintf(`SELECT o.id AS owner, %s AS thread_id, -bm25(%s, %s) AS score
      FROM %s CROSS JOIN %s %s ORDER BY score DESC LIMIT ?`,
		s.c.thread, table, s.c.weights, table, s.c.join, w.where())
	return s.collect(q, append(w.args, s.k), 1)
}

// like finds texts that contain a run too short for the trigram index. The score is
// bm25's inverse document frequency: a term's weight by how many of all rows contain it.
func (s *lexSearch) like(short string) error {
	var all, with int64
	v := &clauses{}
	s.limits(v)
	count := "SELECT count(*) FROM " + s.c.join + " "
	if err := s.db.Raw(count+v.where(), v.args...).Scan(&all).Error; err != nil {
		return err
	}
	w := &clauses{}
	s.limits(w)
	s.contain(w, short)
	if err := s.db.Raw(count+w.where(), w.args...).Scan(&with).Error; err != nil {
		return err
	}
	score := max(1e-6, math.Log((float64(all-with)+0.5)/(float64(with)+0.5)))
	q := fmt.Sprintf("SELECT o.id AS owner, %s AS thread_id, %g AS score FROM %s %s ORDER BY o.id DESC LIMIT ?",
		s.c.thread, score, s.c.join, w.where())
	return s.collect(q, append(w.args, s.k), 1)
}

// literal escapes a text for LIKE, so that it matches only itself.
func literal(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

// limits adds the conditions of visibility and, if set, of the chat.
func (s *lexSearch) limits(w *clauses) {
	w.add(s.c.visible, s.f.ProfileID)
	if s.f.ThreadID != 0 {
		w.add("o.thread_id = ?", s.f.ThreadID)
	}
}

// contain adds the condition that the text contains the given one.
func (s *lexSearch) contain(w *clauses, text string) {
	w.add(s.c.text+` LIKE ? ESCAPE '\'`, "%"+literal(text)+"%")
}

func (s *lexSearch) collect(q string, args []any, share float64) error {
	var rows []lexRow
	if err := s.db.Raw(q, args...).Scan(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		s.hit(r, share)
	}
	return nil
}

func (s *lexSearch) hit(r lexRow, share float64) {
	h := s.found[r.Owner]
	if h == nil {
		h = &memory.LexHit{Owner: r.Owner, ThreadID: r.ThreadID}
		s.found[r.Owner] = h
	}
	h.Score += share * r.Score
}
