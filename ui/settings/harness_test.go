package settings

import (
	"context"
	"errors"
	"image/color"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/transfer"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

var errDiskFull = errors.New("no space left on device")

// fakeHost records what the dialog asks of the program; err is the result of every change.
type fakeHost struct {
	endDownload chan error // how a download ends
	app.Host
	catalog  *uitest.Catalog
	mu       sync.Mutex
	err      error
	requests []string
	settings map[string]string
	network  app.Network
	folder   memory.FolderStatus
	tokens   int
	problems []string
	about    app.About
	// snapshots are those of the data folder.
	snapshots []app.Snapshot
	models    int // what a tested connection offers
	// archive is the file that the user chooses, importArchive what importing it does.
	archive       string
	importArchive func(context.Context, memory.ImportOptions, func(memory.Progress)) (memory.ImportResult, error)
}

// recordRequestReturningFault notes a request and returns err.
func (h *fakeHost) recordRequestReturningFault(what ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = append(h.requests, strings.Join(what, " "))
	return h.err
}

func (h *fakeHost) setError(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
}

// takeRequests returns the requests since the last call.
func (h *fakeHost) takeRequests() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := strings.Join(h.requests, ", ")
	h.requests = nil
	return all
}

func (h *fakeHost) AddOrReplaceProviderAndStoreKey(_ context.Context, p app.Provider) error {
	return h.recordRequestReturningFault("add", p.Name, p.Title, p.BaseURL, p.Key)
}

func (h *fakeHost) UpdateProviderTitleAndAddress(_ context.Context, p app.Provider) error {
	return h.recordRequestReturningFault("update", p.Name, p.Title, p.BaseURL)
}

func (h *fakeHost) SaveModelTakesPictures(context.Context, string, bool) error { return nil }

func (h *fakeHost) ReadClipboardPicture(context.Context) ([]byte, error) {
	return nil, app.PictureError("There is no text or picture on the clipboard.")
}

func (h *fakeHost) SavePictureToDownloads(context.Context, string, string, []byte) (string, error) {
	return "", nil
}

func (h *fakeHost) RemoveProviderAndKey(_ context.Context, name string) error {
	return h.recordRequestReturningFault("remove", name)
}

func (h *fakeHost) StoreProviderKey(_ context.Context, provider, key string) (string, error) {
	return "file", h.recordRequestReturningFault("key", provider, key)
}

func (h *fakeHost) SaveMemoryExtractorModel(_ context.Context, model string) error {
	h.catalog.SetExtractorModelID(model)
	return h.recordRequestReturningFault("extractor", model)
}

func (h *fakeHost) TestConnectionAndCountModels(_ context.Context, baseURL, key string) (int, error) {
	return h.models, h.recordRequestReturningFault("test", baseURL, key)
}

// DownloadOllamaModel reports half of the model and ends with endDownload, or when it is cancelled.
func (h *fakeHost) DownloadOllamaModel(
	ctx context.Context, provider, model string, progress func(done, total int64),
) error {
	if err := h.recordRequestReturningFault("download", provider, model); err != nil {
		return err
	}
	progress(0, 0)
	progress(1_000_000_000, 2_000_000_000)
	select {
	case err := <-h.endDownload:
		return err
	case <-ctx.Done():
		_ = h.recordRequestReturningFault("stopped")
		return ctx.Err()
	}
}

func (h *fakeHost) ClearModelAndKeyCaches() { _ = h.recordRequestReturningFault("invalidate") }
func (h *fakeHost) ProviderPresets() []app.Provider {
	return []app.Provider{{Name: "openai", Title: "OpenAI", BaseURL: "https://api.openai.com/v1"}}
}

func (h *fakeHost) LoadSettingOrEmpty(_ context.Context, key string) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settings[key], h.err
}

func (h *fakeHost) SaveSetting(_ context.Context, key, value string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settings[key] = value
	return h.err
}

func (h *fakeHost) HTTPInterfaceStatus(context.Context) (app.Network, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.network, h.err
}

func (h *fakeHost) SyncAndReturnMarkdownFolderStatus(context.Context, memory.ID) (memory.FolderStatus, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.folder, h.err
}

func (h *fakeHost) setFolderStatus(s memory.FolderStatus) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.folder = s
}

func (h *fakeHost) ApplyDecisionOnGoneFilesAndSync(
	_ context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
) (memory.FolderStatus, error) {
	err := h.recordRequestReturningFault("folder", profile.String(), string(answer), strconv.Itoa(files))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.folder.Gone, h.folder.State = nil, memory.FolderUpToDate
	return h.folder, err
}

func (h *fakeHost) SetHTTPInterfaceEnabled(_ context.Context, on bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.network.On = on; on {
		h.network.Address = "http://127.0.0.1:8377"
	} else {
		h.network.Address = ""
	}
	return h.err
}

