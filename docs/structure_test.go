package docs_test

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourceFiles returns the names of the source files of each folder, without ".go", tests and doc.go.
func sourceFiles(t *testing.T) map[string][]string {
	t.Helper()
	folders := map[string][]string{}
	for _, f := range listFiles(t, ".go") {
		f = filepath.ToSlash(f)
		if name := path.Base(f); name != "doc.go" && !strings.HasSuffix(name, "_test.go") {
			folders[path.Dir(f)] = append(folders[path.Dir(f)], strings.TrimSuffix(name, ".go"))
		}
	}
	return folders
}

// isForTests reports the folders of the core that only tests import.
func isForTests(folder string) bool {
	return folder == "memory/exercise" || folder == "memory/archive/archivetest"
}

// filesInMap returns the files that docs/architecture.md names in the last column of a folder's row.
func filesInMap(t *testing.T) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|(?:.*\\|)? ([^|]*) \\|$")
	name := regexp.MustCompile("`([a-z0-9_]+)`")
	_, inside, _ := strings.Cut(readProjectFile(t, "docs/architecture.md"), "## Inside the core")
	inside, _, _ = strings.Cut(inside, "## Inside the window")
	for _, m := range row.FindAllStringSubmatch(inside, -1) {
		for _, n := range name.FindAllStringSubmatch(m[2], -1) {
			rows[m[1]] = append(rows[m[1]], n[1])
		}
	}
	return rows
}

// Limits of the source files of a folder, doc.go included.
const (
	maxFilesOfCoreFolder  = 25
	maxFilesOfOtherFolder = 36
)

func isOfCore(folder string) bool { return folder == "memory" || strings.HasPrefix(folder, "memory/") }

func TestFoldersAreSmallEnoughToRead(t *testing.T) {
	for folder, files := range sourceFiles(t) {
		limit := maxFilesOfOtherFolder
		if isOfCore(folder) {
			limit = maxFilesOfCoreFolder
		}
		n := len(files)
		if fileExists("", path.Join(folder, "doc.go")) {
			n++
		}
		if n > limit {
			t.Errorf("%s has %d source files, more than %d: make a package of what changes together", folder, n, limit)
		}
	}
}

func TestMapNamesEveryFileOfTheCoreAndOfLargeFolders(t *testing.T) {
	inMap := filesInMap(t)
	for folder, files := range sourceFiles(t) {
		if len(files) <= maxFilesOfCoreFolder && !isOfCore(folder) || isForTests(folder) {
			continue
		}
		for _, f := range files {
			if !slices.Contains(inMap[folder], f) {
				t.Errorf("docs/architecture.md doesn't name %s/%s.go", folder, f)
			}
		}
		for _, f := range inMap[folder] {
			if !slices.Contains(files, f) {
				t.Errorf("docs/architecture.md names %s/%s.go, which is gone", folder, f)
			}
		}
	}
}
