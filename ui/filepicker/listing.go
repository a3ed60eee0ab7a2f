package filepicker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"memoir/ui/translate"
)

type dirEntry struct {
	name  string
	isDir bool
	size  int64 // bytes
}

// readVisibleFilesAndFolders lists the folders and regular files that are not hidden, folders
// first. Links are followed; broken ones are left out.
func readVisibleFilesAndFolders(dir string) ([]dirEntry, error) {
	es, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list folder: %w", err)
	}
	var out []dirEntry
	for _, e := range es {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, e.Name()))
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		out = append(out, dirEntry{e.Name(), info.IsDir(), info.Size()})
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].isDir != out[j].isDir {
			return out[i].isDir
		}
		return strings.ToLower(out[i].name) < strings.ToLower(out[j].name)
	})
	return out, nil
}

// entriesContainingText returns the entries whose names contain a text, in either case.
func entriesContainingText(entries []dirEntry, text string) []dirEntry {
	var out []dirEntry
	for _, e := range entries {
		if strings.Contains(strings.ToLower(e.name), strings.ToLower(text)) {
			out = append(out, e)
		}
	}
	return out
}

// absolutePathFromInput returns the path that a text stands for: an absolute one, or one that
// begins with ~/ for the folder home. It reports false for any other text.
func absolutePathFromInput(text, home string) (string, bool) {
	path := strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		path = filepath.Join(home, rest)
	}
	return path, filepath.IsAbs(path)
}

// pathKind says what a path is.
type pathKind struct {
	isDir   bool
	refusal string // a sentence, unless it is a folder or a regular file
}

func kindOrRefusalOfPath(path string) pathKind {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return pathKind{refusal: translate.Text("File not found.")}
	case err != nil:
		return pathKind{refusal: translate.Text("This file can't be read.")}
	case !info.IsDir() && !info.Mode().IsRegular():
		return pathKind{refusal: translate.Text("Folders and special files can't be added.")}
	}
	return pathKind{isDir: info.IsDir()}
}
