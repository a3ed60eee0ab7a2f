package lang

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed synonyms.txt
var synonymFile string

// synonymGroups maps folded words without accents to the words and phrases that tell the same fact (see
// synonyms.txt). Phrases have blanks.
var synonymGroups = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(synonymFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(FoldForSearch(FoldText(line)))
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "_", " ")
		}
		for _, w := range words {
			out[w] = append(out[w], words...)
		}
	}
	return out
})

// FoldForSearch unifies the spellings of a folded word, with and without accents.
func FoldForSearch(folded string) string { return StripDiacritics(FoldSpellingVariants(folded)) }

// SynonymsOf returns the words that tell the same fact as a word. Of a Korean or Japanese word, which
// ends in particles, the listed beginning counts.
func SynonymsOf(w Token) []string {
	fold := FoldForSearch(w.Folded)
	if found := synonymGroups()[fold]; found != nil || !StartsWithUnspacedScript(w.Text) {
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

// containsSynonymOf reports whether a word or phrase of the statement tells the same fact as a word.
func (f Statement) containsSynonymOf(w Token) bool {
	same := SynonymsOf(w)
	if len(same) == 0 {
		return false
	}
	for i, t := range f.Tokens {
		fold := FoldForSearch(t.Folded)
		for _, s := range same {
			if s == fold || strings.HasPrefix(s, fold) && f.hasPhraseAt(i, s) {
				return true
			}
		}
	}
	return f.UnspacedText != "" && slices.ContainsFunc(same, func(s string) bool {
		return StartsWithUnspacedScript(s) && strings.Contains(f.UnspacedText, strings.ReplaceAll(s, " ", ""))
	})
}

// hasPhraseAt reports whether the words from the one at i on are a phrase.
func (f Statement) hasPhraseAt(i int, phrase string) bool {
	words := strings.Fields(phrase)
	if len(words) < 2 || i+len(words) > len(f.Tokens) {
		return false
	}
	for k, w := range words {
		if FoldForSearch(f.Tokens[i+k].Folded) != w {
			return false
		}
	}
	return true
}
