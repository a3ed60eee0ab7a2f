package wordindex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// Index finds the clauses of a text in which a word occurs in any form.
type Index struct {
	Clauses  map[string][]int    // of each folded word, ascending
	byPrefix map[string][]string // distinct words by their first two runes
	joined   string              // distinct words, each behind a line break, to search for compounds
	byScript [4][]string         // distinct words by script, to compare by sound
	Unspaced []string            // Han, Kana and Hangul text of each clause without spaces
	texts    []string            // of the clauses, their words folded and joined by blanks
}

// New indexes the words of each clause.
func New(clauses [][]lang.Token) *Index {
	x := &Index{
		Clauses: map[string][]int{}, byPrefix: map[string][]string{},
		Unspaced: make([]string, len(clauses)), texts: make([]string, len(clauses)),
	}
	var all, unspaced, text strings.Builder
	for i, ts := range clauses {
		unspaced.Reset()
		text.Reset()
		text.WriteByte(' ')
		for _, t := range ts {
			w := lang.StripDiacriticsAndFoldSpellings(t.Folded)
			text.WriteString(w)
			text.WriteByte(' ')
			seen := x.Clauses[w]
			if len(seen) == 0 {
				all.WriteByte('\n')
				all.WriteString(w)
				x.byPrefix[firstTwoRunes(w)] = append(x.byPrefix[firstTwoRunes(w)], w)
				x.byScript[lang.ScriptOfFirstRune(w)] = append(x.byScript[lang.ScriptOfFirstRune(w)], w)
			}
			x.AddOccurrence(w, i)
			if base, ok := vocabulary.IrregularForms()[w]; ok {
				x.AddOccurrence(base, i)
			}
			if lang.StartsWithHanKanaOrHangul(t.Text) {
				unspaced.WriteString(t.Text)
			} else {
				unspaced.WriteByte('|')
			}
		}
		x.Unspaced[i] = unspaced.String()
		x.texts[i] = text.String()
	}
	x.joined = all.String()
	return x
}

// AddOccurrence notes that a clause has a word of the index.
func (x *Index) AddOccurrence(word string, clause int) {
	seen := x.Clauses[word]
	if at, has := slices.BinarySearch(seen, clause); !has {
		x.Clauses[word] = slices.Insert(seen, at, clause)
	}
}

// firstTwoRunes returns the first two runes of a word: forms of a word share them.
func firstTwoRunes(w string) string {
	_, n := utf8.DecodeRuneInString(w)
	_, m := utf8.DecodeRuneInString(w[n:])
	return w[:n+m]
}

// FindClausesWithWordInAnyForm returns the clauses in which the word, or a form of it, occurs, in
// no particular order.
func (x *Index) FindClausesWithWordInAnyForm(w lang.Token) []int {
	fold := lang.StripDiacriticsAndFoldSpellings(w.Folded)
	out := slices.Clone(x.Clauses[fold])
	if base, ok := vocabulary.IrregularForms()[fold]; ok {
		out = append(out, x.Clauses[base]...)
	}
	if lang.StartsWithHanKanaOrHangul(w.Text) {
		out = append(out, x.findClausesWithWordPieces([]rune(w.Text))...)
		out = append(out, x.findClausesWithOneSyllableKoreanVerb(w.Text)...)
	} else {
		for _, o := range x.byPrefix[firstTwoRunes(fold)] {
			if o != fold && !lang.StartsWithHanKanaOrHangul(o) && (lang.AreWordForms(o, fold) || shareLongPrefix(o, fold)) {
				out = append(out, x.Clauses[o]...)
			}
		}
		out = append(out, x.findClausesWithCompoundOrPart(fold)...)
	}
	for _, same := range lang.SynonymsOf(w) {
		out = append(out, x.findClausesWithPhrase(same)...)
	}
	if out = append(out, x.findClausesByCrossScriptSound(fold)...); len(out) == 0 {
		out = x.findClausesWithOtherSpelling(fold)
	}
	return out
}

