// Package lang holds the rules of language that learning and retrieval rest on, as pure functions on
// strings: whether a text states a fact (SupportsFact), whether two statements differ in spite of
// near vectors (GuardDifference), whether a question is about the past (AsksAboutPast), which part of
// a message is somebody else's text (SplitForeignText), what must not be stored (RedactSecrets), what
// hides from a reader or acts on a program (FoldDisguise, HasHiddenRunes, HasControlMarkup), what
// directs the assistant (DirectsAssistant), what is no fact at all (FilterFact), and the forms in which
// texts are compared, measured and put into prompts (FoldText, EstimateTokens, ToSingleLine).
//
// DirectsAssistant names its languages. The other word lists cover English, German, Spanish, French,
// Italian, Portuguese, Russian, Hindi, Korean and Chinese; other languages fall back to digits, capitals
// and the words of all lists. The package knows no memories, keeps no state and is safe for concurrent
// use.
package lang
