package injection

// saysWhatAssistantDoesAt reports the assistant in the middle of a clause about something else: "is
// happier when the assistant doesn't ask". Behind "as" or before "of" it is a trade.
func (c *instructionClause) saysWhatAssistantDoesAt(i int) bool {
	if i == 0 || i+1 >= len(c.texts) || complementsTrade(c.texts[i+1]) {
		return false
	}
	switch c.texts[i] {
	case "assistant", "assistent", "asistente", "assistente", "ассистент", "помощник", "asystent", "asistan":
	default:
		return false
	}
	return i > 1 && isDefiniteArticle(c.texts[i-1]) || opensSubordinateClause(c.texts[i-1])
}

// isDefiniteArticle reports an article that makes the assistant the one who is spoken to.
func isDefiniteArticle(word string) bool {
	switch word {
	case "the", "der", "el", "l", "le", "lo", "il", "o":
		return true
	}
	return false
}

// opensSubordinateClause reports a conjunction of the languages without articles.
func opensSubordinateClause(word string) bool {
	switch word {
	case "когда", "если", "чтобы", "что", "пока", "gdy", "gdyby", "żeby", "kiedy", "jeśli", "że":
		return true
	}
	return false
}

// complementsTrade reports a word that says whose assistant somebody is, or of what kind.
func complementsTrade(word string) bool {
	switch word {
	case "of", "at", "in", "to", "for", "manager", "coach", "professor", "teacher", "referee", "von", "bei", "im", "de",
		"del", "du", "da", "do", "di", "della":
		return true
	}
	return false
}
