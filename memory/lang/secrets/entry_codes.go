package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// entryReach is how far a code may be from what it opens, in bytes.
const entryReach = 80

// redactEntryCodes replaces the codes of doors, locks, alarms and devices. What opens something
// stands as a run of digits, or digits with a letter or a sign, near a noun for what is opened,
// behind it or before it, in whatever words. A noun for what takes nothing but codes (a keypad, a
// padlock) says most; beside another one (a door, a phone) a verb of opening or typing, a word for
// a code, or a joint such as "is" or a colon must tell. Measures, prices, years, times, models and
// numbers of rooms speak against it. Codes are searched for first, and the sentence is read only
// then.
func redactEntryCodes(s string) string {
	var windows []window
	var sentence entrySentence
	for _, w := range findEntryCodeCandidates(s) {
		if w.start < sentence.span.start || w.end > sentence.span.end {
			sentence = newEntrySentence(s, w)
		}
		if sentence.isEntryCode(w) {
			windows = append(windows, w)
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// findEntryCodeCandidates finds what keypads and dials take, years among them.
func findEntryCodeCandidates(s string) []window {
	var out []window
	for _, word := range findWordsWithByteOf(s, "0123456789") {
		if countASCIIDigits(s[word.start:word.end]) < 3 {
			continue
		}
		for _, m := range entryCodePattern().FindAllStringIndex(s[word.start:word.end], -1) {
			w := window{word.start + m[0], word.start + m[1]}
			if standsAlone(s, w) && !clockOfDay.MatchString(s[w.start:w.end]) {
				out = append(out, w)
			}
		}
	}
	out = append(out, findSpacedPairs(s)...)
	if hasNumberBehindDirection(s) {
		for _, m := range dialTurns().FindAllStringIndex(s, -1) {
			out = append(out, window{m[0], m[1]})
		}
	}
	return out
}

// hasNumberBehindDirection reports a number just behind a word such as left or right.
func hasNumberBehindDirection(s string) bool {
	for _, direction := range directionWords() {
		for at := range lang.OffsetsOf(s, direction) {
			behind := at + len(direction)
			if strings.ContainsAny(s[behind:min(len(s), behind+10)], "0123456789") {
				return true
			}
		}
	}
	return false
}

var directionWords = sync.OnceValue(func() []string {
	return strings.Fields(`left links izquierda gauche sinistra esquerda lewo лево sağa 右 왼쪽`)
})

// dialTurns matches what a dial is turned to, and how often: left 34, right 12 twice.
var (
	dialTurns = sync.OnceValue(func() *regexp.Regexp {
		const turn = `(?:(?:twice |\d ?[x×] )?(?:left|right|links|rechts)|izquierda|derecha|gauche|droite|sinistra|` +
			`destra|esquerda|direita|(?:w )?(?:lewo|prawo)|(?:на|в)?(?:лево|право)|sağa|sola|右に?|左に?|왼쪽으?로?|` +
			`오른쪽으?로?)[ :]{0,2}(?:to |auf |a |à |op |do |на )?\d{1,2}` +
			`(?: ?[x×*] ?\d| ?[を、]? ?\d ?[回번]| twice| zweimal| dos veces| deux fois| due volte| duas vezes| tweemaal|` +
			` (?:twee|\d) keer|・\d{1,2}| dwa razy| два раза| дважды| iki (?:kez|kere|defa))?`
		return regexp.MustCompile(`(?i)` + turn + `(?:[ ,、;・]{0,3}(?:then |dann |luego |puis |poi |depois |dan |potem |` +
			`потом |sonra )?` + turn + `)+`)
	})
)

// entryCodePattern matches what keypads and dials take: 8842, 4471#, 12B45, 1609A, C4482X, 32-8-19,
// 518.
var entryCodePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d{1,2}-\d{1,2}-\d{1,2}(?:-\d{1,2})?|[*#]?\d{1,4}[A-WYZa-wyzА-Я]\d{1,4}[*#]?|` +
		`[*#]?\d{3,6}[A-ZА-Я]|[A-ZА-Я]\d{3,6}[A-Z]?|[*#]?\d{3,8}[*#]?`)
})

// calendarDate matches a date in the form that some locks show: 12-5-26.
var calendarDate = lazyregexp.New(`^(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-\d\d$`)

// entrySentence is a sentence with a code in it.
type entrySentence struct {
	text    string
	span    window
	words   []entryToken
	earlier entryClass // classes of the words in the part of its line before it
}

// earlierReach is how far before a sentence what it speaks of may be named, in bytes.
const earlierReach = 160

// newEntrySentence returns the sentence that a span stands in.
func newEntrySentence(s string, w window) entrySentence {
	e := entrySentence{text: s, span: sentenceAround(s, w)}
	e.words = entryWords().parseEntryTokens(s, e.span)
	from := lang.StartOfRune(s, max(0, e.span.start-earlierReach))
	from += strings.LastIndexByte(s[from:e.span.start], '\n') + 1
	for _, t := range entryWords().parseEntryTokens(s, window{from, e.span.start}) {
		e.earlier |= t.class
	}
	return e
}

// minEntryScore is how much must speak for a code.
const minEntryScore = 3

// isEntryCode reports whether a run of digits opens what the sentence speaks of: it weighs what
// stands near.
func (e entrySentence) isEntryCode(w window) bool {
	near := e.wordClassesWithinBytes(w, entryReach, entryReach)
	isNamedBefore := e.earlier&deviceWord != 0
	if near&(deviceWord|placeWord) == 0 && !isNamedBefore || e.isPartOfLongerNumberOrPrice(w) {
		return false
	}
	score := e.scoreOfForm(w) + e.scoreOfAdjoiningWords(w) - e.penaltyForOtherMeaning(w)
	if isNamedBefore && near&deviceWord == 0 {
		isDate := calendarDate.MatchString(e.text[w.start:w.end]) && e.wordClassesWithinBytes(w, 48, 0)&codeWord == 0
		isLinked := near&(openWord|typeWord|codeWord) != 0 && !isDate
		if !isLinked && near&placeWord == 0 {
			return false
		}
		if isLinked {
			score += 2
		}
	}
	for _, c := range []struct {
		class entryClass
		score int
	}{
		{near & deviceWord, 3},
		{near & placeWord, 1},
		{near & openWord, 1},
		{e.wordClassesWithinBytes(w, 40, 24) & typeWord, 1},
		{e.wordClassesWithinBytes(w, 48, 32) & codeWord, 2},
	} {
		if c.class != 0 {
			score += c.score
		}
	}
	return score >= minEntryScore
}

// wordClassesWithinBytes returns the classes of the words so many bytes before and behind a code.
func (e entrySentence) wordClassesWithinBytes(w window, before, behind int) (near entryClass) {
	for _, t := range e.words {
		if t.end > w.start-before && t.start < w.end+behind {
			near |= t.class
		}
	}
	return near
}

// scoreOfForm tells how much the code looks like one.
func (e entrySentence) scoreOfForm(w window) int {
	code := e.text[w.start:w.end]
	digits := strings.Trim(code, "0123456789") == ""
	switch {
	case strings.ContainsAny(code, "*#"):
		return 2
	case strings.Contains(code, " ") && e.wordClassesWithinBytes(w, entryReach, entryReach)&deviceWord == 0:
		return -1 // may be a date or a row of counts
	case strings.Contains(code, " "):
		return 0
	case digits && len(code) == 3:
		return -2
	case digits && yearPattern.MatchString(code) &&
		(e.followsColonOrListComma(w) || e.adjacentWordBefore(w).class&codeWord != 0):
		return -3
	case digits && yearPattern.MatchString(code):
		return -6
	case digits && code[0] != '0':
		return 0
	}
	return 1
}

// scoreOfAdjoiningWords tells how much the words right before and behind tie the code to what it
// opens.
func (e entrySentence) scoreOfAdjoiningWords(w window) int {
	score := 0
	before := e.adjacentWordBefore(w)
	switch {
	case e.followsColonOrListComma(w), e.isLinkedToWhatItOpens(w), before.class&codeWord != 0:
		score += 2
	case before.class&(typeWord|openWord|deviceWord) != 0, instrumentWords()[before.lower]:
		score++
	case before.end > 0 && isFunctionWord(before.lower):
		score++
	case before.class&placeWord != 0 && (looksRussianOrTurkish(before.lower) ||
		e.wordClassesWithinBytes(w, 40, 24)&(typeWord|openWord) != 0):
		score++
	}
	if e.clauseEndsBehind(w) || e.hasOpeningOrTypingVerbBehind(w) {
		score++
	}
	return score
}

// hasOpeningOrTypingVerbBehind reports a verb of opening or typing among the two words behind a
// code.
func (e entrySentence) hasOpeningOrTypingVerbBehind(w window) bool {
	n := 0
	for _, t := range e.words {
		if t.start >= w.end && t.start < w.end+24 && !strings.ContainsAny(e.text[w.end:t.start], ".,;:!?") {
			if n++; n <= 2 && t.class&(openWord|typeWord) != 0 {
				return true
			}
		}
	}
	return false
}

// looksRussianOrTurkish reports a word of Russian or Turkish by its letters: they have no word for
// "is".
func looksRussianOrTurkish(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.Is(unicode.Cyrillic, r) || strings.ContainsRune(w, 'ı')
}

// instrumentWords stand before what something is opened with.
var instrumentWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("with by using mit per durch con usando avec com met z za с по через")
})

