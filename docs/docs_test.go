// Package docs_test checks the documentation against the program: settings, links, cited files and
// pages, and the rules of docs/sources.md.
package docs_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memoir/memory"
)

const projectRoot = ".." // project root

func readProjectFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(projectRoot, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listFiles returns the paths with the given ending, relative to the project root.
func listFiles(t *testing.T, ending string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(projectRoot, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "build" || d.Name() == "dist" || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(path, ending):
			rel, err := filepath.Rel(projectRoot, path)
			out = append(out, rel)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("no file ends with %s", ending)
	}
	return out
}

func TestGuideListsEverySettingAsTheProgramDescribesIt(t *testing.T) {
	page := readProjectFile(t, "docs/guide/settings.md")
	for _, k := range memory.ConfigKeys() {
		if line := "| `" + k.Key + "` | " + k.Doc + " |"; !strings.Contains(page, line) {
			t.Errorf("docs/guide/settings.md lacks the line %s", line)
		}
	}
	lines := regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\|").FindAllStringSubmatch(page, -1)
	for _, l := range lines {
		if !slices.ContainsFunc(memory.ConfigKeys(), func(k memory.ConfigKey) bool { return k.Key == l[1] }) {
			t.Errorf("docs/guide/settings.md lists %s, which is no setting", l[1])
		}
	}
}

// rulesNotBuilt are the sources' rules without code. Who builds one takes it off the list.
func rulesNotBuilt() []string {
	return nil
}

func TestSourcesMarkTheRulesThatAreNotBuilt(t *testing.T) {
	page := readProjectFile(t, "docs/sources.md")
	for _, rule := range strings.Split(page, "\n- **S")[1:] {
		name, text, _ := strings.Cut("S"+rule, "**")
		text, _, _ = strings.Cut(text, "\n- *Left out*")
		if marked := strings.Contains(text, "*Not built.*"); marked != slices.Contains(rulesNotBuilt(), name) {
			t.Errorf("%s is marked as not built: %v", name, marked)
		}
	}
}

func TestRelativeLinksResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)
	for _, page := range listFiles(t, ".md") {
		for _, m := range link.FindAllStringSubmatch(readProjectFile(t, page), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(projectRoot, filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, m[1])
			}
		}
	}
}

// fileExists reports whether a path exists relative to the project root or to the folder of the
// file that cites it.
func fileExists(citedIn, path string) bool {
	for _, dir := range []string{".", filepath.Dir(citedIn)} {
		if _, err := os.Stat(filepath.Join(projectRoot, dir, path)); err == nil {
			return true
		}
	}
	return false
}

func TestPagesCitedInTheCodeExist(t *testing.T) {
	page := regexp.MustCompile(`[A-Za-z0-9_./-]+\.md\b`)
	for _, path := range listFiles(t, ".go") {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(projectRoot, path), nil,
			parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range file.Comments {
			for _, p := range page.FindAllString(c.Text(), -1) {
				if !fileExists(path, p) {
					t.Errorf("%s cites %s, which does not exist", path, p)
				}
			}
		}
	}
	for _, ending := range []string{".sh", ".yml", ".toml", "Makefile"} {
		for _, path := range listFiles(t, ending) {
			for _, p := range page.FindAllString(readProjectFile(t, path), -1) {
				if !fileExists(path, p) {
					t.Errorf("%s cites %s, which does not exist", path, p)
				}
			}
		}
	}
}

func TestCodeCitedInThePagesExists(t *testing.T) {
	code := regexp.MustCompile("`([A-Za-z0-9_./-]+\\.(?:go|sh|py))`")
	var files []string
	for _, ending := range []string{".go", ".sh", ".py"} {
		files = append(files, listFiles(t, ending)...)
	}
	for _, page := range listFiles(t, ".md") {
		for _, m := range code.FindAllStringSubmatch(readProjectFile(t, page), -1) {
			if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix("/"+f, "/"+m[1]) }) {
				t.Errorf("%s cites %s, which does not exist", page, m[1])
			}
		}
	}
}

func TestCitedRulesAreInTheSources(t *testing.T) {
	page := readProjectFile(t, "docs/sources.md")
	rule := regexp.MustCompile(`\b(S00[0-4]|M)-[0-9]+\b`)
	cited := append(listFiles(t, ".go"), listFiles(t, ".md")...)
	for _, path := range cited {
		for _, r := range rule.FindAllString(readProjectFile(t, path), -1) {
			if strings.HasPrefix(r, "M-") && path != filepath.Join("docs", "sources.md") {
				continue // too short to be unambiguous elsewhere
			}
			if !strings.Contains(page, "**"+r+"**") {
				t.Errorf("%s cites %s, which docs/sources.md does not have", path, r)
			}
		}
	}
}

func TestRulesOfEachSourceAreNumberedWithoutGaps(t *testing.T) {
	page := readProjectFile(t, "docs/sources.md")
	for _, source := range []string{"S000", "S001", "S002", "S003", "S004", "M"} {
		defs := regexp.MustCompile(`(?m)^- \*\*`+source+`-([0-9]+)\*\*`).FindAllStringSubmatch(page, -1)
		if len(defs) == 0 {
			t.Errorf("%s has no rules", source)
		}
		for i, d := range defs {
			if want := i + 1; d[1] != strconv.Itoa(want) {
				t.Errorf("%s-%s stands where %s-%d should", source, d[1], source, want)
			}
		}
	}
}

// TestCodeNamedForContributorsExists checks what CONTRIBUTING.md has in backticks: files and folders, targets
// of make, and every identifier.
func TestCodeNamedForContributorsExists(t *testing.T) {
	page := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(readProjectFile(t, "CONTRIBUTING.md"), "")
	word := regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	inCode := map[string]bool{}
	for _, path := range listFiles(t, ".go") {
		for _, w := range word.FindAllString(readProjectFile(t, path), -1) {
			inCode[w] = true
		}
	}
	quoted := regexp.MustCompile(`"[^"]*"`)
	named := 0
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(page, -1) {
		text := m[1]
		if target, ok := strings.CutPrefix(text, "make "); ok {
			if !strings.Contains(readProjectFile(t, "Makefile"), "\n"+target+":") {
				t.Errorf("CONTRIBUTING.md names %s, which does not exist", text)
			}
			continue
		}
		if strings.Contains(quoted.ReplaceAllString(text, ""), "/") && !strings.HasPrefix(text, "/") {
			if !fileExists("CONTRIBUTING.md", text) {
				t.Errorf("CONTRIBUTING.md names %s, which does not exist", text)
			}
			continue
		}
		if fileExists("CONTRIBUTING.md", text) || strings.Contains(text, "…Routes") {
			continue
		}
		for _, w := range word.FindAllString(quoted.ReplaceAllString(text, ""), -1) {
			if named++; !inCode[w] {
				t.Errorf("CONTRIBUTING.md names %s in %q, which no code has", w, text)
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d identifiers were found", named)
	}
}