func (h *fakeHost) ReadOrCreateAPIToken(context.Context) (string, error) {
	return "token " + strconv.Itoa(h.tokens), h.recordRequestReturningFault("token")
}

func (h *fakeHost) RenewAPITokenAndRestartServer(context.Context) error {
	h.tokens++
	return h.recordRequestReturningFault("rotate")
}
func (h *fakeHost) AboutInfo() app.About { return h.about }
func (h *fakeHost) DiagnosticsText(_ context.Context, profile memory.ID) (string, error) {
	return "state of profile " + profile.String(), h.recordRequestReturningFault("diagnostics")
}

func (h *fakeHost) CreateBackup(context.Context) (string, error) {
	return "/data/backups/1.db", h.recordRequestReturningFault("backup")
}

func (h *fakeHost) ImportArchive(
	ctx context.Context, _ memory.ID, path string, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	if err := h.recordRequestReturningFault("import", path, strconv.FormatBool(o.DryRun)); err != nil {
		return memory.ImportResult{}, err
	}
	return h.importArchive(ctx, o, tell)
}

func (h *fakeHost) ListSnapshots(context.Context) ([]app.Snapshot, error) { return h.snapshots, nil }

func (h *fakeHost) StageSnapshotRestoreAndRestart(_ context.Context, name string) error {
	return h.recordRequestReturningFault("restore", name)
}

func (h *fakeHost) FindDataFolderProblems(context.Context) ([]string, error) {
	return h.problems, h.recordRequestReturningFault("check")
}

// harness is the dialog over a real core and store.
type harness struct {
	*uitest.Harness
	host            *fakeHost
	dialog          *Dialog
	display         DisplayOptions
	providerChanges int
	newChatModel    string
}

// newClosedHarness returns a harness whose dialog is not open yet.
func newClosedHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t), display: DisplayOptions{Mode: "light", Zoom: 1}}
	h.host = &fakeHost{catalog: h.Catalog, settings: map[string]string{}, models: 3, about: app.About{
		Version: "1.2.3", DataDir: "/data", ModelsFile: "/data/models.yaml", LogFile: "/state/memoir.log",
		Licences: "All licences.",
	}}
	h.host.endDownload = make(chan error)
	h.Env.Host = h.host
	h.ShowPaneInWindow(container.NewStack(), 1440, 2000)
	h.dialog = New(h.Env, Actions{
		Reembed:           NewReembedTask(h.Service, h.Env.Tasks),
		DisplayOptions:    func() DisplayOptions { return h.display },
		SetDisplayOptions: func(o DisplayOptions) { h.display = o },
		Shortcuts:         func() []Shortcut { return []Shortcut{{"Ctrl+N", "New chat"}, {"F1", "Show this list"}} },
		SetNewChatModel:   func(id string) { h.newChatModel = id },
		OnProvidersChange: func() { h.providerChanges++ },
		Import:            transfer.NewImport(h.host, h.Env.Tasks),
		PickArchive:       func(chosen func(string)) { chosen(h.host.archive) },
	})
	return h
}

// newHarnessWithModelsPage opens the page of models and memory.
func newHarnessWithModelsPage(t *testing.T) *harness {
	t.Helper()
	h := newClosedHarness(t)
	h.dialog.OpenModelsPage(h.Win.Canvas(), "")
	h.RunUICallsUntil("the page", func() bool { return h.dialog.models.loaded })
	return h
}

// newHarnessWithOpenPage opens a page.
func newHarnessWithOpenPage(t *testing.T, page Page) *harness {
	t.Helper()
	h := newClosedHarness(t)
	h.dialog.OpenPage(h.Win.Canvas(), page)
	return h
}

// waitForHostRequest waits until the program was asked for something, and returns all requests since
// the last call.
func (h *harness) waitForHostRequest(what string) string {
	h.Helper()
	var all []string
	h.RunUICallsUntil("the request "+what, func() bool {
		if got := h.host.takeRequests(); got != "" {
			all = append(all, got)
		}
		return strings.Contains(strings.Join(all, ", "), what)
	})
	return strings.Join(all, ", ")
}

// colorTokenOfText returns the token of the color in which a text is drawn, of those that say how it goes.
func (h *harness) colorTokenOfText(text string) theme.Token {
	h.Helper()
	var drawn color.Color
	uitest.VisitVisibleObjects(h.TopOverlayOrPane(), func(o fyne.CanvasObject) {
		if t, ok := o.(*canvas.Text); ok && strings.HasPrefix(t.Text, text) {
			drawn = t.Color
		}
	})
	for _, token := range []theme.Token{theme.Error, theme.Success, theme.Text2, theme.Text3} {
		if drawn == color.Color(theme.Current().TokenColor(token)) {
			return token
		}
	}
	h.Fatalf("%q is not drawn in a color that means something; shown:\n%s", text, h.VisibleText())
	return theme.None
}