// penaltyForOtherMeaning tells how much speaks for a measure, a price, a time, a model or the
// number of something.
func (e entrySentence) penaltyForOtherMeaning(w window) int {
	before, code := e.adjacentWordBefore(w), e.text[w.start:w.end]
	score := 0
	if e.wordClassesWithinBytes(w, 48, 24)&amountWord != 0 && e.wordClassesWithinBytes(w, 48, 32)&codeWord == 0 {
		score += 3
	}
	if e.isAmountNamedBefore(w) || numberIntroduction().MatchString(e.text[max(e.span.start, w.start-24):w.start]) {
		score += 3
	}
	if before.class&hourWord != 0 && before.class&(openWord|typeWord) == 0 && clockDigits.MatchString(code) {
		score += 3
	}
	if e.isModelNumber(w, before) {
		score += 4
	}
	return score + e.penaltyForWordBehind(w)
}

// isAmountNamedBefore reports a word such as price or number just before.
func (e entrySentence) isAmountNamedBefore(w window) bool {
	for _, t := range e.words {
		if t.class&amountWord != 0 && t.class&(codeWord|deviceWord) == 0 && t.end <= w.start && w.start-t.end < 14 {
			return true
		}
	}
	return false
}

// isPartOfLongerNumberOrPrice reports digits beside others, as in a telephone's number, or a price.
func (e entrySentence) isPartOfLongerNumberOrPrice(w window) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(e.text[e.span.start:w.start], " "))
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(e.text[w.end:e.span.end], " "))
	return unicode.IsDigit(last) || unicode.IsDigit(next) || strings.ContainsRune("€$£¥", last) ||
		tollFree.MatchString(e.text[w.start:w.end])
}

