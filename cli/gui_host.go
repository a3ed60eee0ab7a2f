//go:build !headless

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"

	"memoir/cli/pictureio"
	"memoir/cli/process"
	"memoir/llm"
	"memoir/memory"
	"memoir/storage"
	"memoir/ui"
)

// osNeedsDisplayServer reports whether windows need a display server named in the environment.
func osNeedsDisplayServer() bool { return runtime.GOOS != "darwin" && runtime.GOOS != "windows" }

// host is what the window needs of the program beyond the core.
type host struct {
	env       *env
	app       *app
	runMarker *process.RunMarker
	network   *networkServer
	// requestRestart closes the window and starts the program again.
	requestRestart func()
}

var _ ui.Host = (*host)(nil)

func (h *host) FindLocalModelServers(ctx context.Context) ([]ui.Server, error) {
	var out []ui.Server
	if h.env.demo {
		return h.demoServerWithChatModels(ctx)
	}
	for _, f := range h.app.models.client.ProbeLocalServersAndListModels(ctx) {
		out = append(out, newServerWithChatModels(f.Provider, f.Models))
	}
	return out, ctx.Err()
}

// HasConfiguredProviders is false in the demo, which has no models.yaml and so a first run of its
// own.
func (h *host) HasConfiguredProviders() bool { return h.app.models.client.HasConfiguredProviders() }

// demoServerWithChatModels returns the scripted server as the first run shows it.
func (h *host) demoServerWithChatModels(ctx context.Context) ([]ui.Server, error) {
	models, err := h.app.service.ListModels(ctx)
	if err != nil {
		return nil, err
	}
	return []ui.Server{newServerWithChatModels(memory.ProviderInfo{Name: "demo", Title: "Demo"}, models)},
		nil
}

func newServerWithChatModels(p memory.ProviderInfo, models []memory.ModelInfo) ui.Server {
	s := ui.Server{Name: p.Name, Title: p.Title, BaseURL: p.BaseURL}
	if s.Title == "" {
		s.Title = p.Name
	}
	for _, m := range models {
		if m.CanChat {
			s.Models = append(s.Models, ui.ServerModel{ID: m.Name, LikelySlow: m.Size > slowModelSize})
		}
	}
	return s
}

// slowModelSize is the size in billions of parameters above which a model is likely slow without a
// large graphics card: at four bits it no longer fits into 8 GB.
const slowModelSize = 13

func (h *host) AddOrReplaceProviderAndStoreKey(ctx context.Context, p ui.Provider) error {
	if h.env.demo {
		return nil
	}
	c := h.app.models.client
	added := llm.Provider{Name: p.Name, Title: p.Title, BaseURL: p.BaseURL}
	err := c.AddProviderToConfigFile(added)
	if errors.Is(err, memory.ErrConflict) {
		err = c.ReplaceProviderInConfigFile(p.Name, added)
	}
	if err != nil {
		return err
	}
	c.ClearModelAndKeyCaches()
	if p.Key == "" {
		return nil
	}
	_, err = c.StoreKeyInKeychainOrFile(ctx, p.Name, p.Key)
	return err
}

func (h *host) UpdateProviderTitleAndAddress(_ context.Context, p ui.Provider) error {
	c := h.app.models.client
	if err := c.SaveProviderTitleAndAddress(p.Name, p.Title, p.BaseURL); err != nil {
		return err
	}
	c.ClearModelAndKeyCaches()
	return nil
}

func (h *host) RemoveProviderAndKey(ctx context.Context, name string) error {
	c := h.app.models.client
	return errors.Join(c.RemoveProviderFromConfigKeepingKey(name), c.RemoveKeyFromKeychainAndFile(ctx, name))
}

func (h *host) StoreProviderKey(ctx context.Context, provider, key string) (string, error) {
	return h.app.models.client.StoreKeyInKeychainOrFile(ctx, provider, key)
}

// TestConnectionAndCountModels lists the server's models and returns their number. Errors name the
// host: the provider may have no name yet.
func (h *host) TestConnectionAndCountModels(ctx context.Context, baseURL, key string) (int, error) {
	name := "service"
	if u, err := url.Parse(baseURL); err == nil && u.Hostname() != "" {
		name = u.Hostname()
	}
	f, err := h.app.models.client.TestProviderByListingModels(ctx, llm.Provider{Name: name, BaseURL: baseURL}, key)
	return len(f.Models), err
}

func (h *host) DownloadOllamaModel(
	ctx context.Context, provider, model string, progress func(done, total int64),
) error {
	return h.app.models.client.PullOllamaModel(ctx, provider, model,
		func(p llm.PullProgress) { progress(p.Done, p.Total) })
}

func (h *host) ClearModelAndKeyCaches() { h.app.models.client.ClearModelAndKeyCaches() }

