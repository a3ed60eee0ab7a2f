package engine_test

import (
	"errors"
	"strings"
	"testing"

	"memoir/memory"
)

func (h *harness) createProfile(name string) memory.Profile {
	h.t.Helper()
	p, err := h.CreateProfile(h.ctx(), name)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func TestProfileOfTheWindowIsReachedByIDAndName(t *testing.T) {
	for _, c := range []struct{ name, id string }{
		{"Bo", "bo"}, {"Åsa Ö.", "åsa-ö"}, {"  Work   (old) ", "work-old"}, {"🦊", "profile"}, {"小明", "小明"},
	} {
		h := newHarness(t)
		p := h.createProfile(c.name)
		if string(p.ExternalID) != c.id {
			t.Errorf("%q got the id %q, want %q", c.name, p.ExternalID, c.id)
		}
		for _, said := range []string{c.id, p.Name} {
			if got, err := h.FindProfileByExternalIDElseCreate(h.ctx(), said); err != nil || got.ID != p.ID {
				t.Errorf("%q as %q is profile %d, want %d (%v)", c.name, said, got.ID, p.ID, err)
			}
		}
		if all, err := h.ListProfiles(h.ctx()); err != nil || len(all) != 2 {
			t.Errorf("%d profiles, want 2 (%v)", len(all), err)
		}
	}
}

func TestNameOfSeveralProfilesIsRefused(t *testing.T) {
	h := newHarness(t)
	first, second := h.createProfile("Bo"), h.createProfile("Bo")
	if first.ExternalID != "bo" || second.ExternalID != "bo-2" {
		t.Fatalf("ids %q and %q", first.ExternalID, second.ExternalID)
	}
	var field *memory.FieldError
	_, err := h.FindProfileByIDOrNameElseCreate(h.ctx(), "Bo")
	if !errors.As(err, &field) || !strings.Contains(field.Problem, "bo, bo-2") {
		t.Errorf("Bo: %v", err)
	}
	if _, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "Bo"); !errors.As(err, &field) {
		t.Errorf("a request for Bo: %v", err)
	}
	if got, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "bo-2"); err != nil || got.ID != second.ID {
		t.Errorf("bo-2 is %d, want %d (%v)", got.ID, second.ID, err)
	}
}

func TestRenamedProfileIsNoStrangersProfile(t *testing.T) {
	h := newHarness(t)
	alice, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "alice-77")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.RenameProfile(h.ctx(), alice.ID, "Bo"); err != nil {
		t.Fatal(err)
	}
	if err := h.RenameProfile(h.ctx(), 1, "Ana"); err != nil {
		t.Fatal(err)
	}
	for said, own := range map[string]memory.ID{"Bo": alice.ID, "Ana": 1} {
		if got, err := h.FindProfileByIDOrNameElseCreate(h.ctx(), said); err != nil || got.ID != own {
			t.Errorf("for the owner %s is %d, want %d (%v)", said, got.ID, own, err)
		}
		if got, err := h.FindProfileByExternalIDElseCreate(h.ctx(), said); err != nil || got.ID == own {
			t.Errorf("a request for %s reads profile %d (%v)", said, got.ID, err)
		}
	}
}

func TestProfilesOfEarlierVersionsGetTheirIDs(t *testing.T) {
	h := newHarness(t)
	id, err := h.db.ProfileStore().Create(h.ctx(), memory.Profile{Name: "Bo", CreatedAt: h.clock.now()})
	if err != nil {
		t.Fatal(err)
	}
	h.restart()
	if got, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "bo"); err != nil || got.ID != id {
		t.Errorf("bo is %d, want %d (%v)", got.ID, id, err)
	}
}
