package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memoir/ui/translate"
)

const root = "../.."

func collectTextsOrFail(t *testing.T) []text {
	t.Helper()
	texts, problems, err := collectTexts(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	if len(texts) == 0 {
		t.Fatal("the code shows no text")
	}
	return texts
}

func TestEnglishCatalogueHasTheTextsOfTheCode(t *testing.T) {
	want := encodeEnglishCatalogue(collectTextsOrFail(t))
	have, err := os.ReadFile(filepath.Join(root, cataloguesDir, "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, have) {
		t.Error("en.json is not what the code says; run make translations")
	}
}

// maxMissingPercent of the texts may be English in a language that people can choose: new ones, until its
// translator has seen them.
const maxMissingPercent = 2

func TestCataloguesAreWhole(t *testing.T) {
	texts := collectTextsOrFail(t)
	for _, code := range catalogueCodesBesidesEnglish() {
		t.Run(code, func(t *testing.T) {
			catalogue, err := readCatalogue(filepath.Join(root, cataloguesDir, code+".json"))
			if err != nil {
				t.Fatal(err)
			}
			missing, mustBeComplete := 0, slices.ContainsFunc(translate.LanguagesWithCompleteCatalogue(), func(
				c translate.Choice,
			) bool {
				return c.Code == code
			})
			for _, x := range texts {
				e, ok := catalogue[x.key]
				if !ok {
					t.Errorf("%q is missing; run make translations", x.key)
					continue
				}
				if e.text == "" && e.forms["other"] == "" {
					missing++
				}
				for _, p := range translationProblems(code, x, e) {
					t.Errorf("%q: %s", x.key, p)
				}
				delete(catalogue, x.key)
			}
			if mustBeComplete && 100*missing > maxMissingPercent*len(texts) {
				t.Errorf("%d of %d texts are English; translate them, or offer the language no more", missing, len(texts))
			}
			for key := range catalogue {
				t.Errorf("nothing shows %q any more; run make translations", key)
			}
		})
	}
}

// translationProblems says what is wrong with a translation.
func translationProblems(code string, x text, e entry) (problems []string) {
	given := map[string]string{"other": e.text}
	want := []string{"other"}
	if x.one != "" {
		given, want = e.forms, pluralForms(code)
		if e.text != "" {
			return []string{"it needs its plural forms " + strings.Join(want, ", ")}
		}
	}
	filled := 0
	for _, form := range want {
		if given[form] != "" {
			filled++
		}
	}
	if filled < len(want) && filled > 0 {
		problems = append(problems, "the forms "+strings.Join(want, ", ")+" must all be there")
	}
	for form, translation := range given {
		if !slices.Contains(want, form) {
			problems = append(problems, "the language has no form "+form)
		}
		if translation != "" {
			problems = append(problems, placeholderProblems(x.key, form, translation)...)
		}
	}
	return problems
}

// placeholderProblems compares the placeholders of a translation with those of the English text. The
// number may be missing where the form says it, as in "one memory".
func placeholderProblems(key, form, translation string) (problems []string) {
	want, have := placeholderNames(key), placeholderNames(translation)
	for _, name := range want {
		if !slices.Contains(have, name) && (name != "Count" || form == "other") {
			problems = append(problems, "the translation lacks {{."+name+"}}")
		}
	}
	for _, name := range have {
		if !slices.Contains(want, name) {
			problems = append(problems, "there is no {{."+name+"}}")
		}
	}
	// Braces without a dot are text, as in the example of a prompt with {{language}}.
	bare := func(text string) int { return strings.Count(text, "{{") - strings.Count(text, "{{.") }
	if bare(translation) != bare(key) || strings.Count(translation, "{{") != strings.Count(translation, "}}") {
		problems = append(problems, "a placeholder is misspelled")
	}
	return problems
}

func TestWhatIsWrongWithATranslationIsSaid(t *testing.T) {
	plain := text{key: "{{.Done}} of {{.All}}"}
	plural := text{key: "{{.Count}} files", one: "{{.Count}} file"}
	for name, c := range map[string]struct {
		x    text
		e    entry
		code string
		want int
	}{
		"right":            {plain, entry{text: "{{.All}}: {{.Done}}"}, "de", 0},
		"empty":            {plain, entry{}, "de", 0},
		"a name is lost":   {plain, entry{text: "{{.Done}}"}, "de", 1},
		"a name is new":    {plain, entry{text: "{{.Done}} {{.All}} {{.Alle}}"}, "de", 1},
		"a name is broken": {plain, entry{text: "{{.Done}} {{.All}} {{Alle}}"}, "de", 1},
		"right forms": {
			plural,
			entry{forms: map[string]string{"one": "eine Datei", "other": "{{.Count}} Dateien"}},
			"de", 0,
		},
		"a form is lost":  {plural, entry{forms: map[string]string{"other": "{{.Count}} Dateien"}}, "de", 1},
		"a form too many": {plural, entry{forms: map[string]string{"one": "1", "other": "{{.Count}}"}}, "ja", 1},
		"no forms":        {plural, entry{text: "Dateien"}, "de", 1},
	} {
		if got := translationProblems(c.code, c.x, c.e); len(got) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
