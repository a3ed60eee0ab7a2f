package learn

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/claims"
	"memoir/memory/lang/injection"
	"memoir/memory/lang/secrets"
)

// Reasons of the grounding stage.
const (
	dropUngrounded     = "nobody said this"
	dropDenied         = "you said that this isn't true"
	dropOver           = "you said that this is no longer true"
	inboxAsked         = "you asked about this but didn't state it"
	inboxSupposed      = "you mentioned this only as a possibility"
	inboxJoked         = "you said this as a joke"
	inboxInvented      = "it's part of a story, role-play or task"
	inboxUnmeant       = "you may not have meant this seriously"
	inboxOfOthers      = "you said this about someone else"
	inboxForeignText   = "it's based on something you didn't write"
	inboxPartly        = "you said only part of this"
	inboxAssistantOnly = "only the assistant said this"
	inboxFileOnly      = "only a file says this"
	minQuoteRunes      = 2
	maxQuoteBytes      = 400 // bytes, of a sentence used as the quote when none was given
)

// groundCandidateInExchange decides whether the user stated what the fact states: each of its
// sentences and clauses by itself, with its words, names, numbers, addresses and negation, in their
// own text outside what they quoted or pasted, and about the same person. Sentences at the end of a
// fact that nobody said are cut off, and the ledger tells which. A quote from the extractor is kept
// when it occurs in that text verbatim; otherwise the sentence that covers the fact best replaces
// it. A fact whose words go beyond the user's is replaced by their own statement, if there is one (see
// keepInUsersOwnWords). What the user asked, supposed or said about somebody else goes to the inbox, and so does what
// only quoted text, the assistant or a file supports; facts that nobody stated are dropped.
func groundCandidateInExchange(x exchange, c *candidate) {
	if x.texts == nil {
		x.texts = &exchangeTexts{}
	}
	said := x.texts.parsedUserTextOnce(x)
	own := said.OwnText()
	if !setQuoteStartIfInUsersOwnText(x.userMessage.Content, own, c) {
		c.quote, c.quoteStart = "", 0
	}
	if !isDateYearPlausible(own, x.userMessage.CreatedAt, string(c.validFrom)) {
		c.validFrom = ""
	}
	support := said.SupportForFact(c.fact)
	if support.Cut != "" && !isFactSafeToCutSentencesFrom(c.fact) {
		support.Basis = claims.Partly
	}
	if support.Basis == claims.Stated {
		if c.fact = support.Fact; support.Cut != "" {
			c.cut = support.Cut
		}
		if c.quote == "" {
			c.quote, c.quoteStart = bestUserSentenceWithOffset(x.userMessage.Content, said, c.fact)
		}
		if injection.ProbablyDirectsAssistant(c.fact) || !injection.SaysWhomItIsAbout(c.fact) {
			keepInUsersOwnWords(x, said, support.Basis, c)
		}
		return
	}
	isUnsaidInPart := support.Basis == claims.Unsaid || support.Basis == claims.Partly
	isInFile := isUnsaidInPart && recordFirstFileStatingFact(x, c)
	if isInFile || !keepInUsersOwnWords(x, said, support.Basis, c) {
		c.quote, c.quoteStart = "", 0
		setReasonOfUnstatedFact(x, c, support.Basis, isInFile)
	}
}

// setReasonOfUnstatedFact sets why a fact waits or is dropped that the user did not state.
func setReasonOfUnstatedFact(x exchange, c *candidate, basis claims.Basis, isInFile bool) {
	c.inboxReason = inboxReasonForClaimBasis(basis)
	switch {
	case basis == claims.Denied, basis == claims.Over:
		c.dropReason = map[claims.Basis]string{claims.Denied: dropDenied, claims.Over: dropOver}[basis]
	case c.inboxReason != "" && basis != claims.Partly:
	case x.texts.parsedAnswerOnce(x).SupportsFact(c.fact):
		c.inboxReason = inboxAssistantOnly
	case isInFile:
		c.inboxReason = inboxFileOnly
	case basis == claims.Unsaid:
		c.dropReason = dropUngrounded
	}
}

