package storage

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/gofrs/flock"

	"memoir/memory"
)

// File and folder names in the data folder.
const (
	databaseName      = "app.db"
	lockName          = "memoir.lock"
	indexSnapshotName = "index.snapshot"
	backupFolder      = "backups"
)

// Permissions: only the owner can read the data folder.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// ResolveDataFolder returns the data folder: flag if not empty, else MEMOIR_HOME, else the operating
// system's convention (XDG data folder, Application Support, AppData). The path is absolute;
// nothing is created.
func ResolveDataFolder(flag string, getenv func(string) string) (string, error) {
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

// ResolveIndexSnapshotFolder returns the folder of the index snapshot: CHROMA_DIR if set, else the
// data folder.
func ResolveIndexSnapshotFolder(dir string, getenv func(string) string) string {
	if d := getenv("CHROMA_DIR"); d != "" {
		return d
	}
	return dir
}

// IsDataFolderLocked reports whether a running Memoir has locked the data folder. A folder that
// does not exist is not locked. The result can be outdated as soon as it is returned; only Open
// decides.
func IsDataFolderLocked(dir string) (bool, error) {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return false, nil
	}
	l := flock.New(path, flock.SetPermissions(fileMode))
	free, err := l.TryLock()
	if err != nil {
		return false, wrapErrorWithSentinel("look at lock of "+dir, err)
	}
	if free {
		return false, wrapErrorWithSentinel("release lock of "+dir, l.Close())
	}
	return true, nil
}

// createAndLockFolder creates the folder if it is missing and locks it; memory.ErrBusy when another
// process holds the lock.
func createAndLockFolder(dir string) (*flock.Flock, error) {
	if err := ensurePrivateFolder(dir); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(fileMode))
	ok, err := l.TryLock()
	if err != nil {
		return nil, wrapErrorWithSentinel("lock data folder "+dir, err)
	}
	if !ok {
		return nil, fmt.Errorf("lock data folder %s: %w: another Memoir uses it", dir, memory.ErrBusy)
	}
	_ = os.WriteFile(
		l.Path(),
		[]byte(strconv.Itoa(os.Getpid())+"\n"),
		fileMode,
	) // for LastFolderLockerPID; a full disk may refuse
	return l, nil
}

// LastFolderLockerPID returns the process id of the Memoir that locked the data folder last, 0 when
// it is not known. It says nothing about whether that process still runs: see IsDataFolderLocked.
func LastFolderLockerPID(dir string) int {
	b, err := os.ReadFile(filepath.Join(dir, lockName))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return 0
	}
	return max(pid, 0)
}

// listEntriesMatchingPattern returns the paths of a folder's entries whose names match a pattern of
// filepath.Match, sorted; none when there is no such folder. Unlike filepath.Glob it takes the
// folder's name as it is.
func listEntriesMatchingPattern(dir, pattern string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, wrapErrorWithSentinel("list "+dir, err)
	}
	var out []string
	for _, e := range entries {
		ok, err := filepath.Match(pattern, e.Name())
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", dir, err)
		}
		if ok {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// ensurePrivateFolder creates a folder with mode 0700, or removes the group's and others'
// permissions from an existing one.
func ensurePrivateFolder(dir string) error {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return wrapErrorWithSentinel("create folder "+dir, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return wrapErrorWithSentinel("look at folder "+dir, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(dir, folderMode); err != nil {
			return wrapErrorWithSentinel("close folder "+dir+" to others", err)
		}
	}
	return nil
}

// ensurePrivateDatabaseFiles creates the database file if it is missing and removes the group's and
// others' permissions from it, its log and its shared-memory file. SQLite creates a missing log or
// shared-memory file with the database's mode.
func ensurePrivateDatabaseFiles(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return wrapErrorWithSentinel("open "+path, err)
	}
	if err := f.Close(); err != nil {
		return wrapErrorWithSentinel("open "+path, err)
	}
	for _, p := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(p)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return wrapErrorWithSentinel("look at "+p, err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			if err := os.Chmod(p, fileMode); err != nil {
				return wrapErrorWithSentinel("close "+p+" to others", err)
			}
		}
	}
	return nil
}
