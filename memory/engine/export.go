package engine

import (
	"context"
	"io"
	"time"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/export"
	"memoir/memory/importer"
	"memoir/memory/pacing"
)

// SetWindowUse tells how to find out whether somebody uses the window at the moment: types, scrolls,
// or reads an answer that arrives. Import and export give way meanwhile. inUse must be cheap and safe
// for concurrent use.
func (s *Service) SetWindowUse(inUse func() bool) { s.windowInUse.Store(&inUse) }

func (s *Service) newPacer() *pacing.Pacer {
	if inUse := s.windowInUse.Load(); inUse != nil {
		return pacing.New(*inUse)
	}
	return pacing.New(nil)
}

// Export writes chats and memories to w and calls tell, which may be nil, after each chat; see
// export.Exporter.Write. It gives way to a window that is used. Nothing is changed.
func (s *Session) Export(
	ctx context.Context, w io.Writer, o memory.ExportOptions, tell func(memory.Progress),
) (memory.ExportResult, error) {
	x := export.Exporter{Store: s.store, Profile: s.profile, Now: s.clock, Version: s.version}
	var r memory.ExportResult
	var err error
	s.runAtLowPriority(func() {
		pace := s.newPacer()
		r, err = x.Write(ctx, w, o, func(p memory.Progress) {
			if tell != nil {
				tell(p)
			}
			pace.GiveWay(ctx)
		})
	})
	return r, err
}

// importNewsInterval is how often a running import says that there are new chats.
const importNewsInterval = 5 * time.Second

// ImportArchive stores what an archive of Memoir or another program holds and is not there yet, and
// calls tell, which may be nil, after each chat; see importer.Importer.ImportNewPartsOfArchive. It gives
// way to a window that is used. r must stay open and unchanged meanwhile.
func (s *Session) ImportArchive(
	ctx context.Context, r io.ReaderAt, size int64, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	pace := s.newPacer()
	a, err := archive.OpenAndDetectProgram(pacing.Reader{ReaderAt: r, Ctx: ctx, Pacer: pace}, size)
	if err != nil {
		return memory.ImportResult{}, err
	}
	im := importer.Importer{
		Store: s.store, Profile: s.profile, Now: s.clock,
		StoreFacts: s.Session(s.profile, memory.ActorImport).ApplyMemoryFileChanges,
	}
	lastNews := s.clock()
	var result memory.ImportResult
	s.runAtLowPriority(func() {
		result, err = im.ImportNewPartsOfArchive(ctx, a, o, func(p memory.Progress) {
			if now := s.clock(); !o.DryRun && now.Sub(lastNews) > importNewsInterval {
				lastNews = now
				memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, 0)
			}
			if tell != nil {
				tell(p)
			}
			pace.GiveWay(ctx)
		})
	})
	if !o.DryRun {
		stale := []memory.EventKind{memory.EventChats, memory.EventMemories, memory.EventFiles, memory.EventJobs}
		for _, kind := range stale {
			memory.PublishStaleDataEvent(s.bus, kind, s.profile, 0)
		}
		s.search.RequestSync(s.profile)
	}
	return result, err
}

// CountImportedChatsToLearnFrom counts the imported chats that were not learned from, and those
// that wait for it.
func (s *Session) CountImportedChatsToLearnFrom(ctx context.Context) (memory.ImportLearningStatus, error) {
	return s.learner.ImportLearningStatus(ctx, s.profile)
}

// QueueLearningFromImportedChats learns from every imported chat that was not learned from yet, in
// the background, oldest chat first. CancelLearningFromImportedChats ends that; what was learned
// stays.
func (s *Session) QueueLearningFromImportedChats(ctx context.Context) error {
	if err := s.store.ImportStore().RequestLearningFromImports(ctx, s.profile); err != nil {
		return err
	}
	s.learner.WakeJobWorker()
	memory.PublishStaleDataEvent(s.bus, memory.EventJobs, s.profile, 0)
	return nil
}

// CancelLearningFromImportedChats undoes QueueLearningFromImportedChats for what has not begun.
func (s *Session) CancelLearningFromImportedChats(ctx context.Context) error {
	if err := s.store.ImportStore().CancelLearningAndDeleteJobs(ctx, s.profile); err != nil {
		return err
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventJobs, s.profile, 0)
	return nil
}
