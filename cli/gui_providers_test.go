//go:build !headless

package cli

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memoir/llm"
	"memoir/memory"
	"memoir/ui"
)

func TestProviderIsWrittenUsedReplacedAndRemoved(t *testing.T) {
	h, server := openHostWithServer(t)
	if err := os.Remove(filepath.Join(h.env.dataDir, llm.ConfigFileName)); err != nil {
		t.Fatal(err)
	}
	if h.HasConfiguredProviders() {
		t.Fatal("there is a provider before one was added")
	}
	p := ui.Provider{Name: "mine", BaseURL: server.URL + "/v1", Key: secretKey}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	written := h.readDataFolderFileOrEmpty(t, llm.ConfigFileName)
	if !h.HasConfiguredProviders() || !strings.Contains(written, "mine") || !strings.Contains(written, p.BaseURL) ||
		strings.Contains(written, secretKey) {
		t.Errorf("models.yaml holds:\n%s", written)
	}
	if got := h.chatModelIDs(t); !slices.Contains(got, "mine/small") {
		t.Errorf("the models are %q", got)
	}
	if rs := server.Requests(); len(rs) == 0 || rs[0].Auth != "Bearer "+secretKey {
		t.Errorf("the server was sent %+v", rs)
	}
	keys := filepath.Join(h.env.dataDir, "keys.json")
	if info, err := os.Stat(keys); err != nil || info.Mode().Perm() != 0o600 ||
		!strings.Contains(h.readDataFolderFileOrEmpty(t, "keys.json"), secretKey) {
		t.Errorf("the key's file: %v, %v", info, err)
	}

	p.BaseURL, p.Key = "http://127.0.0.1:1/v1", ""
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	written = h.readDataFolderFileOrEmpty(t, llm.ConfigFileName)
	if strings.Count(written, "mine") != 1 || !strings.Contains(written, p.BaseURL) || strings.Contains(written,
		server.URL) {
		t.Errorf("after the second address models.yaml holds:\n%s", written)
	}

	if err := h.RemoveProviderAndKey(t.Context(), "mine"); err != nil {
		t.Fatal(err)
	}
	if got := h.readDataFolderFileOrEmpty(t, llm.ConfigFileName); strings.Contains(got, "mine") {
		t.Errorf("models.yaml still holds:\n%s", got)
	}
	if got := h.readDataFolderFileOrEmpty(t, "keys.json"); strings.Contains(got, secretKey) {
		t.Error("the key of a removed provider is kept")
	}
	if err := h.RemoveProviderAndKey(t.Context(), "mine"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestProviderWithABadAddressIsRefused(t *testing.T) {
	h, _ := openHostWithServer(t)
	err := h.AddOrReplaceProviderAndStoreKey(
		t.Context(), ui.Provider{Name: "mine", BaseURL: "ftp://example.com", Key: secretKey},
	)
	var field *memory.FieldError
	if !errors.As(err, &field) || strings.Contains(err.Error(), secretKey) {
		t.Errorf("said %v", err)
	}
	if h.readDataFolderFileOrEmpty(t, "keys.json") != "" {
		t.Error("the key of a refused provider is kept")
	}
}

func TestBrokenModelsFileIsLeftAlone(t *testing.T) {
	h, server := openHostWithServer(t)
	const broken = "providers:\n\t- name: mine\n"
	if err := os.WriteFile(filepath.Join(h.env.dataDir, llm.ConfigFileName), []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	err := h.AddOrReplaceProviderAndStoreKey(
		t.Context(), ui.Provider{Name: "mine", BaseURL: server.URL + "/v1", Key: secretKey},
	)
	if err == nil || h.readDataFolderFileOrEmpty(t, llm.ConfigFileName) != broken ||
		h.readDataFolderFileOrEmpty(t, "keys.json") != "" {
		t.Errorf("said %v, models.yaml holds:\n%s", err, h.readDataFolderFileOrEmpty(t, llm.ConfigFileName))
	}
}

func TestKeyIsStoredForAKnownProviderOnly(t *testing.T) {
	h, server := openHostWithServer(t)
	mine := ui.Provider{Name: "mine", BaseURL: server.URL + "/v1"}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	if where, err := h.StoreProviderKey(t.Context(), "mine", secretKey); err != nil || where != "file" {
		t.Errorf("stored in %q: %v", where, err)
	}
	h.ClearModelAndKeyCaches()
	h.chatModelIDs(t)
	if rs := server.Requests(); rs[len(rs)-1].Auth != "Bearer "+secretKey {
		t.Errorf("the server was sent %q", rs[len(rs)-1].Auth)
	}
	_, err := h.StoreProviderKey(t.Context(), "nobody", secretKey)
	if !errors.Is(err, memory.ErrNotFound) || strings.Contains(err.Error(), secretKey) {
		t.Errorf("for an unknown provider: %v", err)
	}
	if _, err := h.StoreProviderKey(t.Context(), "mine", "two words"); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("a key of two words: %v", err)
	}
}

// A chat refers to provider/model, so a rename must leave the name in models.yaml alone.
func TestProviderIsRenamedAndMovedWithItsKey(t *testing.T) {
	h, server := openHostWithServer(t)
	p := ui.Provider{Name: "mine", BaseURL: "http://127.0.0.1:1/v1", Key: secretKey}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	p = ui.Provider{Name: "mine", Title: "The box", BaseURL: server.URL}
	if err := h.UpdateProviderTitleAndAddress(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if ids := h.chatModelIDs(t); len(ids) == 0 || !strings.HasPrefix(ids[0], "mine/") {
		t.Errorf("its models are %q", ids)
	}
	if rs := server.Requests(); rs[len(rs)-1].Auth != "Bearer "+secretKey {
		t.Errorf("the server was sent %q", rs[len(rs)-1].Auth)
	}
	all, err := h.app.service.Session(1, memory.ActorUser).ListProviders(t.Context())
	if err != nil || len(all) != 1 || all[0].Title != "The box" {
		t.Errorf("listed %+v, %v", all, err)
	}
	if err := h.UpdateProviderTitleAndAddress(t.Context(), ui.Provider{Name: "gone", BaseURL: server.URL}); !errors.Is(
		err, memory.ErrNotFound) {
		t.Errorf("an unknown provider: %v", err)
	}
}

func TestModelListIsAskedForAgainOnlyWhenInvalidated(t *testing.T) {
	h, server := openHostWithServer(t)
	mine := ui.Provider{Name: "mine", BaseURL: server.URL + "/v1"}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	h.chatModelIDs(t)
	n := len(server.Requests())
	if h.chatModelIDs(t); len(server.Requests()) != n {
		t.Errorf("%d requests for a list that is known", len(server.Requests())-n)
	}
	h.ClearModelAndKeyCaches()
	if h.chatModelIDs(t); len(server.Requests()) == n {
		t.Error("no request after the list was invalidated")
	}
}

func TestExtractorIsNamedInModelsYAML(t *testing.T) {
	h, server := openHostWithServer(t)
	mine := ui.Provider{Name: "mine", BaseURL: server.URL + "/v1"}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]memory.ExtractorReason{
		"mine/large": memory.ExtractorNamed, "": memory.ExtractorSmallest,
	} {
		if err := h.SaveMemoryExtractorModel(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		m, why, err := h.app.service.ChooseExtractorModel(t.Context(), "mine/small")
		if err != nil || why != want || id != "" && m.ID != id {
			t.Errorf("extractor %q: %s, %s, %v", id, m.ID, why, err)
		}
	}
}

func TestServersAreFoundWithTheirChatModels(t *testing.T) {
	h, server := openHostWithServer(t)
	client, err := llm.OpenClient(llm.Options{Dir: t.TempDir(), LocalProviders: []llm.Provider{
		{Name: "ollama", BaseURL: server.URL + "/v1"}, {Name: "stopped", BaseURL: "http://127.0.0.1:1/v1"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	closed := h.app.models.client
	h.app.models.client = client
	t.Cleanup(func() {
		h.app.models.client = closed
		if err := client.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	found, err := h.FindLocalModelServers(t.Context())
	if err != nil || len(found) != 1 {
		t.Fatalf("found %+v: %v", found, err)
	}
	s := found[0]
	if s.Name != "ollama" || s.Title != "Ollama" || s.BaseURL != server.URL+"/v1" || len(s.Models) != 2 ||
		s.Models[0].ID != "small" {
		t.Errorf("found %+v", s)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.FindLocalModelServers(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("when the window is closed: %v", err)
	}
}

func TestLargeModelsAreLikelySlowAndOthersAreLeftOut(t *testing.T) {
	s := newServerWithChatModels(memory.ProviderInfo{Name: "mine", BaseURL: "http://x/v1"}, []memory.ModelInfo{
		{Name: "embedder", Size: 1}, {Name: "medium", Size: 13, CanChat: true}, {Name: "large", Size: 14, CanChat: true},
	})
	if s.Title != "mine" || len(s.Models) != 2 || s.Models[0] != (ui.ServerModel{ID: "medium"}) ||
		s.Models[1] != (ui.ServerModel{ID: "large", LikelySlow: true}) {
		t.Errorf("shown as %+v", s)
	}
}

func TestDemoOffersItsScriptedServerAndWritesNothing(t *testing.T) {
	h := openTestHost(t, t.TempDir(), func(e *env) {
		vars := e.getenv
		e.getenv = func(name string) string {
			if name == "OPENAI_API_KEY" {
				return secretKey
			}
			return vars(name)
		}
	})
	defer h.shutDownAppOrFail(t)
	found, err := h.FindLocalModelServers(t.Context())
	if err != nil || len(found) != 1 || found[0].Name != "demo" || len(found[0].Models) == 0 {
		t.Errorf("found %+v: %v", found, err)
	}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), ui.Provider{
		Name: "mine", BaseURL: "http://127.0.0.1:1/v1",
	}); err != nil {
		t.Error(err)
	}
	if h.HasConfiguredProviders() || len(h.ProvidersFromEnvironment()) != 0 ||
		h.readDataFolderFileOrEmpty(t, llm.ConfigFileName) != "" || !h.AboutInfo().IsDemo {
		t.Errorf("keys %+v, models.yaml %q", h.ProvidersFromEnvironment(), h.readDataFolderFileOrEmpty(t, llm.ConfigFileName))
	}
}

func TestEnvironmentKeysAreOffered(t *testing.T) {
	for name, c := range map[string]struct {
		vars map[string]string
		want []ui.Offer
	}{
		"nothing": {nil, nil},
		"a key of OpenAI": {map[string]string{"OPENAI_API_KEY": "k"}, []ui.Offer{{
			Provider: ui.Provider{Name: "openai", Title: "OpenAI", BaseURL: "https://api.openai.com/v1", Key: "k"},
			Variable: "OPENAI_API_KEY",
		}}},
		"a key of another server": {
			map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://box:8000/v1"}, []ui.Offer{{
				Provider: ui.Provider{Name: "openai", Title: "your server", BaseURL: "http://box:8000/v1", Key: "k"},
				Variable: "OPENAI_API_KEY",
			}},
		},
		"a server without a key, and OpenRouter": {
			map[string]string{"OPENAI_BASE_URL": "http://box:8000/v1", "OPENROUTER_API_KEY": "r"}, []ui.Offer{
				{
					Provider: ui.Provider{Name: "openai", Title: "your server", BaseURL: "http://box:8000/v1"},
					Variable: "OPENAI_BASE_URL",
				},
				{
					Provider: ui.Provider{
						Name: "openrouter", Title: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", Key: "r",
					},
					Variable: "OPENROUTER_API_KEY",
				},
			},
		},
	} {
		h := &host{env: &env{getenv: func(v string) string { return c.vars[v] }}}
		if got := h.ProvidersFromEnvironment(); !slices.Equal(got, c.want) {
			t.Errorf("%s: offered %+v", name, got)
		}
	}
}

func TestServicesAreListedBeforeLocalServers(t *testing.T) {
	local := false
	seen := map[string]bool{}
	for _, p := range (&host{}).ProviderPresets() {
		if local && !p.Local {
			t.Errorf("%s comes after local servers", p.Title)
		}
		if p.Title == "" || p.BaseURL == "" || p.Key != "" || seen[p.Name] {
			t.Errorf("the preset %+v", p)
		}
		local, seen[p.Name] = p.Local, true
	}
	if !seen["openai"] || !seen["ollama"] || !local {
		t.Errorf("the presets are %v", seen)
	}
}

func TestConnectionIsTestedWithoutSaving(t *testing.T) {
	h, server := openHostWithServer(t)
	if n, err := h.TestConnectionAndCountModels(t.Context(), server.URL+"/v1", secretKey); n != 2 || err != nil {
		t.Errorf("%d models: %v", n, err)
	}
	if rs := server.Requests(); rs[0].Auth != "Bearer "+secretKey {
		t.Errorf("the server was sent %q", rs[0].Auth)
	}
	if h.HasConfiguredProviders() || h.readDataFolderFileOrEmpty(t, "keys.json") != "" {
		t.Error("a test saves something")
	}
	if _, err := h.TestConnectionAndCountModels(t.Context(), "::", ""); err == nil {
		t.Error("no address is accepted")
	}
}

func TestRefusedKeyNamesTheHost(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer srv.Close()
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	_, err := h.TestConnectionAndCountModels(t.Context(), srv.URL+"/v1", "key-of-many-letters")
	if title, _ := memory.ErrorTitleAndHintForUser(err); !strings.HasPrefix(title, "127.0.0.1 rejected the key") {
		t.Errorf("said %q", title)
	}
}
