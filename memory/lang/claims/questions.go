package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// markAskingClauses marks the part of a sentence that asks. Clauses before a question word or an
// inverted verb are claims ("I live in Porto, what should I cook?"); without one, only the part
// behind the last comma asks, unless that is a mere tag ("…, right?"), which puts all of it in
// question.
func markAskingClauses(sentence []clause, moods []mood) {
	last := len(sentence) - 1
	asks := strings.ContainsRune("?？؟", sentence[last].end) ||
		vocabulary.EndsInQuestionParticle(sentence[last].text)
	opener := indexQuestionOpener(sentence, asks)
	if !asks && opener != 0 {
		return
	}
	from := opener
	if from < 0 {
		if from = firstClauseIndexOfLastPart(sentence); startsWithConditionWord(sentence[from]) {
			from = 0 // "I'm a resident, if I sleep there?"
		}
	}
	if from > 0 && isQuestionTag(sentence[from:]) {
		from = 0
	}
	markAskedFrom(from, sentence, moods, asks)
}

// markAskedFrom marks a question from its first clause to its end, or, where it has no mark, to a statement of the
// user's behind a comma. A reason inside the question is a claim, and so is a relative clause about somebody of the
// user's.
func markAskedFrom(from int, sentence []clause, moods []mood, asks bool) {
	given := false
	for i := from; i < len(sentence); i++ {
		if !asks && i > from && sentence[i-1].end == ',' &&
			(opensStatementOfUser(sentence[i]) || leavesOutIBehindJust(sentence[i])) {
			return // "what do I cook, I'm a vegan and live in Ghent"
		}
		if i > from && (sentence[i-1].end != 0 || startsWithReasonWord(sentence[i]) ||
			tellsOfUsersOwnInRelativeClause(sentence[i-1], sentence[i])) {
			given = startsWithReasonWord(sentence[i]) || tellsOfUsersOwnInRelativeClause(sentence[i-1], sentence[i])
		}
		if !given {
			moods[i] = moodAsked
		}
	}
}

// opensStatementOfUser reports a clause that begins with "I" or "we" before its verb, which no question does.
func opensStatementOfUser(c clause) bool {
	first, second := firstTwoWordsAfterPreludes(c)
	return second != "" && (vocabulary.Nominatives()[first] || firstPersonContractions()[first]) &&
		!vocabulary.SubjectPronouns()[second]
}

// leavesOutIBehindJust reports a clause that begins with "just" and a verb of the past: "just moved to Glasgow".
func leavesOutIBehindJust(c clause) bool {
	return len(c.tokens) > 2 && c.tokens[0].Folded == "just" &&
		(strings.HasSuffix(c.tokens[1].Folded, "ed") || justDone()[c.tokens[1].Folded])
}

var justDone = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("got bought had broke lost found began quit left came went made sold built took")
})

// firstPersonContractions are pronouns of the first person with their verb.
var firstPersonContractions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("i'm i’m i've i’ve we're we’re we've we’ve j'ai j’ai j'habite j’habite")
})

// startsWithConditionWord reports whether a clause starts with "if" in one of the languages.
func startsWithConditionWord(c clause) bool {
	return vocabulary.ConditionWords(lang.UnknownLanguage)[c.tokens[0].Folded] || c.tokens[0].Folded == "als"
}

// firstClauseIndexOfLastPart returns the clause with which the part of a sentence begins that has
// no mark or reason in it.
func firstClauseIndexOfLastPart(sentence []clause) int {
	from := len(sentence) - 1
	for from > 0 && sentence[from-1].end == 0 && !givesKoreanReason(sentence[from-1]) &&
		!lang.HasAnyPrefix(sentence[from].text, japaneseBackgrounds()) {
		from--
	}
	return from
}

// japaneseBackgrounds begin the clause behind one that gives the background or reason of a question.
var japaneseBackgrounds = sync.OnceValue(func() []string { return strings.Fields("けど ですが ので") })

// givesKoreanReason reports a clause that tells the reason or the background of the one behind it,
// which may ask: 새우 알레르기 있는데 뭐 먹을까요?
func givesKoreanReason(c clause) bool {
	last := c.tokens[len(c.tokens)-1].Text
	return lang.IsHangulSyllable(lastRune(last)) &&
		(endsInKoreanBackground(last) || lang.HasAnySuffix(last, vocabulary.KoreanReasonEndings()))
}

