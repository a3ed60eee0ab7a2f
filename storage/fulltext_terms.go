package storage

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// maxQueryTerms limits the terms of one query, so that a pasted page does not make it slow.
const maxQueryTerms = 64

// snippetRunes is the length of a snippet in runes.
const snippetRunes = 160

// queryTerms is a parsed query: words of scripts written with spaces, phrases among them, and runs
// of scripts written without (and of bare symbols).
type queryTerms struct{ words, runs []string }

// quotedPhrase is several words in quotation marks of the usual shapes.
var quotedPhrase = lazyregexp.New(`"([^"]+\s[^"]+)"|[“„]([^“”]+\s[^“”]+)[”“]|«([^»]+\s[^»]+)»`)

// splitQueryIntoTerms splits at white space and where a script without spaces begins or ends. No
// character is an operator; words in quotation marks are terms as well as the phrase that they
// form, which the index finds as such.
func splitQueryIntoTerms(query string) queryTerms {
	var t queryTerms
	seen := map[string]bool{}
	add := func(list *[]string, s string) {
		key := lang.FoldText(s)
		if s != "" && !seen[key] && len(seen) < maxQueryTerms {
			seen[key] = true
			*list = append(*list, s)
		}
	}
	query = strings.ReplaceAll(strings.ToValidUTF8(query, " "), "\x00", " ")
	phrases := quotedPhrase.FindAllStringSubmatch(query, -1)
	query = quotedPhrase.ReplaceAllString(query, " $1$2$3 ")
	for _, field := range strings.Fields(query) {
		if strings.IndexFunc(field, isWordRune) < 0 {
			add(&t.runs, strings.TrimFunc(field, unicode.IsPunct))
			continue
		}
		for _, piece := range splitAtSpacelessScripts(field) {
			switch {
			case hasSpacelessScriptRune(piece):
				add(&t.runs, piece)
			case strings.IndexFunc(piece, isWordRune) >= 0:
				add(&t.words, piece)
			}
		}
	}
	for _, m := range phrases {
		phrase := strings.TrimSpace(m[1] + m[2] + m[3])
		if !hasSpacelessScriptRune(phrase) && strings.IndexFunc(phrase, isWordRune) >= 0 {
			add(&t.words, phrase)
		}
	}
	return t
}

func (t queryTerms) isEmpty() bool { return len(t.words)+len(t.runs) == 0 }

func (t queryTerms) allTerms() []string { return append(append([]string{}, t.words...), t.runs...) }

// trigramsOfSpacelessRuns returns the overlapping trigrams of the runs.
func (t queryTerms) trigramsOfSpacelessRuns() []string {
	var out []string
	for _, run := range t.runs {
		r := []rune(run)
		for i := 0; i+3 <= len(r) && len(out) < maxQueryTerms; i++ {
			out = append(out, string(r[i:i+3]))
		}
	}
	return out
}

// spacelessRunsUnderThreeRunes returns the runs of one and two characters.
func (t queryTerms) spacelessRunsUnderThreeRunes() []string {
	var out []string
	for _, run := range t.runs {
		if utf8.RuneCountInString(run) < 3 {
			out = append(out, run)
		}
	}
	return out
}

// joinQuotedFTSTerms builds an FTS5 expression from quoted terms, so that none of their characters
// is an operator.
func joinQuotedFTSTerms(list []string, suffix, operator string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = `"` + strings.ReplaceAll(s, `"`, `""`) + `"` + suffix
	}
	return strings.Join(quoted, operator)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// isSpacelessScriptRune reports whether r belongs to a script written without spaces between words,
// which the word tokenizer cannot split.
func isSpacelessScriptRune(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

func hasSpacelessScriptRune(s string) bool { return strings.IndexFunc(s, isSpacelessScriptRune) >= 0 }

// splitAtSpacelessScripts splits a word where a script without spaces begins or ends. All other
// characters, punctuation too, count as written with spaces; splitQueryIntoTerms drops pieces of
// punctuation alone.
func splitAtSpacelessScripts(word string) []string {
	var out []string
	start, wide := 0, false
	for i, r := range word {
		w := isSpacelessScriptRune(r)
		if w != wide {
			out = append(out, word[start:i])
			start, wide = i, w
		}
	}
	return append(out, word[start:])
}

// cutSnippetAroundTerm cuts about snippetRunes runes around the first term found in the text. A
// term that only matched through the stemmer is located by its prefix.
func cutSnippetAroundTerm(text string, find []string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= snippetRunes {
		return string(r)
	}
	at := firstTermRuneOffset(foldRunesOneForOne(r), find)
	from := max(0, min(at-snippetRunes/3, len(r)-snippetRunes))
	to := min(len(r), from+snippetRunes)
	from, to = moveCutToNearbySpace(r, from, -1), moveCutToNearbySpace(r, to, 1)
	s := strings.TrimSpace(string(r[from:to]))
	if from > 0 {
		s = "…" + s
	}
	if to < len(r) {
		s += "…"
	}
	return s
}

// moveCutToNearbySpace moves a cut to the next space within ten runes, so that words stay whole.
func moveCutToNearbySpace(r []rune, at, step int) int {
	for i, n := at, 0; i > 0 && i < len(r) && n < 10; i, n = i+step, n+1 {
		if unicode.IsSpace(r[i]) {
			return i
		}
	}
	if at > 0 && at < len(r) {
		return at
	}
	return max(0, min(at, len(r)))
}

// firstTermRuneOffset returns the rune offset of the first of the terms, or of a prefix of at least
// three of its runes; 0 if there is none.
func firstTermRuneOffset(text []rune, find []string) int {
	hay := string(text)
	best := -1
	for _, f := range find {
		needle := foldRunesOneForOne([]rune(f))
		for n := len(needle); n >= min(len(needle), 3) && n > 0; n-- {
			if i := strings.Index(hay, string(needle[:n])); i >= 0 {
				if at := utf8.RuneCountInString(hay[:i]); best < 0 || at < best {
					best = at
				}
				break
			}
		}
	}
	return max(best, 0)
}

// foldCaseAndDiacritics lower-cases and drops diacritics.
func foldCaseAndDiacritics(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return string(foldRunesOneForOne([]rune(s)))
		}
	}
	return strings.ToLower(s)
}

// foldRunesOneForOne lower-cases and drops diacritics, one rune for one rune.
func foldRunesOneForOne(r []rune) []rune {
	out := make([]rune, len(r))
	for i, c := range r {
		if c >= 0x80 {
			if d, _ := utf8.DecodeRuneInString(norm.NFD.String(string(c))); d != utf8.RuneError {
				c = d
			}
		}
		out[i] = unicode.ToLower(c)
	}
	return out
}

// escapeLike escapes a text for LIKE, so that it matches only itself.
func escapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

// queryForEachTerm runs a query that has a full-text expression in t.value and no argument, once
// for each term, in one statement: to prepare one takes longer than to look a term up. use
// is called in the order of the terms, with the index of each and what was found.
func queryForEachTerm[T any](
	db *gorm.DB, query string, terms []string, use func(i int, found T) error,
) error {
	expressions := make([]string, len(terms))
	for i, term := range terms {
		expressions[i] = joinQuotedFTSTerms([]string{term}, "", "")
	}
	encoded, err := json.Marshal(expressions)
	if err != nil {
		return err
	}
	each := db.Raw("SELECT t.key, ("+query+") FROM json_each(?) t ORDER BY t.key", string(encoded))
	return forEachRow(each, func(rows *sql.Rows) error {
		var i int
		var found T
		if err := rows.Scan(&i, &found); err != nil {
			return err
		}
		return use(i, found)
	})
}

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
