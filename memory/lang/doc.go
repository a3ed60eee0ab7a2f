// Package lang holds the rules of language that learning and retrieval rest on, as pure functions
// on strings: whether two statements differ in spite of near vectors (FirstMeaningDifference), what
// a fact adds to another (AddsWordsBesidesNumbersAndTime), whether a question is about the past
// (AsksAboutPast), what is no fact at all (FilterSingleFactReply), and the forms in which texts are
// compared, measured and put into prompts (FoldText, EstimateTokens, ToSafePromptLine). Below them
// are words, languages, names and negation, which the folders claims and secrets use too.
//
// The word lists cover English, German, Spanish, French, Italian, Portuguese, Russian, Hindi,
// Korean and Chinese, and those of claims also Japanese, Arabic, Turkish, Polish and Dutch; other
// languages fall back to digits, capitals and the words of all lists. The package knows no memories
// and keeps no state. Its functions are safe for concurrent use.
package lang
