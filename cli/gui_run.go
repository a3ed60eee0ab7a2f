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
type runMark struct {
	mark  string    // exists while the window is open
	crash string    // where Go writes the trace of a crash
	last  time.Time // start of the last run if it did not end properly, else zero
	trace string    // the trace of that run, empty when there is none
}

// beginRun checks what the last run left behind and creates the marker of the new one.
func beginRun(log string, now time.Time) (*runMark, error) {
	if err := os.MkdirAll(filepath.Dir(log), 0o700); err != nil {
		return nil, fmt.Errorf("make the state folder: %w", err)
	}
	base := strings.TrimSuffix(log, ".log")
	r := &runMark{mark: base + ".running", crash: base + ".crash"}
	if info, err := os.Stat(r.mark); err == nil {
		r.last = info.ModTime()
		if info, err := os.Stat(r.crash); err == nil && info.Size() > 0 {
			r.trace = base + ".last-crash"
			if err := os.Rename(r.crash, r.trace); err != nil {
				return nil, fmt.Errorf("keep the traces of a crash: %w", err)
			}
		}
	}
	if err := os.WriteFile(r.mark, []byte(now.UTC().Format(time.RFC3339)+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("mark the run: %w", err)
	}
	return r, nil
}

// removeMarker records a clean exit.
func (r *runMark) end() error {
	if err := os.Remove(r.mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
