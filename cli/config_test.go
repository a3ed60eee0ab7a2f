package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfigPrefersEnvironmentOverFileOverStoreOverPreset(t *testing.T) {
	for _, c := range []struct {
		name   string
		stored map[string]string
		file   string
		env    map[string]string
		want   map[string]string
	}{
		{"nothing said", nil, "", nil, map[string]string{"preset": "classic", "retrieval.top_k": "5"}},
		{
			"the store",
			map[string]string{"config.retrieval.top_k": "6", "other": "x"},
			"", nil,
			map[string]string{"retrieval.top_k": "6"},
		},
		{
			"the file over the store",
			map[string]string{"config.retrieval.top_k": "6"},
			"retrieval:\n  top_k: 7\n  threshold: 0.3\nembedding: builtin\n", nil,
			map[string]string{"retrieval.top_k": "7", "retrieval.threshold": "0.3", "embedding": "builtin"},
		},
		{"dotted keys", nil, "retrieval.top_k: 9\n", nil, map[string]string{"retrieval.top_k": "9"}},
		{"an empty value is none", nil, "retrieval:\n  top_k:\n", nil, map[string]string{"retrieval.top_k": "5"}},
		{
			"the environment over all",
			map[string]string{"config.retrieval.top_k": "6"},
			"retrieval: {top_k: 7}\n",
			map[string]string{"MEMOIR_RETRIEVAL_TOP_K": "8", "RAG_SIMILARITY_THRESHOLD": "0.4"},
			map[string]string{"retrieval.top_k": "8", "retrieval.threshold": "0.4"},
		},
		{
			"a preset in the environment leaves the file's settings", nil, "retrieval: {top_k: 7}\n",
			map[string]string{"MEMOIR_PRESET": "classic"},
			map[string]string{"retrieval.top_k": "7", "preset": "classic"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			cfg, err := loadConfigFromAllSources(dir, c.stored, func(k string) string { return c.env[k] }, func(text string) {
				t.Errorf("warned: %s", text)
			})
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range c.want {
				if got := cfg.TextValue(k); got != want {
					t.Errorf("%s is %q, want %q", k, got, want)
				}
			}
		})
	}
}

func TestUnusedSettingIsSkippedWithAWarning(t *testing.T) {
	dir := t.TempDir()
	file := "retrieval: {pool: 9, top_k: 7}\nrerank.url: http://127.0.0.1/\n"
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	var warnings []string
	stored := map[string]string{"config.chats.recall": "true"}
	cfg, err := loadConfigFromAllSources(dir, stored, func(string) string { return "" },
		func(text string) { warnings = append(warnings, text) })
	if err != nil || cfg.TextValue("retrieval.top_k") != "7" {
		t.Fatalf("top_k is %q, %v", cfg.TextValue("retrieval.top_k"), err)
	}
	all := strings.Join(warnings, "\n")
	for _, want := range []string{
		"retrieval.pool", "isn't used by this version of Memoir", "config.yaml",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the warnings do not say %q:\n%s", want, all)
		}
	}
	if len(warnings) != 1 {
		t.Errorf("%d warnings:\n%s", len(warnings), all)
	}
}

func TestSystemMemoriesAreReadFromAYAMLList(t *testing.T) {
	for _, c := range []struct {
		name, file, want, problem string
	}{
		{"sentences", "- This computer belongs to the library.\n- ' '\n- It closes at six.\n", "This computer belongs to " +
			"the library.|It closes at six.", ""},
		{"an empty file", "# none yet\n", "", ""},
		{"a map", "memories: [x]\n", "", "list of sentences"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, systemMemoriesFile), []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := readSystemMemoriesFile(dir)
			if strings.Join(got, "|") != c.want || (err != nil) != (c.problem != "") {
				t.Errorf("%q, %v", got, err)
			}
			if err != nil && !strings.Contains(convertErrorToFailure(err).Error()+convertErrorToFailure(err).hint, c.problem) {
				t.Errorf("%q does not say %q", err, c.problem)
			}
		})
	}
	if got, err := readSystemMemoriesFile(t.TempDir()); got != nil || err != nil {
		t.Errorf("no file: %q, %v", got, err)
	}
}

func TestInvalidSettingIsReportedWithItsSource(t *testing.T) {
	for _, c := range []struct {
		name, file string
		env        map[string]string
		want       []string
	}{
		{"broken YAML", "retrieval:\n\ttop_k: 1\n", nil, []string{"config.yaml", "line 2"}},
		{"a list for a value", "retrieval:\n  top_k: [1]\n", nil, []string{"config.yaml", "line 2"}},
		{"a wrong number", "retrieval: {top_k: many}\n", nil, []string{"retrieval.top_k", "config.yaml", "many"}},
		{"an unknown setting", "retreival: {top_k: 1}\n", nil, []string{"retreival.top_k", "no such setting"}},
		{
			"a wrong variable", "",
			map[string]string{"RAG_SIMILARITY_THRESHOLD": "high"},
			[]string{"retrieval.threshold", "environment", "high"},
		},
		{"an unknown preset", "preset: fancy\n", nil, []string{"preset", "fancy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := loadConfigFromAllSources(dir, nil, func(k string) string { return c.env[k] }, func(string) {})
			if err == nil {
				t.Fatal("it is taken")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q does not name %q", err, w)
				}
			}
			if convertErrorToFailure(err).code != exitFailed {
				t.Errorf("exit %d", convertErrorToFailure(err).code)
			}
		})
	}
}
