package storage

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"memoir/memory"
)

// unrankedScore is the score of an unranked hit, below any bm25 score, so that ranked hits come
// first.
const unrankedScore = 1e-9

// exactTitleScore is the score of a title equal to the query, above what bm25 gives for a few
// words.
const exactTitleScore = 1e3

// minIndexedRunes is the length in runes from which a term is looked up in an index. The trigram
// index holds nothing shorter, and merging the posting lists of all words that start with one
// letter is slow.
const minIndexedRunes = 3

// hitCondition is the condition that a row must meet beyond the index lookup, with the weight of
// its score: weight if every term occurs (at the start of a word if atWordStart is set),
// infixWeight if every term occurs at least inside a word, otherwise 0, which means no hit. Terms
// are folded.
type hitCondition struct {
	terms               []string
	atWordStart         bool
	weight, infixWeight float64
}

// collectPrefixAndInfixHits searches for terms at the start of words and for the same characters
// anywhere: a stemmed index does not find "allergi" as a prefix of "allergic", and scripts without
// spaces have no words.
func (s *fullTextSearch) collectPrefixAndInfixHits() error {
	var long, short []string
	for _, t := range s.terms.allTerms() {
		if utf8.RuneCountInString(t) < minIndexedRunes {
			short = append(short, t)
		} else {
			long = append(long, t)
		}
	}
	words := len(s.terms.runs) == 0
	err := s.collectIndexHitsOfLongTerms(long, short, words)
	if len(long) == 0 {
		err = s.collectHitsOfOneOrTwoLetterTerms(short, words)
	}
	if err != nil {
		return err
	}
	return s.addExactTitleMatchesIfTitleSearch()
}

// collectIndexHitsOfLongTerms looks up the long terms in the indexes. A few hits are ranked. Of
// many, only the newest are taken: they differ little in rank, and ranking all of them would be
// noticeable at every keystroke.
func (s *fullTextSearch) collectIndexHitsOfLongTerms(long, short []string, words bool) error {
	if len(long) == 0 {
		return nil
	}
	inside, at := joinQuotedFTSTerms(long, "", " AND "), hitCondition{terms: foldTerms(short), weight: infixWeight}
	ids, err := s.newestMatchingRowIDs(s.corpus.trigramTable, inside)
	switch {
	case err != nil:
		return err
	case !words:
		return s.addFewRankedOrNewestMatches(s.corpus.trigramTable, inside, ids, at)
	case len(ids) > s.maxRanked:
		terms := foldTerms(append(long, short...))
		return s.addFewRankedOrNewestMatches(s.corpus.trigramTable, inside, ids, hitCondition{
			terms: terms, atWordStart: true, weight: 1,
			infixWeight: infixWeight,
		})
	}
	if err := s.addFewRankedOrNewestMatches(s.corpus.trigramTable, inside, ids, at); err != nil {
		return err
	}
	beginning := joinQuotedFTSTerms(long, "*", " AND ")
	if ids, err = s.newestMatchingRowIDs(s.corpus.wordTable, beginning); err != nil {
		return err
	}
	return s.addFewRankedOrNewestMatches(s.corpus.wordTable, beginning, ids, hitCondition{
		terms: foldTerms(short), atWordStart: true,
		weight: 1,
	})
}

// collectHitsOfOneOrTwoLetterTerms searches for terms of one or two letters: in the newest texts
// first, and in all texts only if those give too few hits.
func (s *fullTextSearch) collectHitsOfOneOrTwoLetterTerms(short []string, words bool) error {
	w := &whereClause{}
	s.addVisibilityAndChatConditions(w)
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s %s ORDER BY o.id DESC%s",
		s.corpus.chatIDExpr, unrankedScore, s.corpus.textExpr, s.corpus.fromSQL, w.whereSQL(), limitSQL(s.maxRanked))
	_, err := s.addHitsUntilEnoughCountingRows(q, w.args, hitCondition{
		terms: foldTerms(short), atWordStart: words,
		weight: 1,
	})
	if err != nil || len(s.hits) >= s.k {
		return err
	}
	if !words {
		return s.collectHitsByScanningAllTexts(short)
	}
	beginning := joinQuotedFTSTerms(short, "*", " AND ")
	ids, err := s.newestMatchingRowIDs(s.corpus.wordTable, beginning)
	if err != nil {
		return err
	}
	return s.addFewRankedOrNewestMatches(s.corpus.wordTable, beginning, ids, hitCondition{weight: 1})
}

// collectHitsByScanningAllTexts scans all texts, newest first, until there are enough hits. Scripts
// without spaces have no case, so instr is used for them, which takes half the time of LIKE.
func (s *fullTextSearch) collectHitsByScanningAllTexts(short []string) error {
	w := &whereClause{}
	s.addVisibilityAndChatConditions(w)
	for _, t := range short {
		if hasSpacelessScriptRune(t) {
			w.addCondition("instr("+s.corpus.textExpr+", ?)", t)
		} else {
			s.addSubstringCondition(w, t)
		}
	}
	q := fmt.Sprintf("SELECT o.id, %s, %g, '' FROM %s %s ORDER BY o.id DESC", s.corpus.chatIDExpr, unrankedScore,
		s.corpus.fromSQL, w.whereSQL())
	_, err := s.addHitsUntilEnoughCountingRows(q, w.args, hitCondition{weight: 1})
	return err
}

// newestMatchingRowIDs returns the rowids of the newest matches of a full-text expression, visible
// or not; more than s.maxRanked of them if there are more.
func (s *fullTextSearch) newestMatchingRowIDs(table, expression string) (ids []memory.ID, err error) {
	q := "SELECT rowid FROM " + table + " WHERE " + table + " MATCH ? ORDER BY rowid DESC" + limitSQL(s.maxRanked+1)
	err = s.db.Raw(q, expression).Scan(&ids).Error
	return ids, err
}

