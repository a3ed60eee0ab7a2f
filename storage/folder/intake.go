package folder

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"memoir/memory"
)

// intakeBatch is how many changes are made in one transaction.
const intakeBatch = 100

// factsDir is the folder of a conversation's memories.
const factsDir = "facts"

// intake takes in what someone did to the facts of one profile since Memoir wrote them.
type intake struct {
	m        *Mirror
	w        *writer
	reader   profileReader
	run      string                // of all rows in the ledger
	wanted   map[string]wantedFile // by entry ID
	dirs     map[string]memory.Chat
	projects map[string]memory.ID
	present  map[string]bool // files of facts on the disk
	// problems are the files that need attention, with the reason, by path.
	problems map[string]string
	changes  []fileChange
}

// fileChange is a change of one file. File is the zero readFile of a deleted one.
type fileChange struct {
	id     string // of the entry; empty for a file that has none
	file   readFile
	change memory.FileChange
}

// takeInAddedEditedAndDeletedFiles finds the changes and makes them. It returns after how long it
// has to be called again because files are gone that an editor may be about to write anew; 0 when
// there are none.
func (m *Mirror) takeInAddedEditedAndDeletedFiles(
	ctx context.Context, w *writer, reader profileReader, isTouched func(path string) bool,
) (again time.Duration, err error) {
	in, err := m.startIntakeRemovingAsideFiles(ctx, w, reader)
	if err != nil {
		return 0, err
	}
	in.readAndQueueFilesNotInIndex()
	in.readAndQueueEditsOfTouchedFiles(isTouched)
	forget, again, err := in.decideMissingEntriesForgetRestoreOrAsk(ctx)
	if err != nil {
		return again, err
	}
	for _, id := range forget {
		number, _ := parseMemoryEntryID(id)
		in.changes = append(in.changes, fileChange{id: id, change: memory.FileChange{
			Kind: memory.FileDeleted, MemoryID: number, Was: in.wanted[id].entry.Text,
		}})
	}
	for batch := range slices.Chunk(in.changes, intakeBatch) {
		if err := in.storeChangesAndUpdateIndex(ctx, batch); err != nil {
			return again, err
		}
	}
	in.m.status.setProblems(reader.profile, in.problems)
	return again, nil
}

func (m *Mirror) startIntakeRemovingAsideFiles(ctx context.Context, w *writer, reader profileReader) (*intake, error) {
	facts, err := reader.wantedFactFiles(ctx)
	if err != nil {
		return nil, err
	}
	in := &intake{
		m: m, w: w, reader: reader, run: "folder-" + strconv.FormatInt(m.o.Now().UnixNano(), 10),
		wanted: make(map[string]wantedFile, len(facts)), dirs: make(map[string]memory.Chat, len(reader.chats)),
		projects: make(map[string]memory.ID, len(reader.projects)),
		problems: map[string]string{},
	}
	for _, f := range facts {
		in.wanted[f.entry.ID] = f
	}
	for _, c := range reader.chats {
		in.dirs[folderNameOfChat(c)] = c
	}
	for id := range reader.projects {
		in.projects[folderNameOfProject(id)] = id
	}
	found, err := listFactAsideAndKeptFiles(w.root)
	if err != nil {
		return nil, err
	}
	in.present = found.facts
	for _, name := range found.kept {
		in.problems[name] = "Memoir kept this edited copy because the same memory was also changed in the app. Delete the " +
			"file when you no longer need it."
	}
	w.hasAside = len(found.aside) > 0
	if err := w.removeAsideFilesKeepingEdits(found.aside, time.Now().Add(-asideAge)); err != nil {
		return nil, err
	}
	return in, nil
}

// readAndQueueEditsOfTouchedFiles reads the files of the index that may have changed: those that
// someone touched and those that Memoir is about to write or remove.
func (in *intake) readAndQueueEditsOfTouchedFiles(isTouched func(path string) bool) {
	before := in.m.status.problemsOfProfile(in.reader.profile)
	for id, r := range in.w.index.Entries {
		if r.Group != groupFacts || !in.present[r.Path] {
			continue
		}
		f, isWanted := in.wanted[id]
		isStoreChanged := !isWanted || hexSHA256(f.entry.encodeWithFrontMatter()) != r.SHA256
		if _, hadProblem := before[r.Path]; !isTouched(r.Path) && !isStoreChanged && !hadProblem {
			continue
		}
		file, err := readFactFile(in.w.root, r.Path)
		switch {
		case err != nil:
			in.problems[r.Path] = explainUnreadableFile(err)
		case file.isUnchangedSince(r):
		case file.fm.ID != id && file.fm.ID != "":
			in.problems[r.Path] = fmt.Sprintf("The memory's ID was changed from “%s” to “%s”.", id, file.fm.ID)
		default:
			in.queueEditUnlessErased(id, file, isWanted, isStoreChanged)
		}
	}
}

