package folder

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"memoir/memory"
)

// status is what the rounds have found. It is safe for concurrent use.
type status struct {
	mu       sync.Mutex
	state    memory.FolderState // of the whole folder: up to date, missing, another database's, failed
	problem  string
	profiles map[memory.ID]*profileStatus
}

// profileStatus is what the last round found in the folder of one profile.
type profileStatus struct {
	dir      string
	files    int
	problems map[string]string
	asked    []string // entries whose files are gone, while Memoir asks
	gone     []memory.GoneFile
	answer   memory.FolderAnswer
}

func (s *status) findOrAddStatusOfProfile(id memory.ID) *profileStatus {
	if s.profiles == nil {
		s.profiles = map[memory.ID]*profileStatus{}
	}
	if s.profiles[id] == nil {
		s.profiles[id] = &profileStatus{}
	}
	return s.profiles[id]
}

func (s *status) problemsOfProfile(profile memory.ID) map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.findOrAddStatusOfProfile(profile).problems)
}

func (s *status) setProblems(profile memory.ID, problems map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.findOrAddStatusOfProfile(profile).problems = problems
}

// setFolderAndFileCount notes where a profile's files are and how many there are.
func (s *status) setFolderAndFileCount(profile memory.ID, dir string, files int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findOrAddStatusOfProfile(profile)
	p.dir, p.files = dir, files
}

// storeQuestionAboutGoneFiles notes that files are gone about which someone has to decide.
func (s *status) storeQuestionAboutGoneFiles(profile memory.ID, ids []string, gone []memory.GoneFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findOrAddStatusOfProfile(profile)
	p.asked, p.gone = ids, gone
}

// takeAnswerAndEndQuestion ends the question and returns the answer that was given, with the
// entries that it is about.
func (s *status) takeAnswerAndEndQuestion(profile memory.ID) (memory.FolderAnswer, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findOrAddStatusOfProfile(profile)
	answer, asked := p.answer, p.asked
	p.answer, p.asked, p.gone = "", nil, nil
	return answer, asked
}

func (s *status) setState(state memory.FolderState, problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.problem = state, problem
}

// folderStatusOfProfile returns the status for one profile.
func (s *status) folderStatusOfProfile(folder string, profile memory.ID) memory.FolderStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := memory.FolderStatus{
		Path: folder, State: s.state, Problem: memory.NullText(s.problem), Gone: []memory.GoneFile{},
		Attention: []memory.FileProblem{},
	}
	if folder == "" {
		r.State, r.Problem = memory.FolderOff, ""
		return r
	}
	if r.State != memory.FolderUpToDate {
		return r
	}
	p := s.findOrAddStatusOfProfile(profile)
	r.Files = p.files
	if len(p.gone) > 0 {
		r.State, r.Gone = memory.FolderAsks, slices.Clone(p.gone)
		for i := range r.Gone {
			r.Gone[i].File = path.Join(p.dir, r.Gone[i].File)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.problems)) {
		r.Attention = append(r.Attention, memory.FileProblem{File: path.Join(p.dir, name), Reason: p.problems[name]})
	}
	return r
}

// SyncAndReturnProfileStatus brings the folder up to date and returns its state for one profile.
func (m *Mirror) SyncAndReturnProfileStatus(ctx context.Context, profile memory.ID) (memory.FolderStatus, error) {
	if err := m.requestRoundAndWait(ctx); err != nil {
		return memory.FolderStatus{}, err
	}
	return m.status.folderStatusOfProfile(m.o.Path(), profile), nil
}

// ApplyDecisionOnGoneFilesAndSync decides about the files of a profile that are gone while the
// status is FolderAsks, and returns the status after it. files is how many the status named: when
// there are others by now, and when nothing is asked, it is memory.ErrConflict.
func (m *Mirror) ApplyDecisionOnGoneFilesAndSync(
	ctx context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
) (memory.FolderStatus, error) {
	if answer != memory.FolderForget && answer != memory.FolderRestore {
		return memory.FolderStatus{}, &memory.FieldError{Field: "answer", Problem: "must be forget or restore"}
	}
	select {
	case <-m.first:
	case <-ctx.Done():
		return memory.FolderStatus{}, fmt.Errorf("answer about the folder: %w", ctx.Err())
	}
	m.status.mu.Lock()
	p := m.status.findOrAddStatusOfProfile(profile)
	gone := len(p.gone)
	if gone > 0 && gone == files {
		p.answer = answer
	}
	m.status.mu.Unlock()
	if gone == 0 || gone != files {
		return memory.FolderStatus{}, fmt.Errorf("answer about %d files of the folder, %d are gone: %w", files, gone,
			memory.ErrConflict)
	}
	return m.SyncAndReturnProfileStatus(ctx, profile)
}

// requestRoundAndWait waits for a round that begins after the call.
func (m *Mirror) requestRoundAndWait(ctx context.Context) error {
	done := make(chan struct{})
	select {
	case m.rounds <- done:
	case <-m.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("look at the folder: %w", ctx.Err())
	}
	select {
	case <-done:
	case <-m.done:
	case <-ctx.Done():
		return fmt.Errorf("look at the folder: %w", ctx.Err())
	}
	return nil
}
