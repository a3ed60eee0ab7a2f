package api

import (
	"context"

	"memoir/memory"
)

// Service is what the handler needs of the core; *memory.Service implements it.
type Service interface {
	chatService
	turnService
	memoryService
	ledgerService
	fileService
	maintenanceService
}

type chatService interface {
	CreateChat(ctx context.Context, profile memory.ID, n memory.NewChat) (memory.Chat, error)
	Chat(ctx context.Context, profile, id memory.ID) (memory.Chat, error)
	Chats(ctx context.Context, f memory.ChatFilter) ([]memory.Chat, error)
	UpdateChat(ctx context.Context, profile, id memory.ID, p memory.ChatPatch) (memory.Chat, error)
	DeleteChat(ctx context.Context, profile, id memory.ID, o memory.DeleteChatOptions) error
	RestoreChat(ctx context.Context, profile, id memory.ID) (memory.Chat, error)
	Messages(ctx context.Context, profile, chatID, leaf memory.ID, limit int) ([]memory.Message, error)
	Message(ctx context.Context, profile, id memory.ID) (memory.Message, error)
	MessageVersions(ctx context.Context, profile, id memory.ID) ([]memory.Message, error)
	SelectVersion(ctx context.Context, profile, id memory.ID) (memory.Chat, error)
}

type turnService interface {
	SendMessage(ctx context.Context, p memory.SendParams) (memory.Turn, error)
	RegenerateAnswer(ctx context.Context, profile, chatID, answer memory.ID, model memory.NullText) (memory.Turn, error)
	StopAnswer(ctx context.Context, profile, answer memory.ID) error
	WaitForAnswer(ctx context.Context, profile, answer memory.ID) (memory.Message, error)
	WaitForLearning(ctx context.Context, profile, answer memory.ID) ([]memory.Decision, error)
	SentPrompt(ctx context.Context, profile, answer memory.ID) ([]memory.PromptMessage, error)
	Subscribe() (wake <-chan struct{}, drain func() []memory.Event, cancel func())
}

type memoryService interface {
	Memories(ctx context.Context, q memory.MemoryQuery) ([]memory.Memory, error)
	Memory(ctx context.Context, profile, id memory.ID) (memory.Memory, error)
	AddMemory(ctx context.Context, profile memory.ID, by memory.Actor, n memory.NewMemory) (memory.AddedMemory, error)
	UpdateMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID,
		p memory.MemoryPatch) (memory.Memory, error)
	ForgetMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID) error
	EraseMemory(ctx context.Context, profile memory.ID, by memory.Actor, id memory.ID) (memory.EraseResult, error)
	AnswersUsing(ctx context.Context, profile, memoryID memory.ID, limit int) ([]memory.MemoryUse, error)
	RetrieveMemories(ctx context.Context, p memory.RetrieveParams) (memory.Retrieval, error)
	LearnFromText(ctx context.Context, p memory.LearnParams) ([]memory.Decision, error)
	BaseMemory(ctx context.Context, profile memory.ID) (memory.BaseMemory, error)
	SetBaseMemory(ctx context.Context, profile memory.ID, by memory.Actor, content string) (memory.BaseMemory, error)
}

type ledgerService interface {
	Decisions(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error)
	MemoryHistory(ctx context.Context, profile, memoryID memory.ID) ([]memory.Decision, error)
	UndoDecision(ctx context.Context, profile memory.ID, by memory.Actor, decision memory.ID) (memory.Decision, error)
}

type fileService interface {
	AddFile(ctx context.Context, profile memory.ID, n memory.NewFile) (memory.File, error)
	Files(ctx context.Context, profile memory.ID) ([]memory.File, error)
	File(ctx context.Context, profile, id memory.ID) (memory.File, error)
	UpdateFile(ctx context.Context, profile, id memory.ID, p memory.FilePatch) (memory.File, error)
	DeleteFile(ctx context.Context, profile, id memory.ID) error
	AttachFile(ctx context.Context, profile, chatID, id memory.ID) error
	DetachFile(ctx context.Context, profile, chatID, id memory.ID) error
}

type maintenanceService interface {
	ResolveProfile(ctx context.Context, external string) (memory.Profile, error)
	Health(ctx context.Context, profile memory.ID) (memory.Health, error)
	UnfinishedJobs(ctx context.Context, profile memory.ID) ([]memory.Job, error)
	RetryJob(ctx context.Context, profile, id memory.ID) error
	ReembedAll(ctx context.Context, o memory.ReembedOptions, progress func(memory.Progress)) (memory.ReembedReport, error)
	EmbedTexts(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error)
	WaitForEmbedder(ctx context.Context) error
	Models(ctx context.Context) ([]memory.ModelInfo, error)
	Providers(ctx context.Context) ([]memory.ProviderInfo, error)
	ExtractorFor(ctx context.Context, chatModel string) (memory.ModelInfo, memory.ExtractorReason, error)
}

// DataFolder is what the handler needs of the data folder beyond the core: its integrity, its
// backups and its key store. All methods are safe for concurrent use.
type DataFolder interface {
	// CheckIntegrity reports what is wrong with the database, full-text search and vectors; it changes
	// nothing.
	CheckIntegrity(ctx context.Context) (IntegrityReport, error)
	// CreateBackup writes a verified snapshot to path, which must be absolute and must not exist yet;
	// an empty path means a new name in the data folder's backups. It returns the snapshot's path and
	// its size in bytes.
	CreateBackup(ctx context.Context, path string) (Snapshot, error)
	// SetKey stores the key of a provider of models.yaml and returns where: "keychain" or "file". An
	// unknown provider is memory.ErrNotFound. The key appears in no error.
	SetKey(ctx context.Context, provider, key string) (where string, err error)
}

// IntegrityReport is the outcome of an integrity check, in sentences for the user: what is wrong
// (empty when OK), what was repaired, and what will repair itself.
type IntegrityReport struct {
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
