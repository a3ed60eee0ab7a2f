package logfile

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLogRotatesThroughFiveFilesOfWholeLines(t *testing.T) {
	dir := t.TempDir()
	f := &RotatingFile{Path: filepath.Join(dir, "state", "memoir.log"), MaxBytes: 100}
	for i := range 100 {
		if _, err := fmt.Fprintf(f, "line %02d of the log of the test\n", i); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "state", "*"))
	if err != nil || len(files) != 5 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, p := range files {
		b, err := os.ReadFile(p)
		if err != nil || len(b) > 100 || !strings.HasPrefix(string(b), "line ") || !strings.HasSuffix(string(b), "test\n") {
			t.Errorf("%s holds %q, %v", p, b, err)
		}
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is open to %v", p, info.Mode())
		}
	}
	newest, err := os.ReadFile(f.Path)
	if err != nil || !strings.Contains(string(newest), "line 99") {
		t.Errorf("the newest line is not in the newest file: %q %v", newest, err)
	}
}

func TestReopenedLogIsAppendedTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memoir.log")
	for i := range 2 {
		f := &RotatingFile{Path: path, MaxBytes: 1000}
		if _, err := fmt.Fprintf(f, "run %d\n", i); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "run 0\nrun 1\n" {
		t.Errorf("the log holds %q, %v", b, err)
	}
}

func TestNoLogFileWithoutLogMessages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memoir.log")
	f := &RotatingFile{Path: path, MaxBytes: 1000}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is a log: %v", err)
	}
}

func TestConsoleLogsFromTheRequestedLevel(t *testing.T) {
	warn, debug := slog.LevelWarn, slog.LevelDebug
	for _, c := range []struct {
		name          string
		level         *slog.Level
		file, console []string
	}{
		{"not asked", nil, []string{"info", "warn"}, nil},
		{"from warn on", &warn, []string{"info", "warn"}, []string{"warn"}},
		{"from debug on", &debug, []string{"debug", "info", "warn"}, []string{"debug", "info", "warn"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var file, console bytes.Buffer
			log := NewFileAndConsoleLogger(&file, &console, c.level).With("part", "x")
			log.Debug("debug")
			log.Info("info")
			log.Warn("warn")
			for _, o := range []struct {
				where string
				text  string
				want  []string
			}{{"file", file.String(), c.file}, {"console", console.String(), c.console}} {
				if got := strings.Count(o.text, "\n"); got != len(o.want) {
					t.Errorf("%s has %d lines, want %v: %s", o.where, got, o.want, o.text)
				}
				for _, w := range o.want {
					if !strings.Contains(o.text, w) {
						t.Errorf("%s lacks %s", o.where, w)
					}
				}
			}
			if !strings.Contains(file.String(), `"part":"x"`) {
				t.Errorf("attributes are lost: %s", file.String())
			}
		})
	}
}