// queueEditUnlessErased notes that someone edited a file. That of an erased memory is left to be
// removed.
func (in *intake) queueEditUnlessErased(id string, file readFile, isWanted, isStoreChanged bool) {
	if in.w.isGone(id) {
		return
	}
	number, ok := parseMemoryEntryID(id)
	if !ok {
		return
	}
	c := memory.FileChange{Kind: memory.FileEdited, MemoryID: number, File: file.toNewMemory()}
	if isStoreChanged {
		c.Kind = memory.FileConflict
	}
	if isWanted {
		c.Was = in.wanted[id].entry.Text
	}
	in.changes = append(in.changes, fileChange{id: id, file: file, change: c})
}

// readAndQueueFilesNotInIndex reads the files that the index does not name: new ones, renamed ones,
// copies and those that came back.
func (in *intake) readAndQueueFilesNotInIndex() {
	known := make(map[string]bool, len(in.w.index.Entries))
	for _, r := range in.w.index.Entries {
		known[r.Path] = true
	}
	for _, name := range slices.Sorted(maps.Keys(in.present)) {
		if known[name] {
			continue
		}
		file, err := readFactFile(in.w.root, name)
		if err == nil {
			err = in.queueOrFollowFileNotInIndex(file)
		}
		if err != nil {
			in.problems[name] = explainUnreadableFile(err)
		}
	}
}

// queueOrFollowFileNotInIndex notes what a file is that the index does not name at this path.
func (in *intake) queueOrFollowFileNotInIndex(file readFile) error {
	if file.fm.ID == "" {
		return in.queueNewMemoryOrRecordOwnFile(file)
	}
	if r, ok := in.w.index.Entries[file.fm.ID]; ok {
		return in.followRenameOrMoveFileBack(file, r)
	}
	number, ok := parseMemoryEntryID(file.fm.ID)
	if !ok {
		return fmt.Errorf("%w: its id %q is not that of a memory. Remove the line to make it a new memory",
			errUnreadable, file.fm.ID)
	}
	if f, ok := in.wanted[file.fm.ID]; ok && file.hash == hexSHA256(f.entry.encodeWithFrontMatter()) {
		in.recordReadFileInIndex(file.fm.ID, file) // the index was lost
		return nil
	}
	if in.w.isGone(file.fm.ID) {
		return fmt.Errorf("%w: there is no memory with its id. Remove the line to make it a new memory", errUnreadable)
	}
	in.changes = append(in.changes, fileChange{id: file.fm.ID, file: file, change: memory.FileChange{
		Kind: memory.FileReturned, MemoryID: number, File: file.toNewMemory(),
	}})
	return nil
}

// followRenameOrMoveFileBack follows a file that someone renamed or moved. One that was moved to
// another conversation goes back: a memory stays where it is valid.
func (in *intake) followRenameOrMoveFileBack(file readFile, r record) error {
	if in.present[r.Path] {
		return fmt.Errorf("%w: %s has the same id. Remove the line to make this one a new memory", errUnreadable, r.Path)
	}
	if path.Dir(r.Path) != path.Dir(file.path) {
		if err := in.w.root.MkdirAll(path.Dir(r.Path), 0o700); err != nil {
			return fmt.Errorf("move the file back: %w", err)
		}
		if err := in.w.root.Rename(file.path, r.Path); err != nil {
			return fmt.Errorf("move the file back: %w", err)
		}
		delete(in.present, file.path)
		file.path = r.Path
	}
	r.Path = file.path
	in.w.index.Entries[file.fm.ID], in.w.changed = r, true
	in.present[r.Path] = true
	if file.isUnchangedSince(r) {
		return nil
	}
	f, isWanted := in.wanted[file.fm.ID]
	in.queueEditUnlessErased(
		file.fm.ID, file, isWanted, !isWanted || hexSHA256(f.entry.encodeWithFrontMatter()) != r.SHA256,
	)
	return nil
}