// indexQuestionOpener returns the first clause of a sentence that opens a question, -1 when none
// does. A sentence of one clause with "ob" is one: "Ob ich wohl …".
func indexQuestionOpener(sentence []clause, asks bool) int {
	if len(sentence) == 1 && sentence[0].tokens[0].Folded == "ob" {
		return 0
	}
	for i, c := range sentence {
		isLeadIn := c.end == ',' && leavesOutSubject(c) && anyClauseOpensWithQuestionWord(sentence[i+1:]) ||
			i > 0 && i+1 < len(sentence) && isItalianSince(sentence[i-1], c)
		if asks && opensPortugueseQuestion(sentence[i:]) || opensQuestion(c, asks) && !isLeadIn {
			return i
		}
	}
	return -1
}

// isItalianSince reports "da quando" (since), between which a clause ends.
func isItalianSince(before, c clause) bool {
	return before.end == 0 && before.tokens[len(before.tokens)-1].Folded == "da" && c.tokens[0].Folded == "quando"
}

// opensPortugueseQuestion reports whether clauses begin with "o que" (what), between which a clause ends.
func opensPortugueseQuestion(cs []clause) bool {
	return len(cs) > 1 && len(cs[0].tokens) == 1 && cs[0].tokens[0].Folded == "o" && cs[0].end == 0 &&
		cs[1].tokens[0].Folded == "que"
}

// leavesOutSubject reports a clause that opens with an auxiliary and no subject behind it: "Can't
// do dairy", "Am vegan".
// A word in s is the plural of a noun there: "Can't dogs eat dairy".
func leavesOutSubject(c clause) bool {
	first, second := firstTwoWordsAfterPreludes(c)
	return subjectlessOpeners()[first] && second != "" && !vocabulary.SubjectPronouns()[second] &&
		!startsWithCapital(c.tokens[1]) &&
		(!strings.HasSuffix(second, "s") || strings.HasSuffix(second, "ss"))
}

// anyClauseOpensWithQuestionWord reports whether a clause opens with a question word.
func anyClauseOpensWithQuestionWord(cs []clause) bool {
	return slices.ContainsFunc(cs, func(c clause) bool {
		first, _ := firstTwoWordsAfterPreludes(c)
		return vocabulary.QuestionWords()[first]
	})
}

// subjectlessOpeners begin sentences about the user without "I". Forms that other subjects have too
// are not among them.
var subjectlessOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("am can't can’t don't don’t haven't haven’t couldn't couldn’t won't won’t have do")
})

// startsWithReasonWord reports whether a clause gives the reason of a question: "…, because I am
// vegan?".
func startsWithReasonWord(c clause) bool { return vocabulary.ReasonWords()[c.tokens[0].Folded] }

// isQuestionTag reports whether clauses only ask for agreement.
func isQuestionTag(cs []clause) bool {
	var ts []lang.Token
	for _, c := range cs {
		ts = append(ts, c.tokens...)
	}
	return vocabulary.QuestionTags()[vocabulary.JoinFoldedWords(ts)]
}

// opensQuestion reports whether a clause starts with a question word or an inverted verb. Without a
// question mark it must be unmistakable.
func opensQuestion(c clause, asks bool) bool {
	if strings.HasPrefix(c.text, "¿") || strings.Contains(c.text, "ce") && estCePattern.MatchString(c.text) {
		return true
	}
	first, second := firstTwoWordsAfterPreludes(c)
	if asks {
		return canOpenQuestionWithMark(first, second)
	}
	return canOpenQuestionWithoutMark(first, second)
}

// firstTwoWordsAfterPreludes returns the first two words of a clause, without those that may come
// before a question; the second is "" if there is none.
func firstTwoWordsAfterPreludes(c clause) (first, second string) {
	ts := c.tokens
	for len(ts) > 1 && vocabulary.QuestionPreludes()[ts[0].Folded] {
		ts = ts[1:]
	}
	if len(ts) > 1 {
		second = ts[1].Folded
	}
	return ts[0].Folded, second
}

// canOpenQuestionWithMark reports whether two words open a question in a sentence with a question
// mark.
func canOpenQuestionWithMark(first, second string) bool {
	return vocabulary.QuestionWords()[first] || vocabulary.InvertedVerbs()[first] ||
		vocabulary.SubjectPronouns()[second] && !vocabulary.ContrastWords()[first] && vocabulary.VerbsBeforePronoun()[first]
}

// canOpenQuestionWithoutMark reports whether two words open a question even without a question
// mark: a particle, a verb before its pronoun, or a question word before such a verb.
func canOpenQuestionWithoutMark(first, second string) bool {
	if first == "had" && (second == "my" || second == "our") || first == "kan" && second == "er" {
		return false // "had my knee done", Dutch "kan er niet tegen"
	}
	return vocabulary.QuestionParticles()[first] || bareQuestionVerbs()[first] && second != "" ||
		vocabulary.SubjectPronouns()[second] && isInvertedQuestionVerb(first) ||
		vocabulary.QuestionWords()[first] && isInvertedQuestionVerb(second)
}

