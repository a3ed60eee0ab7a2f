package storage

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"memoir/memory"
)

// lastScore is the score of an unranked hit, below any bm25 score, so that ranked hits come
// first.
const lastScore = 1e-9

// sameScore is the score of a title equal to the query, above what bm25 gives for a few
// words.
const sameScore = 1e3

// indexed is the length in runes from which a term is looked up in an index. The trigram
// index holds nothing shorter, and merging the posting lists of all words that start with one
// letter is slow.
const indexed = 3

// wanted is the condition that a row must meet beyond the index lookup, with the weight of
// its score: weight if every term occurs (at the start of a word if atWordStart is set),
// infixWeight if every term occurs at least inside a word, otherwise 0, which means no hit. Terms
// are folded.
type wanted struct {
	terms       []string
	begin       bool
	share, rest float64
}

// runPrefix searches for terms at the start of words and for the same characters anywhere: a
// stemmed index does not find "allergi" as a prefix of "allergic", and scripts without spaces have
// no words.
func (s *lexSearch) runPrefix() error {
	var long, short []string
	for _, t := range s.terms.all() {
		if utf8.RuneCountInString(t) < indexed {
			short = append(short, t)
		} else {
			long = append(long, t)
		}
	}
	words := len(s.terms.runs) == 0
	err := s.runLong(long, short, words)
	if len(long) == 0 {
		err = s.runShort(short, words)
	}
	if err != nil {
		return err
	}
	return s.same()
}

// runLong looks up the long terms in the indexes. A few hits are ranked. Of many, only the
// newest are taken: they differ little in rank, and ranking all of them would be noticeable at
// every keystroke.
func (s *lexSearch) runLong(long, short []string, words bool) error {
	if len(long) == 0 {
		return nil
	}
	inside, at := quoteAll(long, "", " AND "), wanted{terms: folded(short), share: infix}
	ids, err := s.newest(s.c.grams, inside)
	switch {
	case err != nil:
		return err
	case !words:
		return s.typed(s.c.grams, inside, ids, at)
	case len(ids) > s.many:
		terms := folded(append(long, short...))
		return s.typed(s.c.grams, inside, ids, wanted{terms: terms, begin: true, share: 1, rest: infix})
	}
	if err := s.typed(s.c.grams, inside, ids, at); err != nil {
		return err
	}
	beginning := quoteAll(long, "*", " AND ")
	if ids, err = s.newest(s.c.words, beginning); err != nil {
		return err
	}
	return s.typed(s.c.words, beginning, ids, wanted{terms: folded(short), begin: true, share: 1})
}

// runShort searches for terms of one or two letters: in the newest texts first, and in all
// texts only if those give too few hits.
func (s *lexSearch) runShort(short []string, words bool) error {
	w := &clauses{}
	s.limits(w)
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s %s ORDER BY o.id DESC LIMIT ?",
		s.c.thread, lastScore, s.c.text, s.c.join, w.where())
	_, err := s.take(q, append(w.args, s.many), wanted{terms: folded(short), begin: words, share: 1})
	if err != nil || len(s.found) >= s.k {
		return err
	}
	if !words {
		return s.everywhere(short)
	}
	beginning := quoteAll(short, "*", " AND ")
	ids, err := s.newest(s.c.words, beginning)
	if err != nil {
		return err
	}
	return s.typed(s.c.words, beginning, ids, wanted{share: 1})
}

// everywhere scans all texts, newest first, until there are enough hits. Scripts without spaces
// have no case, so instr is used for them, which takes half the time of LIKE.
func (s *lexSearch) everywhere(short []string) error {
	w := &clauses{}
	s.limits(w)
	for _, t := range short {
		if isSpaceless(t) {
			w.add("instr("+s.c.text+", ?)", t)
		} else {
			s.contain(w, t)
		}
	}
	q := fmt.Sprintf("SELECT o.id, %s, %g, '' FROM %s %s ORDER BY o.id DESC", s.c.thread, lastScore, s.c.join, w.where())
	_, err := s.take(q, w.args, wanted{share: 1})
	return err
}

// newest returns the rowids of the newest matches of a full-text expression, visible or not;
// more than s.maxRanked of them if there are more.
func (s *lexSearch) newest(table, expression string) (ids []memory.ID, err error) {
	q := "SELECT rowid FROM " + table + " WHERE " + table + " MATCH ? ORDER BY rowid DESC LIMIT ?"
	err = s.db.Raw(q, expression, s.many+1).Scan(&ids).Error
	return ids, err
}

