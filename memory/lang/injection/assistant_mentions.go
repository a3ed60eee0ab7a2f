package injection

// mentionsOrPermitsAssistantAt reports the assistant in the middle of a clause about something else
// ("is happier when the assistant doesn't ask"), or with a permission at its start ("the assistant
// may share it"). Behind an indefinite article or "as", and before "of", it is a trade.
func (c *instructionClause) mentionsOrPermitsAssistantAt(i int) bool {
	if !isAssistantNoun(c.texts[i]) || i+1 >= len(c.texts) || marksAssistantAsJob(c.texts[i+1]) {
		return false
	}
	if isPermission(c.texts[i+1]) || i+2 < len(c.texts) && isPermission(c.texts[i+2]) {
		return isSlavicAssistantNoun(c.texts[i]) || i > 0 && isMasculineArticleOrContraction(c.texts[i-1])
	}
	return i > 1 && isMasculineArticleOrContraction(c.texts[i-1]) || i > 0 && opensSlavicSubordinateClause(c.texts[i-1])
}

// isPermission reports a word that lets the assistant do something.
func isPermission(word string) bool {
	switch word {
	case "may", "can", "allowed", "free", "darf", "kann", "peut", "puede", "podra", "pode", "puo", "mag", "kan", "может",
		"вправе", "moze", "potra", "pourra":
		return true
	}
	return false
}

// isAssistantNoun reports a noun for the assistant as the subject or the one addressed.
func isAssistantNoun(word string) bool {
	switch word {
	case "assistant", "assistent", "asistente", "assistente", "ассистент", "ассистенту", "помощник", "помощнику",
		"asystent", "asystentowi", "asistan":
		return true
	}
	return false
}

// isSlavicAssistantNoun reports an assistant noun of a language without articles.
func isSlavicAssistantNoun(word string) bool {
	switch word {
	case "ассистент", "ассистенту", "помощник", "помощнику", "asystent", "asystentowi":
		return true
	}
	return false
}

// isMasculineArticleOrContraction reports an article, alone or joined with a preposition, that
// makes the assistant the one who is spoken to.
func isMasculineArticleOrContraction(word string) bool {
	switch word {
	case "the", "der", "dem", "den", "el", "l", "le", "lo", "il", "o", "al", "all", "ao", "dell", "dall", "pelo", "de":
		return true
	}
	return false
}

// opensSlavicSubordinateClause reports a conjunction of the languages without articles.
func opensSlavicSubordinateClause(word string) bool {
	switch word {
	case "когда", "если", "чтобы", "что", "пока", "gdy", "gdyby", "zeby", "kiedy", "jesli", "ze":
		return true
	}
	return false
}

// marksAssistantAsJob reports a word that says whose assistant somebody is, or of what kind.
func marksAssistantAsJob(word string) bool {
	switch word {
	case "of", "at", "in", "to", "for", "manager", "coach", "professor", "teacher", "referee", "von", "bei", "im", "de",
		"del", "du", "da", "do", "di", "della":
		return true
	}
	return false
}