// tollFree matches the beginning of a number that costs nothing to call.
var tollFree = lazyregexp.New(`^0[89]00$`)

// clockOfDay matches a time of day with a letter.
var clockOfDay = lazyregexp.New(`^\d{1,2}[hHuU]\d\d$`)

// clockDigits matches a time of day without a sign.
var clockDigits = lazyregexp.New(`^(?:[01]?\d|2[0-3])[0-5]\d$`)

// penaltyForWordBehind tells how much the word behind makes the number one of measure: a unit or a
// counter does, another noun may.
func (e entrySentence) penaltyForWordBehind(w window) int {
	rest := e.text[w.end:e.span.end]
	behind := strings.TrimLeft(rest, " ")
	r, _ := utf8.DecodeRuneInString(behind)
	if strings.ContainsRune("€$£%°人年月日円元원号號番번층호階米円ミ個毫块塊本个台张件瓶斤公厘千万만병개명대장권只冊枚匹杯回度", r) &&
		!strings.HasPrefix(behind, "番号") || perTime().MatchString(rest) {
		return 6
	}
	gap := len(rest) - len(behind)
	if !unicode.IsLetter(r) || isHanKanaOrHangul(r) || gap > 1 {
		return 0
	}
	for _, t := range e.words {
		switch {
		case t.start != w.end+gap:
		case t.class&unitWord != 0:
			return 6
		case t.class&(openWord|typeWord|codeWord|deviceWord|placeWord) == 0 && !isFunctionWord(t.lower) &&
			!wordBehindCode().MatchString(" "+t.lower+" "):
			return 3
		}
	}
	return 0
}

