package folder

import (
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// factDirPatterns find the folders with files that are read, from the root.
func factDirPatterns() []string {
	facts := path.Join(entriesDir, "*", "facts")
	return []string{facts, path.Join(profilesDir, "*", facts)}
}

// isFactFile reports whether a path may be that of a file which is read.
func isFactFile(name string) bool {
	return strings.HasSuffix(name, ".md") && filepath.Base(filepath.Dir(name)) == "facts" &&
		!strings.Contains(filepath.Base(name), editedMark)
}

// watchedDirs tells which files changed. Folders are watched and not files, because many editors save by
// renaming a new file over the old one. Without support of the system edits are found at the next start.
// Memoir's own writes are told too: their files are then read and found to be as they were written.
type watchedDirs struct {
	notify *fsnotify.Watcher // nil = not possible here
	log    *slog.Logger
}

func newWatchedDirs(log *slog.Logger) *watchedDirs {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		log.Warn("edits of the folder are found at the next start only", "err", err)
		w = nil
	}
	return &watchedDirs{notify: w, log: log}
}

func (w *watchedDirs) events() <-chan fsnotify.Event {
	if w.notify == nil {
		return nil
	}
	return w.notify.Events
}

func (w *watchedDirs) errors() <-chan error {
	if w.notify == nil {
		return nil
	}
	return w.notify.Errors
}

// watchOnly watches the folders with facts below root and no others.
func (w *watchedDirs) watchOnly(root string) {
	if w.notify == nil {
		return
	}
	var dirs []string
	for _, pattern := range factDirPatterns() {
		// The root is not part of the pattern: its name may have characters that patterns give a meaning.
		found, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			w.log.Warn("the folder cannot be watched", "folder", root, "err", err)
			return
		}
		for _, dir := range found {
			dirs = append(dirs, filepath.Join(root, filepath.FromSlash(dir)))
		}
	}
	watched := w.notify.WatchList()
	for _, dir := range watched {
		if !slices.Contains(dirs, dir) {
			_ = w.notify.Remove(dir) // it may be gone already
		}
	}
	for _, dir := range dirs {
		if slices.Contains(watched, dir) {
			continue
		}
		if err := w.notify.Add(dir); err != nil {
			w.log.Warn("edits of this folder are found at the next start only", "folder", dir, "err", err)
		}
	}
}

func (w *watchedDirs) close() {
	if w.notify != nil {
		_ = w.notify.Close()
	}
}
