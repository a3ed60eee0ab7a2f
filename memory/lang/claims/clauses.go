package claims

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// clause is a part of a sentence with about one verb, between punctuation or connectives.
type clause struct {
	text     string // as written, without the mark that ends it
	from, to int    // bytes of the whole text, with that mark
	tokens   []lang.Token
	sentence int  // number of its sentence
	line     int  // number of its line
	end      rune // the mark that ends it; 0 before a connective
}

// clauseList are the clauses of a text, in its order. Its methods return the first or the last of
// those that share the sentence or the line of clause i.
type clauseList []clause

func (l clauseList) firstIndexInSentenceOf(i int) int {
	for i > 0 && l[i-1].sentence == l[i].sentence {
		i--
	}
	return i
}

func (l clauseList) lastIndexInSentenceOf(i int) int {
	for i+1 < len(l) && l[i+1].sentence == l[i].sentence {
		i++
	}
	return i
}

func (l clauseList) firstIndexInLineOf(i int) int {
	for i > 0 && l[i-1].line == l[i].line {
		i--
	}
	return i
}

func (l clauseList) lastIndexInLineOf(i int) int {
	for i+1 < len(l) && l[i+1].line == l[i].line {
		i++
	}
	return i
}

// clauseScanner splits a text into clauses.
type clauseScanner struct {
	text        string
	connectives map[string]bool
	clauses     []clause
	start       int // of the clause that is being read
	sentence    int
	line        int
	opens       bool // the next clause opens a sentence
	ordinals    bool // a number with a full stop may be one
}

// splitIntoClauses splits a text at sentence ends, at punctuation that is not part of a number, an
// address or an abbreviation, and before the connectives of a language.
func splitIntoClauses(text string, language lang.Language) []clause {
	ordinals := !languagesWithoutDottedOrdinals()[language]
	return splitAtMarksAndConnectives(text, vocabulary.ConnectiveWords(language), ordinals)
}

// languagesWithoutDottedOrdinals write "6th" without a full stop: one behind a number ends the sentence
// there, also before a small letter.
var languagesWithoutDottedOrdinals = sync.OnceValue(func() map[lang.Language]bool {
	return map[lang.Language]bool{
		lang.English: true, lang.Spanish: true, lang.French: true, lang.Italian: true, lang.Portuguese: true,
		lang.Russian: true, lang.Hindi: true,
	}
})

func splitAtMarksAndConnectives(text string, connectives map[string]bool, ordinals bool) []clause {
	s := clauseScanner{text: text, connectives: connectives, opens: true, ordinals: ordinals}
	word := 0 // start of the word that is being read
	for i, r := range text {
		if isASCIILetterOrDigit(r) {
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case r == '\n':
			s.endClause(i, next, r, true)
			s.line++
		case isNonLatinSentenceEnd(r) || (r == '.' || r == '!' || r == '?') && s.isSentenceEndAt(i, next):
			s.endClause(i, next, r, true)
		case s.isClauseMark(i, next, r):
			s.endClause(i, next, r, false)
		case isEmoticon(r) && opensWithWordBehindEmoticons(s.text[next:]):
			s.endClause(next, next, '.', true)
		case unicode.IsSpace(r):
			s.endClauseAtSpace(word, i, next)
		default:
			if r >= firstEastAsianLetter {
				s.endSentenceBehindJapanesePredicate(i, r)
				s.endClauseIfHanConnectiveFollows(i)
			}
			continue
		}
		word = next
	}
	s.endClauseIfWordIsConnective(word, len(text))
	s.endClause(len(text), len(text), 0, true)
	return s.clauses
}

// isEmoticon reports an emoji, or a Korean letter that stands alone for laughter or tears (ㅋ, ㅠ).
func isEmoticon(r rune) bool {
	return r >= 0x1f300 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r == 'ㅋ' || r == 'ㅎ' || r == 'ㅠ' || r == 'ㅜ'
}

// opensWithWordBehindEmoticons reports whether a text begins with a word behind a blank, which East Asian words need
// not have: the emoticons before it end a sentence as a full stop would.
func opensWithWordBehindEmoticons(s string) bool {
	spaced := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			spaced = true
		case isEmoticon(r), r == 0xfe0f, r == 0x200d, r >= 0x1f3fb && r <= 0x1f3ff:
			return false // the last of them ends the sentence
		default:
			return lang.IsHanOrKana(r) || lang.IsHangulSyllable(r) || spaced && (unicode.IsLetter(r) || unicode.IsDigit(r))
		}
	}
	return false
}

func isNonLatinSentenceEnd(r rune) bool {
	switch r {
	case '。', '！', '？', '।', '؟':
		return true
	}
	return false
}

func isASCIILetterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// endClause ends the clause before from; the next one starts at next.
func (s *clauseScanner) endClause(from, next int, mark rune, endsSentence bool) {
	if text := strings.TrimSpace(s.text[s.start:from]); text != "" {
		ts := lang.StripCliticsInPlace(lang.Tokenize(text))
		for i := range ts {
			ts[i].OpensSentence = s.opens && i == 0
		}
		if len(ts) > 0 {
			s.clauses = append(s.clauses, clause{
				text: text, from: s.start, to: next, tokens: ts, sentence: s.sentence, line: s.line, end: mark,
			})
			s.opens = false
		}
	}
	if endsSentence {
		s.opens = true
		if n := len(s.clauses); n > 0 && s.clauses[n-1].sentence == s.sentence {
			s.clauses[n-1].end = mark
			s.sentence++
		}
	}
	s.start = next
}

// endClauseIfWordIsConnective starts a new clause at a connective.
func (s *clauseScanner) endClauseIfWordIsConnective(word, end int) {
	if word >= end || end-word > 24 || word < s.start || strings.TrimSpace(s.text[s.start:word]) == "" {
		return // also where a connective inside the word has started the clause: 我因为累
	}
	w := lang.FoldWord(strings.Trim(s.text[word:end], "\"'’“”„«»()*_"))
	if strings.Contains(w, "qu") { // qu'il, lorsqu'elle
		if head, _, ok := strings.Cut(strings.ReplaceAll(w, "’", "'"), "'"); ok && strings.HasSuffix(head, "qu") {
			w = "que"
		}
	}
	switch {
	case s.connectives[w]:
		s.endClause(word, word, 0, false)
	case endsInKoreanConnective(w) && !strings.HasPrefix(strings.TrimSpace(s.text[end:]), koreanWishVerb):
		s.endClause(end, end, 0, false)
	}
}

// koreanWishVerb is the stem of the verb that makes a wish of the one in …고 before it: 따고 싶다.
const koreanWishVerb = "싶"

// endsInKoreanConnective reports a Korean verb whose clause another one follows.
func endsInKoreanConnective(w string) bool {
	return vocabulary.KoreanShortConnectives()[w] || lang.IsHangulSyllable(lastRune(w)) && utf8.RuneCountInString(w) > 2 &&
		(lang.HasAnySuffix(w, vocabulary.KoreanConnectiveEndings()) || endsInKoreanBackground(w))
}

// endsInKoreanBackground reports a verb or adjective in …ㄴ데, which gives the background of what
// follows: 있는데, 좋은데, 둘인데.
func endsInKoreanBackground(w string) bool {
	stem, ok := strings.CutSuffix(w, "데")
	last, _ := utf8.DecodeLastRuneInString(stem)
	return ok && lang.IsHangulSyllable(last) && (last-0xac00)%28 == finalNieun && utf8.RuneCountInString(stem) > 1 &&
		!vocabulary.NotKoreanBackground()[w]
}

// finalNieun is the number of ㄴ among the finals of a Hangul syllable (Unicode 3.12).
const finalNieun = 4

// endClauseIfHanConnectiveFollows starts a new clause at a Chinese or Japanese connective.
func (s *clauseScanner) endClauseIfHanConnectiveFollows(at int) {
	if at <= s.start {
		return
	}
	for _, w := range vocabulary.HanConnectives() {
		if strings.HasPrefix(s.text[at:], w) {
			s.endClause(at, at, 0, false)
			return
		}
	}
}

// isSentenceEndAt reports whether a full stop, question or exclamation mark ends a sentence: a
// space, a closing mark or the end follows, and the word before is no abbreviation, initial or
// ordinal.
func (s *clauseScanner) isSentenceEndAt(at, next int) bool {
	after, size := utf8.DecodeRuneInString(s.text[next:])
	isStop := s.text[at] == '.'
	switch {
	case size > 0 && s.isBetweenEastAsianLetters(at, after):
		return true
	case size > 0 && (unicode.IsLetter(after) || unicode.IsDigit(after)):
		return !isStop && unicode.IsUpper(after)
	case !isStop || next == len(s.text):
		return true
	case size > 0 && !unicode.IsSpace(after):
		return !strings.ContainsRune(",;:-/", after)
	}
	word := s.text[s.start:at]
	word = word[strings.LastIndexAny(word, " .(\n")+1:]
	following, _, _ := strings.Cut(strings.TrimSpace(s.text[next:min(len(s.text), next+40)]), " ")
	return wordBeforeStopEndsSentence(word, following, s.ordinals)
}

// isBetweenEastAsianLetters reports a mark that stands at a byte behind a Chinese, Japanese or
// Korean letter, if after is one too.
func (s *clauseScanner) isBetweenEastAsianLetters(at int, after rune) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	return before >= firstEastAsianLetter && after >= firstEastAsianLetter
}

// firstEastAsianLetter is the first radical of Han characters (Unicode, block CJK Radicals Supplement).
const firstEastAsianLetter = 0x2e80

