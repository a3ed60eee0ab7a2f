package api

import (
	"log/slog"
	"os"
	"sort"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func TestOpenAPIDocumentMatchesTheRoutes(t *testing.T) {
	var doc struct {
		Paths map[string]map[string]struct {
			Summary   string
			Responses map[string]any
		}
	}
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for path, ops := range doc.Paths {
		for method, op := range ops {
			documented[strings.ToUpper(method)+" "+path] = true
			if op.Summary == "" || len(op.Responses) == 0 {
				t.Errorf("%s %s is documented without summary or responses", method, path)
			}
		}
	}
	registered := map[string]bool{}
	for _, r := range New(Options{Log: slog.New(slog.DiscardHandler)}).mux.Routes() {
		registered[r.Method+" "+r.Pattern] = true
	}
	for _, missing := range keysOnlyInFirst(registered, documented) {
		t.Errorf("%s is registered and not documented", missing)
	}
	for _, missing := range keysOnlyInFirst(documented, registered) {
		t.Errorf("%s is documented and not registered", missing)
	}
}

func keysOnlyInFirst(a, b map[string]bool) []string {
	var out []string
	for k := range a {
		if !b[k] {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}
