// Package lang holds the rules of language that learning and retrieval rest on, as pure functions on
// strings: whether the user states a fact (UserText) or any text does (Text), whether two statements
// differ in spite of near vectors (GuardDifference), whether a question is about the past
// (AsksAboutPast), which part of a message is somebody else's text (SplitForeignText), what is no fact
// at all (FilterFact), and the forms in which texts are compared, measured and put into prompts
// (FoldText, EstimateTokens, ToSingleLine).
//
// The word lists cover English, German, Spanish, French, Italian, Portuguese, Russian, Hindi, Korean
// and Chinese, and those of grounding also Japanese, Arabic, Turkish, Polish and Dutch; other languages
// fall back to digits, capitals and the words of all lists.
// The package knows no memories and keeps no state. Its functions are safe for concurrent use; a
// UserText and a Text belong to one goroutine.
package lang
