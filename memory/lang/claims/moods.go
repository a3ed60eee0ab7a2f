package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// mood is what a clause does: only a claim says that something is so.
type mood int

const (
	moodClaim mood = iota
	moodAsked
	moodSupposed
	moodJoked
	moodInvented
	moodDenied
	moodReported // quoted words inside a sentence
	moodWished   // what the user wants or plans
	moodFormer   // what was so once
)

func (m mood) basisIfNotStated() Basis {
	return [...]Basis{OfOthers, Asked, Supposed, Joked, Invented, Denied, Quoted, Supposed, Over}[m]
}

// findClauseMoods returns the mood of each clause of a text. A clause is a claim unless something
// says otherwise: a question, a condition, a frame such as "it is not true that", a marked joke, a
// role or a story, quotation marks around words in the first person.
func findClauseMoods(p *passage) []mood {
	moods := make([]mood, len(p.clauses))
	for from := 0; from < len(p.clauses); {
		to := from + 1
		for to < len(p.clauses) && p.clauses[to].sentence == p.clauses[from].sentence {
			to++
		}
		markAskingClauses(p.clauses[from:to], moods[from:to])
		markTheStatedInQuestions(p.clauses[from:to], moods[from:to])
		markConditionsAndConsequencesSupposed(p.clauses[from:to], moods[from:to], p.language)
		markConditionalPromises(p.clauses[from:to], moods[from:to], p.language)
		from = to
	}
	lowered := lang.LowerKeepingByteLength(p.text)
	var trigrams lang.Trigrams
	trigrams.AddText(lowered)
	for _, f := range moodFrames() {
		if f.word != "" && len(p.words.Clauses[f.word]) == 0 || !trigrams.MayContain(f.phrase) {
			continue
		}
		for at := f.findPhraseFrom(lowered, 0); at >= 0; at = f.findPhraseFrom(lowered, at+len(f.phrase)) {
			if inventingVerbs()[f.phrase] && asksForName(lowered[at+len(f.phrase):]) {
				continue
			}
			p.setMoodInFrameScope(f, at, moods)
		}
	}
	p.markDeniedClauses(moods)
	p.markQuotedSentences(moods)
	p.markUnrealClauses(moods)
	markDroppedPlans(p, lowered, moods)
	return moods
}

// asksForName reports whether what is to be made up is a name, which is for something real: "invent a name for
// my bakery".
func asksForName(behind string) bool {
	words := strings.Fields(behind)
	names := slices.ContainsFunc(words[:min(len(words), maxWordsToName)], func(w string) bool {
		return wordsForNames()[strings.Trim(w, ".,:;!?")]
	})
	return names && !slices.ContainsFunc(words[:min(len(words), maxWordsToStory)], func(w string) bool {
		return storyWords()[strings.Trim(w, ".,:;!?")] || lang.HasAnyPrefix(w, storyStems())
	})
}

// inventingVerbs are the frames that may ask for a name.
var inventingVerbs = sync.OnceValue(func() map[string]bool {
	verbs := lang.WordSet("invente inventa erfinde придумай wymyśl verzin")
	verbs["invent a"], verbs["make up a"] = true, true
	return verbs
})

// How many words behind the verb may name what is asked for: "a few good names", "a name and a figure".
const (
	maxWordsToName  = 4
	maxWordsToStory = 8
)

var (
	wordsForNames = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`name names namen nom noms nombre nombres nome nomi nomes nazwa nazwę nazwe nazwy imię imiona
			tytuł tytul hasło naam namen название имя имена isim slogan slogans`)
	})
	// storyStems begin words for what is about nobody real.
	storyStems = sync.OnceValue(func() []string {
		return strings.Fields("stories charact personaj histori geschicht postać истори персонаж karakter figure")
	})
	storyWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("story figur figura rol role rola persona")
	})
)

// frameScope is how far a frame reaches.
type frameScope int

const (
	toSentenceEnd frameScope = iota // to the end of the sentence, or to a "but"
	toLineEnd                       // to the end of the paragraph
	toTextEnd                       // to the end of the message
	wholeLine                       // the paragraph up to the end of the frame's sentence
	wholeSentence                   // the sentence, also before the frame
	thisClause                      // the clause alone
)

// moodFrame is a phrase that gives what follows it another mood.
type moodFrame struct {
	phrase  string
	word    string // a word of it, "" if it has none that stands by itself
	mood    mood
	scope   frameScope
	atStart bool // only at the start of a sentence
}

