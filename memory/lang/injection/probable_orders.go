package injection

import "memoir/memory/lang/classifier"

// minProbabilityOfOrder is how likely a text must direct the assistant for ProbablyDirectsAssistant to report it. It
// leaves 98 of 100 ordinary facts alone in corpora that the classifier was not trained on (docs/decisions/0024).
const minProbabilityOfOrder = 0.56

// ProbablyDirectsAssistant reports whether a text, by its words and characters, more likely directs the assistant,
// grants it consent or trust or forges a note to it than states something about a person's life. It finds what
// DirectsAssistant has no rule for, and cannot say why.
func ProbablyDirectsAssistant(text string) bool {
	return classifier.ProbabilityOfOrder(text) > minProbabilityOfOrder
}
