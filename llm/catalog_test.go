package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

// serveRoutes serves recorded responses by path; other paths return 404.
func serveRoutes(t *testing.T, answers map[string]string) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var asked atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/models") {
			asked.Add(1)
		}
		a, ok := answers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, a)
	}))
	t.Cleanup(srv.Close)
	return srv, &asked
}

func modelsByID(t *testing.T, c *llm.Client) map[string]memory.ModelInfo {
	t.Helper()
	all, err := c.ListModels(timeoutContext(t))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]memory.ModelInfo{}
	for _, m := range all {
		out[m.ID] = m
	}
	return out
}

func TestLocalServersReportSizeContextAndLoadedState(t *testing.T) {
	for _, tc := range []struct {
		provider string
		answers  map[string]string
		want     []memory.ModelInfo
	}{
		{"ollama", map[string]string{
			"/v1/models": `{"data":[{"id":"llama3:latest","owned_by":"library"},{"id":"nomic:latest"},{"id":"glm:cloud"},
				{"id":"own:latest"}]}`,
			"/api/tags": `{"models":[{"name":"own:latest","details":{"families":["llama","clip"],"parameter_size":"7B"}},
				{"name":"llama3:latest","details":{"family":"llama","parameter_size":"8.0B"}},
				{"name":"nomic:latest","details":{"family":"nomic-bert","parameter_size":"137M"}},
				{"name":"glm:cloud","remote_host":"https://ollama.com:443","details":{"parameter_size":"355B"}}]}`,
			"/api/ps": `{"models":[{"name":"llama3:latest","context_length":8192}]}`,
		}, []memory.ModelInfo{
			{
				Name: "llama3:latest", Local: true, Size: 8, ContextWindow: 8192, CanChat: true, Loaded: true, Available: true,
				Sees: memory.SightNo,
			},
			{Name: "nomic:latest", Local: true, Size: 0.137, Available: true},
			{Name: "glm:cloud", Local: false, Size: 355, CanChat: true, Available: true},
			{Name: "own:latest", Local: true, Size: 7, CanChat: true, Available: true, Sees: memory.SightYes},
		}},
		{"lmstudio", map[string]string{
			"/v1/models": `{"data":[{"id":"qwen3-4b"},{"id":"text-vectors"},{"id":"own"}]}`,
			"/api/v0/models": `{"data":[{"id":"qwen3-4b","type":"llm","state":"loaded","max_context_length":40960,
				"loaded_context_length":4096},{"id":"own","type":"vlm"},
				{"id":"text-vectors","type":"embeddings","state":"not-loaded",
				"max_context_length":2048}]}`,
		}, []memory.ModelInfo{
			{
				Name: "qwen3-4b", Local: true, Size: 4, ContextWindow: 4096, CanChat: true, Loaded: true, Available: true,
				Sees: memory.SightNo,
			},
			{Name: "own", Local: true, CanChat: true, Available: true, Sees: memory.SightYes},
			{Name: "text-vectors", Local: true, ContextWindow: 2048, Available: true},
		}},
		{"llamacpp", map[string]string{
			"/v1/models": `{"data":[{"id":"m.gguf","owned_by":"llamacpp","meta":{"n_params":1235814432,"n_ctx_train":131072}}]}`,
			"/props":     `{"default_generation_settings":{"n_ctx":16384},"modalities":{"vision":true}}`,
		}, []memory.ModelInfo{
			{
				Name: "m.gguf", Local: true, Size: 1.235814432, ContextWindow: 16384, CanChat: true, Loaded: true, Available: true,
				Sees: memory.SightYes,
			},
		}},
		{"jan", map[string]string{
			"/v1/models": `{"data":[{"id":"gemma-2b"}]}`,
		}, []memory.ModelInfo{{
			Name: "gemma-2b", Local: true, Size: 2, CanChat: true, Available: true, Sees: memory.SightNo,
		}}},
	} {
		t.Run(tc.provider, func(t *testing.T) {
			srv, _ := serveRoutes(t, tc.answers)
			c := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: tc.provider, BaseURL: srv.URL}}})
			got := modelsByID(t, c)
			for _, want := range tc.want {
				want.Provider, want.ID = tc.provider, tc.provider+"/"+want.Name
				if got[want.ID] != want {
					t.Errorf("got %+v, want %+v", got[want.ID], want)
				}
			}
		})
	}
}