// findClausesWithOneSyllableKoreanVerb finds a Korean verb of one syllable with another ending: 먹음,
// 먹지.
func (x *Index) findClausesWithOneSyllableKoreanVerb(w string) []int {
	stem, ok := stemOfOneSyllableKoreanVerb(w)
	if !ok {
		return nil
	}
	var out []int
	for _, o := range x.byScript[lang.HangulScript] {
		if other, ok := stemOfOneSyllableKoreanVerb(o); ok && other == stem {
			out = append(out, x.Clauses[o]...)
		}
	}
	return out
}

// stemOfOneSyllableKoreanVerb returns the stem of a verb of one syllable with an ending behind it.
func stemOfOneSyllableKoreanVerb(w string) (stem rune, ok bool) {
	r, size := utf8.DecodeRuneInString(w)
	return r, strings.ContainsRune("먹읽듣걷앉입신끊찍뽑닫열씻웃울믿찾잡심키", r) && vocabulary.KoreanVerbEndings()[w[size:]]
}

// findClausesWithOtherSpelling finds a word that is misspelled or spelled in another way (see
// areSpellingsOrTyposOfOneWord).
func (x *Index) findClausesWithOtherSpelling(w string) []int {
	var out []int
	for _, o := range x.byScript[lang.ScriptOfFirstRune(w)] {
		if areSpellingsOrTyposOfOneWord(o, w) {
			out = append(out, x.Clauses[o]...)
		}
	}
	return out
}

// findClausesWithPhrase finds a folded word or phrase as it stands. In a script without spaces it
// may be part of a longer word.
func (x *Index) findClausesWithPhrase(phrase string) []int {
	unspaced := lang.StartsWithHanKanaOrHangul(phrase)
	if !unspaced && !strings.ContainsRune(phrase, ' ') {
		return x.Clauses[phrase]
	}
	texts := x.texts
	if unspaced {
		texts, phrase = x.Unspaced, strings.ReplaceAll(phrase, " ", "")
	} else {
		phrase = " " + phrase + " "
	}
	var out []int
	for i, text := range texts {
		if strings.Contains(text, phrase) {
			out = append(out, i)
		}
	}
	return out
}

// shareLongPrefix reports whether two words share at least five letters, which are half of the
// longer and all but one of the shorter: accetta, accetteranno.
func shareLongPrefix(a, b string) bool {
	ra, rb := []rune(a), []rune(b)
	n := lang.CommonPrefixLen(ra, rb)
	return n >= 5 && min(len(ra), len(rb))-n <= 1 && n*2 >= max(len(ra), len(rb))
}

// findClausesWithCompoundOrPart finds words of at least five runes inside longer ones, either way
// round.
func (x *Index) findClausesWithCompoundOrPart(w string) []int {
	var out []int
	runes := []rune(w)
	if len(runes) < 5 {
		return nil
	}
	for at := 0; ; {
		i := strings.Index(x.joined[at:], w)
		if i < 0 {
			break
		}
		from := strings.LastIndexByte(x.joined[:at+i], '\n') + 1
		at += i + len(w)
		to := len(x.joined)
		if n := strings.IndexByte(x.joined[at:], '\n'); n >= 0 {
			to = at + n
		}
		out = append(out, x.Clauses[x.joined[from:to]]...)
	}
	for i := range runes {
		for j := i + 5; j <= len(runes); j++ {
			out = append(out, x.Clauses[string(runes[i:j])]...)
		}
	}
	return out
}

// findClausesByCrossScriptSound finds names and loanwords that are written in another script.
func (x *Index) findClausesByCrossScriptSound(w string) []int {
	var out []int
	other := []int{lang.LatinScript}
	switch lang.ScriptOfFirstRune(w) {
	case lang.LatinScript:
		other = []int{lang.CyrillicScript, lang.HangulScript}
	case lang.OtherScript:
		return nil
	}
	for _, script := range other {
		for _, o := range x.byScript[script] {
			if lang.SoundAlikeAcrossScripts(o, w, 3) { // three consonants: two match by chance
				out = append(out, x.Clauses[o]...)
			}
		}
	}
	return out
}

// findClausesWithWordPieces finds the stem of a Korean, Chinese or Japanese word (see
// lang.ContainsUnspacedWordPiece).
func (x *Index) findClausesWithWordPieces(w []rune) []int {
	var out []int
	for i, text := range x.Unspaced {
		if text != "" && lang.ContainsUnspacedWordPiece(text, w) {
			out = append(out, i)
		}
	}
	return out
}