func (h *host) SaveMemoryExtractorModel(_ context.Context, model string) error {
	return h.app.models.client.SaveExtractorModelUnchecked(model)
}

func (h *host) ProvidersFromEnvironment() []ui.Offer {
	var out []ui.Offer
	if h.env.demo {
		return nil
	}
	if key := h.env.getenv("OPENAI_API_KEY"); key != "" {
		p := ui.Provider{Name: "openai", Title: "OpenAI", BaseURL: "https://api.openai.com/v1", Key: key}
		if base := h.env.getenv("OPENAI_BASE_URL"); base != "" {
			p.Title, p.BaseURL = "your server", base
		}
		out = append(out, ui.Offer{Provider: p, Variable: "OPENAI_API_KEY"})
	} else if base := h.env.getenv("OPENAI_BASE_URL"); base != "" {
		out = append(out, ui.Offer{
			Provider: ui.Provider{Name: "openai", Title: "your server", BaseURL: base},
			Variable: "OPENAI_BASE_URL",
		})
	}
	if key := h.env.getenv("OPENROUTER_API_KEY"); key != "" {
		out = append(out, ui.Offer{Provider: ui.Provider{
			Name: "openrouter", Title: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", Key: key,
		}, Variable: "OPENROUTER_API_KEY"})
	}
	return out
}

func (h *host) ProviderPresets() []ui.Provider {
	var services, local []ui.Provider
	for _, p := range llm.ProviderPresets() {
		x := ui.Provider{Name: p.Name, Title: p.Title, BaseURL: p.BaseURL, Local: p.Local}
		if p.Local {
			local = append(local, x)
		} else {
			services = append(services, x)
		}
	}
	return append(services, local...)
}

func (h *host) LoadSettingOrEmpty(ctx context.Context, key string) (string, error) {
	v, err := h.app.db.SettingStore().Get(ctx, key)
	if errors.Is(err, memory.ErrNotFound) {
		return "", nil
	}
	return v, err
}

func (h *host) SaveSetting(ctx context.Context, key, value string) error {
	return h.app.db.SettingStore().Set(ctx, key, value)
}

func (h *host) AboutInfo() ui.About {
	dir, err := h.env.resolveDataFolderPath()
	if err != nil {
		dir = ""
	}
	return ui.About{
		Version: Version, DataDir: dir, LogFile: h.app.logFile.Path, ModelsFile: filepath.Join(dir, "models.yaml"),
		Licences: licenceNote, IsDemo: h.env.demo, CrashedAt: h.runMarker.UnfinishedSince, CrashFile: h.runMarker.TraceFile,
		HasInputMethod: localeUsesInputMethod(h.env.getenv),
	}
}

const licenceNote = "Inter and JetBrains Mono: SIL Open Font License 1.1. The embedding model bge-small-en-v1.5: " +
	"MIT. Memoir is built with Fyne (BSD 3-Clause), SQLite (public domain), goldmark, chroma, GORM, chromem-go, " +
	"openai-go and other free software; THIRD_PARTY_LICENSES.md has every license text."

// localeUsesInputMethod reports whether the locale's text is written with an input method.
func localeUsesInputMethod(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			return strings.HasPrefix(v, "zh") || strings.HasPrefix(v, "ja") || strings.HasPrefix(v, "ko")
		}
	}
	return false
}

