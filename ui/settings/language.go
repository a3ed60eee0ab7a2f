package settings

import (
	"fyne.io/fyne/v2"

	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// newLanguageRow returns the choice of the language of the texts, and what to install for those
// that the fonts of this computer cannot draw. hasGlyphs reports whether they can draw a text.
func newLanguageRow(code string, hasGlyphs func(string) bool, chosen func(code string)) fyne.CanvasObject {
	options, lacksFont := languageOptions(hasGlyphs)
	sub := translate.Text("Takes effect when Memoir restarts.")
	if lacksFont {
		sub += " " + translate.Text("To use a language marked “no font”, install a font such as Noto Sans CJK.")
	}
	return newSettingRow(translate.Text("Language"), sub,
		widgets.AtLeastUpToMaxWidth(
			160, 250, 34, widgets.NewDropdown(translate.Text("Language"), options, code, chosen).Button,
		))
}

// languageOptions returns the language of the system and those there are texts in; lacksFont
// reports whether the fonts lack the characters of one of them.
func languageOptions(hasGlyphs func(string) bool) (options []widgets.Option, lacksFont bool) {
	options = []widgets.Option{{Value: "", Label: translate.Text("Same as system")}}
	for _, c := range translate.LanguagesWithCompleteCatalogue() {
		label := c.Name
		if !hasGlyphs(c.Name) {
			lacksFont = true
			label = translate.Text("{{.Language}} (no font)", "Language", nameOfLanguageWithoutFont(c))
		}
		options = append(options, widgets.Option{Value: c.Code, Label: label})
	}
	return options, lacksFont
}

// nameOfLanguageWithoutFont returns the name of a language in that of the window: its own name
// would be drawn as boxes.
func nameOfLanguageWithoutFont(c translate.Choice) string {
	switch c.Code {
	case "ja":
		return translate.Text("Japanese")
	case "zh":
		return translate.Text("Chinese")
	}
	return c.Code
}