// moodFrames are the phrases that change the mood of what follows, in English, German, Spanish,
// French, Italian, Portuguese, Russian, Hindi, Korean, Chinese, Japanese, Arabic, Turkish, Polish
// and Dutch. They are long enough to be told from other languages.
var moodFrames = sync.OnceValue(func() []moodFrame {
	var out []moodFrame
	for _, l := range []struct {
		mood    mood
		scope   frameScope
		atStart bool
		phrases string
	}{
		{moodDenied, toSentenceEnd, false, vocabulary.DeniedFrames},
		{moodAsked, toSentenceEnd, false, vocabulary.DoubtFrames},
		{moodSupposed, toLineEnd, true, vocabulary.SuppositionOpeners},
		{moodSupposed, toSentenceEnd, false, vocabulary.SuppositionFrames},
		{moodInvented, toTextEnd, false, vocabulary.RoleFrames},
		{moodInvented, toTextEnd, true, vocabulary.InventionOpeners},
		{moodInvented, toTextEnd, true, secondPersonRoles},
		{moodInvented, toSentenceEnd, false, vocabulary.ExampleFrames},
		{moodInvented, wholeSentence, false, rolePairs},
		{moodInvented, toTextEnd, true, storyFrames()},
		{moodDenied, wholeSentence, false, vocabulary.DenialsBehind},
		{moodReported, thisClause, false, vocabulary.Mistakes},
		{moodReported, wholeSentence, false, vocabulary.RumoursBehind},
		{moodJoked, toSentenceEnd, false, vocabulary.IronyMarks},
		{moodJoked, wholeSentence, false, vocabulary.IronyTags},
		{moodJoked, wholeLine, false, vocabulary.JokeMarks},
	} {
		for phrase := range strings.SplitSeq(l.phrases, "|") {
			if phrase = strings.Join(strings.Fields(phrase), " "); phrase != "" {
				out = append(out, moodFrame{
					phrase: phrase, word: longestPlainWordOf(phrase), mood: l.mood, scope: l.scope, atStart: l.atStart,
				})
			}
		}
	}
	return out
})

// longestPlainWordOf returns the longest word of a phrase that a text with the phrase has as a
// word.
func longestPlainWordOf(phrase string) string {
	best := ""
	for w := range strings.FieldsSeq(phrase) {
		if len(w) > len(best) && !strings.ContainsAny(w, "'’,.:!/-") && !lang.StartsWithHanKanaOrHangul(w) {
			best = w
		}
	}
	return lang.StripDiacriticsAndFoldSpellings(lang.FoldWord(best))
}

// findPhraseFrom returns the next place of the phrase as whole words, -1 if there is none.
func (f moodFrame) findPhraseFrom(text string, from int) int {
	for from < len(text) {
		i := strings.Index(text[from:], f.phrase)
		if i < 0 {
			return -1
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(f.phrase):])
		first, last := lang.FirstRune(f.phrase), lastRune(f.phrase)
		inWord := isLetterOfSpacedScript(first) && isLetterOfSpacedScript(before) || isLetterOfSpacedScript(last) &&
			isLetterOfSpacedScript(after)
		if !inWord {
			return at
		}
		from = at + len(f.phrase)
	}
	return -1
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// isLetterOfSpacedScript reports whether a letter belongs to a script that separates words by
// spaces.
func isLetterOfSpacedScript(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r)) && !lang.StartsWithHanKanaOrHangul(string(r))
}

// setMoodInFrameScope gives the clauses in the scope of a frame its mood.
func (p *passage) setMoodInFrameScope(f moodFrame, at int, moods []mood) {
	i := slices.IndexFunc(p.clauses, func(c clause) bool { return at < c.to })
	if i < 0 || !p.hasFrameMeaningAt(f, at, i) {
		return
	}
	first, last := p.clauseRangeInFrameScope(f, i)
	for k := first; k <= last; k++ {
		moods[k] = f.mood
	}
}

// meansSomethingElse reports a frame's phrase that the text beside it gives another meaning.
func (f moodFrame) meansSomethingElse(before, behind string) bool {
	switch f.phrase {
	case "是不是": // "whether", but 不是不是 is "no, no"
		return strings.HasSuffix(before, "不")
	case "je rigole": // "I'm joking", but also "I laugh each time"
		return lang.HasAnyPrefix(behind, []string{
			" à ", " de ", " quand", " toujours", " souvent", " bien", " beaucoup", " avec",
		})
	}
	return false
}

// hasFrameMeaningAt reports whether the phrase of a frame, found in the clause i, has the frame's
// meaning there: it gives a role instead of praise, and opens a sentence if it must.
func (p *passage) hasFrameMeaningAt(f moodFrame, at, i int) bool {
	if f.scope == toTextEnd && startsWithPraise(p.text[at+len(f.phrase):]) {
		return false
	}
	if f.meansSomethingElse(p.text[:at], p.text[at+len(f.phrase):]) {
		return false
	}
	return !f.atStart || p.clauses.firstIndexInSentenceOf(i) == i && containsOnlySentenceOpeners(
		p.text[p.clauses[i].from:at],
	)
}

// clauseRangeInFrameScope returns the first and the last clause that a frame in the clause i
// reaches.
func (p *passage) clauseRangeInFrameScope(f moodFrame, i int) (first, last int) {
	first, last = i, i
	for last+1 < len(p.clauses) && f.reachesClause(p.clauses[last+1], p.clauses[i]) {
		last++
	}
	switch {
	case f.scope == wholeSentence:
		first = p.clauses.firstIndexInSentenceOf(i)
	case f.scope == wholeLine && p.clauses[i].end == ':': // "Just a joke: …"
		last = p.clauses.lastIndexInLineOf(i)
	case f.scope == wholeLine:
		first = p.clauses.firstIndexInLineOf(i)
	}
	return first, last
}

