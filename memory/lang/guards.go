package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Reasons why two texts with a high cosine do not say the same. Vectors hardly reflect these
// differences: "two cats" and "three cats" have a cosine of .917, "likes" and "doesn't like" of
// .890 (docs/sources.md).
const (
	differNumbers  = "other numbers"
	differNegation = "one of them is negated"
	differNames    = "other names"
	differDates    = "other dates"
	differOpposite = "opposite words"
	differKinds    = "different things of one kind"
	differOrder    = "other order of the same words"
	differTense    = "one of them is over"
)

// FirstMeaningDifference names the first difference that keeps two statements from being duplicates
// at any cosine, or returns "". It is symmetric. It compares numbers and units, dates, negation,
// names, words of opposite meaning, things of one kind and who does what to whom. It knows the ten
// languages of its word lists and falls back to digits and capitals elsewhere.
func FirstMeaningDifference(a, b string) string {
	ta, tb := Tokenize(a), Tokenize(b)
	switch {
	case !slices.Equal(ExtractMonthsAndWeekdays(ta), ExtractMonthsAndWeekdays(tb)):
		return differDates
	case !slices.Equal(ExtractNumbersOtherThan1WithUnits(ta), ExtractNumbersOtherThan1WithUnits(tb)):
		return differNumbers
	case countNegations(ta)%2 != countNegations(tb)%2:
		return differNegation
	case hasNameMissingFromTextWithNames(ta, tb) || hasNameMissingFromTextWithNames(tb, ta):
		return differNames
	case haveOppositeWords(ta, tb):
		return differOpposite
	case haveRelatedUnsharedEnglishWords(ta, tb, wordnet().areDifferentKindsOfOneThing):
		return differKinds
	case haveSwappedRoles(ta, tb):
		return differOrder
	case tellsFormerTime(a, ta) != tellsFormerTime(b, tb):
		return differTense
	}
	return ""
}

// tellsFormerTime reports whether a statement says that it was so once.
func tellsFormerTime(text string, ts []Token) bool {
	for i, t := range ts {
		if formerTimeWords()[t.Folded] || t.Folded == "used" && i+1 < len(ts) && ts[i+1].Folded == "to" &&
			(i == 0 || !copulas()[ts[i-1].Folded]) { // who is used to it does it
			return true
		}
	}
	return slices.ContainsFunc(unspacedFormerTimes(), func(w string) bool { return strings.Contains(text, w) })
}

var (
	// formerTimeWords say that something was so once.
	formerTimeWords = sync.OnceValue(func() map[string]bool {
		return WordSet(`formerly former ex früher ehemals ehemalig ehemalige ehemaliger ehemaliges antiguamente solía
			autrefois jadis ancien ancienne anciennement costumava antigamente solea soleva раньше прежде бывший бывшая
			पहले पूर्व vroeger voormalig voormalige dawniej kiedyś eskiden`)
	})
	unspacedFormerTimes = sync.OnceValue(func() []string {
		return strings.Fields("以前 从前 曾经 曾是 过去 かつて 昔は 예전 옛날 과거에")
	})
)

// DifferByNegationOrCessation reports whether one of two statements is negated and the other is
// not, or one says that what the other states has ended.
func DifferByNegationOrCessation(a, b string) bool {
	ta, tb := Tokenize(a), Tokenize(b)
	return countNegations(ta)%2 != countNegations(tb)%2 || countCessationWords(ta)%2 != countCessationWords(tb)%2
}

// DifferOnlyByNumberOrDate reports whether two statements say the same but for numbers or dates.
func DifferOnlyByNumberOrDate(a, b string) bool {
	why := FirstMeaningDifference(a, b)
	return (why == differNumbers || why == differDates) && !AddsWordsBesidesNumbersAndTime(a, b) &&
		!AddsWordsBesidesNumbersAndTime(b, a)
}

// countCessationWords counts the words that say that something stopped.
func countCessationWords(ts []Token) int {
	n := 0
	for _, t := range ts {
		if endingWords()[t.Folded] {
			n++
		}
	}
	return n
}

