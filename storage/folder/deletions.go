package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"memoir/memory"
)

const (
	// DefaultSettle is how long nothing may have changed in a folder before a file that is gone from
	// it counts as deleted: editors save by writing a new file after they have moved the old one away.
	DefaultSettle = time.Second
	// askAboveFiles is how many files may be gone, together with those deleted within recentDeletions,
	// before Memoir asks.
	askAboveFiles   = 20
	recentDeletions = 10 * time.Minute
	// answeredRun starts the run of deletions that someone has confirmed.
	answeredRun = "folder-confirmed-"
)

// decideMissingEntriesForgetRestoreOrAsk returns the entries whose files are gone and whose
// memories are to be forgotten, and after how long to look again. Of a memory that changed in
// Memoir as well the file is written again. When many files are gone at once, nothing is forgotten
// until someone has answered.
func (in *intake) decideMissingEntriesForgetRestoreOrAsk(
	ctx context.Context,
) (forget []string, again time.Duration, err error) {
	missing, total, again := in.findUnchangedEntriesWithMissingFiles()
	answer, asked := in.m.status.takeAnswerAndEndQuestion(in.reader.profile)
	switch {
	case len(missing) == 0:
		return nil, 0, nil
	case again > 0 && len(asked) == 0: // an editor may be about to write them, or more are on their way
		return nil, again, nil
	case answer == memory.FolderForget && slices.Equal(asked, missing):
		in.run = answeredRun + strings.TrimPrefix(in.run, "folder-")
		return missing, 0, nil
	case answer == memory.FolderRestore && slices.Equal(asked, missing):
		for _, id := range missing {
			delete(in.w.index.Entries, id) // written again as if it were new
			in.w.changed = true
		}
		return nil, 0, nil
	}
	tooMany, err := in.isSuspiciouslyManyDeleted(ctx, len(missing), total)
	switch {
	case err != nil:
		return nil, 0, err
	case !tooMany && again > 0:
		return nil, again, nil
	case !tooMany:
		return missing, 0, nil
	}
	in.storeQuestionAboutMissingFiles(missing, len(asked) == 0)
	return nil, 0, nil
}

// findUnchangedEntriesWithMissingFiles returns the entries whose files are gone while their
// memories are as they were written there, in order, how many facts have files, and for how long
// files may still come back. The folder was listed before its files were read, which can take
// longer than a folder needs to settle: a file that was being written then is looked for again.
// What it says is read in the next round, which its event asks for.
func (in *intake) findUnchangedEntriesWithMissingFiles() (ids []string, total int, again time.Duration) {
	for id, r := range in.w.index.Entries {
		f, isWanted := in.wanted[id]
		if !isWanted { // no fact, or one that is to have no file
			continue
		}
		total++
		if in.present[r.Path] || hexSHA256(f.entry.encodeWithFrontMatter()) != r.SHA256 {
			continue
		}
		wait := in.timeUntilFolderSettles(path.Dir(r.Path))
		if _, err := in.w.root.Lstat(r.Path); err == nil {
			continue
		}
		ids, again = append(ids, id), max(again, wait)
	}
	slices.Sort(ids)
	return ids, total, again
}

// storeQuestionAboutMissingFiles asks about the entries whose files are gone. The log says so once.
func (in *intake) storeQuestionAboutMissingFiles(missing []string, isNew bool) {
	gone := make([]memory.GoneFile, len(missing))
	for i, id := range missing {
		number, _ := parseMemoryEntryID(id)
		gone[i] = memory.GoneFile{
			File: in.w.index.Entries[id].Path, MemoryID: number, Content: in.wanted[id].entry.Text,
		}
	}
	if isNew {
		in.m.o.Log.Warn("many files are missing; nothing is forgotten until you decide what to do: run “memoir folder "+
			"status”",
			"profile", in.reader.profile, "files", len(gone))
	}
	in.m.status.storeQuestionAboutGoneFiles(in.reader.profile, missing, gone)
}

// isSuspiciouslyManyDeleted reports whether so many files are gone that it may be a mistake: a
// tenth of all, but more than one, or more than askAboveFiles together with those deleted a short
// time before that have not come back.
func (in *intake) isSuspiciouslyManyDeleted(ctx context.Context, gone, total int) (bool, error) {
	if gone > 1 && gone*10 >= total || gone > askAboveFiles {
		return true, nil
	}
	recent, err := in.m.o.Store.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: in.reader.profile, Actor: memory.ActorFolder, Actions: []memory.Action{memory.ActionForget},
		Since: in.m.o.Now().Add(-recentDeletions), Limit: askAboveFiles * 2,
	})
	if err != nil {
		return false, fmt.Errorf("count deletions: %w", err)
	}
	for _, d := range recent {
		_, isBack := in.wanted[entryIDOfMemory(d.MemoryID)]
		if d.UndoneBy == 0 && !isBack && !strings.HasPrefix(string(d.RunID), answeredRun) {
			gone++
		}
	}
	return gone > askAboveFiles, nil
}

// timeUntilFolderSettles returns for how long to wait until a folder, or the nearest one above it
// that is left, has not changed for a while. A time in the future, which a disk elsewhere may give,
// counts as settled.
func (in *intake) timeUntilFolderSettles(dir string) time.Duration {
	for {
		info, err := in.w.root.Lstat(dir)
		if err == nil {
			age := time.Since(info.ModTime())
			if age < 0 || age >= in.m.o.Settle {
				return 0
			}
			return in.m.o.Settle - age
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == "." {
			return 0
		}
		dir = path.Dir(dir)
	}
}
