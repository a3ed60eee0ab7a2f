package app

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/timing"
	"memoir/ui/translate"
)

// Host is what the window needs from the program beyond the core: model servers on this computer,
// keys, models.yaml, the data folder. Methods with a context may be slow and are called off the UI
// goroutine; all are safe for concurrent use. No error contains a key.
type Host interface {
	// FindLocalModelServers looks for model servers on this computer, all at once, and returns after
	// about a third of a second.
	FindLocalModelServers(ctx context.Context) ([]Server, error)
	// HasConfiguredProviders reports whether models.yaml already contains a provider.
	HasConfiguredProviders() bool
	// AddOrReplaceProviderAndStoreKey adds a provider to models.yaml, leaves the other entries alone,
	// and makes it usable at once. A provider of the same name is replaced. The key, if any, is saved
	// as by StoreProviderKey.
	AddOrReplaceProviderAndStoreKey(ctx context.Context, p Provider) error
	// UpdateProviderTitleAndAddress changes the display name and the address of the provider with
	// p's name. Its key stays, and chats keep their models.
	UpdateProviderTitleAndAddress(ctx context.Context, p Provider) error
	// RemoveProviderAndKey removes a provider from models.yaml and deletes its key.
	RemoveProviderAndKey(ctx context.Context, name string) error
	// StoreProviderKey saves the key of a provider and returns where: "keychain" or "file".
	StoreProviderKey(ctx context.Context, provider, key string) (where string, err error)
	// TestConnectionAndCountModels requests the model list of an address with a key and returns the
	// number of models. Nothing is saved.
	TestConnectionAndCountModels(ctx context.Context, baseURL, key string) (models int, err error)
	// DownloadOllamaModel lets an Ollama server on this computer download a model, and returns when it
	// is there. progress is called, on the caller's goroutine, with the bytes that are there and those
	// of all parts known so far. Cancelling ctx stops it; the next call goes on from there.
	DownloadOllamaModel(ctx context.Context, provider, model string, progress func(done, total int64)) error
	// ClearModelAndKeyCaches drops the cached model lists, so that the next listing queries the
	// servers again.
	ClearModelAndKeyCaches()
	// SaveMemoryExtractorModel sets the model that extracts memories; empty leaves the choice to the
	// default rule.
	SaveMemoryExtractorModel(ctx context.Context, model string) error
	// ProvidersFromEnvironment lists the API keys found in environment variables. They are only
	// offered, never used without consent.
	ProvidersFromEnvironment() []EnvironmentKey
	// ProviderPresets lists the known services that a key can be entered for.
	ProviderPresets() []Provider

	// Setting reads a setting that only the window knows, "" when it is not set; SaveSetting writes
	// one.
	LoadSettingOrEmpty(ctx context.Context, key string) (string, error)
	SaveSetting(ctx context.Context, key, value string) error

	// HTTPInterfaceStatus returns the state of the HTTP interface; SetHTTPInterfaceEnabled turns it on
	// or off, now and for the next start.
	HTTPInterfaceStatus(ctx context.Context) (Network, error)
	SetHTTPInterfaceEnabled(ctx context.Context, on bool) error
	// ReadOrCreateAPIToken returns the token that clients of the HTTP interface send;
	// RenewAPITokenAndRestartServer replaces it, which invalidates the old one.
	ReadOrCreateAPIToken(ctx context.Context) (string, error)
	RenewAPITokenAndRestartServer(ctx context.Context) error

	// SyncAndReturnMarkdownFolderStatus brings the folder of Markdown files up to date and returns its
	// state for a profile.
	SyncAndReturnMarkdownFolderStatus(ctx context.Context, profile memory.ID) (memory.FolderStatus, error)
	// ApplyDecisionOnGoneFilesAndSync decides about files that are gone, files of them, and returns
	// the state after it.
	ApplyDecisionOnGoneFilesAndSync(
		ctx context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
	) (memory.FolderStatus, error)

	// DownloadsFolderPath is where exports go unless the user says otherwise.
	DownloadsFolderPath() string
	// ExportToFile exports into a file, which is there whole or not at all, and calls tell after each
	// chat. Without overwrite, a path at which there is something is fs.ErrExist.
	ExportToFile(
		ctx context.Context, profile memory.ID, o memory.ExportOptions, path string, overwrite bool,
		tell func(memory.Progress),
	) (memory.ExportResult, error)
	// ImportArchive imports a file and calls tell after each chat; see engine.Session.ImportArchive.
	ImportArchive(
		ctx context.Context, profile memory.ID, path string, o memory.ImportOptions, tell func(memory.Progress),
	) (memory.ImportResult, error)
	// SaveModelTakesPictures records in models.yaml whether a model, named as provider/model, takes
	// pictures.
	SaveModelTakesPictures(ctx context.Context, model string, sees bool) error
	// ReadClipboardPicture returns the picture in the clipboard. A PictureError says why there is
	// none.
	ReadClipboardPicture(ctx context.Context) ([]byte, error)
	// SavePictureToDownloads writes a picture into the folder for downloads, beside one of the same
	// name, and returns its path. When that fails with a PictureError, its text is a sentence with the
	// reason.
	SavePictureToDownloads(ctx context.Context, name, mime string, data []byte) (path string, err error)

	// FetchPicture downloads a web picture that the user clicked, up to 10 MB. When that fails with a
	// PictureError, its text is a sentence with the reason.
	FetchPicture(ctx context.Context, address string) ([]byte, error)

	// AboutInfo returns version, paths and the like.
	AboutInfo() About
	// DiagnosticsText returns a report about the state of the program and of the profile, without
	// content and keys.
	DiagnosticsText(ctx context.Context, profile memory.ID) (string, error)
	// DiagnosticsWithCrashTrace returns DiagnosticsText followed by the stack traces of the last
	// run, if it crashed and left any.
	DiagnosticsWithCrashTrace(ctx context.Context, profile memory.ID) (string, error)
	// CreateBackup writes a verified snapshot and returns its path.
	CreateBackup(ctx context.Context) (string, error)
	// Snapshots lists the snapshots in the data folder, newest first.
	ListSnapshots(ctx context.Context) ([]Snapshot, error)
	// StageSnapshotRestoreAndRestart verifies a snapshot, puts it in place of the data and starts the
	// program again, which closes the window. What is replaced becomes a snapshot. After an error
	// nothing has changed.
	StageSnapshotRestoreAndRestart(ctx context.Context, name string) error
	// FindDataFolderProblems describes the problems of the data folder, one sentence each; nil when
	// there are none.
	FindDataFolderProblems(ctx context.Context) ([]string, error)
	// StartDemoProcess opens the demo beside this window: scripted replies and a data folder of its
	// own.
	StartDemoProcess() error
	// WindowRaiseRequests receives a value when a second start of the program asks this window to come
	// to the front.
	WindowRaiseRequests() <-chan struct{}
}

