// Package injection recognizes text that would act on a model or a program instead of telling it
// something about the user: characters that nobody sees (HasHiddenRunes), lookalike and spaced
// letters (FoldDisguisedText, HasDisguisedWords), markup and links (HasControlMarkup, HasLink),
// encoded runs (HasEncodedText), and orders to the assistant
// (DirectsAssistantOrMayInUnknownLanguage), which names its languages. The functions are pure and
// safe for concurrent use.
package injection
