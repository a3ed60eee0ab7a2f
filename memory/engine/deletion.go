package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memoir/memory"
)

// eraseDeletedFromWALIndexAndSnapshots removes what has been deleted for good from the files of the
// data folder: the write-ahead log, the saved index, the snapshots. What fails is logged and done
// at the next start.
func (s *Service) eraseDeletedFromWALIndexAndSnapshots(ctx context.Context) error {
	err := errors.Join(
		s.store.CheckpointWAL(ctx),
		s.vectorIndex.SaveSnapshotIfChanged(ctx),
		s.store.EraseDeletedFromSnapshots(ctx),
	)
	if err != nil {
		s.log.Warn("what was deleted is still in files of the data folder; the next start removes it", "err", err)
	}
	return err
}

// maxNamedCopies is how many copies of a kind are named one by one.
const maxNamedCopies = 20

// namesOfRemainingCopies names where the text of an erased memory still is.
func namesOfRemainingCopies(c memory.TextCopies, source memory.ID) []string {
	var out []string
	if source != 0 {
		out = append(out, fmt.Sprintf("message %d, where you said it", source))
	}
	add := func(one, many string, ids []memory.ID, isMessages bool) {
		var names []string
		for _, id := range ids {
			if id != source || !isMessages {
				names = append(names, id.String())
			}
		}
		if n := len(names) - maxNamedCopies; n > 0 {
			names = append(names[:maxNamedCopies], fmt.Sprintf("%d more", n))
		}
		switch {
		case len(names) == 1:
			out = append(out, fmt.Sprintf(one, names[0]))
		case len(names) > 1:
			out = append(out, fmt.Sprintf(many, strings.Join(names, ", ")))
		}
	}
	add("message %s", "messages %s", c.Messages, true)
	add("the title of chat %s", "the titles of chats %s", c.Chats, false)
	add("file %s", "files %s", c.Files, false)
	for _, path := range c.Databases {
		out = append(out, "the damaged database "+path)
	}
	return out
}

// cleanFilesAndSyncAfterErasure removes what was deleted for good from the database's files too,
// and has the index and the lists of files follow, where files may have gone with the chats.
func (s *Session) cleanFilesAndSyncAfterErasure(ctx context.Context, erased, erasedFiles bool) {
	if erased {
		_ = s.eraseDeletedFromWALIndexAndSnapshots(ctx) // the chats are gone; the rest is done at the next start
	}
	if erasedFiles {
		s.search.RequestSync(s.profile)
		memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	}
}
