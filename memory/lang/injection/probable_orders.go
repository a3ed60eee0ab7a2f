package injection

import "memoir/memory/lang/classifier"

// ProbablyDirectsAssistant reports whether a text, by its words and characters, more likely directs
// the assistant, grants it consent or trust or forges a note to it than states something about a
// person's life. It finds what DirectsAssistantOrMayInUnknownLanguage has no rule for, and cannot
// say why.
func ProbablyDirectsAssistant(text string) bool {
	return classifier.ProbabilityOfOrder(text) > classifier.OrderThreshold
}
