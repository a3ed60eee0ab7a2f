package app

import (
	"memoir/memory"
	"memoir/ui/translate"
)

// Explain is memory.ErrorTitleAndHintForUser in the language of the window.
func Explain(err error) (title, hint string) {
	title, hint = memory.ErrorTitleAndHintForUser(err)
	return translate.TranslateKnown(title), translate.TranslateKnown(hint)
}

// FaultText is a fault as two sentences in the language of the window.
func FaultText(f *memory.Fault) string {
	return translate.TranslateKnown(f.Title) + " " + translate.TranslateKnown(f.Hint)
}
