package lang

import (
	"slices"
	"strings"

	"memoir/memory/lang/lazyregexp"
)

// restatedShare is the share of a fact's content words from which a text says it again. Of the
// facts "lives in Berlin" and "is allergic to peanuts", "planned a trip to Berlin" and "asked for
// peanut butter" have half; a paraphrase in the same language has two thirds or more.
const restatedShare = 0.6

// FactMatcher recognizes texts that say what a fact says. It is immutable.
type FactMatcher struct {
	fact    string
	words   []Token
	numbers []string
	// beginnings are the first letters of its words; nil when one begins with a letter that spelling
	// may change, so that every text has to be compared in full.
	beginnings []string
}

// NewFactMatcher prepares a fact.
func NewFactMatcher(fact string) FactMatcher {
	f := ParseStatement(fact)
	m := FactMatcher{
		fact: fact, words: contentWordsExceptNumbersAndTime(f), numbers: ExtractNumbersOtherThan1StrippingUnits(
			f.Tokens, f.Language,
		),
	}
	for _, w := range m.words {
		beginning := w.Folded[:min(len(w.Folded), 3)]
		if strings.ContainsFunc(beginning, func(r rune) bool { return r < 'a' || r > 'z' }) {
			m.beginnings = nil
			break
		}
		m.beginnings = append(m.beginnings, beginning)
	}
	return m
}

// mayContainAnyFactWord reports whether a text has the beginning of one of the fact's words.
// Comparing in full takes some seventy times as long (BenchmarkRestatements), and most texts
// concern other things.
func (m FactMatcher) mayContainAnyFactWord(text string) bool {
	if m.beginnings == nil {
		return true
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(m.beginnings, func(b string) bool { return strings.Contains(lower, b) })
}

// IsRestatedIn reports whether a text says what the fact says, perhaps among other things: most of
// its content words and all its numbers, in some form, and no other negation.
func (m FactMatcher) IsRestatedIn(text string) bool { return m.WordShareIfRestated(text) > 0 }

// WordShareIfRestated is the share of the fact's content words in a text that restates it, 0 for
// one that does not. Of two similar facts, a text says the one that it has the greater share of.
func (m FactMatcher) WordShareIfRestated(text string) float64 {
	if !m.mayContainAnyFactWord(text) {
		return 0
	}
	t := ParseStatement(text)
	n := 0
	for _, w := range m.words {
		if t.containsWordFormOrSynonym(w) || residenceWords()[w.Folded] && t.containsAnyWordOf(residenceWords()) {
			n++
		}
	}
	share := float64(n) / float64(max(len(m.words), 1))
	if share < restatedShare {
		return 0
	}
	said := ExtractNumbersOtherThan1StrippingUnits(t.Tokens, t.Language)
	for _, number := range m.numbers {
		if !slices.Contains(said, number) {
			return 0
		}
	}
	if DifferByNegationOrCessation(text, m.fact) {
		return 0
	}
	return share
}

// NewUnwantedRestatementPredicate returns whether a statement says one of the unwanted facts rather
// than one of the wanted ones.
func NewUnwantedRestatementPredicate(unwanted, wanted []FactMatcher) func(statement string) bool {
	greatestShare := func(ms []FactMatcher, s string) float64 {
		greatest := 0.0
		for _, m := range ms {
			greatest = max(greatest, m.WordShareIfRestated(s))
		}
		return greatest
	}
	return func(s string) bool {
		share := greatestShare(unwanted, s)
		return share > 0 && share > greatestShare(wanted, s)
	}
}

// SharesLongNumber reports whether a number of four or more digits stands in the fact and in the
// text.
func (m FactMatcher) SharesLongNumber(text string) bool {
	return slices.ContainsFunc(longNumberPattern.FindAllString(m.fact, -1), func(n string) bool {
		return slices.Contains(longNumberPattern.FindAllString(text, -1), n)
	})
}

var longNumberPattern = lazyregexp.New(`\d{4,}`)

// sentenceEndPattern matches the end of a sentence with the space after it, if its script has one.
var sentenceEndPattern = lazyregexp.New(`[.!?…]["”»')]*\s+|[。！？]`)

// SplitSentences splits a line after its sentences. An abbreviation also ends one, so pieces are
// only good for being left out or put together again.
func SplitSentences(line string) []string {
	var out []string
	start := 0
	for _, at := range sentenceEndPattern.FindAllStringIndex(line, -1) {
		out = append(out, strings.TrimSpace(line[start:at[1]]))
		start = at[1]
	}
	if rest := strings.TrimSpace(line[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// listItemPattern matches the beginning of a list item.
var listItemPattern = lazyregexp.New(`^(?:[-*•–—]|\d{1,2}[.)])\s`)

// RemoveStatementsAndEmptySections takes the list items and sentences out of a text for which drop
// reports true, and headings that have nothing under them then; the lines in keep stay. It reports
// whether it took anything out; otherwise the text is unchanged.
func RemoveStatementsAndEmptySections(text string, keep []string, drop func(statement string) bool) (string, bool) {
	var out []string
	removed := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		pieces := []string{line}
		if !listItemPattern.MatchString(line) {
			pieces = SplitSentences(line)
		}
		isFixed := line == "" || strings.HasPrefix(line, "#") || slices.Contains(keep, strings.TrimSpace(line))
		if isFixed || !slices.ContainsFunc(pieces, drop) {
			out = append(out, line)
			continue
		}
		removed = true
		if rest := strings.Join(slices.DeleteFunc(pieces, drop), " "); rest != "" {
			out = append(out, rest)
		}
	}
	if !removed {
		return text, false
	}
	return strings.TrimSpace(strings.Join(withoutEmptySections(out), "\n")), true
}

// withoutEmptySections leaves out headings without lines, and the blank lines after them.
func withoutEmptySections(lines []string) []string {
	var out []string
	for i, line := range lines {
		if strings.HasPrefix(line, "#") {
			next := slices.IndexFunc(lines[i+1:], func(l string) bool { return l != "" })
			if next < 0 || strings.HasPrefix(lines[i+1+next], "#") {
				continue
			}
		}
		if line != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, line)
		}
	}
	return out
}
