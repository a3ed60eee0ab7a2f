package storage

import (
	"database/sql"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"

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
