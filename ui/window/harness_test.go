package window

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
	"memoir/storage/storagetest"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// testTimeout limits every wait of a test.
const testTimeout = 2 * time.Minute

// harness is a window over a real core, a real store and a scripted model server; the test runs its
// UI goroutine.
type harness struct {
	testing.TB
	db         *storage.DB
	queue      chan func()
	service    *engine.Service
	server     *llmtest.Server
	host       *fakeHost
	win        fyne.Window
	window     *Window
	openedURLs []string // pages and folders that the window asked to open
}

// newHarnessWithDemoModels opens a window in which the first run is over.
func newHarnessWithDemoModels(t testing.TB) *harness {
	t.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.StartServerForTest(t, script)
	s := newHarnessWithModelServerAt(t, server.URL)
	s.server = server
	s.runUICallsUntil("the models", func() bool { return s.showsLocalModelNote() })
	return s
}

// newHarnessWithModelServerAt is newHarnessWithDemoModels with a model server at an address, which may not be running
// yet.
func newHarnessWithModelServerAt(t testing.TB, address string, change ...func(c *memory.Config)) *harness {
	t.Helper()
	s := &harness{TB: t, queue: make(chan func(), 10000)}
	dir := t.TempDir()
	db := storagetest.OpenCreatingIfMissing(t, dir)
	s.db = db
	client, err := llm.OpenClient(llm.Options{Dir: dir, FixedProviders: []llm.Provider{{Name: "demo", BaseURL: address}}})
	if err != nil {
		t.Fatal(err)
	}
	set, err := prompts.LoadTemplatesWithOverrides(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := memory.ClassicPreset()
	if err := cfg.SetExplicitlyFromText("preset", "classic"); err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(&cfg)
	}
	cfg.LocalServerIdle = time.Millisecond
	cfg.RetrievalDeadline = 30 * time.Second // a busy machine must not change what is retrieved
	s.service, err = engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: client, Catalog: client,
		Embedder: wordEmbedder{},
		Bus:      memory.NewBus(), Prompts: set, Config: cfg, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.service.RecoverStateAndStartBackgroundWork(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.host = &fakeHost{settings: map[string]string{firstRunDoneKey: "true"}, shows: make(chan struct{})}
	t.Cleanup(func() { s.closeWindowCoreAndStorage(db, client) })
	s.openWindow()
	return s
}

func (s *harness) ctx() context.Context { return s.Context() }

func (s *harness) openWindow() {
	s.openWindowWithoutFrame()
	s.window.loadPanelAndSuggestions()
}

// openWindowWithoutFrame is openWindow up to where the driver draws the first frame.
func (s *harness) openWindowWithoutFrame() {
	a := test.NewApp()
	a.Settings().SetTheme(theme.New(theme.Options{}))
	s.win = a.NewWindow("Memoir")
	s.window = New(s.Context(), s.win, Options{
		Service: s.service, Host: s.host, Profile: memory.Profile{ID: 1, Name: "default"}, Now: time.Now,
		Dispatch: func(f func()) { s.queue <- f }, DisplayOptions: DisplayOptions{Mode: "light", Zoom: 1},
		HomeDir: s.TempDir(),
		OpenURL: s.recordOpenedURL,
	})
	s.win.Resize(fyne.NewSize(1440, 900))
}

func (s *harness) recordOpenedURL(u string) error {
	s.openedURLs = append(s.openedURLs, u)
	return nil
}

func (s *harness) closeWindowCoreAndStorage(db *storage.DB, client *llm.Client) {
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	s.window.Close()
	if err := s.service.ShutDownAndDeleteTemporaryChats(ctx); err != nil {
		s.Error(err)
	}
	if err := client.Close(ctx); err != nil {
		s.Error(err)
	}
	if err := db.Close(ctx); err != nil {
		s.Error(err)
	}
	s.win.Close()
}

// runUICallsUntil runs the UI goroutine until ok returns true.
func (s *harness) runUICallsUntil(what string, ok func() bool) {
	s.Helper()
	end := time.After(testTimeout)
	again := time.NewTicker(10 * time.Millisecond) // the state of the server changes without an event
	defer again.Stop()
	for !ok() {
		select {
		case f := <-s.queue:
			f()
		case <-again.C:
		case <-end:
			s.Fatalf("waited in vain for %s", what)
		}
	}
}

// sendAndWait sends a message and waits for its answer.
func (s *harness) sendAndWait(text string) memory.Message {
	s.Helper()
	c := s.window.chat.Composer()
	c.SetText(text)
	c.OnSend(text)
	var m memory.Message
	s.runUICallsUntil("the answer to "+text, func() bool {
		id := s.window.chat.LastAnswerID()
		if id == 0 || s.window.chat.IsAnswerInProgress() {
			return false
		}
		var err error
		m, err = s.service.Session(1, memory.ActorUser).LoadMessage(s.Context(), id)
		return err == nil && m.Status != memory.MessageStreaming && m.Receipt != nil || m.Error != nil
	})
	return m
}

// destinationText returns the line under the composer that says where the text goes.
func (s *harness) destinationText() (text string) {
	walkVisible(s.window.chat.Composer(), func(o fyne.CanvasObject) {
		if l, ok := o.(*widgets.WrappedText); ok && strings.HasSuffix(l.Text(), ".") {
			text = l.Text()
		}
	})
	return text
}

// showsLocalModelNote reports whether a model that answers is known; those of tests run on this computer.
func (s *harness) showsLocalModelNote() bool {
	return s.destinationText() == translate.Text("This model runs on this computer. Nothing leaves it.")
}

// chatToast returns the text of the toast above the composer, "" when there is none.
func (s *harness) chatToast() (text string) {
	walkVisible(s.window.chat, func(o fyne.CanvasObject) {
		if t, ok := o.(*widgets.Toast); ok {
			text = t.ShownText()
		}
	})
	return text
}

// tapEditOfMessage presses the pencil of a user message.
func (s *harness) tapEditOfMessage(id memory.ID) {
	s.Helper()
	view := s.window.chat.MessageList().ViewNearViewportByID(int64(id))
	if view == nil {
		s.Fatalf("message %d is not on screen", id)
	}
	walkVisible(view, func(o fyne.CanvasObject) {
		if b, ok := o.(*widgets.Button); ok && b.Label() == "Edit" {
			test.Tap(b)
		}
	})
}

// tapEditOfLastUserMessage presses the pencil of the newest user message.
func (s *harness) tapEditOfLastUserMessage() {
	s.Helper()
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(s.Context(), s.window.chat.CurrentChat().ID, 0, 0)
	if err != nil {
		s.Fatal(err)
	}
	for _, m := range slices.Backward(ms) {
		if m.Role == memory.RoleUser {
			s.tapEditOfMessage(m.ID)
			return
		}
	}
	s.Fatal("there is no message to edit")
}

// fakeHost is a host that keeps its settings in memory.
type fakeHost struct {
	mu        sync.Mutex
	settings  map[string]string
	shows     chan struct{}
	servers   []app.Server
	added     []app.Provider
	networkOn bool // the HTTP interface is enabled
	rotations int
	picture   []byte   // returned for every address; nil = none
	fetched   []string // requested addresses
	crashedAt time.Time
	// crashFile is the path of the stack traces.
	crashFile string
}

var _ app.Host = (*fakeHost)(nil)

func (h *fakeHost) FindLocalModelServers(context.Context) ([]app.Server, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.servers, nil
}

func (h *fakeHost) HasConfiguredProviders() bool { return false }

func (h *fakeHost) AddOrReplaceProviderAndStoreKey(_ context.Context, p app.Provider) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.added = append(h.added, p)
	return nil
}
func (h *fakeHost) UpdateProviderTitleAndAddress(context.Context, app.Provider) error { return nil }
func (h *fakeHost) SaveModelTakesPictures(context.Context, string, bool) error        { return nil }

