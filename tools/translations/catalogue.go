package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"memoir/ui/translate"
)

const cataloguesDir = "assets/translations"

// catalogueCodesBesidesEnglish returns the codes of the languages that have a catalogue beside the
// English one.
func catalogueCodesBesidesEnglish() []string {
	var codes []string
	for _, c := range translate.LanguagesWithCatalogue() {
		if c.Code != "en" {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// text is a text of the window, its key and everywhere it is used.
type text struct {
	key, one string
	uses     []use
}

// collectTexts returns every text that the code below root shows, sorted by key, and what is wrong
// with the calls that name them.
func collectTexts(root string) (texts []text, problems []string, err error) {
	s := &scanner{fset: token.NewFileSet()}
	packages, err := s.parsePackagesBelow(filepath.Join(root, "ui"))
	if err != nil {
		return nil, nil, err
	}
	for _, p := range packages {
		s.scanTranslateCalls(p)
	}
	for _, folder := range coreFoldersWithWindowTexts() {
		if packages, err = s.parsePackagesBelow(filepath.Join(root, folder)); err != nil {
			return nil, nil, err
		}
		for _, p := range packages {
			s.scanCoreTexts(p)
		}
	}
	byKey := map[string]*text{}
	for _, u := range s.uses {
		u.file, _ = filepath.Rel(root, u.file)
		t := byKey[u.key]
		if t == nil {
			t = &text{key: u.key, one: u.one}
			byKey[u.key] = t
		}
		if t.one != u.one {
			s.recordProblem(u, fmt.Sprintf("%q is used with a singular and without, or with two: %q, %q", u.key, t.one, u.one))
		}
		t.uses = append(t.uses, u)
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		t := byKey[key]
		slices.SortFunc(t.uses, func(a, b use) int {
			return strings.Compare(fmt.Sprintf("%s:%06d", a.file, a.line), fmt.Sprintf("%s:%06d", b.file, b.line))
		})
		texts = append(texts, *t)
	}
	slices.Sort(s.problems)
	return texts, s.problems, nil
}

// placeholderNames returns the sorted names of the placeholders in a text.
func placeholderNames(s string) []string {
	var names []string
	for _, m := range regexp.MustCompile(`\{\{\.(\w+)\}\}`).FindAllStringSubmatch(s, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// entry is what a catalogue says for one key: a text, or its plural forms.
type entry struct {
	text  string
	forms map[string]string
}

// UnmarshalJSON reads a string or an object of strings.
func (e *entry) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &e.text) == nil {
		return nil
	}
	return json.Unmarshal(b, &e.forms)
}

// readCatalogue reads a catalogue line by line, an entry each. Of a key that is there twice, as
// after a merge, the entry with a translation stays; what git writes between two versions is
// skipped.
func readCatalogue(path string) (map[string]entry, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := map[string]entry{}
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if !strings.HasPrefix(line, `"`) {
			continue
		}
		var one map[string]entry
		if err := json.Unmarshal([]byte("{"+line+"}"), &one); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		for key, e := range one {
			if old, ok := c[key]; !ok || old.text == "" && old.forms["other"] == "" {
				c[key] = e
			}
		}
	}
	return c, nil
}

// encodeEnglishCatalogue writes the English texts with the packages that use them.
func encodeEnglishCatalogue(texts []text) []byte {
	lines := make([]string, 0, len(texts))
	for _, t := range texts {
		var dirs []string
		for _, u := range t.uses {
			dirs = append(dirs, filepath.Dir(u.file))
		}
		slices.Sort(dirs)
		shown, _, _ := strings.Cut(t.key, "|")
		fields := `"description": ` + quoteJSONWithoutHTMLEscapes(strings.Join(slices.Compact(dirs), ", "))
		if t.one != "" {
			one, _, _ := strings.Cut(t.one, "|")
			fields += `, "one": ` + quoteJSONWithoutHTMLEscapes(one)
		}
		lines = append(
			lines, quoteJSONWithoutHTMLEscapes(t.key)+`: {`+fields+`, "other": `+quoteJSONWithoutHTMLEscapes(shown)+`}`,
		)
	}
	return joinLinesAsJSONObject(lines)
}

// encodeUpdatedCatalogue writes the catalogue of a language with the keys of texts and the
// translations it had; missing counts those it lacks.
func encodeUpdatedCatalogue(code string, texts []text, old map[string]entry) (catalogue []byte, missing int) {
	lines := make([]string, 0, len(texts))
	for _, t := range texts {
		have := old[t.key]
		if t.one == "" {
			if have.text == "" {
				missing++
			}
			lines = append(lines, quoteJSONWithoutHTMLEscapes(t.key)+": "+quoteJSONWithoutHTMLEscapes(have.text))
			continue
		}
		var fields []string
		lacks := false
		for _, form := range pluralForms(code) {
			lacks = lacks || have.forms[form] == ""
			fields = append(fields, quoteJSONWithoutHTMLEscapes(form)+": "+quoteJSONWithoutHTMLEscapes(have.forms[form]))
		}
		if lacks {
			missing++
		}
		lines = append(lines, quoteJSONWithoutHTMLEscapes(t.key)+": {"+strings.Join(fields, ", ")+"}")
	}
	return joinLinesAsJSONObject(lines), missing
}

// pluralForms returns the forms that whole numbers take in a language, "other" last.
func pluralForms(code string) []string {
	names := []struct {
		form plural.Form
		name string
	}{{plural.Zero, "zero"}, {plural.One, "one"}, {plural.Two, "two"}, {plural.Few, "few"}, {plural.Many, "many"}}
	used := map[plural.Form]bool{}
	tag := language.Make(code)
	for n := range 1000 {
		used[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)] = true
	}
	var forms []string
	for _, n := range names {
		if used[n.form] {
			forms = append(forms, n.name)
		}
	}
	return append(forms, "other")
}

func joinLinesAsJSONObject(lines []string) []byte {
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

// quoteJSONWithoutHTMLEscapes writes a JSON string that keeps <, > and & readable.
func quoteJSONWithoutHTMLEscapes(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can always be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