func TestModelSizesAreParsedFromNames(t *testing.T) {
	var list []string
	want := map[string]float64{
		"llama-3.2-3b-instruct": 3, "qwen3:0.6b": 0.6, "mixtral-8x7b": 56, "gemma3n:e4b": 4, "qwen3-30b-a3b": 30,
		"gemma3-270m": 0.27, "gpt-5-nano-2025-08-07": 1, "gpt-4o-mini": 3, "gemini-2.5-flash": 4,
		"gemini-2.5-flash-lite": 2, "gemini-2.5-pro": 110, "claude-haiku-4-5": 5, "gpt-4o": 0,
	}
	for name := range want {
		list = append(list, fmt.Sprintf(`{"id":%q}`, name))
	}
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[` + strings.Join(list, ",") + `]}`})
	c := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL}}})
	got := modelsByID(t, c)
	for name, size := range want {
		if m := got["test/"+name]; m.Size != size || !m.CanChat {
			t.Errorf("%s: size %v, chat %v; want %v", name, m.Size, m.CanChat, size)
		}
	}
}

func TestNonChatModelsAreRecognizedByName(t *testing.T) {
	names := []string{
		"text-embedding-3-small", "whisper-1", "tts-1-hd", "dall-e-3", "gpt-image-1", "omni-moderation-latest",
		"bge-m3", "jina-reranker-v2",
	}
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[{"id":"` + strings.Join(names, `"},{"id":"`) +
		`"}]}`})
	c := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL}}})
	for id, m := range modelsByID(t, c) {
		if m.CanChat {
			t.Errorf("%s is said to chat", id)
		}
	}
}

func TestMalformedListEntryDoesNotHideOthers(t *testing.T) {
	srv, _ := serveRoutes(t, map[string]string{
		"/v1/models": `{"data":[7,{"id":"a","context_length":"many"},{"id":"b"},{}]}`,
	})
	c := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL}}})
	if got := modelsByID(t, c); len(got) != 2 || !got["test/a"].Available || !got["test/b"].Available {
		t.Errorf("got %+v", got)
	}
}

func TestConfigOverridesWhatTheServerReports(t *testing.T) {
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[{"id":"x-7b"},{"id":"y-7b"}]}`})
	dir := t.TempDir()
	writeTestFile(t, dir, llm.ConfigFileName, fmt.Sprintf(`
memory_extractor: here/y-7b
embedding: builtin
providers:
  - name: here
    base_url: %s
    models: [{id: y-7b, size: 1, context: 4096}, gone-3b]
  - name: off
    base_url: http://127.0.0.1:1
    models: [{id: z, size: 2}]
`, srv.URL))
	c := openClient(t, llm.Options{Dir: dir})
	all, err := c.ListModels(timeoutContext(t))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range all {
		lines = append(lines, fmt.Sprint(m.ID, " ", m.Size, " ", m.ContextWindow, " ", m.Available))
	}
	want := "here/y-7b 1 4096 true; here/gone-3b 3 0 false; here/x-7b 7 0 true; off/z 2 0 false"
	if got := strings.Join(lines, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c.ConfiguredExtractorID() != "here/y-7b" || c.ConfiguredEmbedderName() != "builtin" {
		t.Errorf("extractor %q, embedding %q", c.ConfiguredExtractorID(), c.ConfiguredEmbedderName())
	}
	ps, err := c.ListProviders(timeoutContext(t))
	if err != nil || len(ps) != 2 {
		t.Fatal(ps, err)
	}
	if !ps[0].Reachable || ps[0].Fault != nil || ps[0].Models != 3 || ps[0].KeySource != "none" {
		t.Errorf("got %+v", ps[0])
	}
	if ps[1].Reachable || ps[1].Fault == nil || ps[1].Fault.Title != "off isn't running at 127.0.0.1:1." {
		t.Errorf("got %+v, %+v", ps[1], ps[1].Fault)
	}
}

func TestModelListIsCachedForAMinuteOrUntilRefresh(t *testing.T) {
	srv, asked := serveRoutes(t, map[string]string{"/v1/models": `{"data":[{"id":"a"}]}`})
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	c := openClient(t, llm.Options{
		FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL}}, Now: func() time.Time { return now },
	})
	for _, step := range []struct {
		do   func()
		want int32
	}{
		{func() {}, 1},
		{func() { now = now.Add(59 * time.Second) }, 1},
		{func() { now = now.Add(time.Second) }, 2},
		{c.ClearModelAndKeyCaches, 3},
	} {
		step.do()
		modelsByID(t, c)
		if _, err := c.ListProviders(timeoutContext(t)); err != nil {
			t.Fatal(err)
		}
		if n := asked.Load(); n != step.want {
			t.Errorf("asked %d times, want %d", n, step.want)
		}
	}
}

func TestOfflineLocalServerIsQueriedAgainAfterFourSeconds(t *testing.T) {
	address := llmtest.UnusedLoopbackAddress(t)
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	c := openClient(t, llm.Options{
		FixedProviders: []llm.Provider{{Name: "test", BaseURL: "http://" + address}}, Now: func() time.Time { return now },
	})
	if n := len(modelsByID(t, c)); n != 0 {
		t.Fatalf("%d models of a server that is not there", n)
	}
	again, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"id":"a"}]}`)
	}))
	srv.Listener = again
	srv.Start()
	t.Cleanup(srv.Close)
	now = now.Add(3 * time.Second)
	if n := len(modelsByID(t, c)); n != 0 {
		t.Errorf("asked again at once: %d models", n)
	}
	now = now.Add(time.Second)
	if n := len(modelsByID(t, c)); n != 1 {
		t.Errorf("%d models after four seconds", n)
	}
}