// typed collects the matches of an expression that meet the condition. ids are its newest
// matches: if there are at most s.maxRanked, they are all matches and get ranked; otherwise the
// newest are taken unranked.
func (s *lexSearch) typed(table, expression string, ids []memory.ID, want wanted) error {
	w := &clauses{}
	switch {
	case len(ids) == 0:
		return nil
	case len(ids) <= s.many:
		w.add(table+" MATCH ?", expression)
		s.limits(w)
		w.add(table + ".rowid = o.id")
		q := fmt.Sprintf("SELECT o.id, %s, -bm25(%s, %s) AS score, %s FROM %s CROSS JOIN %s %s ORDER BY score DESC",
			s.c.thread, table, s.c.weights, s.textFor(want), table, s.c.join, w.where())
		_, err := s.take(q, w.args, want)
		return err
	}
	w.add("o.id IN (SELECT value FROM json_each(?))", idList(ids))
	s.limits(w)
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s %s ORDER BY o.id DESC",
		s.c.thread, lastScore, s.textFor(want), s.c.join, w.where())
	seen, err := s.take(q, w.args, want)
	if err != nil || seen >= s.k {
		return err
	}
	return s.further(table, expression, want)
}

// further scans all matches from the newest on, for profiles to which few of the
// newest are visible.
func (s *lexSearch) further(table, expression string, want wanted) error {
	w := &clauses{}
	w.add(table+" MATCH ?", expression)
	s.limits(w)
	clear(s.found)
	// CROSS JOIN keeps the full-text table in the outer loop, which yields rows newest first, so that
	// LIMIT ends the scan.
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s CROSS JOIN %s %s AND %s.rowid = o.id ORDER BY %s.rowid DESC LIMIT ?",
		s.c.thread, lastScore, s.textFor(want), table, s.c.join, w.where(), table, table)
	_, err := s.take(q, append(w.args, s.many), want)
	return err
}

// textFor returns the SQL expression of the text, or an empty string if the condition does not
// need it.
func (s *lexSearch) textFor(want wanted) string {
	if len(want.terms) == 0 {
		return "''"
	}
	return s.c.text
}

// take reads rows (owner, chat, score, text) until s.k of them have the full weight; seen is
// the number of rows read.
func (s *lexSearch) take(q string, args []any, want wanted) (seen int, err error) {
	rows, err := s.db.Raw(q, args...).Rows()
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for kept := 0; kept < s.k && rows.Next(); seen++ {
		var r lexRow
		if err := rows.Scan(&r.Owner, &r.ThreadID, &r.Score, &r.Content); err != nil {
			return seen, err
		}
		count := want.of(r.Content)
		if count > 0 {
			s.hit(r, count)
		}
		if count == want.share {
			kept++
		}
	}
	return seen, rows.Err()
}

func folded(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = foldText(t)
	}
	return out
}

// of returns the weight of a text, 0 if it does not meet the condition.
func (w wanted) of(text string) float64 {
	count := w.share
	if len(w.terms) == 0 {
		return count
	}
	text = foldText(text)
	for _, t := range w.terms {
		switch {
		case contains(text, t, w.begin):
		case w.rest > 0 && contains(text, t, false):
			count = w.rest
		default:
			return 0
		}
	}
	return count
}

// contains reports whether term occurs in text; with atWordStart only where the preceding rune
// is no letter or number.
func contains(text, term string, begin bool) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], term)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		if !begin || !isWordRune(before) {
			return true
		}
		from += i + len(term)
	}
}

// same puts titles equal to the query first; they need not be among the newest of many
// matches.
func (s *lexSearch) same() error {
	if s.c.table() != "threads" {
		return nil
	}
	w := &clauses{}
	s.limits(w)
	w.add(s.c.text+` LIKE ? ESCAPE '\'`, literal(strings.TrimSpace(s.query)))
	q := fmt.Sprintf("SELECT o.id AS owner, %s AS thread_id, %g AS score FROM %s %s ORDER BY o.id DESC LIMIT ?",
		s.c.thread, sameScore, s.c.join, w.where())
	return s.collect(q, append(w.args, s.k), 1)
}
