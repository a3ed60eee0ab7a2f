package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that tasks.md names is in the folder that it names before it.
func TestTasksNameTestsThatExist(t *testing.T) {
	b, err := os.ReadFile("tasks.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, folder := 0, ""
	for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(string(b), -1) {
		if !strings.HasPrefix(name[1], "Test") {
			folder = name[1]
			continue
		}
		tests++
		if !hasTest(t, filepath.Join("..", folder), name[1]) {
			t.Errorf("%s has no %s", folder, name[1])
		}
	}
	if tests == 0 {
		t.Error("no test is named")
	}
}

func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "func "+name+"(") {
			return true
		}
	}
	return false
}