func TestWithoutConfigOnlyRespondingServersAreListed(t *testing.T) {
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[{"id":"a"}]}`})
	locals := []llm.Provider{{Name: "ollama", BaseURL: "http://127.0.0.1:1/v1"}, {Name: "jan", BaseURL: srv.URL + "/v1"}}
	env := map[string]string{"OPENAI_BASE_URL": "https://models.example/", "OPENAI_API_KEY": "sk-from-the-shell-9999"}
	getenv := func(k string) string { return env[k] }

	c := openClient(t, llm.Options{LocalProviders: locals, Getenv: getenv})
	ps, err := c.ListProviders(timeoutContext(t))
	if err != nil || len(ps) != 1 || ps[0].Name != "jan" || ps[0].Title != "Jan" {
		t.Fatalf("got %+v, %v", ps, err)
	}
	if found := c.ProbeLocalServersAndListModels(timeoutContext(t)); len(found) != 1 || len(found[0].Models) != 1 ||
		found[0].Models[0].ID != "jan/a" {
		t.Errorf("probe found %+v", found)
	}
	if c.HasConfiguredProviders() || c.ConfigError() != nil {
		t.Error("there is no file, and nothing wrong with that")
	}
}

func TestEnvironmentProviderRequiresUseEnv(t *testing.T) {
	srv, err := llmtest.ParseScript([]byte("models: [{id: m}]\nkeys: [sk-from-the-shell-9999]" + foxScript))
	if err != nil {
		t.Fatal(err)
	}
	s := llmtest.StartServerForTest(t, srv)
	env := map[string]string{"OPENAI_BASE_URL": s.URL, "OPENAI_API_KEY": "sk-from-the-shell-9999"}
	o := llm.Options{Dir: t.TempDir(), LocalProviders: []llm.Provider{}, Getenv: func(k string) string { return env[k] }}
	if got := modelsByID(t, openClient(t, o)); len(got) != 0 {
		t.Errorf("taken without being asked: %+v", got)
	}
	o.UseEnv = true
	c := openClient(t, o)
	if got := modelsByID(t, c); !got["openai/m"].Available || !got["openai/m"].Local {
		t.Errorf("got %+v", got)
	}
	ps, err := c.ListProviders(timeoutContext(t))
	if err != nil || len(ps) != 1 || ps[0].KeySource != "env:OPENAI_API_KEY" || !ps[0].HasKey {
		t.Errorf("got %+v, %v", ps, err)
	}
	if g := collectStream(timeoutContext(t), c, helloRequest("openai/m")); g.err != nil || g.text != foxText {
		t.Errorf("got %q, %v", g.text, g.err)
	}
	writeTestFile(t, o.Dir, llm.ConfigFileName, "providers: []\n")
	if got := modelsByID(t, c); len(got) != 0 {
		t.Errorf("the file says there is none, got %+v", got)
	}
}

func TestTestProviderReportsTheError(t *testing.T) {
	s, err := llmtest.ParseScript([]byte("models: [{id: m, context: 100}]\nkeys: [sk-good-key-00001111]"))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, s)
	c := openClient(t, llm.Options{})
	p := llm.Provider{Name: "new", BaseURL: srv.URL + "/v1/chat/completions"}
	if _, err := c.TestProviderByListingModels(
		timeoutContext(t), p, "sk-bad-key-22223333",
	); !errors.Is(err, memory.ErrUnauthorized) {
		t.Errorf("got %v", err)
	} else if title, _ := memory.ErrorTitleAndHintForUser(err); title != "new rejected the key ending in …3333." {
		t.Errorf("people read %q", title)
	}
	found, err := c.TestProviderByListingModels(timeoutContext(t), p, "sk-good-key-00001111")
	if err != nil || len(found.Models) != 1 || found.Models[0].ContextWindow != 100 || !found.Provider.Reachable {
		t.Errorf("got %+v, %v", found, err)
	}
	p.BaseURL = "http://127.0.0.1:1"
	if _, err := c.TestProviderByListingModels(timeoutContext(t), p, ""); !errors.Is(err, memory.ErrOffline) {
		t.Errorf("got %v", err)
	}
}

func TestSilentServerDoesNotDelayTheProbe(t *testing.T) {
	s, err := llmtest.ParseScript([]byte("models: [{id: m}]"))
	if err != nil {
		t.Fatal(err)
	}
	silent, good := llmtest.StartServerForTest(t, s), llmtest.StartServerForTest(t, s)
	c := openClient(t, llm.Options{LocalProviders: []llm.Provider{
		{Name: "lmstudio", BaseURL: silent.URL + "/v1"}, {Name: "jan", BaseURL: good.URL + "/v1"},
	}})
	ctx := timeoutContext(t)
	var found []llm.ProbeResult
	for len(found) == 0 || len(silent.Requests()) == 0 { // a busy computer may take longer than a probe does
		if err := silent.InjectFault(fault{Kind: llmtest.FaultHang, Path: "/models"}); err != nil {
			t.Fatal(err)
		}
		if found = c.ProbeLocalServersAndListModels(ctx); ctx.Err() != nil {
			t.Fatal("the silent server was waited for until the caller lost patience")
		}
	}
	if len(found) != 1 || found[0].Provider.Name != "jan" {
		t.Errorf("found %+v", found)
	}
	gone := func(rs []llmtest.Request) bool {
		return !slices.ContainsFunc(rs, func(r llmtest.Request) bool { return !r.Gone })
	}
	if err := silent.WaitForRequests(timeoutContext(t), gone); err != nil {
		t.Error("the silent server was not left")
	}
}

func TestCanceledQueriesAreNotCached(t *testing.T) {
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[{"id":"a"}]}`})
	c := openClient(t, llm.Options{FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL}}})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = c.ListModels(ended) // only the later call matters
	if got := modelsByID(t, c); !got["test/a"].Available {
		t.Errorf("remembered as unreachable: %+v", got)
	}
}

