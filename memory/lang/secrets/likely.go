package secrets

import (
	"strings"

	"memoir/memory/lang/classifier"
)

// redactLikelyNumbers replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows (docs/decisions/0024).
func redactLikelyNumbers(s string) string {
	judged := blankPlaceholders(s)
	return replaceLikely(s, judged, classifier.SecretCandidates(judged),
		classifier.ProbabilityOfSecret, classifier.SecretThreshold)
}

// blankPlaceholders writes as many blanks for each placeholder: it names a secret, which would make its
// neighbours suspect.
func blankPlaceholders(s string) string {
	return strings.ReplaceAll(s, secretPlaceholder, strings.Repeat(" ", len(secretPlaceholder)))
}