// wordBeforeStopEndsSentence reports whether a word with a full stop and a space behind it ends a
// sentence: it is no abbreviation, no initial and, by the word that follows, no ordinal.
func wordBeforeStopEndsSentence(word, following string, ordinals bool) bool {
	if isNumber := word != "" && strings.Trim(word, "0123456789") == ""; isNumber {
		_, month := lang.CalendarWords()[lang.FoldWord(strings.Trim(following, ".,;:!?"))]
		return len(word) > 2 || !month && !(ordinals && startsLower(following))
	}
	isInitial := utf8.RuneCountInString(word) == 1 && !lang.StartsWithHanKanaOrHangul(word) // 중. is a word
	return !isInitial && !vocabulary.Abbreviations()[lang.FoldWord(word)] || word == "I" ||
		word == "i"
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// isClauseMark reports whether a mark separates clauses: brackets, long dashes and wide marks
// anywhere, a comma or colon only beside a space or between East Asian letters, a hyphen beside
// spaces.
func (s *clauseScanner) isClauseMark(at, next int, r rune) bool {
	after, size := utf8.DecodeRuneInString(s.text[next:])
	spaced := size == 0 || unicode.IsSpace(after)
	switch r {
	case '(', ')', '…', '—', '–', '，', '；', '：', '、', '،', '؛', ';':
		return true
	case ',', ':':
		return spaced || after == '"' || after == '“' || s.isBetweenEastAsianLetters(at, after)
	case '-':
		return spaced && at > 0 && s.text[at-1] == ' '
	}
	return false
}

// Ends of sentences and clauses that people who dictate or chat leave without a mark, where the form of the last word
// or a blank tells them.

// endClauseAtSpace ends what a blank ends: in Korean a sentence whose verb has a final ending or that ends in
// laughter or tears, between Chinese or Japanese characters a clause, and before a connective or behind a Korean one
// the clause.
func (s *clauseScanner) endClauseAtSpace(word, at, next int) {
	if at > 0 && s.text[at-1] < utf8.RuneSelf { // no letter of such a script
		s.endClauseIfWordIsConnective(word, at)
		return
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	after, _ := utf8.DecodeRuneInString(s.text[next:])
	switch {
	case word >= s.start && word < at && endsKoreanSentence(s.text[word:at], s.text[next:]):
		s.endClause(at, next, 0, true)
	case lang.IsHanOrKana(before) && lang.IsHanOrKana(after):
		s.endClause(at, next, ',', false)
	default:
		s.endClauseIfWordIsConnective(word, at)
	}
}

// endsKoreanSentence reports a word that ends a sentence in Korean, unless what follows makes it somebody's words or a
// question: "의사예요 라고".
func endsKoreanSentence(word, behind string) bool {
	if last := lastRune(word); !lang.IsHangulSyllable(last) && !strings.ContainsRune("ㅋㅎㅠㅜ", last) {
		return false
	}
	spoken := strings.TrimRight(word, "ㅋㅎㅠㅜ")
	if spoken != word {
		return spoken != "" && lang.IsHangulSyllable(lastRune(spoken))
	}
	return utf8.RuneCountInString(word) > 2 && lang.HasAnySuffix(word, koreanFinalEndings()) &&
		!lang.HasAnyPrefix(behind, koreanQuotingParticles())
}

// koreanFinalEndings end the last verb of a sentence and nothing else.
var koreanFinalEndings = sync.OnceValue(func() []string {
	return strings.Fields(`습니다 입니다 합니다 됩니다 어요 아요 해요 예요 에요 이요 네요 세요 거든요 군요 돼요 워요 와요 려요 켜요 져요
		중이야 이라서요 았어 었어 했어 됐어 왔어 갔어 였어`)
})

// koreanQuotingParticles make what stands before them somebody's words.
var koreanQuotingParticles = sync.OnceValue(func() []string { return strings.Fields("라고 라는 라며 라면 라니 하고 하면 하는") })

// endSentenceBehindJapanesePredicate ends a sentence behind a polite predicate that another word follows at once, in
// Han or Katakana, with which no ending of a verb begins: "東京在住です二人目妊娠中で…"; and a clause behind a reason and
// behind what goes on: "片方が6キロあるから丈夫なやつ…", "チューバやってて高校でも…".
func (s *clauseScanner) endSentenceBehindJapanesePredicate(at int, r rune) {
	if at <= s.start || !unicode.In(r, unicode.Han, unicode.Katakana) || r == 'ー' {
		return
	}
	switch before := s.text[s.start:at]; {
	case lang.HasAnySuffix(before, japanesePolitePredicates()):
		s.endClause(at, at, 0, true)
	case strings.HasSuffix(before, "まして"): // what came about before what is asked
		s.endClause(at, at, ',', false)
	case lang.HasAnySuffix(before, japaneseContinuingEndings()):
		s.endClause(at, at, 0, false)
	}
}

// japaneseContinuingEndings end clauses that another one follows.
var japaneseContinuingEndings = sync.OnceValue(func() []string {
	return strings.Fields("るから いから だから たから ですから ますから てて ていて でいて")
})

var japanesePolitePredicates = sync.OnceValue(func() []string { return strings.Fields("です ます ました でした ません") })
