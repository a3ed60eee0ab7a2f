//go:build !headless

package cli

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"memoir/memory"
	"memoir/storage"
	"memoir/ui"
)

// useDownloadsFolder makes a folder the desktop's one for downloads.
func useDownloadsFolder(t *testing.T, dir string) {
	t.Helper()
	was := xdg.UserDirs.Download
	xdg.UserDirs.Download = dir
	t.Cleanup(func() { xdg.UserDirs.Download = was })
}

func TestDownloadsFolderIsTheDesktopsOrHome(t *testing.T) {
	h, dir := &host{}, t.TempDir()
	useDownloadsFolder(t, dir)
	if got := h.DownloadsFolderPath(); got != dir {
		t.Errorf("it is %s", got)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, missing := range []string{"", filepath.Join(dir, "gone"), file} {
		xdg.UserDirs.Download = missing
		if got := h.DownloadsFolderPath(); got != xdg.Home {
			t.Errorf("instead of %q it is %s", missing, got)
		}
	}
}

func TestExportIsWrittenAndImported(t *testing.T) {
	h, _ := openHostWithServer(t)
	ctx := t.Context()
	user := h.app.service.Session(1, memory.ActorUser)
	if _, err := user.AddMemory(ctx, memory.NewMemory{Content: "The user has a cat."}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "memoir.zip")
	export := func(path string, overwrite bool) (memory.ExportResult, error) {
		return h.ExportToFile(ctx, 1, memory.ExportOptions{Format: memory.FormatJSON, Contents: memory.ExportAll},
			path, overwrite, func(memory.Progress) {})
	}
	if r, err := export(path, false); err != nil || r.Memories != 1 {
		t.Fatalf("exported %+v, %v", r, err)
	}
	first, err := os.ReadFile(path)
	if err != nil || len(first) == 0 {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	if _, err := user.AddMemory(ctx, memory.NewMemory{Content: "The user has a dog."}); err != nil {
		t.Fatal(err)
	}
	if _, err := export(path, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != string(first) {
		t.Errorf("the file that was there has %d bytes, %v", len(b), err)
	}
	if r, err := export(path, true); err != nil || r.Memories != 2 {
		t.Errorf("over it when asked to: %+v, %v", r, err)
	}

	other, err := h.app.service.CreateProfile(ctx, "other")
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.ImportArchive(ctx, other.ID, path, memory.ImportOptions{DryRun: true}, func(memory.Progress) {})
	if err != nil || !r.DryRun || r.Memories != 2 {
		t.Errorf("looking into it: %+v, %v", r, err)
	}
	r, err = h.ImportArchive(ctx, other.ID, path, memory.ImportOptions{}, func(memory.Progress) {})
	if err != nil || r.Memories != 2 {
		t.Errorf("imported %+v, %v", r, err)
	}
	ms, err := h.app.service.Session(other.ID, memory.ActorUser).ListOrSearchMemories(ctx, memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{AnyScope: true, Status: []memory.Status{
			memory.StatusActive, memory.StatusInbox,
		}},
	})
	if err != nil || len(ms) != 2 {
		t.Errorf("the other profile has %+v, %v", ms, err)
	}
}

func TestExportWithoutAFolderSaysSo(t *testing.T) {
	h, _ := openHostWithServer(t)
	path := filepath.Join(t.TempDir(), "gone", "memoir.zip")
	_, err := h.ExportToFile(t.Context(), 1, memory.ExportOptions{
		Format: memory.FormatJSON, Contents: memory.ExportAll,
	}, path, false, func(memory.Progress) {})
	var field *memory.FieldError
	if !errors.As(err, &field) || field.Problem != "The folder "+filepath.Dir(path)+" doesn't exist" {
		t.Errorf("said %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	path = filepath.Join(t.TempDir(), "memoir.zip")
	if _, err = h.ExportToFile(ended, 1, memory.ExportOptions{
		Format: memory.FormatJSON, Contents: memory.ExportAll,
	}, path, false, func(memory.Progress) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("when it was cancelled: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 0 {
		t.Errorf("an export that was cancelled leaves %v, %v", left, err)
	}
}

func TestArchiveThatIsNoneIsRefused(t *testing.T) {
	h, _ := openHostWithServer(t)
	dir := t.TempDir()
	text := filepath.Join(dir, "text.zip")
	if err := os.WriteFile(text, []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "gone.zip"): "it can't be opened", dir: "it isn't a file", text: "",
	} {
		_, err := h.ImportArchive(t.Context(), 1, path, memory.ImportOptions{}, func(memory.Progress) {})
		var refused *memory.ArchiveError
		if !errors.As(err, &refused) || want != "" && refused.Problem != want {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}

func TestMarkdownFolderIsToldOfAndAnswered(t *testing.T) {
	h, _ := openHostWithServer(t)
	ctx := t.Context()
	if s, err := h.SyncAndReturnMarkdownFolderStatus(ctx, 1); err != nil || s.State != memory.FolderOff {
		t.Fatalf("before there is one: %+v, %v", s, err)
	}
	user, dir := h.app.service.Session(1, memory.ActorUser), t.TempDir()
	if _, err := user.AddMemory(ctx, memory.NewMemory{Content: "The user has a cat."}); err != nil {
		t.Fatal(err)
	}
	if err := user.SetAndStoreSetting(ctx, "folder.path", dir); err != nil {
		t.Fatal(err)
	}
	s, err := h.SyncAndReturnMarkdownFolderStatus(ctx, 1)
	if err != nil || s.State != memory.FolderUpToDate || s.Path != dir || s.Files == 0 {
		t.Errorf("it is %+v, %v", s, err)
	}
	if _, err = h.ApplyDecisionOnGoneFilesAndSync(ctx, 1, memory.FolderRestore, 2); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("an answer to no question: %v", err)
	}
	mirror := h.app.mirror
	h.app.mirror = nil
	defer func() { h.app.mirror = mirror }()
	if _, err = h.SyncAndReturnMarkdownFolderStatus(ctx, 1); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("where nothing can be written: %v", err)
	}
	if _, err = h.ApplyDecisionOnGoneFilesAndSync(ctx, 1, memory.FolderForget, 1); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("an answer where nothing can be written: %v", err)
	}
}

func TestSnapshotsAreListedAndOneIsPutBackByTheNextStart(t *testing.T) {
	h, _ := openHostWithServer(t)
	restarts := 0
	h.requestRestart = func() { restarts++ }
	if _, err := h.CreateBackup(t.Context()); err != nil {
		t.Fatal(err)
	}
	all, err := h.ListSnapshots(t.Context())
	if err != nil || len(all) != 1 || all[0].Bytes == 0 || all[0].Reason == "" || all[0].CreatedAt.IsZero() {
		t.Fatalf("listed %+v, %v", all, err)
	}
	if err := h.StageSnapshotRestoreAndRestart(t.Context(), "../app.db"); err == nil || restarts != 0 {
		t.Errorf("a name that is none: %v, %d restarts", err, restarts)
	}
	path, err := storage.SnapshotPathByName(h.app.db.DataDir(), all[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.StageSnapshotRestoreAndRestart(t.Context(), all[0].Name); err == nil || restarts != 0 {
		t.Errorf("a damaged one: %v, %d restarts", err, restarts)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.StageSnapshotRestoreAndRestart(t.Context(), all[0].Name); err != nil || restarts != 1 {
		t.Errorf("%v, %d restarts", err, restarts)
	}
}

func TestModelIsDownloadedByOllamaAlone(t *testing.T) {
	h, server := openHostWithServer(t)
	ctx := t.Context()
	for _, name := range []string{"ollama", "mine"} {
		if err := h.AddOrReplaceProviderAndStoreKey(ctx, ui.Provider{Name: name, BaseURL: server.URL + "/v1"}); err != nil {
			t.Fatal(err)
		}
	}
	var done, total int64
	progress := func(d, of int64) { done, total = d, of }
	if err := h.DownloadOllamaModel(ctx, "ollama", "tiny", progress); err != nil || done == 0 || done != total {
		t.Errorf("%d of %d bytes, %v", done, total, err)
	}
	if ids := strings.Join(h.chatModelIDs(t), " "); !strings.Contains(ids, "ollama/tiny") {
		t.Errorf("the models are %s", ids)
	}
	if err := h.DownloadOllamaModel(ctx, "ollama", "missing", progress); err == nil {
		t.Error("a model that nobody has was downloaded")
	}
	if err := h.DownloadOllamaModel(ctx, "mine", "tiny", progress); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("from a server that is no Ollama: %v", err)
	}
	if err := h.DownloadOllamaModel(ctx, "gone", "tiny", progress); err == nil {
		t.Error("a model was downloaded from nobody")
	}
}

func TestSightOfAModelIsRemembered(t *testing.T) {
	h, server := openHostWithServer(t)
	mine := ui.Provider{Name: "mine", BaseURL: server.URL + "/v1"}
	if err := h.AddOrReplaceProviderAndStoreKey(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	for _, sees := range []bool{true, false} {
		if err := h.SaveModelTakesPictures(t.Context(), "mine/small", sees); err != nil {
			t.Fatal(err)
		}
		h.ClearModelAndKeyCaches()
		ms, err := h.app.service.ListModels(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ms {
			if m.ID == "mine/small" && m.Sees != memory.SightFromBool(sees) {
				t.Errorf("after %t it is %v", sees, m.Sees)
			}
		}
	}
	if err := h.SaveModelTakesPictures(t.Context(), "gone/small", true); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("of an unknown provider: %v", err)
	}
}

func TestPicturesAreFetchedAndSavedOrRefusedInWords(t *testing.T) {
	h, dir := &host{}, filepath.Join(t.TempDir(), "downloads")
	useDownloadsFolder(t, dir)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write([]byte("bytes"))
	}))
	defer server.Close()
	if data, err := h.FetchPicture(t.Context(), server.URL); err != nil || string(data) != "bytes" {
		t.Errorf("fetched %q, %v", data, err)
	}
	isRefused := func(err error) bool {
		var refused ui.PictureError
		return errors.As(err, &refused) && refused != ""
	}
	if _, err := h.FetchPicture(t.Context(), "file:///etc/passwd"); !isRefused(err) {
		t.Errorf("a file: %v", err)
	}
	for _, want := range []string{"cup.png", "cup (2).png"} {
		path, err := h.SavePictureToDownloads(t.Context(), "cup.webp", "image/png", []byte("bytes"))
		if err != nil || path != filepath.Join(dir, want) {
			t.Errorf("saved as %s, %v", path, err)
		}
	}
	xdg.UserDirs.Download = filepath.Join(dir, "cup.png", "below a file")
	if _, err := h.SavePictureToDownloads(t.Context(), "cup.png", "image/png", nil); !isRefused(err) {
		t.Errorf("where there can be no folder: %v", err)
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if _, err := h.ReadClipboardPicture(t.Context()); !isRefused(err) {
		t.Errorf("without a display: %v", err)
	}
	if err := convertToWindowPictureError(context.Canceled); !errors.Is(err, context.Canceled) || isRefused(err) {
		t.Errorf("another error became %v", err)
	}
}