func (h *fakeHost) ReadClipboardPicture(context.Context) ([]byte, error) {
	return nil, app.PictureError("There is no text or picture on the clipboard.")
}

func (h *fakeHost) SavePictureToDownloads(context.Context, string, string, []byte) (string, error) {
	return "", nil
}

func (h *fakeHost) RemoveProviderAndKey(context.Context, string) error { return nil }
func (h *fakeHost) StoreProviderKey(context.Context, string, string) (string, error) {
	return "file", nil
}

func (h *fakeHost) TestConnectionAndCountModels(context.Context, string, string) (int, error) {
	return 1, nil
}

func (h *fakeHost) DownloadOllamaModel(context.Context, string, string, func(done, total int64)) error {
	return nil
}

func (h *fakeHost) ClearModelAndKeyCaches()                                {}
func (h *fakeHost) SaveMemoryExtractorModel(context.Context, string) error { return nil }
func (h *fakeHost) ProvidersFromEnvironment() []app.EnvironmentKey         { return nil }
func (h *fakeHost) ProviderPresets() []app.Provider {
	return []app.Provider{{Name: "openai", Title: "OpenAI"}}
}

func (h *fakeHost) AboutInfo() app.About {
	return app.About{Version: "test", CrashedAt: h.crashedAt, CrashFile: h.crashFile}
}

