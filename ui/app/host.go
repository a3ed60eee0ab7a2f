package app

import (
	"context"
	"errors"
	"time"

	"memoir/memory"
)

// Host is what the window needs of the program beyond the core: servers on this computer, keys, models.yaml, the data
// folder. Methods with a context may take long and are called away from the UI goroutine; all are safe for concurrent
// use. No error holds a key.
type Host interface {
	// Probe looks for model servers on this computer, all at once, and is done in about a third of a second.
	Probe(ctx context.Context) ([]Server, error)
	// Configured reports whether models.yaml names a provider already.
	Configured() bool
	// AddProvider writes a provider to models.yaml, keeping what stands there, and makes it usable at once. A provider
	// of the same name is replaced. The key, when there is one, is kept as SetKey does.
	AddProvider(ctx context.Context, p Provider) error
	// RemoveProvider takes a provider out of models.yaml and forgets its key.
	RemoveProvider(ctx context.Context, name string) error
	// SetKey keeps the key of a provider and says where: "keychain" or "file".
	SetKey(ctx context.Context, provider, key string) (where string, err error)
	// Test asks an address with a key for its models and returns how many there are. Nothing is kept.
	Test(ctx context.Context, baseURL, key string) (models int, err error)
	// Refresh forgets what is known of servers, so that the next list asks them again.
	Refresh()
	// SetExtractor names the model that learns; empty = by rule.
	SetExtractor(ctx context.Context, model string) error
	// Offers lists keys found in the environment. They are offered, never taken.
	Offers() []Offer
	// Presets are the services a key can be for.
	Presets() []Provider

	// Setting reads a value that only the window knows, "" when there is none; Keep stores one.
	Setting(ctx context.Context, key string) (string, error)
	Keep(ctx context.Context, key, value string) error

	// Network tells about the HTTP interface; SetNetwork switches it on or off, now and for the next start.
	Network(ctx context.Context) (Network, error)
	SetNetwork(ctx context.Context, on bool) error
	// Token is what programs send; NewToken makes another one, and the old one is worth nothing from then on.
	Token(ctx context.Context) (string, error)
	NewToken(ctx context.Context) error

	// Picture fetches a picture of the web that a person clicked on, at most 10 MB; a PictureError says in a sentence why
	// there is none.
	Picture(ctx context.Context, address string) ([]byte, error)

	// About tells names and places.
	About() About
	// Diagnostics is a text about the state of everything as the profile has it, without content and keys, for a report.
	Diagnostics(ctx context.Context, profile memory.ID) (string, error)
	// CrashReport is Diagnostics with the traces that the last run left when it crashed, if it left any.
	CrashReport(ctx context.Context, profile memory.ID) (string, error)
	// Backup writes a verified snapshot and returns its path.
	Backup(ctx context.Context) (string, error)
	// Check reports in sentences what is wrong with the data folder; nothing when all is well.
	Check(ctx context.Context) ([]string, error)
	// StartDemo opens the demo beside this window: scripted replies in a data folder of its own.
	StartDemo() error
	// Shows is signalled when a second start wants this window to come to the front.
	Shows() <-chan struct{}
}

// NewChatMode is the setting that says what new chats do with the memory: a memory.Mode, empty = on.
const NewChatMode = "ui.new_chat_memory"

// Server is a model server that was found on this computer.
type Server struct {
	Name    string // as in models.yaml
	Title   string // as people write it
	BaseURL string
	Models  []ServerModel
}

// ServerModel is a model such a server has.
type ServerModel struct {
	ID    string
	Bytes int64 // on disk; 0 unknown
	// Slow says that it is likely too large for this computer.
	Slow bool
}

// Provider is a model service. Key is only ever handed in, never out.
type Provider struct {
	Name    string
	Title   string
	BaseURL string
	Key     string
	Local   bool
}

// Offer is a key in the environment.
type Offer struct {
	Provider
	Env string // name of the variable
}

// PictureError says in a sentence why a picture was not loaded.
type PictureError string

// Error implements error.
func (e PictureError) Error() string { return string(e) }

// Network is the HTTP interface through which programs on this computer reach the memory while the window is open.
type Network struct {
	On      bool
	Address string // http://127.0.0.1:8377; "" while nothing listens
	Problem string // why nothing listens although it is on; a sentence
}

// About tells names and places for people.
type About struct {
	Version  string
	DataDir  string
	LogFile  string
	Models   string // path of models.yaml
	Licences string
	// Demo is set when the replies are scripted.
	Demo bool
	// Crash is when the last run ended without saying so; zero when it ended well.
	Crash time.Time
	// CrashFile is where its traces lie, empty when there are none.
	CrashFile string
	// Locale has an input method that composes text (Chinese, Japanese, Korean).
	Composes bool
}

// Env is what every pane is given. It is immutable; the fields are safe for concurrent use except After and Notify,
// which belong to the UI goroutine.
type Env struct {
	Service *memory.Service
	Host    Host
	Tasks   *Tasks
	Profile memory.ID
	Now     func() time.Time
	// After calls f on the UI goroutine after d; the returned func cancels it.
	After func(d time.Duration, f func()) (stop func())
	// Notify shows a line for a few seconds, with an action when label is not empty.
	Notify func(Note)
	// ReducedMotion tells whether nothing is to slide, fade or turn; nil = things may move.
	ReducedMotion func() bool
}

// Still reports whether nothing is to slide, fade or turn.
func (e *Env) Still() bool { return e.ReducedMotion != nil && e.ReducedMotion() }

// Note is a line that appears and goes by itself.
type Note struct {
	Text   string
	Label  string // of the action
	Action func()
	Bad    bool // something went wrong
	Panel  bool // belongs to the right panel
}

// Fail tells a person what went wrong; a nil error and one of a closed window say nothing.
func (e *Env) Fail(err error) {
	f := memory.FaultOf(err)
	if f == nil || errors.Is(err, context.Canceled) {
		return
	}
	e.Notify(Note{Text: f.Title + " " + f.Hint, Bad: true})
}
