package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/classifier"
	"memoir/memory/lang/lazyregexp"
)

// redactLikelyNumbers replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows (docs/decisions/0024).
func redactLikelyNumbers(t *indexedText) string {
	judged := blankPlaceholders(t.text)
	return replaceLikely(t.text, judged, classifier.SecretCandidates(judged),
		classifier.ProbabilityOfSecret, classifier.SecretThreshold)
}

// blankPlaceholders writes as many blanks for each placeholder: it names a secret, which would make its
// neighbours suspect.
func blankPlaceholders(s string) string {
	return strings.ReplaceAll(s, secretPlaceholder, strings.Repeat(" ", len(secretPlaceholder)))
}

// nameInSentence matches one to four words with a capital, with small words between two of them, and
// words of the scripts without capitals that have blanks.
var nameInSentence = lazyregexp.New(`\p{Lu}[\p{L}\p{M}'’-]+` +
	`(?:(?: (?:de|da|do|von|van|la|der|the|of))? \p{Lu}[\p{L}\p{M}'’-]+){0,3}|` +
	`\p{Devanagari}{3,}(?: \p{Devanagari}{4,})?|\p{Hangul}{3,}`)

// AnswerCandidates returns the names in the lines of a text that name who asks (a bank, a site, a
// question) and what such ask for (a first pet), without a word that begins a sentence with a capital.
// Abbreviations in capitals are none. One of them may be the answer. It is exported for tools/claimsmodel.
func AnswerCandidates(s string) []classifier.Candidate { return answerCandidates(newIndexedText(s)) }

func answerCandidates(t *indexedText) []classifier.Candidate {
	prompts := t.partsOfPrompts()
	if len(prompts) == 0 {
		return nil
	}
	askers := t.possibleParts(partsOfAskers())
	var out []classifier.Candidate
	start := 0
	for line := range strings.Lines(t.text) {
		if low := t.lower[start : start+len(line)]; containsAny(low, prompts) && namesAsker(low, askers) &&
			askerPattern().MatchString(line) {
			for _, m := range nameInSentence.FindAllStringIndex(line, -1) {
				from := m[0]
				if beginsSentence(line, from) {
					from += len(firstField(line[from:m[1]]))
					from += len(line[from:m[1]]) - len(strings.TrimLeft(line[from:m[1]], " "))
				}
				if from < m[1] && !isInsideWord(line, from) && !isAbbreviation(line[from:m[1]]) {
					out = append(out, classifier.Candidate{Start: start + from, End: start + m[1]})
				}
			}
		}
		start += len(line)
	}
	return out
}

// namesAsker reports whether a text in small letters has a part of a word for who asks (askersIn).
func namesAsker(lower string, parts *wordParts) bool {
	for range askersIn(lower, parts) {
		return true
	}
	return false
}

// isInsideWord reports a place behind a letter: "Banku" of mBanku.
func isInsideWord(line string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:at])
	return unicode.IsLetter(before)
}

// isAbbreviation reports a word in capitals of a script that has small letters: TFN.
func isAbbreviation(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// beginsSentence reports a word in Latin or Cyrillic letters that nothing or the end of a sentence stands before.
func beginsSentence(line string, at int) bool {
	before := strings.TrimRight(line[:at], " \"'«»„“”")
	isWithoutCase := line[at] >= 0xe0 // the scripts from U+0800 on
	return !isWithoutCase && (before == "" || strings.ContainsAny(before[len(before)-1:], ".?!"))
}

// redactLikelyAnswers replaces names that answer the question of an account by what is said around them.
func redactLikelyAnswers(t *indexedText) string {
	judged := t
	if s := blankPlaceholders(t.text); s != t.text {
		judged = newIndexedText(s)
	}
	return replaceLikely(t.text, judged.text, answerCandidates(judged),
		classifier.ProbabilityOfAnswer, classifier.AnswerThreshold)
}

// replaceLikely replaces the candidates that are at least as likely as a threshold.
func replaceLikely(s, judged string, candidates []classifier.Candidate,
	probability func(string, classifier.Candidate) float64, threshold float64,
) string {
	var windows []window
	for _, c := range candidates {
		if probability(judged, c) >= threshold {
			windows = append(windows, window{c.Start, c.End})
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}
