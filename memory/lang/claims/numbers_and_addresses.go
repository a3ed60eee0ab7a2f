package claims

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/calendar"
	"memoir/memory/lang/claims/vocabulary"
)

// isCountOfListedNames reports whether a number of a fact is how many names the fact lists behind
// it: "has two children, Bea and Lollo". Who names both has said how many there are. That the names
// were said is checked elsewhere.
func isCountOfListedNames(f lang.Statement, number string) bool {
	n, err := strconv.Atoi(number)
	if err != nil || n < 2 || n > maxCountedNames {
		return false
	}
	for i := range f.Tokens {
		if m, size := lang.LeadingNumber(f.Tokens[i:], f.Language); size > 0 && m == number {
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

// yearCountIsNotOnlyOfOtherThings reports whether a number that a fact counts years with counts no
// other things in the clauses: "I have 42 cows" says nobody's age.
func (x *selection) yearCountIsNotOnlyOfOtherThings(f lang.Statement) bool {
	for i := range f.Tokens {
		n, size := lang.LeadingNumber(f.Tokens[i:], f.Language)
		isYear := len(n) == 4 && (strings.HasPrefix(n, "19") || strings.HasPrefix(n, "20"))
		if size == 0 || isYear || !calendar.NumberAtStartCountsYears(f.Tokens[i:], size) {
			continue
		}
		counts, others := 0, 0
		for k, c := range x.passage.clauses {
			if x.allowed[k] {
				years, things := calendar.CountYearAndOtherUses(c.tokens, n, x.passage.language)
				counts, others = counts+years, others+things
			}
		}
		if counts == 0 && others > 0 {
			return false
		}
	}
	return true
}

// containsAllWebAndMailAddresses reports whether every web and mail address of a fact occurs in the
// clauses as it stands.
func (x *selection) containsAllWebAndMailAddresses(fact string) bool {
	for word := range strings.FieldsSeq(fact) {
		word = strings.Trim(strings.ToLower(word), ".,;:!?()[]<>\"'“”„«»。，")
		if !isWebOrMailAddress(word) {
			continue
		}
		if !x.hasClauseWithLowerCaseText(word) {
			return false
		}
	}
	return true
}

// hasClauseWithLowerCaseText reports whether a text in lower case occurs in one of the clauses.
func (x *selection) hasClauseWithLowerCaseText(lower string) bool {
	for i, c := range x.passage.clauses {
		if x.allowed[i] && strings.Contains(strings.ToLower(c.text), lower) {
			return true
		}
	}
	return false
}

// isWebOrMailAddress reports whether a word is a mail address, a web address or a domain.
func isWebOrMailAddress(word string) bool {
	if strings.Contains(word, "@") || strings.Contains(word, "//") || strings.HasPrefix(word, "www.") {
		return true
	}
	at := strings.LastIndexByte(word, '.')
	isNoLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return at > 0 && at+2 < len(word) && strings.IndexFunc(word[at+1:], isNoLetter) < 0
}

// withoutBrandOrRecord returns the words of a statement without "marca", a brand or a record in Romance
// languages and "of March" in Polish.
func withoutBrandOrRecord(f lang.Statement) []lang.Token {
	return slices.DeleteFunc(slices.Clone(f.Tokens), func(t lang.Token) bool {
		return t.Folded == "marca" && f.Language != lang.Polish
	})
}

// containsAllNumbersAndDates reports whether every number and date of a statement occurs in the
// clauses, or follows from their dates.
func (x *selection) containsAllNumbersAndDates(f lang.Statement, dates *calendar.DatesSaid) bool {
	for _, n := range lang.ExtractNumbersOtherThan1StrippingUnits(f.Tokens, f.Language) {
		if !x.containsNumberOrShorterForm(n) && !dates.ImpliesUnnamedDateNumber(n) && !isCountOfListedNames(f, n) {
			return false
		}
	}
	if !x.yearCountIsNotOnlyOfOtherThings(f) {
		return false
	}
	return !slices.ContainsFunc(lang.ExtractMonthsAndWeekdays(withoutBrandOrRecord(f)), func(d string) bool {
		return !slices.Contains(x.daysSaid(), d) && !dates.ImpliesUnnamedMonthOrWeekday(d)
	})
}

// containsNumberOrShorterForm reports whether the clauses have a number, a year by its last two
// digits ('82), or a full hour without its minutes or counted from noon.
func (x *selection) containsNumberOrShorterForm(n string) bool {
	if slices.Contains(x.numbersSaid(), n) {
		return true
	}
	hour, isTime := strings.CutSuffix(n, ":00")
	if !isTime {
		hour, isTime = strings.CutSuffix(n, ".00")
	}
	if isTime && slices.Contains(x.numbersSaid(), hour) {
		return true
	}
	if !isTime && slices.Contains(x.numbersSaid(), n+":00") {
		return true
	}
	if len(n) == 4 && (strings.HasPrefix(n, "19") || strings.HasPrefix(n, "20")) {
		return slices.Contains(x.numbersSaid(), n[2:])
	}
	h, err := strconv.Atoi(hour)
	return err == nil && h > 12 && h < 24 && (isTime || x.namesTimeOfDay()) &&
		slices.ContainsFunc(x.numbersSaid(), func(o string) bool {
			return strings.TrimSuffix(strings.TrimSuffix(o, ":00"), ".00") == strconv.Itoa(h-12)
		})
}

// namesTimeOfDay reports whether the clauses name a time of the day.
func (x *selection) namesTimeOfDay() bool {
	return slices.ContainsFunc(x.wordsSaid().Tokens, func(t lang.Token) bool { return vocabulary.HourWords()[t.Folded] })
}

// isKnownNumberOrDate reports whether a word is a number or date that the clauses have, in digits
// or words, or that follows from their dates.
func (x *selection) isKnownNumberOrDate(w lang.Token, language lang.Language, dates *calendar.DatesSaid) bool {
	if ns := lang.ExtractNumbersOtherThan1StrippingUnits([]lang.Token{w}, language); len(ns) > 0 {
		return x.containsNumberOrShorterForm(ns[0]) || dates.ImpliesUnnamedDateNumber(ns[0])
	}
	days := lang.ExtractMonthsAndWeekdays([]lang.Token{w})
	return len(days) > 0 && (slices.Contains(x.daysSaid(), days[0]) || dates.ImpliesUnnamedMonthOrWeekday(days[0]))
}

// numbersSaid returns the numbers in the clauses, without units.
func (x *selection) numbersSaid() []string {
	if !x.hasRead.numbers {
		x.hasRead.numbers = true
		x.numbers = lang.ExtractNumbersOtherThan1StrippingUnits(x.tokensAsSaid(), x.passage.language)
	}
	return x.numbers
}

// daysSaid returns the months and weekdays in the clauses.
func (x *selection) daysSaid() []string {
	if !x.hasRead.days {
		x.hasRead.days = true
		for i, c := range x.passage.clauses {
			if x.allowed[i] || x.passage.isTopicQuestion(i) {
				x.days = append(x.days, lang.ExtractMonthsAndWeekdays(c.tokens)...)
				x.days = append(x.days, calendar.AbbreviatedWeekdays(c.tokens)...)
			}
		}
	}
	return x.days
}

// tokensAsSaid returns the words of the clauses, and of those that only ask about a topic, as they were said.
func (x *selection) tokensAsSaid() []lang.Token {
	isSaid := func(i int) bool { return x.allowed[i] || x.passage.isTopicQuestion(i) }
	words := 0
	for i, c := range x.passage.clauses {
		if isSaid(i) {
			words += len(c.tokens)
		}
	}
	ts := make([]lang.Token, 0, words)
	for i, c := range x.passage.clauses {
		if isSaid(i) {
			ts = append(ts, c.tokens...)
		}
	}
	return ts
}