// ExtractNumbersOtherThan1WithUnits returns the numbers of a text with the units that follow them,
// sorted: digits as written, number words by value. One is left out, because most languages use it
// as an article.
func ExtractNumbersOtherThan1WithUnits(ts []Token) []string {
	words := numberWords(DetectLanguage(ts))
	var out []string
	for i := 0; i < len(ts); {
		n, size := numberAtStartOfWords(ts[i:], words)
		if strings.ContainsAny(ts[i].Text, "0123456789") {
			n = strings.ToLower(strings.ReplaceAll(ts[i].Text, ",", "."))
		}
		i += max(size, 1)
		if n == "" || n == "1" {
			continue
		}
		if i < len(ts) {
			n += unitWords()[ts[i].Folded]
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// ExtractMonthsAndWeekdays returns the months and weekdays named in a text, sorted.
func ExtractMonthsAndWeekdays(ts []Token) []string {
	known := CalendarWords()
	var out []string
	for _, t := range ts {
		word := t.Folded
		if IsHangulSyllable(FirstRune(word)) && len(word) > len("월요일") {
			word = word[:len("월요일")] // without the particle
		}
		if d, ok := known[word]; ok && (t.Folded != "may" && t.Folded != "march" || t.Text != t.Folded &&
			!t.OpensSentence) {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// countNegations counts the negating words.
func countNegations(ts []Token) int {
	lang := DetectLanguage(ts)
	words := negationWords(lang)
	n := 0
	for _, t := range ts {
		fold := strings.ReplaceAll(t.Folded, "’", "'")
		if words[fold] || strings.HasSuffix(fold, "n't") || isKoreanNegation(fold) {
			n++
		}
	}
	return n
}

// hasNameMissingFromTextWithNames reports whether a has a capitalized word, not at the start of a
// sentence, that b does not mention although b has names.
func hasNameMissingFromTextWithNames(a, b []Token) bool {
	for _, t := range a {
		r := []rune(t.Text)
		if t.OpensSentence || !unicode.IsUpper(r[0]) || len(r) < 2 {
			continue
		}
		if !slices.ContainsFunc(b, func(o Token) bool { return haveSameStemOrLongPrefix(o.Folded, t.Folded) }) {
			return containsCapitalizedName(b)
		}
	}
	return false
}

// containsCapitalizedName reports whether a text capitalizes any name. In a text that writes
// everything in lower case a missing name means nothing.
func containsCapitalizedName(ts []Token) bool {
	return slices.ContainsFunc(ts, func(t Token) bool {
		r := []rune(t.Text)
		return !t.OpensSentence && len(r) > 1 && unicode.IsUpper(r[0])
	})
}

// haveOppositeWords reports whether one text has a word where the other has its opposite: each word
// of the pair occurs in only one of the texts. The opposites of content words are WordNet's, those
// of prepositions and the like a list.
func haveOppositeWords(a, b []Token) bool {
	wa, wb := wordAndStemSet(a), wordAndStemSet(b)
	apart := func(left, right string) bool {
		return wa[left] && !wb[left] && wb[right] && !wa[right] || wb[left] && !wa[left] && wa[right] && !wb[right]
	}
	for _, p := range oppositeWords() {
		if apart(p[0], p[1]) {
			return true
		}
	}
	for _, words := range []map[string]bool{wa, wb} {
		for w := range words {
			for _, prefix := range []string{"un", "dis", "in", "im"} {
				if len(w) > 3 && apart(w, prefix+w) {
					return true
				}
			}
		}
	}
	return haveRelatedUnsharedEnglishWords(a, b, wordnet().areOpposite)
}

// haveRelatedUnsharedEnglishWords reports whether a content word that only a has is related to one
// that only b has. It knows English only.
func haveRelatedUnsharedEnglishWords(a, b []Token, related func(x, y string) bool) bool {
	if t := DetectLanguage(slices.Concat(a, b)); t != English && t != UnknownLanguage {
		return false
	}
	onlyA, onlyB := wordsMissingIn(b, a), wordsMissingIn(a, b)
	return slices.ContainsFunc(onlyA, func(x string) bool {
		return slices.ContainsFunc(onlyB, func(y string) bool { return related(x, y) })
	})
}

// wordsMissingIn returns the words of ts that other has in no form.
func wordsMissingIn(other, ts []Token) []string {
	var out []string
	for _, t := range ts {
		if !slices.ContainsFunc(other, func(o Token) bool { return wordnet().areFormsOfOneWord(o.Folded, t.Folded) }) {
			out = append(out, t.Folded)
		}
	}
	return out
}

// haveSwappedRoles reports whether the two ends of a statement are swapped around the same middle,
// which changes who does what to whom: "the dog chases the cat", "the cat chases the dog". Lists
// (and, or) and the passive (by) allow such swaps.
func haveSwappedRoles(a, b []Token) bool {
	if haveSwappedDirections(a, b) {
		return true
	}
	for _, ts := range [][]Token{a, b} {
		if slices.ContainsFunc(ts, func(t Token) bool { return reorderableConnectives()[t.Folded] }) {
			return false
		}
	}
	ca, cb := contentStems(a), contentStems(b)
	if len(ca) != len(cb) || slices.Equal(ca, cb) {
		return false
	}
	for x := 1; x < len(ca)-1; x++ { // ca = X V Y, cb = Y V X
		for y := 1; x+y < len(ca); y++ {
			n := len(ca)
			if slices.Equal(ca[:x], cb[n-x:]) && slices.Equal(ca[n-y:], cb[:y]) && slices.Equal(ca[x:n-y], cb[y:n-x]) {
				return true
			}
		}
	}
	return false
}

// haveSwappedDirections reports whether two words have changed places in a statement that says
// where from, where to or what before what, and that is no list.
func haveSwappedDirections(a, b []Token) bool {
	directions := directionWords(DetectLanguage(a))
	return slices.ContainsFunc(a, func(t Token) bool { return directions[t.Folded] }) &&
		!slices.ContainsFunc(a, func(t Token) bool { return listConjunctions()[t.Folded] }) &&
		differOnlyByTwoExchangedWords(contentStems(a), contentStems(b))
}

var listConjunctions = sync.OnceValue(func() map[string]bool {
	return WordSet("and or with und oder mit y o con et ou avec e com и или en of met i lub")
})

// differOnlyByTwoExchangedWords reports whether two words have changed places and all others stand
// where they stood: "moved from Lyon to Basel", "moved from Basel to Lyon".
func differOnlyByTwoExchangedWords(a, b []string) bool {
	var differ []int
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			differ = append(differ, i)
		}
	}
	return len(differ) == 2 && a[differ[0]] == b[differ[1]] && a[differ[1]] == b[differ[0]]
}

// directionWords tell where from, where to or what before what, so that the words beside them have
// an order.
var directionWords = CachePerLanguage(func(lang Language) map[string]bool {
	return WordSet(map[Language]string{
		English: "to from than before after over into", German: "nach von vor als lieber zu",
		Spanish: "de a desde hasta que antes",
		French:  "de à avant après que", Italian: "da dal a al prima dopo di", Portuguese: "de para do até antes depois",
		Russian: "в из от до с чем", Hindi: "से को तक", Dutch: "van naar voor na dan", Polish: "z ze do od niż",
	}[lang])
})

// contentStems returns the stems of the content words in order.
func contentStems(ts []Token) []string {
	stop := FunctionWords()
	var out []string
	for _, t := range ts {
		if !stop[t.Folded] {
			out = append(out, stemEnglishWord(t.Folded))
		}
	}
	return out
}

func wordAndStemSet(ts []Token) map[string]bool {
	set := make(map[string]bool, len(ts))
	for _, t := range ts {
		set[t.Folded] = true
		set[stemEnglishWord(t.Folded)] = true
	}
	return set
}
