package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// editedMark stands in the names of files that someone edited and Memoir then had to replace.
const editedMark = ".edited-"

// writer brings the files of one profile's folder in step with the store.
type writer struct {
	root    *os.Root
	index   index
	changed bool // the index differs from the one on the disk
	// hasAside says that files were put aside, which are to be swept later.
	hasAside bool
	// isGone reports whether the row behind an entry was deleted for good, so that none of its text
	// may stay.
	isGone func(id string) bool
}

// writeAndRemoveFilesOfGroup writes the wanted files of a group that differ from what was written
// last, and removes those that are no longer wanted. It goes on after an error and returns all of
// them.
func (w *writer) writeAndRemoveFilesOfGroup(group string, files []wantedFile) error {
	var errs []error
	wanted := make(map[string]bool, len(files))
	for _, f := range files {
		wanted[f.entry.ID] = true
		errs = append(errs, w.writeFileIfChanged(group, f))
	}
	for id, r := range w.index.Entries {
		if r.Group == group && !wanted[id] {
			errs = append(errs, w.removeRecordAndUneditedFile(id, r))
		}
	}
	return errors.Join(errs...)
}

// writeFileIfChanged writes a file unless it was written with the same bytes before. A file whose
// bytes are not Memoir's is renamed first, so that what someone wrote stays.
func (w *writer) writeFileIfChanged(group string, f wantedFile) error {
	content := f.entry.encodeWithFrontMatter()
	before, known := w.index.Entries[f.entry.ID]
	if known && path.Dir(before.Path) == path.Dir(f.path) {
		f.path = before.Path // a name that someone chose stays
	}
	now := record{
		Path: f.path, Conversation: f.entry.Conversation, Role: f.entry.Role, Group: group, SHA256: hexSHA256(content),
	}
	if known && before == now {
		return nil
	}
	if known && before.Path != now.Path {
		if err := w.removeRecordAndUneditedFile(f.entry.ID, before); err != nil {
			return err
		}
		before = record{}
	}
	if err := w.writeContentKeepingEdits(now, before.SHA256, content); err != nil {
		return err
	}
	w.index.Entries[f.entry.ID], w.changed = now, true
	return nil
}

// writeContentKeepingEdits makes a file have the content that r describes. One that has neither
// this nor the content with the hash before is renamed first.
func (w *writer) writeContentKeepingEdits(r record, before string, content []byte) error {
	onDisk, err := hashOfFileIfExists(w.root, r.Path)
	if err != nil || onDisk == r.SHA256 {
		return err
	}
	switch {
	case onDisk == "":
	case onDisk != before:
		if err := w.root.Rename(r.Path, fileNameOfKeptEdit(r.Path, onDisk)); err != nil {
			return fmt.Errorf("keep the edited %s: %w", r.Path, err)
		}
	case r.Group == groupFacts:
		return w.replaceFileKeepingOldAside(r.Path, onDisk, content)
	}
	return writeFileAndFoldersAtomically(w.root, r.Path, content)
}

// removeRecordAndUneditedFile removes a file that is no longer wanted, and the entry's record.
// One that someone edited stays, unless its row is gone for good.
func (w *writer) removeRecordAndUneditedFile(id string, r record) error {
	onDisk, err := hashOfFileIfExists(w.root, r.Path)
	if err != nil {
		return err
	}
	gone := w.isGone(id)
	switch {
	case onDisk == r.SHA256 && !gone && r.Group == groupFacts && onDisk != "":
		if err := w.moveFileAside(r.Path, onDisk); err != nil {
			return err
		}
	case onDisk == r.SHA256 || gone:
		if err := removeFileAndEmptyFolders(w.root, r.Path); err != nil {
			return err
		}
	}
	if gone {
		if err := errors.Join(w.removeKeptEditsOf(r.Path), w.removeAsideVersionsOf(r.Path)); err != nil {
			return err
		}
	}
	delete(w.index.Entries, id)
	w.changed = true
	return nil
}

// removeKeptEditsOf removes the files that writeFileIfChanged renamed.
func (w *writer) removeKeptEditsOf(name string) error {
	found, err := fs.ReadDir(w.root.FS(), path.Dir(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list %s: %w", path.Dir(name), err)
	}
	for _, d := range found {
		if strings.HasPrefix(d.Name(), strings.TrimSuffix(path.Base(name), ".md")+editedMark) {
			if err := removeFileAndEmptyFolders(w.root, path.Join(path.Dir(name), d.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// saveIndexIfChanged writes the index when it has changed.
func (w *writer) saveIndexIfChanged() error {
	if !w.changed {
		return nil
	}
	w.changed = false
	return w.index.saveAtomically(w.root)
}

// fileNameOfKeptEdit returns the name under which an edited file is kept: the same content has the
// same one.
func fileNameOfKeptEdit(name, hash string) string {
	return strings.TrimSuffix(name, ".md") + editedMark + hash[:8] + ".md"
}
