package secrets

import (
	"strings"

	"memoir/memory/lang/classifier"
)

// blanksForPlaceholder stands for what is cut already while the rest is judged: the placeholder names a
// secret, which would make its neighbours suspect.
var blanksForPlaceholder = strings.Repeat(" ", len(secretPlaceholder))

// redactLikelySecrets replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows (docs/decisions/0024). It judges again what it leaves, so that a second call
// finds nothing more.
func redactLikelySecrets(s string) string {
	for {
		judged := strings.ReplaceAll(s, secretPlaceholder, blanksForPlaceholder)
		var windows []window
		for _, c := range classifier.SecretCandidates(judged) {
			if classifier.ProbabilityOfSecret(judged, c) >= classifier.SecretThreshold {
				windows = append(windows, window{c.Start, c.End})
			}
		}
		if len(windows) == 0 {
			return s
		}
		s = replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
	}
}
