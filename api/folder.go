package api

import "context"

// DataFolder is what the handler needs of the data folder beyond the core: its integrity, its
// backups and its key store. All methods are safe for concurrent use.
type DataFolder interface {
	// CheckDatabaseAndSearchIndexes reports what is wrong with the database, full-text search and
	// vectors; it changes nothing.
	CheckDatabaseAndSearchIndexes(ctx context.Context) (IntegrityReport, error)
	// CreateBackup writes a verified snapshot to path, which must be absolute and must not exist yet;
	// an empty path means a new name in the data folder's backups. It returns the snapshot's path and
	// its size in bytes.
	CreateBackup(ctx context.Context, path string) (Snapshot, error)
	// StoreProviderKey stores the key of a provider of models.yaml and returns where: "keychain" or
	// "file". An unknown provider is memory.ErrNotFound. The key appears in no error.
	StoreProviderKey(ctx context.Context, provider, key string) (where string, err error)
	// SaveModelTakesPictures records in models.yaml whether a model, named as provider/model, takes
	// pictures. An unknown provider is memory.ErrNotFound.
	SaveModelTakesPictures(ctx context.Context, model string, sees bool) error
}

// IntegrityReport is the outcome of an integrity check, in sentences for the user: what is wrong
// (empty when OK), what was repaired, what will repair itself, what a repair could not read, and where
// the damaged data is kept.
type IntegrityReport struct {
	OK       bool     `json:"ok"`
	Problems []string `json:"problems"`
	Repaired []string `json:"repaired"`
	Notes    []string `json:"notes"`
	Lost     []string `json:"lost"`
	Kept     []string `json:"kept"`
}

// Snapshot is the path and size of a backup.
type Snapshot struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}