func (h *host) DiagnosticsText(ctx context.Context, profile memory.ID) (string, error) {
	health, err := h.app.service.Session(profile, memory.ActorUser).LoadHealth(ctx)
	if err != nil {
		return "", err
	}
	b, err := json.MarshalIndent(health, "", "  ")
	if err != nil {
		return "", fmt.Errorf("write diagnostics: %w", err)
	}
	return fmt.Sprintf("Memoir %s, %s, %s/%s\n%s\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, b), nil
}

func (h *host) DiagnosticsWithCrashTrace(ctx context.Context, profile memory.ID) (string, error) {
	text, err := h.DiagnosticsText(ctx, profile)
	if err != nil || h.runMarker.TraceFile == "" {
		return text, err
	}
	f, err := os.Open(h.runMarker.TraceFile)
	if err != nil {
		return "", fmt.Errorf("read the traces of the crash: %w", err)
	}
	defer f.Close()
	trace, err := io.ReadAll(io.LimitReader(f, maxTraceBytes))
	if err != nil {
		return "", fmt.Errorf("read the traces of the crash: %w", err)
	}
	return text + "\n" + string(trace), nil
}

// maxTraceBytes is how many bytes of the crash trace go into a report; the crashed goroutine comes
// first.
const maxTraceBytes = 64 << 10

func (h *host) CreateBackup(ctx context.Context) (string, error) {
	at, _, err := h.app.db.Backup(ctx, "")
	return at, err
}

func (h *host) ListSnapshots(context.Context) ([]ui.Snapshot, error) {
	all, err := storage.ListSnapshots(h.app.db.DataDir())
	out := make([]ui.Snapshot, len(all))
	for i, s := range all {
		out[i] = ui.Snapshot{
			Name: s.Name, Reason: snapshotReason(s.Kind), CreatedAt: s.CreatedAt, Bytes: s.Bytes,
		}
	}
	return out, err
}

// StageSnapshotRestoreAndRestart only stages the snapshot: the next start, which it asks for, puts
// it in place.
func (h *host) StageSnapshotRestoreAndRestart(ctx context.Context, name string) error {
	path, err := storage.SnapshotPathByName(h.app.db.DataDir(), name)
	if err != nil {
		return err
	}
	if err := h.app.db.StageBackupForNextStart(ctx, path); err != nil {
		return err
	}
	h.requestRestart()
	return nil
}

// SyncAndReturnMarkdownFolderStatus and ApplyDecisionOnGoneFilesAndSync reach the mirror.
func (h *host) SyncAndReturnMarkdownFolderStatus(ctx context.Context, profile memory.ID) (memory.FolderStatus, error) {
	return markdownFolder{h.app}.SyncAndReturnProfileStatus(ctx, profile)
}

func (h *host) ApplyDecisionOnGoneFilesAndSync(
	ctx context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
) (memory.FolderStatus, error) {
	return markdownFolder{h.app}.ApplyDecisionOnGoneFilesAndSync(ctx, profile, answer, files)
}

// DownloadsFolderPath is the desktop's own folder for downloads, or the home folder.
func (h *host) DownloadsFolderPath() string {
	if dir := xdg.UserDirs.Download; dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return xdg.Home
}

func (h *host) ExportToFile(
	ctx context.Context, profile memory.ID, o memory.ExportOptions, path string, overwrite bool,
	tell func(memory.Progress),
) (r memory.ExportResult, err error) {
	if _, err := os.Lstat(path); err == nil && !overwrite {
		return r, fmt.Errorf("export to %s: %w", path, fs.ErrExist)
	}
	err = writeFileAtomically(path, func(w io.Writer) error {
		var err error
		r, err = h.app.service.Session(profile, memory.ActorUser).Export(ctx, w, o, tell)
		return err
	})
	var refused *failure
	if errors.As(err, &refused) {
		return r, &memory.FieldError{Field: "File", Problem: strings.TrimSuffix(refused.title, ".")}
	}
	return r, err
}

func (h *host) ImportArchive(
	ctx context.Context, profile memory.ID, path string, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	f, err := os.Open(path)
	if err != nil {
		return memory.ImportResult{}, &memory.ArchiveError{Problem: "it can't be opened"}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return memory.ImportResult{}, &memory.ArchiveError{Problem: "it isn't a file"}
	}
	return h.app.service.Session(profile, memory.ActorImport).ImportArchive(ctx, f, info.Size(), o, tell)
}

func (h *host) FindDataFolderProblems(ctx context.Context) ([]string, error) {
	r, err := h.app.db.CheckOrRepairConsistency(ctx, false)
	return r.Problems, err
}

func (h *host) StartDemoProcess() error {
	cmd, err := demoWindowCommand()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("start the demo: %w", err)
	}
	return cmd.Process.Release()
}

// demoWindowCommand returns the command that opens the demo.
func demoWindowCommand() (*exec.Cmd, error) {
	self, err := os.Executable()
	return exec.Command(self, "gui", "--demo"), err //nolint:gosec,noctx // this program; it outlives this window
}

func (h *host) WindowRaiseRequests() <-chan struct{} { return h.env.showWindow }

func (h *host) SaveModelTakesPictures(_ context.Context, model string, sees bool) error {
	return h.app.models.client.SaveModelTakesPictures(model, sees)
}

func (h *host) FetchPicture(ctx context.Context, address string) ([]byte, error) {
	data, err := pictureio.FetchPictureRefusingPrivateHosts(ctx, address)
	return data, convertToWindowPictureError(err)
}

func (h *host) ReadClipboardPicture(ctx context.Context) ([]byte, error) {
	data, err := pictureio.ReadPictureFromX11Clipboard(ctx)
	return data, convertToWindowPictureError(err)
}

func (h *host) SavePictureToDownloads(_ context.Context, name, mime string, data []byte) (string, error) {
	path, err := pictureio.SavePictureToDownloadsAsNewFile(name, mime, data)
	return path, convertToWindowPictureError(err)
}

// convertToWindowPictureError makes a pictureio.Error the window's.
func convertToWindowPictureError(err error) error {
	var problem pictureio.Error
	if errors.As(err, &problem) {
		return ui.PictureError(problem)
	}
	return err
}
