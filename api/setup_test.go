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
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"memoir/api"
	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/prompts"
	"memoir/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scriptedModel is a model that replies as the test wants; requests for memory work always get
// NOTHING.
type talker struct {
	mu     sync.Mutex
	answer func(ctx context.Context, yield func(memory.Delta, error) bool)
}

var _ memory.Model = (*talker)(nil)

func (m *talker) Stream(ctx context.Context, r memory.Request) iter.Seq2[memory.Delta, error] {
	return func(yield func(memory.Delta, error) bool) {
		if strings.Contains(r.Messages[len(r.Messages)-1].Content, "NOTHING") {
			yield(memory.Delta{Text: "NOTHING", FinishReason: "stop"}, nil)
			return
		}
		m.mu.Lock()
		answer := m.answer
		m.mu.Unlock()
		answer(ctx, yield)
	}
}

func (m *talker) says(pieces ...string) {
	m.does(func(_ context.Context, yield func(memory.Delta, error) bool) {
		for _, p := range pieces {
			if !yield(memory.Delta{Text: p}, nil) {
				return
			}
		}
		yield(memory.Delta{FinishReason: "stop"}, nil)
	})
}

func (m *talker) does(answer func(context.Context, func(memory.Delta, error) bool)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer = answer
}

// oneModelCatalog is a catalog with one model.
type shelf struct{}

var _ memory.Catalog = shelf{}

func (shelf) Models(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "test/one", Provider: "test", Name: "one", Chat: true, Available: true}}, nil
}

func (shelf) Providers(context.Context) ([]memory.ProviderInfo, error) {
	return []memory.ProviderInfo{{Name: "test", Title: "Test", Reachable: true, Models: 1}}, nil
}
func (shelf) Extractor() string { return "" }
func (shelf) Refresh()          {}

// fakeDataFolder implements api.DataFolder without files.
type drawer struct{ keys map[string]string }

var _ api.Folder = (*drawer)(nil)

func (d *drawer) Check(context.Context) (api.Report, error) { return api.Report{OK: true}, nil }

func (d *drawer) Backup(_ context.Context, path string) (api.Snapshot, error) {
	return api.Snapshot{Path: path, Bytes: 1}, nil
}

func (d *drawer) SetKey(_ context.Context, provider, key string) (string, error) {
	if provider != "test" {
		return "", fmt.Errorf("set key of %s: %w", provider, memory.ErrNotFound)
	}
	d.keys[provider] = key
	return "file", nil
}

// harness is an API on a real core and a real store in a temporary folder.
type house struct {
	t     *testing.T
	api   *api.API
	model *talker
	keys  map[string]string
	door  http.Handler
}

func newHouse(t *testing.T, change ...func(*api.Options)) *house {
	t.Helper()
	ctx := t.Context()
	db, err := storage.Open(ctx, storage.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	set, err := prompts.Load("")
	if err != nil {
		t.Fatal(err)
	}
	em := encoder.New(model.BGESmall, encoder.Config{})
	em.Load()
	talk := &talker{}
	talk.says("Hello ", "there.")
	service, err := memory.New(memory.Deps{
		Store: db, Index: db.Index(), Lexicon: db.Lexicon(), Model: talk, Catalog: shelf{}, Embedder: em,
		Bus: memory.NewBus(), Prompts: set, Config: memory.Classic(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(ctx); err != nil {
		t.Fatal(err)
	}
	o := api.Options{
		Service: service, Folder: &drawer{keys: map[string]string{}}, Version: "1.2.3",
		Log: slog.New(slog.DiscardHandler),
	}
	for _, c := range change {
		c(&o)
	}
	h := &house{t: t, api: api.New(o), model: talk, keys: o.Folder.(*drawer).keys}
	h.door = h.api.Local()
	t.Cleanup(func() {
		end := context.Background() // the test's own context has ended
		h.api.Close()
		if err := errors.Join(service.Shutdown(end), db.Close(end), em.Close()); err != nil {
			t.Error(err)
		}
	})
	return h
}

// useNetworkHandler sends later requests through the TCP handler.
func (h *house) network(o api.NetworkOptions) *house {
	h.t.Helper()
	door, err := h.api.Network(o)
	if err != nil {
		h.t.Fatal(err)
	}
	h.door = door
	return h
}

// sendRequest sends one request; body is JSON text. Headers come in pairs.
func (h *house) ask(method, path, body string, headers ...string) *httptest.ResponseRecorder {
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
	h.door.ServeHTTP(w, r)
	return w
}

// requestJSON sends a request, fails the test unless the status is as expected, and decodes the
// body.
func get[T any](h *house, status int, method, path, body string, headers ...string) T {
	h.t.Helper()
	w := h.ask(method, path, body, headers...)
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

type problem struct {
	Error struct {
		Code, Message, Hint string
		Field               *string
		Decision            memory.ID
	}
}

// streamEvent is one server-sent event.
type sse struct{ name, data string }

func eventsOf(t *testing.T, r io.Reader) []sse {
	t.Helper()
	var out []sse
	var e sse
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
			e = sse{}
		}
	}
	return out
}

func decode[T any](t *testing.T, data string) T {
	t.Helper()
	var v T
	if err := json.NewDecoder(bytes.NewReader([]byte(data))).Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}
