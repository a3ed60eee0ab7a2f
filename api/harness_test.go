package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"memoir/api"
	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage/folder"
	"memoir/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testRun{m}) }

// loadedEncoder returns the encoder of all tests: loading it takes longer than most of them.
var loadedEncoder = sync.OnceValue(func() *encoder.Embedder {
	e := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	e.StartLoadingInBackgroundOnce()
	return e
})

// testRun closes the encoder after the last test.
type testRun struct{ *testing.M }

func (r testRun) Run() int {
	code := r.M.Run()
	if err := loadedEncoder().Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// scriptedModel is a model that replies as the test wants; requests for memory work always get
// NOTHING.
type scriptedModel struct {
	mu         sync.Mutex
	streamFunc func(ctx context.Context, yield func(memory.ReplyDelta, error) bool)
}

var _ memory.Model = (*scriptedModel)(nil)

func (m *scriptedModel) StreamReply(ctx context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		if strings.Contains(r.Messages[len(r.Messages)-1].Content, "NOTHING") {
			yield(memory.ReplyDelta{Text: "NOTHING", FinishReason: "stop"}, nil)
			return
		}
		m.mu.Lock()
		answer := m.streamFunc
		m.mu.Unlock()
		answer(ctx, yield)
	}
}

func (m *scriptedModel) setReplyPieces(pieces ...string) {
	m.setStreamFunc(func(_ context.Context, yield func(memory.ReplyDelta, error) bool) {
		for _, p := range pieces {
			if !yield(memory.ReplyDelta{Text: p}, nil) {
				return
			}
		}
		yield(memory.ReplyDelta{FinishReason: "stop"}, nil)
	})
}

func (m *scriptedModel) setStreamFunc(answer func(context.Context, func(memory.ReplyDelta, error) bool)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.streamFunc = answer
}

// oneModelCatalog is a catalog with one model.
type oneModelCatalog struct{}

var _ memory.Catalog = oneModelCatalog{}

func (oneModelCatalog) ListModels(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "test/one", Provider: "test", Name: "one", CanChat: true, Available: true}}, nil
}

func (oneModelCatalog) ListProviders(context.Context) ([]memory.ProviderInfo, error) {
	return []memory.ProviderInfo{{Name: "test", Title: "Test", Reachable: true, Models: 1}}, nil
}
func (oneModelCatalog) ConfiguredExtractorID() string { return "" }
func (oneModelCatalog) ClearModelAndKeyCaches()       {}

// fakeDataFolder implements api.DataFolder without files.
type fakeDataFolder struct{ providerKeys map[string]string }

var _ api.DataFolder = (*fakeDataFolder)(nil)

func (d *fakeDataFolder) CheckDatabaseAndSearchIndexes(context.Context) (api.IntegrityReport, error) {
	return api.IntegrityReport{OK: true}, nil
}

func (d *fakeDataFolder) CreateBackup(_ context.Context, path string) (api.Snapshot, error) {
	return api.Snapshot{Path: path, Bytes: 1}, nil
}

func (d *fakeDataFolder) StoreProviderKey(_ context.Context, provider, key string) (string, error) {
	if provider != "test" {
		return "", fmt.Errorf("set key of %s: %w", provider, memory.ErrNotFound)
	}
	d.providerKeys[provider] = key
	return "file", nil
}

func (d *fakeDataFolder) SaveModelTakesPictures(_ context.Context, model string, _ bool) error {
	if !strings.HasPrefix(model, "test/") {
		return fmt.Errorf("set sight of %s: %w", model, memory.ErrNotFound)
	}
	return nil
}

// harness is an API on a real core and a real store in a temporary folder.
type harness struct {
	t            *testing.T
	api          *api.API
	model        *scriptedModel
	providerKeys map[string]string
	handler      http.Handler
	store        memory.Store
	contract     *contract
}

func newHarness(t *testing.T, change ...func(*api.Options)) *harness {
	t.Helper()
	return newHarnessWithDeps(t, func(*memory.Deps) {}, change...)
}

// markdownFolder is the folder of Markdown files as commands wire it.
type markdownFolder struct {
	*folder.Mirror
	service *engine.Service
}

func (f markdownFolder) ImportFolder(ctx context.Context, profile memory.ID, path string) (memory.ImportResult, error) {
	content, problems, err := folder.ReadAllProfilesInFolder(path)
	if err != nil {
		return memory.ImportResult{}, err
	}
	r, err := f.service.Session(profile, memory.ActorImport).ImportFolderContentsCreatingProfiles(ctx, content)
	r.Attention = append(r.Attention, problems...)
	return r, err
}

