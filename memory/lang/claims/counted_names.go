package claims

import (
	"strconv"
	"unicode/utf8"

	"memoir/memory/lang"
)

// countsNamesOf reports whether a number of a fact is how many names the fact lists behind it:
// "has two children, Bea and
// Lollo". Who names both has said how many there are. That the names were said is checked elsewhere.
func countsNamesOf(f lang.Statement, number string) bool {
	n, err := strconv.Atoi(number)
	if err != nil || n < 2 || n > maxCountedNames {
		return false
	}
	for i := range f.Tokens {
		if m, size := lang.NumberAt(f.Tokens[i:], f.Language); size > 0 && m == number {
			listed := countListedNames(f.Tokens[i+size:])
			return listed == n || f.Language == lang.German && listed == n+1 // "zwei Kinder, Mia und Ben"
		}
	}
	return false
}

// maxCountedNames bounds a list of names.
const maxCountedNames = 9

// countListedNames counts capitalized words behind one another, with "and" between them at most.
func countListedNames(ts []lang.Token) int {
	names := 0
	for _, t := range ts {
		switch {
		case startsWithCapital(t):
			names++
		case names > 0 && utf8.RuneCountInString(t.Text) > maxConjunctionRunes:
			return names
		}
	}
	return names
}

// maxConjunctionRunes is how long a word for "and" is at most.
const maxConjunctionRunes = 3
