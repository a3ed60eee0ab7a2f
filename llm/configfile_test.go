package llm_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memoir/llm"
	"memoir/memory"
)

func TestConfigErrorsNameLineAndReason(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"no YAML", "providers:\n  - name: a\n    base_url: x: y\n", "models.yaml, line 3: this isn't valid YAML"},
		{"a list", "- name: a\n", "models.yaml, line 1: the file must consist of fields"},
		{"unknown field", "\nprovider: []\n", `models.yaml, line 2: the file can't have the field "provider"`},
		{
			"misspelt field", "providers:\n  - name: a\n    baseurl: x\n",
			`models.yaml, line 3: a provider can't have the field "baseurl"`,
		},
		{"no name", "providers:\n  - base_url: http://x\n", "models.yaml, line 2: the provider has no name"},
		{"a name with a slash", "providers:\n  - name: a/b\n    base_url: http://x\n", "models.yaml, line 2: name: "},
		{"no address", "providers:\n  - name: mine\n", "models.yaml, line 2: base_url: the server's address is missing"},
		{
			"an odd address", "providers:\n  - name: mine\n    base_url: ftp://x\n",
			"models.yaml, line 2: base_url: this isn't a server address",
		},
		{
			"twice the same name", "providers:\n  - name: ollama\n  - name: ollama\n",
			`models.yaml, line 3: two providers are named "ollama"`,
		},
		{
			"twice the same field", "embedding: a\nembedding: b\n",
			`models.yaml, line 2: the file has the field "embedding" twice`,
		},
		{
			"the key itself", "providers:\n  - name: openai\n    key: " + secret + "\n",
			"models.yaml, line 3: key: this must say where the key is kept",
		},
		{
			"a model without id", "providers:\n  - name: ollama\n    models: [{size: 1}]\n",
			"models.yaml, line 3: the model has no id",
		},
		{
			"a size in words", "providers:\n  - name: ollama\n    models:\n      - {id: a, size: big}\n",
			"models.yaml, line 4: size must be zero or a positive number",
		},
		{"providers as text", "providers: all\n", "models.yaml, line 1: providers must be a list"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := llm.ParseConfig([]byte(tc.text))
			if !errors.Is(err, memory.ErrInvalid) {
				t.Fatalf("got %v", err)
			}
			title, _ := memory.ErrorTitleAndHintForUser(err)
			if !strings.HasPrefix(title, tc.want) {
				t.Errorf("people read %q, want %q", title, tc.want)
			}
			if strings.Contains(err.Error(), secret) {
				t.Error("the key stands in the error")
			}
		})
	}
}

func TestParseConfigReadsAllFields(t *testing.T) {
	f, err := llm.ParseConfig([]byte(`
memory_extractor: google/gemini-3-flash-preview   # optional
embedding: builtin
providers:                                        # order matters
  - name: ollama
  - name: openai
    key: env:OPENAI_API_KEY
    models: [{id: gpt-5-nano-2025-08-07, size: 1, context: 400000}, gpt-4o]
  - {name: mine, base_url: "10.0.0.7:9000/v1/", key: file}
`))
	if err != nil {
		t.Fatal(err)
	}
	if f.Extractor != "google/gemini-3-flash-preview" || f.Embedding != "builtin" || len(f.Providers) != 3 {
		t.Fatalf("got %+v", f)
	}
	for i, want := range []string{"http://127.0.0.1:11434/v1", "https://api.openai.com/v1", "http://10.0.0.7:9000/v1"} {
		if got := f.Providers[i].BaseURL; got != want {
			t.Errorf("base %q, want %q", got, want)
		}
	}
	m := f.Providers[1].Models
	nano := llm.ConfigModel{ID: "gpt-5-nano-2025-08-07", Size: 1, Context: 400000}
	if len(m) != 2 || m[0] != nano || m[1].ID != "gpt-4o" {
		t.Errorf("models %+v", m)
	}
	for _, empty := range []string{"", "# nothing yet\n", "providers:\n"} {
		if f, err := llm.ParseConfig([]byte(empty)); err != nil || len(f.Providers) != 0 {
			t.Errorf("%q: %+v, %v", empty, f, err)
		}
	}
}

