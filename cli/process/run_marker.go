package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// RunMarker detects unclean exits: a file next to the log exists while the window is open.
type RunMarker struct {
	markerFile      string    // exists while the window is open
	CrashFile       string    // where Go writes the trace of a crash
	UnfinishedSince time.Time // start of the last run if it did not end properly, else zero
	TraceFile       string    // the trace of that run, empty when there is none
}

// DetectCrashAndMarkRun checks what the last run left behind and creates the marker of the new one.
func DetectCrashAndMarkRun(log string, now time.Time) (*RunMarker, error) {
	if err := os.MkdirAll(filepath.Dir(log), 0o700); err != nil {
		return nil, fmt.Errorf("make the state folder: %w", err)
	}
	base := strings.TrimSuffix(log, ".log")
	r := &RunMarker{markerFile: base + ".running", CrashFile: base + ".crash"}
	if info, err := os.Stat(r.markerFile); err == nil {
		r.UnfinishedSince = info.ModTime()
		if info, err := os.Stat(r.CrashFile); err == nil && info.Size() > 0 {
			r.TraceFile = base + ".last-crash"
			if err := os.Rename(r.CrashFile, r.TraceFile); err != nil {
				return nil, fmt.Errorf("keep the traces of a crash: %w", err)
			}
		}
	}
	if err := os.WriteFile(r.markerFile, []byte(now.UTC().Format(time.RFC3339)+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("mark the run: %w", err)
	}
	return r, nil
}

// RemoveMarkerAfterCleanExit records a clean exit.
func (r *RunMarker) RemoveMarkerAfterCleanExit() error {
	if err := os.Remove(r.markerFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