// cutSentencesAsIgnoredFacts returns the sentences that were left out of facts, as ignored
// candidates, so that the ledger names them.
func cutSentencesAsIgnoredFacts(facts []candidate) []candidate {
	var out []candidate
	for _, c := range facts {
		if c.cut != "" && c.dropReason == "" {
			out = append(out, candidate{fact: c.cut, action: memory.ActionIgnore, reason: dropUngrounded})
		}
	}
	return out
}

// ReasonsOfRefusedFacts are the reasons of ignored decisions that are no repetitions.
func ReasonsOfRefusedFacts() []string {
	return []string{dropUngrounded, dropDenied, dropOver, dropSecret}
}

// recordRefusedFactAsIgnored makes a fact that has a secret, that nobody said, or that the user
// denied or called over, an ignored candidate, so that the ledger tells why it is not remembered:
// without its text where that is not to be shown.
func recordRefusedFactAsIgnored(c *candidate) {
	if !slices.Contains(ReasonsOfRefusedFacts(), c.dropReason) {
		return
	}
	if !isFactSafeToShowInLedger(c.fact) {
		c.fact = ""
	}
	c.action, c.reason, c.dropReason = memory.ActionIgnore, c.dropReason, ""
}

// isFactSafeToShowInLedger reports whether the ledger may show a fact that is not remembered: one
// without secrets, markup and hidden characters. A wish of the user may read like an order to the
// assistant ("wants to be addressed as Max"); an order that names nobody is not shown.
func isFactSafeToShowInLedger(fact string) bool {
	reason := injectionOrLengthReasonOfText(fact)
	return (reason == "" || reason == inboxInstruction) && injection.SaysWhomItIsAbout(fact) &&
		!secrets.ContainsSecret(fact) &&
		!hasMarkupOrCodeSign(fact)
}

// isFactSafeToCutSentencesFrom reports whether a fact may lose sentences: one with a secret,
// markup, hidden characters or an order in it is not to be trusted in any part.
func isFactSafeToCutSentencesFrom(fact string) bool {
	whole := candidate{fact: fact}
	markSuspectCandidateForInbox(&whole, memory.AskNever)
	return whole.isNeitherDroppedNorIgnored() && whole.inboxReason == "" && !secrets.ContainsSecret(fact) &&
		!hasMarkupOrCodeSign(fact)
}

// hasMarkupOrCodeSign reports the signs of markup and code.
func hasMarkupOrCodeSign(fact string) bool { return strings.ContainsAny(fact, "{}[]<>|`\\") }

// inboxReasonForClaimBasis tells people why a fact waits that rests on words of the message which
// state nothing about them; "" when there are none.
func inboxReasonForClaimBasis(b claims.Basis) string {
	return map[claims.Basis]string{
		claims.Asked: inboxAsked, claims.Supposed: inboxSupposed, claims.Joked: inboxJoked, claims.Invented: inboxInvented,
		claims.OfOthers: inboxOfOthers, claims.Quoted: inboxForeignText, claims.Partly: inboxPartly,
		claims.Unmeant: inboxUnmeant,
	}[b]
}

// exchangeTexts keeps the texts of an exchange prepared for grounding, so that several facts need
// them read only once. It belongs to one run.
type exchangeTexts struct {
	said   *claims.UserText
	answer *claims.Text
	files  []*claims.Text
}

func (t *exchangeTexts) parsedUserTextOnce(x exchange) *claims.UserText {
	if t.said == nil {
		t.said = claims.ParseUserMessage(x.userMessage.Content, x.userMessage.CreatedAt)
	}
	return t.said
}

func (t *exchangeTexts) parsedAnswerOnce(x exchange) *claims.Text {
	if t.answer == nil {
		t.answer = claims.ParseText(x.answer.Content)
	}
	return t.answer
}