func TestLocalServersAreNamePairsOrNone(t *testing.T) {
	if got, err := llm.ParseLocalServers(""); got != nil || err != nil {
		t.Errorf("an empty text is the presets: %v, %v", got, err)
	}
	if got, err := llm.ParseLocalServers("none"); got == nil || len(got) != 0 || err != nil {
		t.Errorf("none is no server: %v, %v", got, err)
	}
	got, err := llm.ParseLocalServers("ollama=127.0.0.1:5000, jan=http://localhost:6000/v1")
	want := []llm.Provider{
		{Name: "ollama", BaseURL: "http://127.0.0.1:5000/v1"}, {Name: "jan", BaseURL: "http://localhost:6000/v1"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{",", "=", "my server=127.0.0.1:1", "127.0.0.1:5000", "jan=ftp://127.0.0.1"} {
		if got, err := llm.ParseLocalServers(bad); !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%q became %v, %v", bad, got, err)
		}
	}
}

func TestPastedAddressesAreNormalizedToBaseURLs(t *testing.T) {
	for pasted, want := range map[string]string{
		"http://127.0.0.1:11434":                                   "http://127.0.0.1:11434/v1",
		"http://127.0.0.1:11434/":                                  "http://127.0.0.1:11434/v1",
		"http://127.0.0.1:11434/api/chat":                          "http://127.0.0.1:11434/v1",
		"127.0.0.1:1234/v1/chat/completions":                       "http://127.0.0.1:1234/v1",
		"localhost:8080":                                           "http://localhost:8080/v1",
		"my-nas.local:8000/v1/":                                    "http://my-nas.local:8000/v1",
		"[::1]:8080":                                               "http://[::1]:8080/v1",
		" https://API.openai.com/v1/chat/completions ":             "https://api.openai.com/v1",
		"api.mistral.ai":                                           "https://api.mistral.ai/v1",
		"https://openrouter.ai/api":                                "https://openrouter.ai/api/v1",
		"https://openrouter.ai/api/v1/models?x=1#y":                "https://openrouter.ai/api/v1",
		"https://generativelanguage.googleapis.com/v1beta/openai/": "https://generativelanguage.googleapis.com/v1beta/openai",
		"https://api.groq.com/openai/v1//":                         "https://api.groq.com/openai/v1",
	} {
		if got, err := llm.NormalizeBaseURL(pasted); err != nil || got != want {
			t.Errorf("%q became %q, %v; want %q", pasted, got, err, want)
		}
	}
	for _, bad := range []string{"", "  ", "http://", "https://me:pw@host/v1", "file:///etc/passwd", "http://[::1"} {
		got, err := llm.NormalizeBaseURL(bad)
		if !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%q became %q, %v", bad, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Error("the password stands in the error")
		}
	}
}

func TestBrokenConfigKeepsLastGoodOneActive(t *testing.T) {
	dir := t.TempDir()
	path := writeTestFile(t, dir, llm.ConfigFileName, "memory_extractor: a/one\n")
	c := openClient(t, llm.Options{Dir: dir})
	if c.ConfiguredExtractorID() != "a/one" {
		t.Fatalf("extractor %q", c.ConfiguredExtractorID())
	}
	const broken = "memory_extractor: a/two, and\n  oops: [\n"
	writeTestFile(t, dir, llm.ConfigFileName, broken)
	if c.ConfigError() == nil || c.ConfiguredExtractorID() != "a/one" {
		t.Errorf("problem %v, extractor %q", c.ConfigError(), c.ConfiguredExtractorID())
	}
	next := openClient(t, llm.Options{Dir: dir}) // the next start
	if next.ConfigError() == nil || next.ConfiguredExtractorID() != "a/one" {
		t.Errorf("after a start: problem %v, extractor %q", next.ConfigError(), next.ConfiguredExtractorID())
	}
	for what, edit := range map[string]error{
		"extractor": c.SaveExtractorModelUnchecked("b/c"), "add": c.AddProviderToConfigFile(llm.Provider{Name: "ollama"}),
		"remove": next.RemoveProviderFromConfigKeepingKey("ollama"), "embedding": next.SaveEmbeddingModelUnchecked("x/y"),
	} {
		if !errors.Is(edit, memory.ErrInvalid) {
			t.Errorf("%s: %v", what, edit)
		}
	}
	if got := readTestFile(t, path); got != broken {
		t.Errorf("the broken file was overwritten: %q", got)
	}
	writeTestFile(t, dir, llm.ConfigFileName, "memory_extractor: a/three\n")
	if c.ConfigError() != nil || c.ConfiguredExtractorID() != "a/three" {
		t.Errorf("mended: problem %v, extractor %q", c.ConfigError(), c.ConfiguredExtractorID())
	}
	if c.HasConfiguredProviders() {
		t.Error("a file that names no provider counts as configured")
	}
	writeTestFile(t, dir, llm.ConfigFileName, "providers: [{name: ollama}]\n")
	if !c.HasConfiguredProviders() {
		t.Error("a file that names a provider does not count as configured")
	}
}

