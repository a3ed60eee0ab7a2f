package cli

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

func TestFilesAreLookedAtBeforeTheyAreRead(t *testing.T) {
	dir := t.TempDir()
	large := dir + "/large.txt"
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 65<<20); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/dev/zero": "isn't a file that can be read as text", dir: "is a folder", large: "65 MB",
	} {
		_, err := checkAndReadFiles([]string{path})
		if err == nil || !strings.Contains(convertErrorToFailure(err).title, want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestAFileThatNeverEndsIsGivenUp(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := readToEndWithinTimeAndSize(r, time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
