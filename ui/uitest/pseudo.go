package uitest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"memoir/ui/translate"
)

// UsePseudoLanguage makes every text of the window half as long again and accented, as that of a
// language may be, until the test ends. A text that stays English went past the catalogue.
func UsePseudoLanguage(t testing.TB) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	english, err := os.ReadFile(filepath.Join(filepath.Dir(here), "../../assets/translations/en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]map[string]string
	if err := json.Unmarshal(english, &texts); err != nil {
		t.Fatal(err)
	}
	for _, forms := range texts {
		delete(forms, "description")
		for form, text := range forms {
			forms[form] = lengthenAndAccent(text)
		}
	}
	catalogue, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	l, err := translate.ParseCatalogue(language.English, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	translate.UseLanguage(l)
	t.Cleanup(func() { translate.UseLanguage(nil) })
}

// lengthenAndAccent accents the letters of a text and repeats vowels until it is half as long
// again; placeholders stay as they are, and a word stays one.
func lengthenAndAccent(text string) string {
	placeholder := regexp.MustCompile(`\{\{\.?\w+\}\}`)
	accents := strings.NewReplacer("a", "ā", "e", "ē", "i", "ī", "o", "ō", "u", "ū", "A", "Ā", "E", "Ē", "I", "Ī", "O",
		"Ō",
		"U", "Ū", "n", "ñ", "c", "ć", "s", "š", "z", "ž")
	var b strings.Builder
	last := 0
	write := func(part string) {
		missing := (len(part) + 1) / 2
		for _, r := range part {
			letter := accents.Replace(string(r))
			b.WriteString(letter)
			if missing > 0 && strings.ContainsRune("aeiouAEIOUtnrls", r) {
				b.WriteString(strings.ToLower(letter))
				missing--
			}
		}
	}
	for _, at := range placeholder.FindAllStringIndex(text, -1) {
		write(text[last:at[0]])
		b.WriteString(text[at[0]:at[1]])
		last = at[1]
	}
	write(text[last:])
	return b.String()
}
