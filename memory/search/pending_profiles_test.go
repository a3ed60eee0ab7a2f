package search

import (
	"sync"
	"testing"

	"memoir/memory"
)

func TestARequestForOneProfileLeavesTheOthersAlone(t *testing.T) {
	var p pendingProfiles
	p.addSelection(oneProfile(1))
	p.addSelection(oneProfile(2))
	taken := p.takeSelection()
	if !taken.includesProfile(1) || !taken.includesProfile(2) || taken.includesProfile(3) {
		t.Errorf("after requests for 1 and 2, %+v was taken", taken)
	}
	if again := p.takeSelection(); !again.isEmpty() || again.includesProfile(1) {
		t.Errorf("what was taken still waits: %+v", again)
	}
}

func TestARequestForAllProfilesOutlastsOneForASingleProfile(t *testing.T) {
	var p pendingProfiles
	p.addSelection(allProfiles())
	p.addSelection(oneProfile(1))
	if taken := p.takeSelection(); taken.isEmpty() || !taken.includesProfile(3) {
		t.Errorf("after a request for all profiles, only %+v was taken", taken)
	}
}

func TestASelectionThatFailedWaitsAgainBesideNewRequests(t *testing.T) {
	var p pendingProfiles
	p.addSelection(oneProfile(1))
	failed := p.takeSelection()
	p.addSelection(oneProfile(2))
	p.addSelection(failed)
	taken := p.takeSelection()
	if !taken.includesProfile(1) || !taken.includesProfile(2) || taken.includesProfile(3) {
		t.Errorf("%+v waits", taken)
	}
	if failed.includesProfile(2) {
		t.Error("a selection that was taken changed with a later request")
	}
}

func TestNoRequestIsLostBetweenGoroutines(t *testing.T) {
	var p pendingProfiles
	var requests sync.WaitGroup
	ids := []memory.ID{1, 2, 3, 4, 5, 6, 7, 8}
	for _, id := range ids {
		requests.Go(func() { p.addSelection(oneProfile(id)) })
	}
	seen := map[memory.ID]bool{}
	collect := func() {
		taken := p.takeSelection()
		for _, id := range ids {
			seen[id] = seen[id] || taken.includesProfile(id)
		}
	}
	collect()
	requests.Wait()
	collect()
	if len(seen) != len(ids) {
		t.Fatalf("%d profiles were looked for", len(seen))
	}
	for id, was := range seen {
		if !was {
			t.Errorf("the request for %s was lost", id)
		}
	}
}
