package storage

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"memoir/memory"
)

// bm25Saturation and bm25Length are k1 and b of Okapi BM25, as FTS5 has them.
const bm25Saturation, bm25Length = 1.2, 0.75

// maxFrequentTexts is the number of texts from which a word says little beside rarer ones.
const maxFrequentTexts = 1000

// rankedPerHit is how many matches are read at first for each hit that is wanted.
const rankedPerHit = 4

// foundTerm is a term of a question with the texts that have it, by their ids.
type foundTerm struct {
	texts            []memory.ID
	inverseFrequency float64 // bm25's inverse document frequency, at least 1e-6 as in FTS5
}

// findTerms returns the terms that occur in at least one text of a full-text table and in at most
// limit of them. size is the size of the table.
func findTerms(db *gorm.DB, table string, size tableSize, terms []string, limit int) ([]foundTerm, error) {
	var found []foundTerm
	// The database returns the ids of a term as one text: a row for each costs several times as much.
	err := queryForEachTerm(db, "SELECT group_concat(rowid) FROM (SELECT rowid FROM "+table+" WHERE "+table+
		" MATCH t.value"+limitSQL(limit+1)+")", terms, func(_ int, list sql.NullString) error {
		ids, err := parseCommaSeparatedIDs(list.String)
		if n := len(ids); err == nil && n > 0 && n <= limit {
			found = append(found, foundTerm{ids, size.inverseFrequency(n)})
		}
		return err
	})
	return found, err
}

func parseCommaSeparatedIDs(list string) ([]memory.ID, error) {
	ids := make([]memory.ID, 0, strings.Count(list, ",")+1)
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("id of a text: %w", err)
		}
		ids = append(ids, memory.ID(id))
	}
	return ids, nil
}

// tableSize is how many texts a full-text table has, and how many tokens all together.
type tableSize struct{ texts, tokens int }

// averagesRow is the id of the row in which FTS5 keeps the size of a table, in its table of data: the
// number of rows and the tokens of each column, as varints ("FTS5_AVERAGES_ROWID" in fts5_index.c).
const averagesRow = 1

func readTableSize(db *gorm.DB, table string) (tableSize, error) {
	var record []byte
	err := db.Raw("SELECT block FROM "+table+"_data WHERE id = ?", averagesRow).Row().Scan(&record)
	if err != nil {
		return tableSize{}, err
	}
	numbers := decodeSQLiteVarints(record)
	if len(numbers) == 0 { // of a table that never had a row
		return tableSize{}, nil
	}
	size := tableSize{texts: numbers[0]}
	for _, n := range numbers[1:] {
		size.tokens += n
	}
	return size, nil
}

// inverseFrequency is bm25's for a term that n texts have.
func (s tableSize) inverseFrequency(n int) float64 {
	return max(1e-6, math.Log((float64(s.texts-n)+0.5)/(float64(n)+0.5)))
}

// meanTokens is the mean number of tokens of a text.
func (s tableSize) meanTokens() float64 { return float64(s.tokens) / float64(max(s.texts, 1)) }

// decodeSQLiteVarints decodes numbers of one to nine bytes: seven bits of each byte, the highest first,
// as long as the eighth is set; all eight of a ninth one (sqlite.org/fileformat2.html, "varint").
func decodeSQLiteVarints(b []byte) []int {
	var out []int
	for len(b) > 0 {
		n, size := 0, 0
		for size < min(len(b), 8) {
			n = n<<7 | int(b[size]&0x7f)
			size++
			if b[size-1] < 0x80 {
				break
			}
		}
		if size == 8 && b[7] >= 0x80 && len(b) > 8 {
			n = n<<8 | int(b[8])
			size++
		}
		out = append(out, n)
		b = b[size:]
	}
	return out
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

// weightedText is a text with the sum of the inverse frequencies of the terms it has.
type weightedText struct {
	id     memory.ID
	weight float64
}

// textsByTermWeight returns the texts that have any of the terms, the greatest weights first, of
// equals the newest text.
func textsByTermWeight(found []foundTerm) []weightedText {
	weights := map[memory.ID]float64{}
	for _, t := range found {
		for _, id := range t.texts {
			weights[id] += t.inverseFrequency
		}
	}
	texts := make([]weightedText, 0, len(weights))
	for id, weight := range weights {
		texts = append(texts, weightedText{id, weight})
	}
	slices.SortFunc(texts, func(a, b weightedText) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.id, a.id))
	})
	return texts
}

func idsOfWeightedTexts(texts []weightedText) []memory.ID {
	ids := make([]memory.ID, len(texts))
	for i, t := range texts {
		ids[i] = t.id
	}
	return ids
}

// weightOfOneOccurrence is BM25's factor of a term in a text with some tokens in each column, whose
// corpus has a mean number of tokens: the term counts as if it stood in the first column that is not
// empty.
func (c corpus) weightOfOneOccurrence(columnTokens []int, mean float64) float64 {
	weight, tokens := 1.0, 0
	for i, n := range columnTokens {
		if tokens == 0 && n > 0 {
			weight = c.columnWeights[i]
		}
		tokens += n
	}
	norm := bm25Saturation * (1 - bm25Length + bm25Length*float64(tokens)/mean)
	return weight * (bm25Saturation + 1) / (weight + norm)
}

// forEachVisibleText calls use with those of the texts that may be found, with their chats and the
// number of tokens in each column.
func (s *fullTextSearch) forEachVisibleText(
	table string, ids []memory.ID, use func(owner, chat memory.ID, columnTokens []int),
) error {
	w := &whereClause{}
	w.addCondition("o.id IN (SELECT value FROM json_each(?))", idsAsJSON(ids))
	s.addVisibilityAndChatConditions(w)
	q := "SELECT o.id, " + s.corpus.chatIDExpr + ", d.sz FROM " + s.corpus.fromSQL + " CROSS JOIN " + table +
		"_docsize d ON d.id = o.id " + w.whereSQL()
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