func (h *fakeHost) DiagnosticsText(_ context.Context, p memory.ID) (string, error) {
	return "state of profile " + p.String(), nil
}

func (h *fakeHost) DiagnosticsWithCrashTrace(_ context.Context, p memory.ID) (string, error) {
	return "crash of profile " + p.String(), nil
}

func (h *fakeHost) HTTPInterfaceStatus(context.Context) (app.Network, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.networkOn {
		return app.Network{}, nil
	}
	return app.Network{On: true, Address: "http://127.0.0.1:1"}, nil
}

func (h *fakeHost) SetHTTPInterfaceEnabled(_ context.Context, on bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.networkOn = on
	return nil
}

func (h *fakeHost) ReadOrCreateAPIToken(context.Context) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return "token " + strconv.Itoa(h.rotations), nil
}

func (h *fakeHost) RenewAPITokenAndRestartServer(context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rotations++
	return nil
}

func (h *fakeHost) SyncAndReturnMarkdownFolderStatus(context.Context, memory.ID) (memory.FolderStatus, error) {
	return memory.FolderStatus{State: memory.FolderOff}, nil
}

func (h *fakeHost) ApplyDecisionOnGoneFilesAndSync(
	context.Context, memory.ID, memory.FolderAnswer, int,
) (memory.FolderStatus, error) {
	return memory.FolderStatus{State: memory.FolderOff}, nil
}

func (h *fakeHost) DownloadsFolderPath() string { return "/home/someone/Downloads" }

func (h *fakeHost) ExportToFile(
	context.Context, memory.ID, memory.ExportOptions, string, bool, func(memory.Progress),
) (memory.ExportResult, error) {
	return memory.ExportResult{}, nil
}

func (h *fakeHost) ImportArchive(
	context.Context, memory.ID, string, memory.ImportOptions, func(memory.Progress),
) (memory.ImportResult, error) {
	return memory.ImportResult{}, nil
}

func (h *fakeHost) FetchPicture(_ context.Context, address string) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fetched = append(h.fetched, address)
	if h.picture == nil {
		return nil, app.PictureError("The image isn't a PNG, JPEG or GIF.")
	}
	return h.picture, nil
}

func (h *fakeHost) CreateBackup(context.Context) (string, error)                 { return "/backup", nil }
func (h *fakeHost) ListSnapshots(context.Context) ([]app.Snapshot, error)        { return nil, nil }
func (h *fakeHost) StageSnapshotRestoreAndRestart(context.Context, string) error { return nil }
func (h *fakeHost) FindDataFolderProblems(context.Context) ([]string, error)     { return nil, nil }
func (h *fakeHost) StartDemoProcess() error                                      { return nil }
func (h *fakeHost) WindowRaiseRequests() <-chan struct{}                         { return h.shows }
func (h *fakeHost) LoadSettingOrEmpty(_ context.Context, k string) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settings[k], nil
}

func (h *fakeHost) SaveSetting(_ context.Context, k, v string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settings[k] = v
	return nil
}

func (h *fakeHost) savedSetting(k string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settings[k]
}

// wordEmbedder embeds texts that share words close together: one dimension per hashed word.
type wordEmbedder struct{}

var _ memory.Embedder = wordEmbedder{}

const wordDim = 256

func (wordEmbedder) Embed(_ context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		v := make([]float32, wordDim)
		word := fnv.New32a()
		for _, r := range t + " " {
			if r == ' ' {
				v[word.Sum32()%wordDim]++
				word.Reset()
				continue
			}
			_, _ = word.Write([]byte(string(r)))
		}
		var sum float64
		for _, x := range v {
			sum += float64(x * x)
		}
		for j := range v {
			v[j] /= float32(math.Sqrt(sum))
		}
		out[i] = v
	}
	return out, nil
}

func (wordEmbedder) ChunkTextByMaxTokens(_ context.Context, text string) ([]memory.Span, error) {
	return []memory.Span{{Start: 0, End: len(text)}}, nil
}
func (wordEmbedder) ID() string      { return "words@256@1" }
func (wordEmbedder) Dimensions() int { return wordDim }
func (wordEmbedder) MaxTokens() int  { return 512 }
func (wordEmbedder) IsLocal() bool   { return true }
func (wordEmbedder) IsReady() bool   { return true }
