package learn

import (
	"fmt"
	"slices"
	"strings"

	"memoir/memory/lang"
	"memoir/memory/lang/claims"
	"memoir/memory/lang/injection"
	"memoir/memory/lang/secrets"
)

// reasonOwnWords is what the ledger says of a fact that keepInUsersOwnWords has replaced.
const reasonOwnWords = "kept in your own words, because the model's wording goes beyond them"

// maxOwnWordsBytes bounds the words that are kept instead of a fact.
const maxOwnWordsBytes = 240

// keepInUsersOwnWords replaces a fact that the words of the user support only in part, or not
// literally, by the statement of theirs that it was made from, as a quotation. Models reword what
// people say more freely than rules can follow; what the user said is known for certain. It leaves
// the candidate alone, and returns false, when the fact itself is not to be trusted, when no
// statement of the user shares a word with it, or when that statement could direct the assistant.
// The key is cleared, because it was chosen for the model's wording.
func keepInUsersOwnWords(x exchange, said *claims.UserText, basis claims.Basis, c *candidate) bool {
	minShared, ok := minSharedWordsByBasis()[basis]
	if !ok {
		return false
	}
	if !isFactSafeToShowInLedger(c.fact) || injectionOrLengthReasonOfText(c.fact) != "" {
		return false
	}
	statements := said.StatementsNearestToFact(c.fact, minShared, maxOwnWordsBytes)
	i := slices.IndexFunc(statements, areWordsSafeToQuote)
	if i < 0 {
		return false
	}
	c.quote, c.quoteStart = bestUserSentenceWithOffset(x.userMessage.Content, said, statements[i])
	c.ownWords, c.wording = statements[i], c.fact
	c.fact, c.key, c.reason = quoteAsFact(c.ownWords, c.fact), "", reasonOwnWords
	return true
}

// minSharedWordsByBasis is how many words of a fact a statement of the user must have to be kept
// instead of it, by what the fact rests on. A fact that is asked about in one sentence may be stated
// in another, of which a single word is no sign. A fact that is stated is one that reads like an
// order.
func minSharedWordsByBasis() map[claims.Basis]int {
	return map[claims.Basis]int{claims.Unsaid: 1, claims.Partly: 1, claims.Asked: 2, claims.Stated: 2}
}

// areWordsSafeToQuote reports words of the user that hold no secret, no markup and nothing that
// directs the assistant.
func areWordsSafeToQuote(words string) bool {
	return injectionOrLengthReasonOfText(words) == "" && !injection.ProbablyDirectsAssistant(words) &&
		!hasMarkupOrCodeSign(words) && !secrets.ContainsSecret(words)
}

// quoteAsFact returns a fact that quotes the user, in the language of the words or, where they are
// too short to tell it, of the fact that they replace.
func quoteAsFact(words, fact string) string {
	language := lang.DetectLanguage(lang.Tokenize(words))
	if language == lang.UnknownLanguage {
		language = lang.DetectLanguage(lang.Tokenize(fact))
	}
	form, ok := quotingForms()[language]
	if !ok {
		form = quotingForms()[lang.English]
	}
	return fmt.Sprintf(form, words)
}

// quotingForms are the frames of quotations, with the quotation marks of each language.
func quotingForms() map[lang.Language]string {
	return map[lang.Language]string{
		lang.English:    "The user said: “%s”",
		lang.German:     "Der Nutzer sagte: „%s“",
		lang.French:     "L'utilisateur a dit : « %s »",
		lang.Spanish:    "El usuario dijo: «%s»",
		lang.Portuguese: "O usuário disse: “%s”",
		lang.Italian:    "L'utente ha detto: «%s»",
		lang.Dutch:      "De gebruiker zei: “%s”",
		lang.Polish:     "Użytkownik powiedział: „%s”",
		lang.Russian:    "Пользователь сказал: «%s»",
		lang.Turkish:    "Kullanıcı şöyle dedi: “%s”",
		lang.Hindi:      "उपयोगकर्ता ने कहा: “%s”",
		lang.Arabic:     "قال المستخدم: «%s»",
		lang.Chinese:    "用户说：“%s”",
		lang.Japanese:   "ユーザーの言葉：「%s」",
		lang.Korean:     "사용자의 말: “%s”",
	}
}

// ignoreOwnWordsThatOtherFactsSay ignores quotations of the user that add no word to the other facts
// of the run: a model often words one of several facts of a sentence too freely.
func ignoreOwnWordsThatOtherFactsSay(facts []candidate) {
	var others strings.Builder
	for _, c := range facts {
		if c.ownWords == "" && c.dropReason == "" && c.inboxReason == "" {
			others.WriteString(c.fact + "\n")
		}
	}
	for i := range facts {
		c := &facts[i]
		if c.ownWords == "" || !c.isNeitherDroppedNorIgnored() {
			continue
		}
		if !lang.AddsWordsBesidesNumbersAndTime(c.ownWords, others.String()) {
			c.markIgnored(reasonSameMeaning)
			continue
		}
		others.WriteString(c.ownWords + "\n")
	}
}
