//go:build !headless

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// runMarker detects unclean exits: a file next to the log exists while the window is open.
type runMarker struct {
	markerFile      string    // exists while the window is open
	crashFile       string    // where Go writes the trace of a crash
	unfinishedSince time.Time // start of the last run if it did not end properly, else zero
	traceFile       string    // the trace of that run, empty when there is none
}

// detectCrashAndMarkRun checks what the last run left behind and creates the marker of the new one.
func detectCrashAndMarkRun(log string, now time.Time) (*runMarker, error) {
	if err := os.MkdirAll(filepath.Dir(log), 0o700); err != nil {
		return nil, fmt.Errorf("make the state folder: %w", err)
	}
	base := strings.TrimSuffix(log, ".log")
	r := &runMarker{markerFile: base + ".running", crashFile: base + ".crash"}
	if info, err := os.Stat(r.markerFile); err == nil {
		r.unfinishedSince = info.ModTime()
		if info, err := os.Stat(r.crashFile); err == nil && info.Size() > 0 {
			r.traceFile = base + ".last-crash"
			if err := os.Rename(r.crashFile, r.traceFile); err != nil {
				return nil, fmt.Errorf("keep the traces of a crash: %w", err)
			}
		}
	}
	if err := os.WriteFile(r.markerFile, []byte(now.UTC().Format(time.RFC3339)+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("mark the run: %w", err)
	}
	return r, nil
}

// removeMarkerFile records a clean exit.
func (r *runMarker) removeMarkerFile() error {
	if err := os.Remove(r.markerFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
