package folder

import (
	"maps"
	"time"

	"memoir/memory"
)

// staleParts says what of the folder has to be compared with the store.
type staleParts struct {
	all      bool // every profile with every chat
	failed   bool // the last round failed: with the next change everything is compared
	profiles map[memory.ID]staleProfile
	files    bool          // files may have come or gone
	reread   bool          // every file that is read may have changed
	again    time.Duration // after which to look again for files that are gone
	sweep    bool          // files were put aside
	// touched are the absolute paths of files that someone may have changed.
	touched map[string]bool
}

// staleProfile is the stale part of one profile; facts, summaries and base memory are always compared.
type staleProfile struct {
	allChats bool
	chats    map[memory.ID]bool
}

// markStaleByEvent notes what an event makes stale.
func (s *staleParts) markStaleByEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventSettings:
		s.all = true
	case memory.EventDone, memory.EventLearned, memory.EventMemories, memory.EventChats,
		memory.EventProjects:
		if s.profiles == nil {
			s.profiles = map[memory.ID]staleProfile{}
		}
		p := s.profiles[e.ProfileID]
		if p.chats == nil {
			p.chats = map[memory.ID]bool{}
		}
		switch {
		case e.ChatID != 0:
			p.chats[e.ChatID] = true
		case e.Kind == memory.EventChats:
			p.allChats = true
		}
		s.profiles[e.ProfileID] = p
	}
}

// markFileTouched notes that someone may have changed a file.
func (s *staleParts) markFileTouched(path string) {
	if s.touched == nil {
		s.touched = map[string]bool{}
	}
	s.touched[path] = true
}

// mustReadFile reports whether the file at an absolute path has to be read.
func (s *staleParts) mustReadFile(path string) bool {
	return s.comparesEverything() || s.reread || s.touched[path]
}

// isNothingToDo reports whether there is nothing to do now.
func (s *staleParts) isNothingToDo() bool {
	return !s.all && !s.files && s.again == 0 && !s.sweep && len(s.profiles) == 0 && len(s.touched) == 0
}

// comparesEverything reports whether everything is compared.
func (s *staleParts) comparesEverything() bool { return s.all || s.failed }

// stalePartOfProfile returns what is stale of a profile, and whether anything is.
func (s *staleParts) stalePartOfProfile(profile memory.ID) (staleProfile, bool) {
	if s.comparesEverything() {
		return staleProfile{allChats: true}, true
	}
	p, ok := s.profiles[profile]
	ok = ok || len(s.touched) > 0 || s.files || s.again > 0 || s.sweep
	return staleProfile{allChats: p.allChats, chats: maps.Clone(p.chats)}, ok
}

// timeUntilNextLook returns after how long the folder is looked at again though nothing has
// changed, 0 for never.
func (s *staleParts) timeUntilNextLook() time.Duration {
	if s.again == 0 && s.sweep {
		return asideAge + asideAge/10
	}
	return s.again
}