// recordFirstFileStatingFact finds the first file of the chat that states the fact and records its
// ID.
func recordFirstFileStatingFact(x exchange, c *candidate) bool {
	for i, f := range x.files {
		if len(x.texts.files) == i {
			x.texts.files = append(x.texts.files, claims.ParseText(f.Content))
		}
		if x.texts.files[i].SupportsFact(c.fact) {
			c.file.ID = f.ID
			return true
		}
	}
	return false
}

// isDateYearPlausible reports whether a date can come from the user: its year occurs in their text,
// or is at most one year from the message's, as in "since March" or "from next year".
func isDateYearPlausible(own string, said time.Time, date string) bool {
	if date == "" {
		return true
	}
	d, err := time.Parse("2006", date[:4])
	if err != nil {
		return false
	}
	years := max(d.Year()-said.Year(), said.Year()-d.Year())
	return years <= 1 || strings.Contains(lang.FoldText(own), date[:4])
}

// setQuoteStartIfInUsersOwnText finds the given quote verbatim in the message, inside the user's
// own text, and records its offset.
func setQuoteStartIfInUsersOwnText(message, own string, c *candidate) bool {
	q := string(c.quote)
	if utf8.RuneCountInString(q) < minQuoteRunes || !strings.Contains(own, q) {
		return false
	}
	c.quoteStart = strings.Index(message, q)
	return c.quoteStart >= 0
}

// bestUserSentenceWithOffset returns the sentence of the user's own text that shares most words
// with the fact, and its offset in the message.
func bestUserSentenceWithOffset(message string, said *claims.UserText, fact string) (memory.NullText, int) {
	best := said.SentenceWhoseClaimsMatchBest(fact, maxQuoteBytes)
	at := strings.Index(message, best)
	if best == "" || at < 0 {
		return "", 0
	}
	return memory.NullText(best), at
}

// What the ledger says of a fact that keepInUsersOwnWords has replaced.
const (
	reasonOwnWords          = "kept in your own words, because the model's wording goes beyond them"
	reasonOwnWordsNoSubject = "kept in your own words, because the model's wording doesn't say who it's about"
)

// maxOwnWordsBytes bounds the words that are kept instead of a fact.
const maxOwnWordsBytes = 240

// keepInUsersOwnWords replaces a fact that the words of the user support only in part, or not
// literally, or that leaves open whom it is about, by the statement of theirs that it was made from,
// as a quotation. Models reword what
// people say more freely than rules can follow; what the user said is known for certain. It leaves
// the candidate alone, and returns false, when the fact itself is not to be trusted, when no
// statement of the user shares a word with it, or when that statement could direct the assistant.
// The key is cleared, because it was chosen for the model's wording.
func keepInUsersOwnWords(x exchange, said *claims.UserText, basis claims.Basis, c *candidate) bool {
	if basis != claims.Stated && !injection.SaysWhomItIsAbout(c.fact) || injectionOrLengthReasonOfText(c.fact) != "" ||
		hasMarkupOrCodeSign(c.fact) || secrets.ContainsSecret(c.fact) {
		return false
	}
	statements := said.StatementsNearestToFact(c.fact, basis, maxOwnWordsBytes)
	i := slices.IndexFunc(statements, areWordsSafeToQuote)
	if i < 0 {
		return false
	}
	c.quote, c.quoteStart = bestUserSentenceWithOffset(x.userMessage.Content, said, statements[i])
	c.ownWords, c.wording, c.reason = statements[i], c.fact, reasonOwnWords
	if !injection.SaysWhomItIsAbout(c.fact) {
		c.reason = reasonOwnWordsNoSubject
	}
	c.fact, c.key = quoteAsFact(c.ownWords, c.fact), ""
	return true
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

// ignoreOwnWordsThatOtherFactsSay ignores quotations of the user that add no word, number or date to
// the other facts of the run: a model often words one of several facts of a sentence too freely.
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
		if quotationAddsNothing(c, others.String()) {
			c.markIgnored(reasonSameMeaning)
			continue
		}
		others.WriteString(c.ownWords + "\n")
	}
}
