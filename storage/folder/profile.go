package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"memoir/memory"
)

// profilesDir holds the folders of all profiles but the first, whose files are in the folder
// itself.
const profilesDir = "profiles"

// profileDir returns the folder of a profile, from the root.
func profileDir(p memory.Profile) string {
	switch {
	case p.ID == 1:
		return "."
	case p.ExternalID != "":
		return path.Join(profilesDir, escapeFileName(string(p.ExternalID)))
	default:
		return path.Join(profilesDir, fmt.Sprintf("%%%d", p.ID))
	}
}

// syncProfileFolderWithStore takes in what was changed in the folder of a profile and brings its
// stale parts in step with the store. The index is saved also after an error, with what was done.
// It returns after how long to look again, 0 for not at all.
func (m *Mirror) syncProfileFolderWithStore(
	ctx context.Context, root *os.Root, p memory.Profile, stale staleProfile, isTouched func(path string) bool,
) (again time.Duration, err error) {
	reader, err := newProfileReaderWithChatsAndProjects(ctx, m.o.Store, p.ID)
	if err != nil {
		return 0, err
	}
	w, err := openOrCreateProfileFolderWriter(root, profileDir(p))
	if err != nil {
		return 0, err
	}
	defer w.root.Close()
	if w.index.Database != m.database {
		w.index.Database, w.changed = m.database, true
	}
	w.isGone = func(id string) bool { return isEntryDerivedOrDeletedForGood(ctx, m.o.Store, p.ID, id) }
	dir := filepath.Join(m.o.Path(), filepath.FromSlash(profileDir(p)))
	again, err = m.takeInAddedEditedAndDeletedFiles(ctx, w, reader, func(path string) bool {
		return isTouched(filepath.Join(dir, filepath.FromSlash(path)))
	})
	if err == nil { // otherwise edits are on the disk that are not in the store
		err = w.syncFilesOfGroupFromStore(ctx, groupFacts, reader.wantedFactFiles)
	}
	err = errors.Join(
		err,
		w.syncFilesOfGroupFromStore(ctx, groupSummaries, reader.wantedSummaryFiles),
		w.syncFilesOfGroupFromStore(ctx, groupBase, reader.baseMemoryFileToWrite),
		w.syncMessageFilesAndIndexTitles(ctx, reader, stale),
	)
	m.hasAside = m.hasAside || w.hasAside
	m.status.setFolderAndFileCount(p.ID, profileDir(p), len(w.index.Entries))
	return again, errors.Join(err, w.saveIndexIfChanged())
}

// openOrCreateProfileFolderWriter opens the folder of a profile, which is made when it does not
// exist.
func openOrCreateProfileFolderWriter(root *os.Root, dir string) (*writer, error) {
	if err := root.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make %s: %w", dir, err)
	}
	own, err := root.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	ix, err := readIndexOrEmpty(own)
	if err != nil {
		own.Close()
		return nil, err
	}
	return &writer{root: own, index: ix, isGone: func(string) bool { return false }}, nil
}

func (w *writer) syncFilesOfGroupFromStore(
	ctx context.Context, group string, read func(context.Context) ([]wantedFile, error),
) error {
	files, err := read(ctx)
	if err != nil {
		return err // nothing is removed for a store that cannot be read
	}
	return w.writeAndRemoveFilesOfGroup(group, files)
}

// syncMessageFilesAndIndexTitles writes the messages of the stale chats, and removes those of chats
// that are in the trash or deleted.
func (w *writer) syncMessageFilesAndIndexTitles(ctx context.Context, reader profileReader, stale staleProfile) error {
	var errs []error
	titles := make(map[string]string, len(reader.chats)+len(reader.projects))
	projects := map[string]string{}
	for id, p := range reader.projects {
		titles[folderNameOfProject(id)] = p.Name
	}
	for id, chat := range reader.chats {
		titles[conversationIDOfChat(chat)] = chat.Title
		if chat.ProjectID != 0 {
			projects[conversationIDOfChat(chat)] = folderNameOfProject(chat.ProjectID)
		}
		if stale.allChats || stale.chats[id] {
			errs = append(errs, w.syncFilesOfGroupFromStore(ctx, messageGroupNameOfChat(id),
				func(ctx context.Context) ([]wantedFile, error) {
					return reader.wantedMessageFilesOfChat(ctx, chat)
				}))
		}
	}
	if !maps.Equal(titles, w.index.Titles) {
		w.index.Titles, w.changed = titles, true
	}
	if !maps.Equal(projects, w.index.Projects) {
		w.index.Projects, w.changed = projects, true
	}
	for id, r := range w.index.Entries {
		number, isTurn := strings.CutPrefix(r.Group, groupTurnsPrefix)
		chat, err := strconv.ParseInt(number, 10, 64)
		if !isTurn || err != nil {
			continue
		}
		if _, kept := reader.chats[memory.ID(chat)]; !kept {
			errs = append(errs, w.removeRecordAndUneditedFile(id, r))
		}
	}
	return errors.Join(errs...)
}

// isEntryDerivedOrDeletedForGood reports whether the row behind an entry was deleted for good.
// Summaries and base memory are made of other texts: they are gone when they are no longer wanted.
func isEntryDerivedOrDeletedForGood(ctx context.Context, store memory.Store, profile memory.ID, id string) bool {
	kind, number, ok := strings.Cut(id, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return true
	}
	switch kind {
	case "memory":
		_, err = store.MemoryStore().Get(ctx, profile, memory.ID(n))
	case "message":
		_, err = store.MessageStore().Get(ctx, profile, memory.ID(n))
	}
	return errors.Is(err, memory.ErrNotFound)
}

// removeFilesOfGoneProfiles removes what Memoir wrote for profiles that no longer exist.
func removeFilesOfGoneProfiles(root *os.Root, profiles []memory.Profile) error {
	kept := map[string]bool{}
	for _, p := range profiles {
		kept[profileDir(p)] = true
	}
	found, err := fs.ReadDir(root.FS(), profilesDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list %s: %w", profilesDir, err)
	}
	var errs []error
	for _, d := range found {
		dir := path.Join(profilesDir, d.Name())
		if _, err := root.Lstat(path.Join(dir, indexName)); !kept[dir] && d.IsDir() && err == nil {
			errs = append(errs, removeIndexedProfileFiles(root, dir))
		}
	}
	return errors.Join(errs...)
}

// removeIndexedProfileFiles removes every file that the index of a deleted profile names, and the
// index.
func removeIndexedProfileFiles(root *os.Root, dir string) error {
	w, err := openOrCreateProfileFolderWriter(root, dir)
	if err != nil {
		return err
	}
	defer w.root.Close()
	w.isGone = func(string) bool { return true }
	var errs []error
	for id, r := range w.index.Entries {
		errs = append(errs, w.removeRecordAndUneditedFile(id, r))
	}
	if err := errors.Join(errs...); err != nil {
		return errors.Join(err, w.saveIndexIfChanged())
	}
	return removeFileAndEmptyFolders(root, path.Join(dir, indexName))
}