// NewChatModeKey is the setting with the memory mode of new chats, a memory.MemoryMode; empty means
// on.
const NewChatModeKey = "ui.new_chat_memory"

// NewChatModelKey is the setting, one per profile, with the model that was chosen last, as JSON.
const NewChatModelKey = "ui.new_chat_model"

// Server is a model server found on this computer.
type Server struct {
	Name    string // as in models.yaml
	Title   string // display name
	BaseURL string
	Models  []ServerModel
}

// ServerModel is a model that such a server offers.
type ServerModel struct {
	ID    string
	Bytes int64 // size on disk; 0 unknown
	// LikelySlow is set when the model is probably too large for this computer.
	LikelySlow bool
}

// Snapshot is a copy of the data that one can go back to.
type Snapshot struct {
	Name      string // for StageSnapshotRestoreAndRestart
	Reason    string // why it was made, for display: "Daily"
	CreatedAt time.Time
	Bytes     int64
}

// Provider is a model service. Key is write-only: it is passed to the host and never returned.
type Provider struct {
	Name    string
	Title   string
	BaseURL string
	Key     string
	Local   bool
}

// EnvironmentKey is an API key found in an environment variable.
type EnvironmentKey struct {
	Provider
	Variable string // name of the variable
}

// PictureError is a sentence that says why a picture was not loaded.
type PictureError string

// Error returns the sentence.
func (e PictureError) Error() string { return string(e) }

// Network is the state of the HTTP interface through which programs on this computer reach the
// memory while the window is open.
type Network struct {
	On      bool
	Address string // http://127.0.0.1:8377; "" while it is not listening
	Problem string // why it is enabled but not listening; a sentence
}

// About holds version, paths and other facts about this run.
type About struct {
	Version    string
	DataDir    string
	LogFile    string
	ModelsFile string // path of models.yaml
	Licences   string
	// IsDemo is set when the replies are scripted.
	IsDemo bool
	// CrashedAt is the time at which the last run ended unexpectedly; zero when it exited normally.
	CrashedAt time.Time
	// CrashFile is the path of its stack traces, empty when there are none.
	CrashFile string
	// HasInputMethod is set for locales that compose text with an input method (Chinese, Japanese,
	// Korean).
	HasInputMethod bool
}

