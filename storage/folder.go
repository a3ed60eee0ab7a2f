package storage

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/gofrs/flock"

	"memoir/memory"
)

// Names inside the data folder.
const (
	databaseName = "app.db"
	lockName     = "memoir.lock"
	indexName    = "index.snapshot"
	backupFolder = "backups"
)

// Only the owner reads the data folder.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// ResolveDir names the data folder: flag when it is not empty, else MEMOIR_HOME, else the convention of the operating
// system (XDG data folder, Application Support, AppData). The path is absolute; nothing is created.
func ResolveDir(flag string, getenv func(string) string) (string, error) {
	dir := flag
	if dir == "" {
		dir = getenv("MEMOIR_HOME")
	}
	if dir == "" {
		dir = filepath.Join(xdg.DataHome, "memoir")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("resolve data folder %q: %w", dir, err)
	}
	return abs, nil
}

// ResolveIndexDir names the folder of the index snapshot: CHROMA_DIR when it is set, else the data folder.
func ResolveIndexDir(dir string, getenv func(string) string) string {
	if d := getenv("CHROMA_DIR"); d != "" {
		return d
	}
	return dir
}

// Owned reports whether a running Memoir owns the data folder. A folder that does not exist is not owned. The answer
// may be outdated as soon as it is given; Open decides.
func Owned(dir string) (bool, error) {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return false, nil
	}
	l := flock.New(path, flock.SetPermissions(fileMode))
	free, err := l.TryLock()
	if err != nil {
		return false, translate("look at lock of "+dir, err)
	}
	if free {
		return false, translate("release lock of "+dir, l.Close())
	}
	return true, nil
}

// lockFolder creates the folder when it is missing and takes its lock; memory.ErrBusy when another process has it.
func lockFolder(dir string) (*flock.Flock, error) {
	if err := makePrivate(dir); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(fileMode))
	ok, err := l.TryLock()
	if err != nil {
		return nil, translate("lock data folder "+dir, err)
	}
	if !ok {
		return nil, fmt.Errorf("lock data folder %s: %w: another Memoir uses it", dir, memory.ErrBusy)
	}
	return l, nil
}

// makePrivate creates a folder for its owner's eyes only and closes an existing one to others.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return translate("create folder "+dir, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return translate("look at folder "+dir, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(dir, folderMode); err != nil {
			return translate("close folder "+dir+" to others", err)
		}
	}
	return nil
}

// makeFilesPrivate closes the database and its companions to others; missing ones are created by SQLite with the
// database's own mode.
func makeFilesPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return translate("open "+path, err)
	}
	if err := f.Close(); err != nil {
		return translate("open "+path, err)
	}
	for _, p := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(p)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return translate("look at "+p, err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			if err := os.Chmod(p, fileMode); err != nil {
				return translate("close "+p+" to others", err)
			}
		}
	}
	return nil
}
