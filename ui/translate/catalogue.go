package translate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jeandeaual/go-locale"
	"golang.org/x/text/language"
)

// Choice is a language with a catalogue: its code, and its name in itself. People can choose it
// once it is complete, so that nobody gets a window that is half English.
type Choice struct {
	Code, Name string
	IsComplete bool
}

// LanguagesWithCatalogue returns the languages that have a catalogue, English first.
func LanguagesWithCatalogue() []Choice {
	return []Choice{
		{"en", "English", true},
		{"de", "Deutsch", true},
		{"es", "Español", true},
		{"fr", "Français", true},
		{"pt", "Português", true},
		{"ja", "日本語", true},
		{"zh", "中文", true},
	}
}

// LanguagesWithCompleteCatalogue returns the languages that people can choose, English first.
func LanguagesWithCompleteCatalogue() []Choice {
	return slices.DeleteFunc(LanguagesWithCatalogue(), func(c Choice) bool { return !c.IsComplete })
}

// SupportedSystemLanguageCode returns the code of the language in LanguagesWithCompleteCatalogue
// that the system's settings ask for; "en" if they ask for none of them or cannot be read.
func SupportedSystemLanguageCode() string {
	wanted, err := locale.GetLocales()
	if err != nil {
		return "en"
	}
	return codeForFirstSupportedLocale(wanted, LanguagesWithCompleteCatalogue())
}

// codeForFirstSupportedLocale returns the code among choices that suits the first of the wanted
// locales, such as de-AT or C, for which there is one.
func codeForFirstSupportedLocale(wanted []string, choices []Choice) string {
	var offered []language.Tag
	for _, c := range choices {
		offered = append(offered, language.Make(c.Code))
	}
	matcher := language.NewMatcher(offered)
	for _, w := range wanted {
		tag, err := language.Parse(w)
		if err != nil {
			continue // C and POSIX name no language
		}
		if _, i, confidence := matcher.Match(tag); confidence >= language.Low {
			return choices[i].Code
		}
	}
	return "en"
}

// LoadCatalogueOrNilForEnglish reads the texts of a language from the file code.json; it is nil for
// English, whose texts are in the code. A key without a translation is left out.
func LoadCatalogueOrNilForEnglish(files fs.FS, code string) (*Language, error) {
	if code == "en" {
		return nil, nil //nolint:nilnil // no catalogue is English
	}
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("load texts: %w", err)
	}
	b, err := fs.ReadFile(files, code+".json")
	if err != nil {
		return nil, fmt.Errorf("load texts: %w", err)
	}
	l, err := ParseCatalogue(tag, b)
	if err != nil {
		return nil, fmt.Errorf("load texts of %s: %w", code, err)
	}
	return l, nil
}

// ParseCatalogue reads a catalogue: a JSON object from English texts to translations, each a string
// or an object of plural forms (zero, one, two, few, many, other).
func ParseCatalogue(tag language.Tag, catalogue []byte) (*Language, error) {
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(catalogue, &entries); err != nil {
		return nil, err
	}
	l := &Language{tag: tag, texts: make(map[string]message, len(entries))}
	for key, raw := range entries {
		m, err := parseMessage(raw)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", key, err)
		}
		if m.other != "" {
			l.texts[key] = m
		}
	}
	return l, nil
}

func parseMessage(raw json.RawMessage) (message, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return message{other: text}, nil
	}
	var forms map[string]string
	if err := json.Unmarshal(raw, &forms); err != nil {
		return message{}, errors.New("neither a text nor plural forms")
	}
	return message{
		zero: forms["zero"], one: forms["one"], two: forms["two"], few: forms["few"], many: forms["many"],
		other: forms["other"],
	}, nil
}