// addFewRankedOrNewestMatches collects the matches of an expression that meet the condition. ids
// are its newest matches: if there are at most s.maxRanked, they are all matches and get ranked;
// otherwise the newest are taken unranked.
func (s *fullTextSearch) addFewRankedOrNewestMatches(
	table, expression string,
	ids []memory.ID,
	want hitCondition,
) error {
	w := &whereClause{}
	switch {
	case len(ids) == 0:
		return nil
	case len(ids) <= s.maxRanked:
		w.addCondition(table+" MATCH ?", expression)
		s.addVisibilityAndChatConditions(w)
		w.addCondition(table + ".rowid = o.id")
		q := fmt.Sprintf("SELECT o.id, %s, -%s AS score, %s FROM %s CROSS JOIN %s %s ORDER BY score DESC",
			s.corpus.chatIDExpr, s.corpus.bm25SQL(table), s.textColumnIfNeeded(want), table, s.corpus.fromSQL,
			w.whereSQL())
		_, err := s.addHitsUntilEnoughCountingRows(q, w.args, want)
		return err
	}
	w.addCondition("o.id IN (SELECT value FROM json_each(?))", idsAsJSON(ids))
	s.addVisibilityAndChatConditions(w)
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s %s ORDER BY o.id DESC",
		s.corpus.chatIDExpr, unrankedScore, s.textColumnIfNeeded(want), s.corpus.fromSQL, w.whereSQL())
	seen, err := s.addHitsUntilEnoughCountingRows(q, w.args, want)
	if err != nil || seen >= s.k {
		return err
	}
	return s.replaceHitsByScanningNewestVisible(table, expression, want)
}

// replaceHitsByScanningNewestVisible scans all matches from the newest on, for profiles to which
// few of the newest are visible.
func (s *fullTextSearch) replaceHitsByScanningNewestVisible(table, expression string, want hitCondition) error {
	w := &whereClause{}
	w.addCondition(table+" MATCH ?", expression)
	s.addVisibilityAndChatConditions(w)
	clear(s.hits)
	// CROSS JOIN keeps the full-text table in the outer loop, which yields rows newest first, so that
	// LIMIT ends the scan.
	q := fmt.Sprintf("SELECT o.id, %s, %g, %s FROM %s CROSS JOIN %s %s AND %s.rowid = o.id ORDER BY %s.rowid DESC%s",
		s.corpus.chatIDExpr, unrankedScore, s.textColumnIfNeeded(want), table, s.corpus.fromSQL, w.whereSQL(), table, table,
		limitSQL(s.maxRanked))
	_, err := s.addHitsUntilEnoughCountingRows(q, w.args, want)
	return err
}

// textColumnIfNeeded returns the SQL expression of the text, or an empty string if the condition
// does not need it.
func (s *fullTextSearch) textColumnIfNeeded(want hitCondition) string {
	if len(want.terms) == 0 {
		return "''"
	}
	return s.corpus.textExpr
}

// addHitsUntilEnoughCountingRows reads rows (owner, chat, score, text) until s.k of them have the
// full weight; seen is the number of rows read.
func (s *fullTextSearch) addHitsUntilEnoughCountingRows(q string, args []any, want hitCondition) (seen int, err error) {
	rows, err := s.db.Raw(q, args...).Rows()
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for kept := 0; kept < s.k && rows.Next(); seen++ {
		var r hitRow
		if err := rows.Scan(&r.Owner, &r.ThreadID, &r.Score, &r.Content); err != nil {
			return seen, err
		}
		count := want.weightOfMatchingText(r.Content)
		if count > 0 {
			s.addWeightedHitScore(r, count)
		}
		if count == want.weight {
			kept++
		}
	}
	return seen, rows.Err()
}

func foldTerms(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = foldCaseAndDiacritics(t)
	}
	return out
}

// weightOfMatchingText returns the weight of a text, 0 if it does not meet the condition.
func (w hitCondition) weightOfMatchingText(text string) float64 {
	count := w.weight
	if len(w.terms) == 0 {
		return count
	}
	text = foldCaseAndDiacritics(text)
	for _, t := range w.terms {
		switch {
		case containsTerm(text, t, w.atWordStart):
		case w.infixWeight > 0 && containsTerm(text, t, false):
			count = w.infixWeight
		default:
			return 0
		}
	}
	return count
}

// containsTerm reports whether term occurs in text; with atWordStart only where the preceding rune
// is no letter or number.
func containsTerm(text, term string, atWordStart bool) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], term)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		if !atWordStart || !isWordRune(before) {
			return true
		}
		from += i + len(term)
	}
}

// addExactTitleMatchesIfTitleSearch puts titles equal to the query first; they need not be among
// the newest of many matches.
func (s *fullTextSearch) addExactTitleMatchesIfTitleSearch() error {
	if s.corpus.ownerTable() != "threads" {
		return nil
	}
	w := &whereClause{}
	s.addVisibilityAndChatConditions(w)
	w.addCondition(s.corpus.textExpr+` LIKE ? ESCAPE '\'`, escapeLike(strings.TrimSpace(s.query)))
	q := fmt.Sprintf("SELECT o.id AS owner, %s AS thread_id, %g AS score FROM %s %s ORDER BY o.id DESC%s",
		s.corpus.chatIDExpr, exactTitleScore, s.corpus.fromSQL, w.whereSQL(), limitSQL(s.k))
	return s.runQueryAndAddWeightedHits(q, w.args, 1)
}