// queueNewMemoryOrRecordOwnFile notes a new memory. Its folder says in which chats it is used. A
// memory whose file is missing and whose text it has is taken to be its own: the program may have
// ended before it could write the id.
func (in *intake) queueNewMemoryOrRecordOwnFile(file readFile) error {
	n := file.toNewMemory()
	dir := path.Base(path.Dir(path.Dir(file.path)))
	if project, ok := in.projects[dir]; ok {
		n.Scope, n.ProjectID = memory.ScopeProject, project
	} else if dir != string(memory.GlobalConversation) {
		chat, ok := in.dirs[dir]
		if !ok {
			return fmt.Errorf("%w: there is no chat %s. Move it to %s/%s/%s for a memory that is used everywhere",
				errUnreadable, dir, entriesDir, memory.GlobalConversation, factsDir)
		}
		n.Scope, n.ChatID = memory.ScopeChat, chat.ID
	}
	for id, f := range in.wanted {
		if _, written := in.w.index.Entries[id]; !written && f.entry.Text == strings.TrimSpace(file.text) &&
			path.Dir(f.path) == path.Dir(file.path) {
			in.recordReadFileInIndex(id, file)
			return nil
		}
	}
	in.changes = append(in.changes, fileChange{file: file, change: memory.FileChange{
		Kind: memory.FileAdded, File: n,
	}})
	return nil
}

// recordReadFileInIndex notes that the file of an entry is as it was read, so that it may be
// replaced.
func (in *intake) recordReadFileInIndex(id string, file readFile) {
	r := in.w.index.Entries[id]
	r.Path, r.Group, r.SHA256 = file.path, groupFacts, file.hash
	in.w.index.Entries[id], in.w.changed = r, true
}

// storeChangesAndUpdateIndex makes a batch of changes and notes what has become of their files.
func (in *intake) storeChangesAndUpdateIndex(ctx context.Context, batch []fileChange) error {
	in.m.readMu.Lock()
	defer in.m.readMu.Unlock()
	if in.m.noRead {
		return nil
	}
	changes := make([]memory.FileChange, len(batch))
	for i, c := range batch {
		changes[i] = c.change
	}
	results, err := in.m.o.TakeIn(ctx, in.reader.profile, in.run, changes)
	if err != nil {
		return fmt.Errorf("take in changes of files: %w", err)
	}
	var errs []error
	for i, r := range results {
		if r.Err != nil {
			in.problems[batch[i].file.path] = explainUnreadableFile(r.Err)
			continue
		}
		errs = append(errs, in.updateIndexOrMoveWaitingFileAside(batch[i], r))
	}
	return errors.Join(errs...)
}

// updateIndexOrMoveWaitingFileAside notes in the index what a change made. A file whose text waits
// in the inbox leaves the folder until it is accepted, unless it belongs to a memory that is used:
// that one is written there.
func (in *intake) updateIndexOrMoveWaitingFileAside(c fileChange, r memory.FileChangeResult) error {
	switch {
	case c.change.Kind == memory.FileDeleted:
		if r.MemoryID != 0 {
			delete(in.w.index.Entries, c.id)
			in.w.changed = true
		}
		return nil
	case r.Waits && c.id == "":
		return in.w.moveFileAside(c.file.path, c.file.hash)
	case c.id == "":
		in.recordReadFileInIndex(entryIDOfMemory(r.MemoryID), c.file)
	default:
		in.recordReadFileInIndex(c.id, c.file)
	}
	return nil
}

func entryIDOfMemory(id memory.ID) string { return fmt.Sprintf("memory-%d", id) }

// parseMemoryEntryID returns the memory that an entry is of, and whether it is of one.
func parseMemoryEntryID(entry string) (memory.ID, bool) {
	number, ok := strings.CutPrefix(entry, "memory-")
	n, err := strconv.ParseInt(number, 10, 64)
	return memory.ID(n), ok && err == nil && n > 0
}

// explainUnreadableFile says in one sentence why a file was not taken in.
func explainUnreadableFile(err error) string {
	var field *memory.FieldError
	if errors.As(err, &field) {
		return fmt.Sprintf("%s: %s.", field.Field, field.Problem)
	}
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