// Env holds the dependencies of every pane. It is immutable. The fields are safe for concurrent
// use, except After, ShowToast and what says so.
type Env struct {
	Session *engine.Session
	Host    Host
	Tasks   *Tasks
	Now     func() time.Time
	// After calls f on the UI goroutine after d; stop cancels it.
	After timing.After
	// ShowToast shows a short message for a few seconds, with an action button when ActionLabel is not
	// empty.
	ShowToast func(Toast)
	// NavigateTo shows another screen of the window. CopyText puts a text on the clipboard. OpenURL
	// opens a page or a folder outside the program, and says so where nothing can. All three must be
	// called on the UI goroutine.
	NavigateTo func(Route)
	CopyText   func(text string)
	OpenURL    func(url string)
	// Export asks how and where to export, and exports. It must be called on the UI goroutine.
	Export func(Export)
	// PickFiles lets the user choose files and calls chosen with their paths, unless the user cancels.
	// It must be called on the UI goroutine, which then runs chosen.
	PickFiles func(pick FilePick, chosen func(paths []string))
	// ChooseSavePath shows the desktop's dialog for saving a file and returns the path, "" when the
	// user cancels; ErrNoDesktopDialog where there is none. The dialog has asked before it names a
	// file that is there. It waits for the user and is called off the UI goroutine; nil = there is no
	// dialog.
	ChooseSavePath func(ctx context.Context, pick FilePick) (string, error)
	// ReducedMotion reports whether animations are turned off; nil means they are on.
	ReducedMotion func() bool
	// WantsSuggestions reports whether an empty chat suggests something; nil means that it does not.
	WantsSuggestions func() bool
	// Prompts are the prompts of the profile. UI goroutine only.
	Prompts *PromptLibrary
}

// FilePick says what files the user is asked for.
type FilePick struct {
	Title    string
	Hint     string   // in Memoir's own dialog; it tells the purposes apart, whose last folders are remembered
	Name     string   // of the file to save
	Folder   string   // where the dialog begins, "" = in the home folder
	Multiple bool     // several can be chosen; Memoir's own dialog takes one at a time
	Endings  []string // of the names that are shown at first, such as ".zip"; none = all files
}

// ErrNoDesktopDialog means that the desktop has no dialog for files.
var ErrNoDesktopDialog = errors.New("the desktop has no dialog for files")

// Export is what the user wants to export.
type Export struct {
	Title    string // as in "Export …"
	Name     string // of the file, without its ending
	Contents memory.ExportContents
	ChatIDs  []memory.ID // of memory.ExportChats
	Project  memory.ID   // of memory.ExportProject
}

// ExportRequestForOneChat is the export of one chat.
func ExportRequestForOneChat(c memory.Chat) Export {
	return Export{
		Title: translate.Text("“{{.Text}}”", "Text", c.Title), Name: c.Title, Contents: memory.ExportChats,
		ChatIDs: []memory.ID{c.ID},
	}
}

// ExportRequestForChats is the export of several chats.
func ExportRequestForChats(cs []memory.Chat) Export {
	ids := make([]memory.ID, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	return Export{
		Title: translate.Count(len(cs), "{{.Count}} chat", "{{.Count}} chats"), Name: "chats", Contents: memory.ExportChats,
		ChatIDs: ids,
	}
}

// ExportRequestForProject is the export of a project with its chats, files and memories.
func ExportRequestForProject(p memory.Project) Export {
	return Export{
		Title: translate.Text("“{{.Text}}”", "Text", p.Name), Name: p.Name, Contents: memory.ExportProject, Project: p.ID,
	}
}

// ExportRequestForEverything is the export of the profile.
func ExportRequestForEverything() Export {
	return Export{Title: translate.Text("everything|what is exported"), Name: "memoir", Contents: memory.ExportAll}
}

// ExportRequestForMemories is the export of the memories alone.
func ExportRequestForMemories() Export {
	return Export{Title: translate.Text("memories|what is exported"), Name: "memories", Contents: memory.ExportMemories}
}

// FileURLOfFolder returns the file URL of a folder.
func FileURLOfFolder(dir string) string {
	path := filepath.ToSlash(dir)
	if !strings.HasPrefix(path, "/") { // C:/Users
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// Debounce is the type that NewDebounce returns.
type Debounce = timing.Debounce

// NewDebounce returns a Debounce that runs run on the UI goroutine, delay after its last Restart.
func (e *Env) NewDebounce(delay time.Duration, run func()) *Debounce {
	return timing.NewDebounce(e.After, delay, run)
}

// HasReducedMotion reports whether animations (sliding, fading, spinning) are turned off.
func (e *Env) HasReducedMotion() bool { return e.ReducedMotion != nil && e.ReducedMotion() }

// Toast is a short message that disappears after a few seconds.
type Toast struct {
	Text        string
	ActionLabel string // label of the action button
	Action      func()
	IsError     bool // reports a failure
	InPanel     bool // shown in the right panel while that is open
}

// ShowErrorToast shows an error as a toast, and further sentences behind it. It ignores nil and
// context.Canceled, which is what a closing window produces.
func (e *Env) ShowErrorToast(err error, more ...string) {
	f := memory.FaultFromError(err)
	if f == nil || errors.Is(err, context.Canceled) {
		return
	}
	e.ShowToast(Toast{Text: strings.Join(append([]string{FaultText(f)}, more...), " "), IsError: true})
}
