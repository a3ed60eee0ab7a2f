package secrets

import (
	"strings"

	"memoir/memory/lang/classifier"
)

// blanksForPlaceholder stands for what is cut already while the rest is judged: the placeholder names a
// secret, which would make its neighbours suspect.
var blanksForPlaceholder = strings.Repeat(" ", len(secretPlaceholder))

// redactLikelySecrets replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows, and answers to the questions of accounts (docs/decisions/0024). It judges
// again what it leaves, so that a second call finds nothing more.
func redactLikelySecrets(s string) string {
	for {
		judged := strings.ReplaceAll(s, secretPlaceholder, blanksForPlaceholder)
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
