package storage

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"memoir/memory"
)

// lastScore is that of a hit that was not ranked: less than bm25 gives any, so that ranked ones come first.
const lastScore = 1e-9

// sameScore is that of a title that is what was typed: more than bm25 gives for a few words.
const sameScore = 1e3

// indexed is from how many characters on a term is looked up. The trigram index has none that is shorter, and putting
// together the places of all words that begin with one letter takes long.
const indexed = 3

// wanted is what a hit must contain besides and what it counts: share when every term stands where it is wanted (with
// begin at the beginning of a word), else rest when every term is inside at least; 0 is no hit. Terms are folded.
type wanted struct {
	terms       []string
	begin       bool
	share, rest float64
}

// runPrefix looks for beginnings of words, and for the same characters anywhere: a stemmed index does not know
// "allergi" as a beginning of "allergic", and scripts without spaces have no words.
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

// runLong asks the indexes for the long terms. A few hits are ranked. Of many the newest are taken: they differ in
// little but how often they say it, and ranking them all would be felt at every key.
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

// runShort looks for one or two letters: in the newest texts, and in all of them only when those have too few hits.
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

// everywhere reads every text, from the newest on, until there are enough. Scripts without spaces have no case, and
// instr takes half the time of LIKE.
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

// newest returns the newest hits of a full-text expression, whoever may see them; more than s.many when there are more.
func (s *lexSearch) newest(table, expression string) (ids []memory.ID, err error) {
	q := "SELECT rowid FROM " + table + " WHERE " + table + " MATCH ? ORDER BY rowid DESC LIMIT ?"
	err = s.db.Raw(q, expression, s.many+1).Scan(&ids).Error
	return ids, err
}

// typed takes what is wanted of the hits of an expression: the best when ids, its newest ones, are all there are.
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

// further goes through all hits from the newest on, for people who may see few of the newest.
func (s *lexSearch) further(table, expression string, want wanted) error {
	w := &clauses{}
	w.add(table+" MATCH ?", expression)
	s.limits(w)
	clear(s.found)
	// CROSS JOIN keeps the full-text table outside, where it gives its rows newest first and the limit ends the work.
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s CROSS JOIN %s %s AND %s.rowid = o.id ORDER BY %s.rowid DESC LIMIT ?",
		s.c.thread, lastScore, s.textFor(want), table, s.c.join, w.where(), table, table)
	_, err := s.take(q, append(w.args, s.many), want)
	return err
}

// textFor is the text of a row where it is needed.
func (s *lexSearch) textFor(want wanted) string {
	if len(want.terms) == 0 {
		return "''"
	}
	return s.c.text
}

// take goes through rows (owner, chat, score, text) until s.k of them have their share; seen is how many there were.
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

// of says what a text counts.
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

// contains looks for a term, with begin only where no letter or number stands before it.
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

// same puts titles first that are what was typed, which the newest of many need not be.
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
