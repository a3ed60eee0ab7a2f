package lang

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// synonymFile is synonyms.txt as tools/packtexts packs it.
//
//go:embed zz_synonyms.txt.gz
var synonymFile string

// synonymGroups maps folded words without accents to the words and phrases that tell the same fact
// (see synonyms.txt). Phrases have blanks.
var synonymGroups = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(UnpackText(synonymFile)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(StripDiacriticsAndFoldSpellings(FoldText(line)))
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "_", " ")
		}
		for _, w := range words {
			out[w] = append(out[w], words...)
		}
	}
	return out
})

// StripDiacriticsAndFoldSpellings unifies the spellings of a folded word, with and without accents.
func StripDiacriticsAndFoldSpellings(
	folded string,
) string {
	return StripLowerCaseLatinDiacritics(FoldHindiAndRussianSpellings(folded))
}

// SynonymsOf returns the words that tell the same fact as a word. Of a Korean or Japanese word,
// which ends in particles, the listed beginning counts.
func SynonymsOf(w Token) []string {
	fold := StripDiacriticsAndFoldSpellings(w.Folded)
	if found := synonymGroups()[fold]; found != nil || !StartsWithHanKanaOrHangul(w.Text) {
		return found
	}
	runes := []rune(fold)
	for n := min(len(runes)-1, 4); n > 1; n-- {
		if found := synonymGroups()[string(runes[:n])]; found != nil {
			return found
		}
	}
	return nil
}

// containsSynonymOf reports whether a word or phrase of the statement tells the same fact as a
// word.
func (f Statement) containsSynonymOf(w Token) bool {
	same := SynonymsOf(w)
	if len(same) == 0 {
		return false
	}
	for i, t := range f.Tokens {
		fold := StripDiacriticsAndFoldSpellings(t.Folded)
		for _, s := range same {
			if s == fold || strings.HasPrefix(s, fold) && f.hasPhraseAt(i, s) {
				return true
			}
		}
	}
	return f.UnspacedText != "" && slices.ContainsFunc(same, func(s string) bool {
		return StartsWithHanKanaOrHangul(s) && strings.Contains(f.UnspacedText, strings.ReplaceAll(s, " ", ""))
	})
}

// hasPhraseAt reports whether the words from the one at i on are a phrase.
func (f Statement) hasPhraseAt(i int, phrase string) bool {
	words := strings.Fields(phrase)
	if len(words) < 2 || i+len(words) > len(f.Tokens) {
		return false
	}
	for k, w := range words {
		if StripDiacriticsAndFoldSpellings(f.Tokens[i+k].Folded) != w {
			return false
		}
	}
	return true
}