// bareQuestionVerbs open a question whatever follows: users who leave the subject out write of
// themselves in the first person, "am" and "have".
var bareQuestionVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("is are does isn't aren't doesn't isn’t aren’t doesn’t")
})

// isInvertedQuestionVerb reports whether a word is a verb that stands before its subject in a
// question.
func isInvertedQuestionVerb(word string) bool {
	return vocabulary.InvertedVerbs()[word] || vocabulary.VerbsBeforePronoun()[word]
}

// remembering matches requests to remember, in the languages with a word for "that" behind them.
const remembering = `(?:(?:can|could|would) you )?(?:please )?` +
	`(?:remember|note|keep in mind|bear in mind|make a note)|` +
	`(?:kannst|könntest) du (?:dir )?(?:bitte )?(?:merken|notieren)|merke? dir(?: bitte)?|notiere?(?: dir)?(?: bitte)?|` +
	`(?:tu peux|peux-tu) (?:retenir|noter)|retiens(?: bien)?|retenez|note(?:z)?(?: bien)?|rappelle-toi|` +
	`(?:puedes|podrías) (?:recordar|apuntar|anotar)|recuerda|acu[eé]rdate|acordate|ten(?:é)? en cuenta|toma nota|anota|` +
	`(?:puoi|potresti) ricordar(?:e|ti)|ricorda(?:ti)?|tieni (?:a mente|presente|conto)|annota|` +
	`(?:você )?podes? (?:lembrar|anotar)|lembra(?:-te)?|lembre(?:-se)?|anote|` +
	`(?:kun je |kan je )?(?:even )?onthou(?:d|den)(?: even)?|houd? er rekening mee|` +
	`(?:możesz )?zapamięta(?:j|ć)|pamiętaj|zanotuj|(?:можешь )?запомни(?:ть|те)?|учти(?:те)?|имей в виду|запиши(?:те)?`

// rememberingClausePattern matches a clause that only asks to remember what the next one says.
var rememberingClausePattern = lazyregexp.New(`(?i)^[^\p{L}]*(?:(?:please|bitte|ok|also|oh|and|und|y|et|e|i|и) )?(?:` +
	remembering + `)[^\p{L}]*$`)

// rememberingPattern matches such a request at the start of a text, up to its word for "that".
var rememberingPattern = lazyregexp.New(`(?i)^[^\p{L}]*(?:` + remembering +
	`)[^\p{L}]+(?:that|dass|que|che|dat|że|что)\s`)

// tellingClausePattern matches the question how to tell somebody of one's own what the next clause says.
var tellingClausePattern = lazyregexp.New(`(?i)^[^\p{L}]*(?:(?:so|also|ok|und|and|y|et|e|en|i) )?(?:` +
	`(?:how (?:do|can|should|could) (?:i|we)|what(?:'s| is) (?:the|a) (?:\p{L}+ )?way to|is there a (?:\p{L}+ )?way to) ` +
	`(?:best |gently |politely )?(?:tell|explain to|say to|break it to) (?:my|our)|` +
	`wie (?:sage?|erkläre?|bringe?) (?:ich(?: es)?|wir) (?:meine\p{L}*|mein|unsere\p{L}*)|` +
	`comment (?:je peux |puis-je )?(?:dire|annoncer|expliquer)(?: ça)? à (?:mon|ma|mes|notre|nos)|` +
	`c[óo]mo (?:le |les )(?:digo|explico|cuento) a (?:mi|mis|nuestr\p{L}+)|` +
	`come (?:dico|spiego|faccio a dire) (?:a|ai|alla|al) (?:mio|mia|miei|mie|nostr\p{L})|` +
	`como (?:eu )?(?:digo|conto|explico|falo) (?:a|ao|à|aos|pro|pra|para o|para a) (?:meus?|minhas?|noss\p{L}+)|` +
	`hoe (?:vertel|zeg) ik(?: het)?(?: aan| tegen)? (?:mijn|onze|ons)|` +
	`jak (?:mam )?powiedzieć (?:moj\p{L}+|mam\p{L}*|nasz\p{L}+)|как (?:мне )?сказать (?:мо\p{L}+|наш\p{L}+))` +
	`(?:[^\p{L}]|$)`)

