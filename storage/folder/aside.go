package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

const (
	// asideSuffix ends the hidden names under which files stay for a moment that Memoir has replaced
	// or removed: a program that had one open may still be writing to it.
	asideSuffix = ".memoir-old"
	// asideAge is how long they stay.
	asideAge = 2 * time.Second
	// asideHashLength is how much of the hash of the expected content is part of the name.
	asideHashLength = 16
)

// hiddenAsideNameWithHashAndTime returns the hidden name of a file that was known to have the
// content with a hash.
func hiddenAsideNameWithHashAndTime(name, hash string, at time.Time) string {
	return path.Join(path.Dir(name), "."+path.Base(name)+"~"+hash[:asideHashLength]+"~"+
		strconv.FormatInt(at.UnixMilli(), 10)+asideSuffix)
}

// parseAsideName returns the name that a file had, the start of the hash that was expected, and
// when it was put aside.
func parseAsideName(name string) (file, hash string, at time.Time, ok bool) {
	base, hasSuffix := strings.CutSuffix(path.Base(name), asideSuffix)
	parts := strings.Split(strings.TrimPrefix(base, "."), "~")
	if !hasSuffix || len(parts) < 3 {
		return "", "", time.Time{}, false
	}
	ms, err := strconv.ParseInt(parts[len(parts)-1], 10, 64)
	hash = parts[len(parts)-2]
	file = path.Join(path.Dir(name), strings.Join(parts[:len(parts)-2], "~"))
	return file, hash, time.UnixMilli(ms), err == nil && len(hash) == asideHashLength
}

// replaceFileKeepingOldAside writes a file of a fact that had the content with the hash old. What a
// program writes into the old one while it is replaced is kept by removeAsideFilesKeepingEdits.
// Only a program that renames its own file there between two system calls of this function loses
// it.
func (w *writer) replaceFileKeepingOldAside(name, old string, content []byte) error {
	aside := hiddenAsideNameWithHashAndTime(name, old, time.Now())
	w.hasAside = true
	_ = w.root.Link(name, aside) // some file systems have no links: it is replaced all the same
	return writeFileAndFoldersAtomically(w.root, name, content)
}

// moveFileAside takes a file away that had the content with a hash.
func (w *writer) moveFileAside(name, hash string) error {
	w.hasAside = true
	if err := w.root.Rename(name, hiddenAsideNameWithHashAndTime(name, hash, time.Now())); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	return nil
}

// removeAsideFilesKeepingEdits removes the files that were put aside before a time. One that
// someone has written to since is kept beside the file.
func (w *writer) removeAsideFilesKeepingEdits(names []string, before time.Time) error {
	var errs []error
	for _, name := range names {
		file, expected, at, ok := parseAsideName(name)
		if !ok || at.After(before) {
			continue
		}
		hash, err := hashOfFileIfExists(w.root, name)
		switch {
		case err != nil:
			errs = append(errs, err)
		case hash == "":
		case strings.HasPrefix(hash, expected):
			errs = append(errs, removeFileAndEmptyFolders(w.root, name))
		default:
			errs = append(errs, w.root.Rename(name, fileNameOfKeptEdit(file, hash)))
		}
	}
	return errors.Join(errs...)
}

// removeAsideVersionsOf removes what was put aside of a file whose text may stay nowhere.
func (w *writer) removeAsideVersionsOf(name string) error {
	names, err := readDirNamesIfExists(w.root, path.Dir(name))
	if err != nil {
		return err
	}
	for _, n := range names {
		if strings.HasPrefix(n, "."+path.Base(name)+"~") && strings.HasSuffix(n, asideSuffix) {
			if err := removeIfExists(w.root, path.Join(path.Dir(name), n)); err != nil {
				return fmt.Errorf("remove %s: %w", n, err)
			}
		}
	}
	return nil
}

// removeAllAsideFilesKeepingEdits removes everything that was put aside, whatever its age. It is
// called when nothing is written any more.
func (m *Mirror) removeAllAsideFilesKeepingEdits(ctx context.Context) error {
	if m.o.Path() == "" {
		return nil
	}
	root, err := m.openCreatingNewPathAndClaimFolder(ctx)
	if err != nil {
		return err
	}
	defer root.Close()
	profiles, err := m.o.Store.ProfileStore().List(ctx)
	if err != nil {
		return fmt.Errorf("list profiles: %w", err)
	}
	var errs []error
	for _, p := range profiles {
		own, err := root.OpenRoot(profileDir(p))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("open the folder of profile %d: %w", p.ID, err)
		}
		found, err := listFactAsideAndKeptFiles(own)
		w := &writer{root: own}
		errs = append(errs, err, w.removeAsideFilesKeepingEdits(found.aside, time.Now()))
		own.Close()
	}
	return errors.Join(errs...)
}
