package secrets

import (
	"strings"

	"memoir/memory/lang/classifier"
)

// redactLikelySecrets replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows, and answers to the questions of accounts (docs/decisions/0024). It judges
// again what it leaves, so that a second call finds nothing more.
func redactLikelySecrets(s string) string {
	for {
		judged := blankPlaceholders(s)
		out := replaceLikely(s, judged, classifier.SecretCandidates(judged),
			classifier.ProbabilityOfSecret, classifier.SecretThreshold)
		if out == s {
			out = redactLikelyAnswers(s)
		}
		if out == s {
			return s
		}
		s = out
	}
}

// blankPlaceholders writes as many blanks for each placeholder: it names a secret, which would make its
// neighbours suspect.
func blankPlaceholders(s string) string {
	return strings.ReplaceAll(s, secretPlaceholder, strings.Repeat(" ", len(secretPlaceholder)))
}
