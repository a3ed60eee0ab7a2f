package main

import (
	"unicode"

	"memoir/memory/lang/classifier"
	"memoir/memory/lang/secrets"
)

// readToldWords reads the words of the passages that name what only its owner should know: those that give it away, and
// as plain all others. Passages of texts with another secret teach nothing.
func readToldWords(root string) ([]example, error) {
	var out []example
	err := forEachTextWithSecret(root, func(source, language, class, text string, secret classifier.Candidate) {
		if source == "hand4" {
			return // with it the judge of words cuts more of what is no secret (docs/decisions/0024)
		}
		hasSecret := secret.End > secret.Start
		for _, p := range secrets.PassagesAskingForWords(text) {
			told := classifier.Candidate{Start: secret.Start - p.Start, End: secret.End - p.Start}
			if hasSecret && (told.Start < 0 || secret.End > p.End || !isToldInWords(text[secret.Start:secret.End])) {
				continue
			}
			passage := text[p.Start:p.End]
			for _, w := range secrets.WordCandidates(passage) {
				out = append(out, example{
					text: passage, candidate: &w, isWord: true, language: language, class: class, source: source, passesRules: true,
					isPlain: !hasSecret || w.End <= told.Start || told.End <= w.Start,
				})
			}
		}
	})
	return out, err
}

// isToldInWords reports a secret that is written in letters, with three digits at most.
func isToldInWords(secret string) bool {
	letters, digits := 0, 0
	for _, r := range secret {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		}
	}
	return digits <= 3 && 2*digits < letters
}
