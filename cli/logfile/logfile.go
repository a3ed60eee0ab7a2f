// Package logfile writes the program's log: JSON into a few files of limited size, text on the console.
package logfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
)

// DefaultMaxBytes is the size beyond which the program's log is rotated.
const DefaultMaxBytes = 4 << 20

const maxLogFiles = 5 // the current one and four older

// RotatingFile is a log of at most maxLogFiles files: name, name.1 (newer) … name.4 (oldest). It is
// opened at the first write, so a command that logs nothing creates no file. It is safe for
// concurrent use by one process.
type RotatingFile struct {
	Path     string // of the current file
	MaxBytes int64  // a file beyond this size is rotated

	mu   sync.Mutex
	file *os.File
	size int64
}

// Write appends b to the log. One write is never split over two files.
func (r *RotatingFile) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		if err := r.openLogFileCreatingFolder(); err != nil {
			return 0, err
		}
	}
	if r.size > 0 && r.size+int64(len(b)) > r.MaxBytes {
		if err := r.rotateFiles(); err != nil {
			return 0, err
		}
	}
	n, err := r.file.Write(b)
	r.size += int64(n)
	return n, err
}

func (r *RotatingFile) openLogFileCreatingFolder() error {
	if err := os.MkdirAll(filepath.Dir(r.Path), 0o700); err != nil {
		return fmt.Errorf("make log folder: %w", err)
	}
	f, err := os.OpenFile(r.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("open log: %w", err), f.Close())
	}
	r.file, r.size = f, info.Size()
	return nil
}

func (r *RotatingFile) rotateFiles() error {
	err := r.file.Close()
	r.file = nil
	for i := maxLogFiles - 1; i > 0; i-- {
		from := r.Path
		if i > 1 {
			from = fmt.Sprintf("%s.%d", r.Path, i-1)
		}
		if e := os.Rename(from, fmt.Sprintf("%s.%d", r.Path, i)); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return errors.Join(err, r.openLogFileCreatingFolder())
}

// Close closes the current file. It does nothing when no file is open; a later Write opens the log
// again.
func (r *RotatingFile) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	r.file = nil
	return err
}

// NewFileAndConsoleLogger writes JSON from level info on to file, and text from level on to console
// unless level is nil. At level debug the file gets debug messages too.
func NewFileAndConsoleLogger(file, console io.Writer, level *slog.Level) *slog.Logger {
	fileLevel := slog.LevelInfo
	var handlers multiHandler
	if level != nil {
		handlers = append(handlers, slog.NewTextHandler(console, &slog.HandlerOptions{Level: *level}))
		fileLevel = min(fileLevel, *level)
	}
	handlers = append(handlers, slog.NewJSONHandler(file, &slog.HandlerOptions{Level: fileLevel}))
	return slog.New(handlers)
}

// multiHandler passes each record to every handler that is enabled for its level.
type multiHandler []slog.Handler

func (b multiHandler) Enabled(ctx context.Context, l slog.Level) bool {
	for _, h := range b {
		if h.Enabled(ctx, l) {
			return true
		}
	}
	return false
}

func (b multiHandler) Handle(ctx context.Context, r slog.Record) error {
	var err error
	for _, h := range b {
		if h.Enabled(ctx, r.Level) {
			err = errors.Join(err, h.Handle(ctx, r.Clone()))
		}
	}
	return err
}

func (b multiHandler) WithAttrs(as []slog.Attr) slog.Handler {
	out := make(multiHandler, len(b))
	for i, h := range b {
		out[i] = h.WithAttrs(as)
	}
	return out
}

func (b multiHandler) WithGroup(name string) slog.Handler {
	out := make(multiHandler, len(b))
	for i, h := range b {
		out[i] = h.WithGroup(name)
	}
	return out
}