func TestOpenRequiresADataFolder(t *testing.T) {
	if _, err := llm.OpenClient(llm.Options{}); err == nil {
		t.Error("opened nowhere")
	}
	c := openClient(t, llm.Options{Dir: filepath.Join(t.TempDir(), "missing"), LocalProviders: []llm.Provider{}})
	if got := modelsByID(t, c); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

// OpenRouter lists prices as texts per token; other shapes must not hide the model.
func TestPricesComeFromTheListAndModelsYAML(t *testing.T) {
	srv, _ := serveRoutes(t, map[string]string{"/v1/models": `{"data":[
		{"id":"listed","context_length":4096,"pricing":{"prompt":"0.0000005","completion":"0.000002"}},
		{"id":"free","pricing":{"prompt":"0","completion":"0"}},
		{"id":"odd","context_length":4096,"pricing":{"prompt":5,"completion":[]}},
		{"id":"negative","pricing":{"prompt":"-1","completion":"-1"}}]}`})
	dir := t.TempDir()
	writeTestFile(t, dir, llm.ConfigFileName, fmt.Sprintf(`
providers:
  - name: here
    base_url: %s
    models: [{id: own, input_price: 1.25, output_price: 10}]
`, srv.URL))
	c := openClient(t, llm.Options{Dir: dir})
	all, err := c.ListModels(timeoutContext(t))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range all {
		lines = append(lines, fmt.Sprintf("%s %.2f %.2f %d", m.Name, m.InputPrice, m.OutputPrice, m.ContextWindow))
	}
	want := "own 1.25 10.00 0; listed 0.50 2.00 4096; free 0.00 0.00 0; odd 0.00 0.00 4096; negative 0.00 0.00 0"
	if got := strings.Join(lines, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := c.SaveProviderTitleAndAddress("here", "Home", srv.URL); err != nil {
		t.Fatal(err)
	}
	if got := readTestFile(t, filepath.Join(dir, llm.ConfigFileName)); !strings.Contains(got, "input_price: 1.25") {
		t.Errorf("the price is lost:\n%s", got)
	}
}