// markTheStatedInQuestions marks what a sentence asks to remember as stated, also where it asks politely: "can you
// keep in mind that I'm left-handed?"; and what it asks how to tell somebody: "how do I tell my boss that I'm
// pregnant?".
func markTheStatedInQuestions(sentence []clause, moods []mood) {
	if len(sentence) < 2 || !thatConjunctions()[sentence[1].tokens[0].Folded] {
		return
	}
	from := 0
	if tellingClausePattern.MatchString(sentence[0].text) {
		from = 1 // whether they are told is still asked
	} else if !rememberingClausePattern.MatchString(sentence[0].text) {
		return
	}
	for i := from; i < len(moods) && !(i > 1 && opensQuestion(sentence[i], true)); i++ {
		if moods[i] == moodAsked {
			moods[i] = moodClaim
		}
	}
}

var thatConjunctions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("that dass que che dat że что")
})

// tellsOfUsersOwnInRelativeClause reports a relative clause behind one that ends with somebody or something of the
// user's: "what can I cook for my daughter, who is coeliac?". There is only one of them, so the clause does not
// choose among several but says how they are, also in a question.
func tellsOfUsersOwnInRelativeClause(before, c clause) bool {
	opener := relativeClauseOpeners()[c.tokens[0].Folded]
	return opener != opensNoRelativeClause && endsWithSomebodyOfUsers(before) &&
		!cleftPattern.MatchString(before.text) &&
		(opener == opensOnlyRelativeClause || !tellingVerbPattern.MatchString(before.text))
}

// wordsOfUsersOwnBefore returns whom or what of the user's a relative clause is about, which stands in the clause
// before it; nil for other clauses.
func wordsOfUsersOwnBefore(before, c clause) []lang.Token {
	if before.sentence != c.sentence || !tellsOfUsersOwnInRelativeClause(before, c) {
		return nil
	}
	ts := before.tokens
	for !isPossessiveOfUser(ts[0]) || slices.ContainsFunc(ts[1:len(ts)-1], isPossessiveOfUser) {
		ts = ts[1:]
	}
	return ts[1:]
}

// endsWithSomebodyOfUsers reports whether the last words of a clause are a possessive of the first person and a noun,
// with a name or an adjective at most.
func endsWithSomebodyOfUsers(c clause) bool {
	ts := c.tokens[:len(c.tokens)-1]
	return slices.ContainsFunc(ts[max(0, len(ts)-2):], isPossessiveOfUser)
}

func isPossessiveOfUser(t lang.Token) bool {
	return vocabulary.SingularPossessives()[t.Folded] || inflectedPossessives()[t.Folded]
}

// inflectedPossessives are possessives of the first person beside vocabulary.SingularPossessives.
var inflectedPossessives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`our unser unsere unseren unserem unserer unseres ons onze notre nuestro nuestra nuestros nuestras
		nostro nostra nostri nostre nosso nossa nossos nossas mojej mojemu mojego moją moim moich moimi nasz nasza nasze
		naszej naszemu naszego naszą наш наша наше наши нашей нашему нашего нашу нашим моих моим моими мою моей`)
})

// relativeClauseOpener says what else a word at the beginning of a clause may begin.
type relativeClauseOpener int

const (
	opensNoRelativeClause relativeClauseOpener = iota
	opensOnlyRelativeClause
	opensWhatSomebodySaysToo // "le digo a mi madre que …"
)

// relativeClauseOpeners are the words that begin a relative clause behind a noun.
var relativeClauseOpeners = sync.OnceValue(func() map[string]relativeClauseOpener {
	out := map[string]relativeClauseOpener{"que": opensWhatSomebodySaysToo, "che": opensWhatSomebodySaysToo}
	for word := range lang.WordSet(`who whose qui der die das dem den deren dessen dat
		który która które którzy której którego któremu którą którym których którymi
		который которая которое которые которой которого которому которую которым которых`) {
		out[word] = opensOnlyRelativeClause
	}
	return out
})

// cleftPattern matches the beginning of a question by which somebody is chosen: "is it my sister who …?".
var cleftPattern = lazyregexp.New(`(?i)^[^\p{L}]*(?:(?:is|was|isn['’]t|wasn['’]t) (?:it|that|this) |` +
	`(?:ist|war|sind|is|was) (?:es|das|het|dat) |est-ce |c['’]est |(?:es|fue|è|é|era|foi|to|czy to|это) )`)

// tellingVerbPattern matches verbs that say, think or want what a clause behind them tells.
var tellingVerbPattern = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:dig|dic|dec|diz|diss|dij|dir|cont|cuent|explic|` +
	`spieg|raccont|fal|habl|parl|avis|promet|convenc|convinc|jur|pid|ped|chied|crees|creo|cred|pens|piens|sab|sai|sé|` +
	`acho|acha|prefier|quier|quer|vogl|vuo|desej|esper|sper)\p{L}*(?:[^\p{L}]|$)`)
