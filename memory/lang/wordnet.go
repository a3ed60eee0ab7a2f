package lang

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:generate go -C ../../tools/wordnet run . /usr/share/wordnet

//go:embed wordnet.txt.gz
var wordnetFile string

// lexicon knows English words by Princeton WordNet 3.0 (docs/sources.md, M-8). Words are looked up
// by their stems, irregular forms by the stem of the form that a dictionary lists.
type lexicon struct {
	baseForm  map[string]string          // irregular form to dictionary form
	opposites map[string][]string        // by stem
	headWord  map[string][]string        // an adjective to the one that it is a shade of
	synonyms  map[string]map[string]bool // by stem
	kinds     map[string][]int           // a noun to the groups of which only one can apply
}

// wordnet is read from the embedded file at first use.
var wordnet = sync.OnceValue(func() *lexicon {
	l := &lexicon{
		baseForm: map[string]string{}, opposites: map[string][]string{}, headWord: map[string][]string{},
		synonyms: map[string]map[string]bool{}, kinds: map[string][]int{},
	}
	for n, line := range strings.Split(strings.TrimSuffix(UnpackText(wordnetFile), "\n"), "\n") {
		l.addWordNetLine(n, strings.Fields(line))
	}
	return l
})

// addWordNetLine adds a line of the format that tools/wordnet describes.
func (l *lexicon) addWordNetLine(n int, fields []string) {
	words := make([]string, len(fields)-1)
	for i, w := range fields[1:] {
		words[i] = stemEnglishWord(w)
	}
	switch fields[0] {
	case "f":
		l.baseForm[fields[1]] = fields[2]
	case "a":
		l.opposites[words[0]] = append(l.opposites[words[0]], words[1])
		l.opposites[words[1]] = append(l.opposites[words[1]], words[0])
	case "r":
		l.headWord[words[0]] = append(l.headWord[words[0]], words[1])
	case "k":
		for _, w := range words {
			l.kinds[w] = append(l.kinds[w], n)
		}
	case "s":
		for _, w := range words {
			if l.synonyms[w] == nil {
				l.synonyms[w] = map[string]bool{}
			}
			for _, o := range words {
				l.synonyms[w][o] = true
			}
		}
	}
}

// stemsOf returns the stems by which a folded word is looked up: its own and, of an irregular form,
// that of the dictionary form. Left is a direction as well as a form of leave.
func (l *lexicon) stemsOf(word string) []string {
	if base, ok := l.baseForm[word]; ok {
		return []string{stemEnglishWord(word), stemEnglishWord(base)}
	}
	return []string{stemEnglishWord(word)}
}

// areFormsOfOneWord reports whether two words are forms of one.
func (l *lexicon) areFormsOfOneWord(a, b string) bool {
	return l.anyStemsAreRelated(a, b, func(x, y string) bool { return x == y })
}

// areFormsOrSynonyms reports whether two words are forms of one or can mean the same.
func (l *lexicon) areFormsOrSynonyms(a, b string) bool {
	return l.anyStemsAreRelated(a, b, func(x, y string) bool { return x == y || l.synonyms[x][y] })
}

// areOpposite reports whether two words are antonyms, or shades of antonyms: huge and tiny.
func (l *lexicon) areOpposite(a, b string) bool {
	return l.anyStemsAreRelated(a, b, func(x, y string) bool {
		for _, head := range append(l.headWord[x], x) {
			if slices.ContainsFunc(append(l.headWord[y], y), func(o string) bool {
				return slices.Contains(l.opposites[head], o)
			}) {
				return true
			}
		}
		return false
	})
}

// areDifferentKindsOfOneThing reports whether two nouns are different kinds of one thing: guitar
// and piano. A word that ends like a verb is none: cutting is no kind of piece.
func (l *lexicon) areDifferentKindsOfOneThing(a, b string) bool {
	return !endsInIngOrEd(a) && !endsInIngOrEd(b) && !l.areFormsOrSynonyms(a, b) &&
		l.anyStemsAreRelated(a, b, func(x, y string) bool {
			return slices.ContainsFunc(l.kinds[x], func(k int) bool { return slices.Contains(l.kinds[y], k) })
		})
}

// anyStemsAreRelated reports whether the relation holds between any stems of two words.
func (l *lexicon) anyStemsAreRelated(a, b string, related func(x, y string) bool) bool {
	for _, x := range l.stemsOf(a) {
		if slices.ContainsFunc(l.stemsOf(b), func(y string) bool { return related(x, y) }) {
			return true
		}
	}
	return false
}

func endsInIngOrEd(word string) bool {
	return strings.HasSuffix(word, "ing") || strings.HasSuffix(word, "ed")
}
