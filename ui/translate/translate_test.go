package translate

import (
	"slices"
	"testing"
	"testing/fstest"

	"golang.org/x/text/language"
)

// useCatalogue makes a catalogue the language of the test.
func useCatalogue(t *testing.T, code, catalogue string) {
	t.Helper()
	l, err := LoadCatalogueOrNilForEnglish(fstest.MapFS{code + ".json": {Data: []byte(catalogue)}}, code)
	if err != nil {
		t.Fatal(err)
	}
	UseLanguage(l)
	t.Cleanup(func() { UseLanguage(nil) })
}

func TestEnglishTextsAreThoseOfTheCode(t *testing.T) {
	for got, want := range map[string]string{
		Text("Saved"): "Saved", Text("Open|verb"): "Open", LanguageTagInUse(): "en",
		Text("Export “{{.Title}}”", "Title", "Soup"):                                "Export “Soup”",
		Text("{{.Count}} tokens", "Count", 12500):                                   "12,500 tokens",
		Count(1, "{{.Count}} memory", "{{.Count}} memories"):                        "1 memory",
		Count(2400, "{{.Count}} memory", "{{.Count}} memories"):                     "2,400 memories",
		Count(0, "{{.Count}} in {{.Name}}", "{{.Count}} of {{.Name}}", "Name", "a"): "0 of a",
		TranslateKnown("It’s {{.Odd}}"):                                             "It’s {{.Odd}}",
		FormatWholeNumber(-1200):                                                    "-1,200",
		FormatDecimal(1.25, 1):                                                      "1.2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTranslationsReplaceEnglishTexts(t *testing.T) {
	useCatalogue(t, "de", `{
		"Saved": "Gespeichert", "Unfinished": "", "Open|verb": "Öffnen",
		"{{.Done}} of {{.All}}": "von {{.All}} sind {{.Done}} fertig",
		"{{.Count}} memories": {"one": "{{.Count}} Erinnerung", "other": "{{.Count}} Erinnerungen"},
		",|between thousands": ".", ".|before decimals": ","
	}`)
	for got, want := range map[string]string{
		Text("Saved"): "Gespeichert", TranslateKnown("Saved"): "Gespeichert", Text("Open|verb"): "Öffnen",
		LanguageTagInUse(): "de",
		Text("Unfinished"): "Unfinished", Text("Unknown|noun"): "Unknown",
		Text("{{.Done}} of {{.All}}", "Done", 1, "All", 2000):   "von 2.000 sind 1 fertig",
		Count(1, "{{.Count}} memory", "{{.Count}} memories"):    "1 Erinnerung",
		Count(2400, "{{.Count}} memory", "{{.Count}} memories"): "2.400 Erinnerungen",
		Count(1, "{{.Count}} file", "{{.Count}} files"):         "1 file",
		FormatDecimal(1.25, 1):                                  "1,2", FormatWholeNumber(1234567): "1.234.567",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPluralFormsFollowTheLanguage(t *testing.T) {
	useCatalogue(t, "fr", `{"{{.Count}} days": {"one": "{{.Count}} jour", "other": "{{.Count}} jours"}}`)
	if got := Count(0, "{{.Count}} day", "{{.Count}} days"); got != "0 jour" {
		t.Errorf("zero in French: %q", got)
	}
	useCatalogue(t, "ru", `{"{{.Count}} days": {"one": "день", "few": "дня", "many": "дней", "other": "дня"}}`)
	for n, want := range map[int]string{21: "день", 3: "дня", 11: "дней", -1: "день"} {
		if got := Count(n, "{{.Count}} day", "{{.Count}} days"); got != want {
			t.Errorf("%d in Russian: %q, want %q", n, got, want)
		}
	}
	useCatalogue(t, "ja", `{"{{.Count}} days": {"other": "{{.Count}}日"}}`)
	if got := Count(1, "{{.Count}} day", "{{.Count}} days"); got != "1日" {
		t.Errorf("one in Japanese: %q", got)
	}
}

// A title may hold anything, the name of a placeholder included.
func TestValuesAreNotReplacedAgain(t *testing.T) {
	got := Text("{{.Title}} in {{.Place}}", "Title", "{{.Place}}", "Place", "Rome")
	if got != "{{.Place}} in Rome" {
		t.Errorf("%q", got)
	}
}

func TestSystemLocalesChooseTheLanguage(t *testing.T) {
	for _, c := range []struct {
		wanted []string
		want   string
	}{
		{nil, "en"},
		{[]string{"C"}, "en"},
		{[]string{"POSIX"}, "en"},
		{[]string{"en-US"}, "en"},
		{[]string{"de-AT"}, "de"},
		{[]string{"pt-BR"}, "pt"},
		{[]string{"zh-TW"}, "zh"},
		{[]string{"sr-Cyrl"}, "en"},
		{[]string{"sv-SE", "fr-CA"}, "fr"},
		{[]string{"not a locale", "ja-JP"}, "ja"},
	} {
		if got := codeForFirstSupportedLocale(c.wanted, LanguagesWithCatalogue()); got != c.want {
			t.Errorf("%q chose %s, want %s", c.wanted, got, c.want)
		}
	}
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("LANGUAGE", "")
	if got := SupportedSystemLanguageCode(); got != "en" {
		t.Errorf("C.UTF-8 is %s", got)
	}
	t.Setenv("LC_ALL", "es_MX.UTF-8")
	want := "en" // until there are Spanish texts
	if slices.ContainsFunc(LanguagesWithCompleteCatalogue(), func(c Choice) bool { return c.Code == "es" }) {
		want = "es"
	}
	if got := SupportedSystemLanguageCode(); got != want {
		t.Errorf("es_MX.UTF-8 is %s, want %s", got, want)
	}
}

func TestCataloguesThatCannotBeRead(t *testing.T) {
	files := fstest.MapFS{"de.json": {Data: []byte(`{"a": 1}`)}, "fr.json": {Data: []byte(`{`)}}
	for _, code := range []string{"de", "fr", "es", "no code"} {
		if l, err := LoadCatalogueOrNilForEnglish(files, code); err == nil || l != nil {
			t.Errorf("%s: %v, %v", code, l, err)
		}
	}
	if l, err := LoadCatalogueOrNilForEnglish(files, "en"); l != nil || err != nil {
		t.Errorf("English: %v, %v", l, err)
	}
	if _, err := ParseCatalogue(language.German, []byte(`[]`)); err == nil {
		t.Error("a list was read")
	}
}

func TestTextsOfOthersAreRecognised(t *testing.T) {
	useCatalogue(t, "de", `{
		"The disk is full.": "Der Speicher ist voll.", "enter at least one word": "schreiben Sie ein Wort",
		"{{.Who}} isn't running at {{.Address}}.|with values": "Unter {{.Address}} läuft {{.Who}} nicht.",
		"{{.Who}} isn't running at home.|with values": "{{.Who}} läuft zu Hause nicht.",
		"The model server": "Der Modellserver", "{{.Field}}: {{.Problem}}.|with values": "{{.Field}}: {{.Problem}}.",
		"Saved as {{.Path}}": "Gespeichert als {{.Path}}",
		"you removed this on {{.Format}}|with values": "du hast das am {{.Format}} entfernt",
		"{{.Day}} {{.Month}} {{.Year}}|date with a short month": "{{.Day}}. {{.Month}} {{.Year}}", "May|short month": "Mai"
	}`)
	for english, want := range map[string]string{
		"":                              "",
		"The disk is full.":             "Der Speicher ist voll.",
		"Ollama isn't running at a:1.":  "Unter a:1 läuft Ollama nicht.",
		"Ollama isn't running at home.": "Ollama läuft zu Hause nicht.",
		"The model server isn't running at home.": "Der Modellserver läuft zu Hause nicht.",
		"content: enter at least one word.":       "content: schreiben Sie ein Wort.",
		"{{.Who}} isn't running at {{.Who}}.":     "Unter {{.Who}} läuft {{.Who}} nicht.",
		"Saved as a":                              "Saved as a", // of the window, not of others
		"you removed this on 3 May 2026":          "du hast das am 3. Mai 2026 entfernt",
		"you removed this on 3 June 2026":         "du hast das am 3 June 2026 entfernt", // no text for June
		"Something new.":                          "Something new.",
		"lone \xff bytes":                         "lone \xff bytes",
	} {
		if got := TranslateKnown(english); got != want {
			t.Errorf("%q became %q, want %q", english, got, want)
		}
	}
	if got := TranslateAllKnown([]string{"The disk is full.", "x"}); got[0] != "Der Speicher ist voll." || got[1] != "x" {
		t.Errorf("a list became %q", got)
	}
}
