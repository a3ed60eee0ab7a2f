package search

import (
	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/claims"
)

// closeTalk is the BM25 of a message and those around it from which they share several rare words
// with a question. Measured on LoCoMo (docs/decisions/0014-what-was-said-around.md).
const closeTalk = 8

// questionSubject is what a question is about as far as its words say it: the one who asks, or what
// it names. Words that are quoted or given to be worked on count for neither.
type questionSubject struct {
	personal bool
	names    lang.QuestionNames
}

func newQuestionSubject(question string) questionSubject {
	own, _ := claims.SplitOwnFromQuotedText(question)
	return questionSubject{personal: lang.AsksAboutSpeaker(own), names: lang.NamesInQuestion(own)}
}

// isPersonalOrNamedIn reports whether a text that is close to the question in meaning can concern
// its subject. What is about the one who asks need not be named: every memory is about that person.
func (s questionSubject) isPersonalOrNamedIn(text string) bool {
	return s.personal || s.names.IsAnyMentionedIn(text)
}

// hasNamesAndRareWordsAround reports whether a question that names something shares several rare
// words with the talk that a memory comes from. In a talk the name is often said by the other one.
func (s questionSubject) hasNamesAndRareWordsAround(parts memory.ScoreParts) bool {
	return len(s.names) > 0 && parts.Around != nil && *parts.Around >= closeTalk
}