// newHarnessWithDeps is newHarness with other dependencies of the core.
func newHarnessWithDeps(t *testing.T, changeDeps func(*memory.Deps), change ...func(*api.Options)) *harness {
	t.Helper()
	ctx := t.Context()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	promptSet, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	chatModel := &scriptedModel{}
	chatModel.setReplyPieces("Hello ", "there.")
	deps := memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: chatModel, Catalog: oneModelCatalog{},
		Embedder: loadedEncoder(),
		Bus:      memory.NewBus(), Prompts: promptSet, Config: memory.ClassicPreset(),
	}
	deps.Config.RetrievalDeadline = 30 * time.Second // a busy machine must not change what is retrieved
	changeDeps(&deps)
	service, err := engine.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	if err := service.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		t.Fatal(err)
	}
	o := api.Options{
		Service: service, DataFolder: &fakeDataFolder{providerKeys: map[string]string{}}, Version: "1.2.3",
		Log: slog.New(slog.DiscardHandler),
	}
	mirror := folder.StartMirror(ctx, folder.Options{
		Store: db, Path: func() string { return service.Config().FolderPath }, Subscribe: service.SubscribeToQueuedEvents,
		Log: o.Log, Now: time.Now, Delay: time.Millisecond,
		TakeIn: func(
			ctx context.Context, profile memory.ID, run string, changes []memory.FileChange,
		) ([]memory.FileChangeResult, error) {
			return service.Session(profile, memory.ActorFolder).ApplyMemoryFileChanges(ctx, run, changes)
		},
	})
	o.MarkdownFolder = markdownFolder{Mirror: mirror, service: service}
	for _, c := range change {
		c(&o)
	}
	h := &harness{
		t: t, api: api.New(o), model: chatModel, providerKeys: o.DataFolder.(*fakeDataFolder).providerKeys, store: db,
		contract: readContract(t),
	}
	h.handler = h.api.HandlerTrustingLocalOwner()
	t.Cleanup(func() {
		end := context.Background() // the test's own context has ended
		h.api.EndProfileEventStreams()
		if err := errors.Join(service.ShutDownAndDeleteTemporaryChats(end), mirror.Close(end), db.Close(end)); err != nil {
			t.Error(err)
		}
	})
	return h
}

// useNetworkHandler sends later requests through the TCP handler.
func (h *harness) useNetworkHandler(o api.NetworkOptions) *harness {
	h.t.Helper()
	handler, err := h.api.NetworkHandler(o)
	if err != nil {
		h.t.Fatal(err)
	}
	h.handler = handler
	return h
}

// sendRequest sends one request; body is JSON text. Headers come in pairs. The test fails when the answer
// is not as openapi.yaml says.
func (h *harness) sendRequest(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	r := httptest.NewRequestWithContext(h.t.Context(), method, "http://127.0.0.1:8377"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if err := h.contract.checkAnswer(method, path, w); err != nil {
		h.t.Errorf("%s %s: %v\n%s", method, path, err, w.Body)
	}
	return w
}

// requestJSON sends a request, fails the test unless the status is as expected, and decodes the
// body.
func requestJSON[T any](h *harness, status int, method, path, body string, headers ...string) T {
	h.t.Helper()
	w := h.sendRequest(method, path, body, headers...)
	if w.Code != status {
		h.t.Fatalf("%s %s: status %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	var v T
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			h.t.Fatalf("%s %s: %v in %s", method, path, err, w.Body)
		}
	}
	return v
}

type errorBody struct {
	Error struct {
		Code, Message, Hint string
		Field               *string
		Decision            memory.ID
	}
}

// streamEvent is one server-sent event.
type streamEvent struct{ name, data string }

func readEvents(t *testing.T, r io.Reader) []streamEvent {
	t.Helper()
	var out []streamEvent
	var e streamEvent
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		switch l := lines.Text(); {
		case strings.HasPrefix(l, "event: "):
			e.name = l[7:]
		case strings.HasPrefix(l, "data: "):
			e.data = l[6:]
		case l == "" && e.name != "":
			out = append(out, e)
			e = streamEvent{}
		}
	}
	return out
}

func decodeJSON[T any](t *testing.T, data string) T {
	t.Helper()
	var v T
	if err := json.NewDecoder(bytes.NewReader([]byte(data))).Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}