func TestBrokenConfigWithoutLastGoodOneFailsTheCatalog(t *testing.T) {
	dir := t.TempDir()
	writeTestFile(t, dir, llm.ConfigFileName, "providers: 3\n")
	c := openClient(t, llm.Options{Dir: dir})
	if _, err := c.ListModels(timeoutContext(t)); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("got %v", err)
	}
	if _, err := c.ListProviders(timeoutContext(t)); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("got %v", err)
	}
}

const commentedYAML = `# My models.
memory_extractor: ollama/small # the little one

# Everything below is tried in this order.
providers:
  # at home
  - name: ollama # always on
    base_url: http://127.0.0.1:11434 # as I pasted it
  # at work
  - name: openai
    key: env:WORK_KEY # from the shell
    models: [{id: gpt-5-nano, size: 1}] # cheap
`

func TestEditsKeepComments(t *testing.T) {
	dir := t.TempDir()
	path := writeTestFile(t, dir, llm.ConfigFileName, commentedYAML)
	c := openClient(t, llm.Options{Dir: dir})
	for _, err := range []error{
		c.SaveExtractorModelUnchecked("openai/gpt-5-nano"),
		c.SaveEmbeddingModelUnchecked("ollama/nomic-embed-text"),
		c.AddProviderToConfigFile(
			llm.Provider{Name: "mine", BaseURL: "10.0.0.7:9000", Models: []llm.ConfigModel{{ID: "a", Size: 0.5}}},
		),
		c.ReplaceProviderInConfigFile("openai", llm.Provider{
			Name: "openai", BaseURL: "https://api.openai.com", Key: llm.KeyKeychain,
			Models: []llm.ConfigModel{{ID: "gpt-5-nano", Size: 1}},
		}),
		c.ReplaceProviderInConfigFile("ollama", llm.Provider{Name: "ollama", BaseURL: "http://127.0.0.1:11434/v1/"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := readTestFile(t, path)
	for _, keep := range []string{
		"# My models.", "# the little one", "# Everything below", "# at home", "# always on", "# as I pasted it", "# at work",
		"# from the shell", "# cheap", "base_url: http://127.0.0.1:11434 #",
	} {
		if !strings.Contains(got, keep) {
			t.Errorf("%q is gone from\n%s", keep, got)
		}
	}
	f, err := llm.ParseConfig([]byte(got))
	if err != nil || f.Extractor != "openai/gpt-5-nano" || f.Embedding != "ollama/nomic-embed-text" ||
		len(f.Providers) != 3 || f.Providers[1].Key != llm.KeyKeychain || f.Providers[2].Models[0].Size != 0.5 {
		t.Errorf("got %+v, %v", f, err)
	}
	if c.ConfiguredExtractorID() != "openai/gpt-5-nano" {
		t.Error("the edit is not in force")
	}
	if err := errors.Join(
		c.RemoveProviderFromConfigKeepingKey("openai"), c.SaveExtractorModelUnchecked(""), c.SaveEmbeddingModelUnchecked(""),
	); err != nil {
		t.Fatal(err)
	}
	f, err = llm.ParseConfig([]byte(readTestFile(t, path)))
	if err != nil || len(f.Providers) != 2 || f.Extractor+f.Embedding != "" {
		t.Errorf("got %+v, %v", f, err)
	}
	if got := readTestFile(t, path); !strings.Contains(got, "# at home") || strings.Contains(got, "gpt-5-nano") {
		t.Errorf("after removing\n%s", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestInvalidEditsAreRefused(t *testing.T) {
	dir := t.TempDir()
	path := writeTestFile(t, dir, llm.ConfigFileName, commentedYAML)
	c := openClient(t, llm.Options{Dir: dir})
	for _, tc := range []struct {
		name string
		err  error
		want error
	}{
		{"a second of the same name", c.AddProviderToConfigFile(llm.Provider{Name: "ollama"}), memory.ErrConflict},
		{"renaming to another's name", c.ReplaceProviderInConfigFile(
			"openai", llm.Provider{Name: "ollama"},
		), memory.ErrConflict},
		{"changing what is not there", c.ReplaceProviderInConfigFile("x", llm.Provider{Name: "ollama"}), memory.ErrNotFound},
		{"removing what is not there", c.RemoveProviderFromConfigKeepingKey("x"), memory.ErrNotFound},
		{"a key in the wrong place", c.AddProviderToConfigFile(llm.Provider{Name: "groq", Key: secret}), memory.ErrInvalid},
		{"no address", c.AddProviderToConfigFile(llm.Provider{Name: "mine"}), memory.ErrInvalid},
	} {
		if !errors.Is(tc.err, tc.want) || strings.Contains(tc.err.Error(), secret) {
			t.Errorf("%s: %v, want %v", tc.name, tc.err, tc.want)
		}
	}
	if readTestFile(t, path) != commentedYAML {
		t.Error("the file was changed")
	}
}

func TestFirstEditStartsFromActiveProviders(t *testing.T) {
	dir := t.TempDir()
	c := openClient(t, llm.Options{Dir: dir, LocalProviders: llm.LocalServerPresets()})
	if err := c.AddProviderToConfigFile(llm.Provider{Name: "groq", Key: llm.KeyKeychain}); err != nil {
		t.Fatal(err)
	}
	f, err := llm.ParseConfig([]byte(readTestFile(t, filepath.Join(dir, llm.ConfigFileName))))
	if err != nil || len(f.Providers) != 5 || f.Providers[0].Name != "ollama" || f.Providers[4].Name != "groq" {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestTitleAndAddressAreChangedAndTheRestStays(t *testing.T) {
	dir := t.TempDir()
	path := writeTestFile(t, dir, llm.ConfigFileName, commentedYAML)
	c := openClient(t, llm.Options{Dir: dir})
	if err := c.SaveProviderTitleAndAddress("openai", " Work  box ", "https://llm.example.com"); err != nil {
		t.Fatal(err)
	}
	f, err := llm.ParseConfig([]byte(readTestFile(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	p := f.Providers[1]
	if p.Name != "openai" || p.Title != "Work box" || p.BaseURL != "https://llm.example.com/v1" ||
		p.Key != "env:WORK_KEY" || len(p.Models) != 1 {
		t.Errorf("it is now %+v", p)
	}
	if err := c.SaveProviderTitleAndAddress("openai", "OpenAI", "https://llm.example.com"); err != nil {
		t.Fatal(err)
	}
	if got := readTestFile(t, path); strings.Contains(got, "title:") || !strings.Contains(got, "# from the shell") {
		t.Errorf("the usual title is written, or a comment lost:\n%s", got)
	}
	before := readTestFile(t, path)
	for name, err := range map[string]error{
		"a title without end": c.SaveProviderTitleAndAddress("openai", strings.Repeat("x", 41), "https://llm.example.com"),
		"no address":          c.SaveProviderTitleAndAddress("ollama", "Ollama", "ftp://box"),
	} {
		if !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.SaveProviderTitleAndAddress("nobody", "x", "http://box"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("an unknown provider: %v", err)
	}
	if readTestFile(t, path) != before {
		t.Error("a refused change was written")
	}
}
