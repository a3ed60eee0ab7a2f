package storage

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"memoir/memory"
)

// damageSeenName is an empty file that a run leaves when it met damage, so that the next start repairs
// the folder.
const damageSeenName = "damage-seen"

// damageLog keeps the first damage that an operation met. Safe for concurrent use; nil keeps nothing.
type damageLog struct {
	dir    string
	logger *slog.Logger

	mu    sync.Mutex
	first error
}

// noteDamage keeps err if it is the first that says that the database is damaged, and returns err.
func (d *damageLog) noteDamage(err error) error {
	if d == nil || !errors.Is(err, memory.ErrCorrupt) {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first != nil {
		return err
	}
	d.first = err
	d.logger.Error("the database is damaged; the next start repairs it", "err", err)
	mark := filepath.Join(d.dir, damageSeenName)
	if cause := os.WriteFile(mark, nil, fileMode); cause != nil {
		d.logger.Warn("the next start cannot know of the damage", "err", cause)
	}
	return err
}

// FirstDamage returns the first error of this run that says that the database is damaged, nil when
// none did.
func (db *DB) FirstDamage() error {
	db.h.damage.mu.Lock()
	defer db.h.damage.mu.Unlock()
	return db.h.damage.first
}

// HasUnrepairedDamage reports whether a run in the folder met damage after the last repair.
func HasUnrepairedDamage(dir string) bool { return isRegularFile(filepath.Join(dir, damageSeenName)) }

// forgetDamage is called when the folder was repaired or its database replaced.
func forgetDamage(dir string) error { return removeIfExists(filepath.Join(dir, damageSeenName)) }
