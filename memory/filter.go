package memory

import "strings"

// Reasons why a reply of the extractor is no fact. They stand in the decision log.
const (
	dropEmpty    = "empty"
	dropShort    = "too_short"
	dropNothing  = "nothing"
	dropYesNo    = "yes_or_no"
	dropQuestion = "question"
)

// filterFact applies the rules of source 000 to one line of the extractor: empty; shorter than minLength characters
// (a wide rune counts two); containing NOTHING in any case; exactly Yes or No; ending with a question mark (Latin,
// full-width or Arabic). It returns the trimmed fact, or "" with the reason.
func filterFact(raw string, minLength int) (fact, drop string) {
	fact = strings.TrimSpace(raw)
	if strings.Contains(strings.ToUpper(fact), "NOTHING") {
		return "", dropNothing
	}
	return filterItem(raw, minLength)
}

// filterItem is filterFact for an item of a list, where NOTHING counts only as the whole item: in a list a fact may
// contain the word.
func filterItem(raw string, minLength int) (fact, drop string) {
	fact = strings.TrimSpace(raw)
	bare := strings.ToLower(strings.TrimRight(fact, ".!"))
	switch {
	case fact == "":
		return "", dropEmpty
	case bare == "nothing":
		return "", dropNothing
	case bare == "yes" || bare == "no":
		return "", dropYesNo
	case factLength(fact) < minLength:
		return "", dropShort
	case strings.HasSuffix(fact, "?") || strings.HasSuffix(fact, "？") || strings.HasSuffix(fact, "؟"):
		return "", dropQuestion
	}
	return fact, ""
}