// perTime matches what makes a number a rent, or one of two measures.
var perTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^ ?(?:(?:a|an|per|im|pro|al|par|all['’]|por|w|в|на|je|ao|ayda|yılda) ?` +
		`(?:month|year|week|day|monat|jahr|woche|tag|mes|año|mois|an|mese|anno|mês|ano|maand|jaar|месяц|год|rok)|` +
		`(?:x|by|×|per|por|mal|su) ?\d)`)
})

// isModelNumber reports a name right before a number, as in Yale 3400.
func (e entrySentence) isModelNumber(w window, before entryToken) bool {
	if before.end == 0 || before.end+1 != w.start || before.start == e.span.start || before.class&^amountWord != 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(e.text[before.start:])
	return unicode.IsUpper(r) && !isFunctionWord(before.lower)
}

// adjacentWordBefore returns the last word before a span, or one that ends at 0.
func (e entrySentence) adjacentWordBefore(w window) (last entryToken) {
	for _, t := range e.words {
		if t.end <= w.start && t.end > last.end && strings.Trim(e.text[t.end:w.start], " :=#*,([\"'“„«はがをに은는이가") == "" {
			last = t
		}
	}
	return last
}

// followsColonOrListComma reports a colon or a comma before a code: "gate: 2209", "keypad, 2209,
// then the star".
func (e entrySentence) followsColonOrListComma(w window) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(e.text[e.span.start:w.start], " \"'“„«"))
	return strings.ContainsRune(":=：", last) || strings.ContainsRune(",，、?", last) && e.clauseEndsBehind(w)
}

// clauseEndsBehind reports whether the sentence, or a part of it, ends behind a code.
func (e entrySentence) clauseEndsBehind(w window) bool {
	behind := strings.TrimLeft(e.text[w.end:e.span.end], " \"'”»")
	next, _ := utf8.DecodeRuneInString(behind)
	return behind == "" || strings.ContainsRune(".,;!?)，、", next)
}

// isLinkedToWhatItOpens reports a sign or words without a meaning of their own, and nothing else,
// between what is opened and the code: "the gate is 2209". A number that follows at once is that of
// the gate.
func (e entrySentence) isLinkedToWhatItOpens(w window) bool {
	place := 0
	for _, t := range e.words {
		if t.end <= w.start && t.class&placeWord != 0 {
			place = max(place, t.end)
		}
	}
	between := strings.Trim(e.text[place:max(place, w.start)], " ")
	if place == 0 || between == "" || w.start-place > 16 {
		return false
	}
	for _, t := range e.words {
		if t.start >= place && t.end <= w.start && !isFunctionWord(t.lower) {
			return false
		}
	}
	return true
}