// startsWithPraise reports whether "you are a" goes on with a compliment instead of a role.
func startsWithPraise(after string) bool {
	words := strings.Fields(after)
	return slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool {
		return vocabulary.PraiseWords()[lang.FoldWord(strings.Trim(w, ".,!"))]
	}) || lang.HasAnyPrefix(after, hanPraise())
}

// containsOnlySentenceOpeners reports whether nothing but a greeting or "please" comes before a
// frame.
func containsOnlySentenceOpeners(before string) bool {
	return !slices.ContainsFunc(strings.Fields(before), func(w string) bool {
		return !vocabulary.SentenceOpeners()[lang.FoldWord(strings.Trim(w, ",.!:;¡¿\"'"))]
	})
}

// reachesClause reports whether the scope of a frame that starts in one clause goes on to the next
// one.
func (f moodFrame) reachesClause(next, start clause) bool {
	switch f.scope {
	case toSentenceEnd, wholeLine, wholeSentence:
		return next.sentence == start.sentence && !startsWithContrastWord(next)
	case toLineEnd:
		return next.line == start.line
	case thisClause:
		return false
	}
	return true
}

// startsWithContrastWord reports whether a clause turns back to how things are: "but I …".
func startsWithContrastWord(c clause) bool { return vocabulary.ContrastWords()[c.tokens[0].Folded] }

// markQuotedSentences marks short quotations that hold a sentence: the words of somebody, which the
// user repeats. Titles and names in quotation marks stay claims.
func (p *passage) markQuotedSentences(moods []mood) {
	for i := 0; i < len(p.text); {
		open, size := utf8.DecodeRuneInString(p.text[i:])
		closing := closingQuoteFor(open)
		i += size
		if closing == "" {
			continue
		}
		n := strings.IndexAny(p.text[i:], closing)
		if n < 0 || strings.Contains(p.text[i:i+n], "\n") {
			continue
		}
		if p.isQuotedSentence(i, i+n) {
			for k, c := range p.clauses {
				if c.from < i+n && c.to > i {
					moods[k] = moodReported
				}
			}
		}
		_, size = utf8.DecodeRuneInString(p.text[i+n:])
		i += n + size
	}
}

// closingQuoteFor returns the marks that close a quotation, "" if the rune opens none. Polish
// closes the low mark with another one than German, and many close it with the plain one.
func closingQuoteFor(open rune) string {
	switch open {
	case '"':
		return `"`
	case '“':
		return "”"
	case '„':
		return "“”\""
	case '«':
		return "»"
	case '»':
		return "«"
	case '「':
		return "」"
	case '‘':
		return "’"
	}
	return ""
}

// isQuotedSentence reports whether a quotation is a sentence: it has at least three words, one of
// them a pronoun of the first person, or at least five with "my" and no word for naming before it.
// In scripts without spaces a character is a word, and marks that end a sentence or part a long one
// tell it from a title.
func (p *passage) isQuotedSentence(from, to int) bool {
	ts := lang.Tokenize(p.text[from:to])
	if len(ts) < 3 {
		return false
	}
	if lang.StartsWithHanKanaOrHangul(ts[0].Text) && hasMarksOfSentence(p.text[from:to]) {
		return true
	}
	before := lang.Tokenize(p.text[max(0, strings.LastIndexAny(p.text[:from], ".!?\n")):from])
	named := slices.ContainsFunc(before, func(t lang.Token) bool { return vocabulary.NamingWords()[t.Folded] })
	return vocabulary.HasFirstPersonPronoun(ts, p.language) || !named &&
		(len(ts) >= minQuotedClaimWords && !isInTitleCase(ts) ||
			len(ts) >= 5 && slices.ContainsFunc(ts, func(t lang.Token) bool {
				return vocabulary.Possessives(p.language)[t.Folded]
			}))
}

// hasMarksOfSentence reports whether a quotation has a mark that ends a sentence, or is longer than
// titles are and has a comma.
func hasMarksOfSentence(quotation string) bool {
	return strings.ContainsAny(quotation, "。？！") || utf8.RuneCountInString(quotation) >= minQuotedRunes &&
		strings.ContainsAny(quotation, "，、,.?!")
}

// minQuotedRunes is how many characters in quotation marks are too many for a title with a comma.
const minQuotedRunes = 12

// minQuotedClaimWords is how many words in quotation marks are a sentence and no name.
const minQuotedClaimWords = 4

// isInTitleCase reports whether most words have capitals, as in titles, or are in a script without
// spaces, where words are characters.
func isInTitleCase(ts []lang.Token) bool {
	capitals := 0
	for _, t := range ts {
		if startsWithCapital(t) || lang.StartsWithHanKanaOrHangul(t.Text) {
			capitals++
		}
	}
	return capitals*2 >= len(ts)
}
