package search

import (
	"maps"
	"sync"

	"memoir/memory"
)

// profileSelection is some profiles, or all.
type profileSelection struct {
	all bool
	ids map[memory.ID]bool
}

func allProfiles() profileSelection { return profileSelection{all: true} }

func oneProfile(id memory.ID) profileSelection {
	return profileSelection{ids: map[memory.ID]bool{id: true}}
}

func (p profileSelection) includesProfile(id memory.ID) bool { return p.all || p.ids[id] }

func (p profileSelection) isEmpty() bool { return !p.all && len(p.ids) == 0 }

// pendingProfiles are profiles that wait for a background loop. All methods are safe for concurrent use.
type pendingProfiles struct {
	mu       sync.Mutex
	selected profileSelection
}

// addSelection has more profiles wait.
func (p *pendingProfiles) addSelection(more profileSelection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.selected.all = p.selected.all || more.all
	if p.selected.ids == nil {
		p.selected.ids = map[memory.ID]bool{}
	}
	maps.Copy(p.selected.ids, more.ids)
}

// takeSelection returns the profiles that wait, and none waits any more.
func (p *pendingProfiles) takeSelection() profileSelection {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.selected
	p.selected = profileSelection{}
	return taken
}
