package app

import (
	"memoir/memory"
	"memoir/ui/translate"
)

// Explain is memory.Explain in the language of the window.
func Explain(err error) (title, hint string) {
	title, hint = memory.Explain(err)
	return translate.Known(title), translate.Known(hint)
}

// FaultText is a fault as two sentences in the language of the window.
func FaultText(f *memory.Fault) string {
	return translate.Known(f.Title) + " " + translate.Known(f.Hint)
}
