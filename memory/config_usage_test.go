package memory_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memoir/memory"
)

// namesSelectedInProductCode returns every name that product code selects with a dot, outside the files
// that declare, parse and preset the settings.
func namesSelectedInProductCode(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, dir := range []string{".", "../cli", "../api", "../ui"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(filepath.Base(path), "config") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					names[s.Sel.Name] = true
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestEverySettingIsReadOutsideTheConfigFiles(t *testing.T) {
	used := namesSelectedInProductCode(t)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[memory.Config]()) {
		if f.IsExported() && !used[f.Name] {
			t.Errorf("nothing reads Config.%s", f.Name)
		}
	}
}

func TestUnusedSettingsAreNoSettings(t *testing.T) {
	for _, k := range memory.ConfigKeys() {
		if memory.IsUnusedConfigKey(k.Key) {
			t.Errorf("%s is a setting and marked as unused", k.Key)
		}
	}
	cfg := memory.ClassicPreset()
	var refused *memory.FieldError
	if err := cfg.SetExplicitlyFromText(
		"retrieval.pool", "3",
	); !errors.As(err, &refused) || refused.Field != "retrieval.pool" {
		t.Errorf("setting retrieval.pool: %v", err)
	}
}
