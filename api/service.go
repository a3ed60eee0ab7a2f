package api

import (
	"context"

	"memoir/memory"
)

// Service is what the handler needs of the core; *memory.Service implements it.
type Service interface {
	chats
	turns
	memories
	ledger
	files
	upkeep
}

type chats interface {
	CreateThread(ctx context.Context, profile memory.ID, n memory.NewThread) (memory.Thread, error)
	Thread(ctx context.Context, profile, id memory.ID) (memory.Thread, error)
	Threads(ctx context.Context, f memory.ThreadFilter) ([]memory.Thread, error)
	UpdateThread(ctx context.Context, profile, id memory.ID, p memory.ThreadPatch) (memory.Thread, error)
	DeleteThread(ctx context.Context, profile, id memory.ID, o memory.DeleteThread) error
	RestoreThread(ctx context.Context, profile, id memory.ID) (memory.Thread, error)
	Messages(ctx context.Context, profile, thread, leaf memory.ID, limit int) ([]memory.Message, error)
	Message(ctx context.Context, profile, id memory.ID) (memory.Message, error)
	Versions(ctx context.Context, profile, id memory.ID) ([]memory.Message, error)
	SelectVersion(ctx context.Context, profile, id memory.ID) (memory.Thread, error)
}

type turns interface {
	Send(ctx context.Context, p memory.SendParams) (memory.Turn, error)
	Regenerate(ctx context.Context, profile, thread, answer memory.ID, model memory.Text) (memory.Turn, error)
	Stop(ctx context.Context, profile, answer memory.ID) error
	Wait(ctx context.Context, profile, answer memory.ID) (memory.Message, error)
	WaitLearned(ctx context.Context, profile, answer memory.ID) ([]memory.Decision, error)
	Prompt(ctx context.Context, profile, answer memory.ID) ([]memory.ChatMessage, error)
	Subscribe() (wake <-chan struct{}, drain func() []memory.Event, cancel func())
}

type memories interface {
	Memories(ctx context.Context, q memory.MemoryQuery) ([]memory.Memory, error)
	Memory(ctx context.Context, profile, id memory.ID) (memory.Memory, error)
	AddMemory(ctx context.Context, profile memory.ID, by memory.Actor, n memory.NewMemory) (memory.Added, error)
	UpdateMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID,
		p memory.MemoryPatch) (memory.Memory, error)
	ForgetMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID) error
	EraseMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID) (memory.Erased, error)
	AnswersUsing(ctx context.Context, profile, memoryID memory.ID, limit int) ([]memory.Use, error)
	Retrieve(ctx context.Context, p memory.RetrieveParams) (memory.Retrieval, error)
	Learn(ctx context.Context, p memory.LearnParams) ([]memory.Decision, error)
	BaseMemory(ctx context.Context, profile memory.ID) (memory.BaseMemory, error)
	SetBaseMemory(ctx context.Context, profile memory.ID, by memory.Actor, content string) (memory.BaseMemory, error)
}

type ledger interface {
	Decisions(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error)
	History(ctx context.Context, profile, memoryID memory.ID) ([]memory.Decision, error)
	Undo(ctx context.Context, profile memory.ID, by memory.Actor, decision memory.ID) (memory.Decision, error)
}

type files interface {
	AddContext(ctx context.Context, profile memory.ID, n memory.NewContext) (memory.Context, error)
	Contexts(ctx context.Context, profile memory.ID) ([]memory.Context, error)
	Context(ctx context.Context, profile, id memory.ID) (memory.Context, error)
	UpdateContext(ctx context.Context, profile, id memory.ID, p memory.ContextPatch) (memory.Context, error)
	DeleteContext(ctx context.Context, profile, id memory.ID) error
	AttachContext(ctx context.Context, profile, thread, id memory.ID) error
	DetachContext(ctx context.Context, profile, thread, id memory.ID) error
}

type upkeep interface {
	ResolveProfile(ctx context.Context, external string) (memory.Profile, error)
	Health(ctx context.Context, profile memory.ID) (memory.Health, error)
	Jobs(ctx context.Context, profile memory.ID) ([]memory.Job, error)
	RetryJob(ctx context.Context, profile, id memory.ID) error
	Reembed(ctx context.Context, o memory.ReembedOptions, progress func(memory.Progress)) (memory.ReembedReport, error)
	Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error)
	WaitEmbedder(ctx context.Context) error
	Models(ctx context.Context) ([]memory.ModelInfo, error)
	Providers(ctx context.Context) ([]memory.ProviderInfo, error)
	ExtractorFor(ctx context.Context, chatModel string) (memory.ModelInfo, string, error)
}

// DataFolder is what the handler needs of the data folder beyond the core: its integrity, its
// backups and its key store. All methods are safe for concurrent use.
type Folder interface {
	// CheckIntegrity reports what is wrong with the database, full-text search and vectors; it changes
	// nothing.
	Check(ctx context.Context) (Report, error)
	// CreateBackup writes a verified snapshot to path, which must be absolute and must not exist yet;
	// an empty path means a new name in the data folder's backups. It returns the snapshot's path and
	// its size in bytes.
	Backup(ctx context.Context, path string) (Snapshot, error)
	// SetKey stores the key of a provider of models.yaml and returns where: "keychain" or "file". An
	// unknown provider is memory.ErrNotFound. The key appears in no error.
	SetKey(ctx context.Context, provider, key string) (where string, err error)
}

// IntegrityReport is the outcome of an integrity check, in sentences for the user: what is wrong
// (empty when OK), what was repaired, and what will repair itself.
type Report struct {
	OK       bool     `json:"ok"`
	Problems []string `json:"problems"`
	Repaired []string `json:"repaired"`
	Notes    []string `json:"notes"`
}

// Snapshot is the path and size of a backup.
type Snapshot struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

var _ Service = (*memory.Service)(nil)
