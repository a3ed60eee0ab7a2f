package injection

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// SaysWhomItIsAbout reports whether a text says whom it is about: it names the user or speaks in
// the first person, or it begins with a name or a verb of the third person. Facts are asked for
// with "The user …"; a text that leaves open who is meant is more often addressed to its reader
// than a statement about anybody.
func SaysWhomItIsAbout(text string) bool {
	folded := FoldDisguisedText(text)
	for _, w := range unspacedUserWords() {
		if strings.Contains(folded, w) {
			return true
		}
	}
	ts := splitIntoInstructionTokens(folded)
	for _, t := range ts {
		if startsWithUserNounStem(t.text) {
			return true
		}
	}
	languages, known := detectInstructionLanguages(folded, ts)
	if !known {
		return namesUserOrWriterButNoAssistant(folded, ts)
	}
	for _, l := range languages {
		if slices.ContainsFunc(ts, func(t instructionToken) bool { return l.wordClassesOf(t.text)&userWord != 0 }) {
			return true
		}
		if l.beginsWithSubjectOrThirdPersonVerb(text, ts) {
			return true
		}
	}
	return false
}

// startsWithUserNounStem finds the nouns for the user in languages that decline or compound them.
func startsWithUserNounStem(word string) bool {
	for _, stem := range userNounStems() {
		if strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}

var userNounStems = sync.OnceValue(func() []string {
	return foldedWordsOfList(`nutzer benutzer gebruiker пользовател użytkowni kullanıcı utilizador uživatel
		felhasználó utente usuari utilisat`)
})

// unspacedUserWords stand for the user or the writer in scripts without blanks or with particles
// written at the end of the word.
var unspacedUserWords = sync.OnceValue(func() []string {
	return foldedWordsOfList(`用户 用戶 使用者 本人 我 咱 ユーザー 利用者 私 僕 俺 うち 사용자 이용자 저는 제가 저의 저희 나는 내가 나의 우리
		उपयोगकर्ता यूजर मैं मेर मुझे المستخدم ` + unspacedPersonWords)
})

// beginsWithSubjectOrThirdPersonVerb reports a text that begins with a name and a verb of the third
// person behind it, in English with such a verb, or with an article and a noun of which something
// is said: "Rex is seven", "Lives in Oslo", "The server room is cold". Imperatives have none of
// them.
func (l *instructionLexicon) beginsWithSubjectOrThirdPersonVerb(text string, ts []instructionToken) bool {
	if len(ts) < 2 || notThirdPerson()[ts[0].text] {
		return false
	}
	english := l == instructionLexicons().lexicons[0]
	if isDefiniteArticle(ts[0].text) {
		return l.hasThirdPersonVerbAndNoOrderWords(text, english)
	}
	if _, common := l.classes[ts[0].text]; common {
		return false
	}
	if english && endsLikeEnglishThirdPersonOrPast(ts[0].text) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) &&
		(l.classes[ts[1].text]&finiteWord != 0 || english && endsLikeEnglishThirdPersonOrPast(ts[1].text))
}

// hasThirdPersonVerbAndNoOrderWords reports a sentence with a verb of the third person among its
// first words and no word that orders are made of.
func (l *instructionLexicon) hasThirdPersonVerbAndNoOrderWords(text string, english bool) bool {
	c := newInstructionClause(FoldDisguisedText(text), l)
	if c.hasClass(obligationWord | alwaysWord | everyWord | answerWord | youWord | rulesWord | voidWord | wishWord |
		assistantWord | pleaseWord | promoteWord) {
		return false
	}
	for i := 2; i < min(len(c.texts), 8); i++ {
		if c.hasClassAt(i, finiteWord) || english && endsLikeEnglishThirdPersonOrPast(c.texts[i]) {
			return i+1 < len(c.texts) && c.texts[i+1] != "to"
		}
	}
	return false
}

// isDefiniteArticle reports a definite article of the languages that have one as a word of its own.
func isDefiniteArticle(word string) bool {
	switch word {
	case "the", "der", "die", "das", "el", "la", "le", "l", "il", "lo", "o", "a", "de", "het":
		return true
	}
	return false
}

// endsLikeEnglishThirdPersonOrPast reports the ending of an English verb of the third person or of
// the past; words that only look like it are in notThirdPerson.
func endsLikeEnglishThirdPersonOrPast(word string) bool {
	return len(word) > 3 && !notThirdPerson()[word] &&
		(strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") ||
			strings.HasSuffix(word, "ed"))
}

// notThirdPerson are English words that end like a verb of the third person, and pronouns that
// leave open who is meant.
var notThirdPerson = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`
		always answers responses messages chats unless news this does need needed proceed feed
		speed cases reports notes checks prompts links payments purchases embed seed sometimes whereas perhaps besides
		towards afterwards conversations rules instructions users warnings sources whoever who anyone everyone someone
		nobody it that these those there all each every`) {
		words[w] = true
	}
	return words
})
