package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"memoir/memory"
)

// maxSlugRunes bounds the part of an external ID that is made from a name; 40 runes are at most 160
// bytes.
const maxSlugRunes = 40

// firstProfileName is what the first profile is called until someone renames it.
const firstProfileName = "default"

// FindProfileByExternalIDElseCreate returns the profile with this external ID and creates it on
// first use. "" is profile 1. The exact name of a profile that was made in the window, and named
// after it, is as good as its external ID. A name that several of them have is refused with a
// *memory.FieldError.
func (s *Service) FindProfileByExternalIDElseCreate(ctx context.Context, external string) (memory.Profile, error) {
	return s.findProfileByIDOrMatchElseCreate(ctx, external, func(p memory.Profile) bool {
		return p.Name == external && isExternalIDMadeFromName(string(p.ExternalID), p.Name)
	})
}

// FindProfileByIDOrNameElseCreate is FindProfileByExternalIDElseCreate for the owner of the data
// folder, who may name any profile as the window shows it. Requests of others may not: after a
// renaming, a stranger's id could be equal to the name of a profile that is not theirs.
func (s *Service) FindProfileByIDOrNameElseCreate(ctx context.Context, external string) (memory.Profile, error) {
	return s.findProfileByIDOrMatchElseCreate(ctx, external, func(p memory.Profile) bool {
		return p.Name == external && p.Name != firstProfileName
	})
}

// findProfileByIDOrMatchElseCreate finds a profile by its external ID, else by isMeant, else
// creates it.
func (s *Service) findProfileByIDOrMatchElseCreate(
	ctx context.Context, external string, isMeant func(memory.Profile) bool,
) (memory.Profile, error) {
	if external == "" {
		return s.store.ProfileStore().Get(ctx, 1)
	}
	if len(external) > 200 {
		return memory.Profile{}, &memory.FieldError{Field: "profile", Problem: "an external ID can be at most 200 bytes long"}
	}
	p, err := s.store.ProfileStore().GetByExternalID(ctx, external)
	if !errors.Is(err, memory.ErrNotFound) {
		return p, err
	}
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		var err error
		p, err = tx.ProfileStore().GetByExternalID(ctx, external)
		if !errors.Is(err, memory.ErrNotFound) {
			return err
		}
		all, err := tx.ProfileStore().List(ctx)
		if err != nil {
			return err
		}
		named := slices.DeleteFunc(all, func(p memory.Profile) bool { return !isMeant(p) })
		switch len(named) {
		case 0:
			p = memory.Profile{Name: external, ExternalID: memory.NullText(external), CreatedAt: s.clock.NowInUTCToMillisecond()}
			p.ID, err = s.createProfileWithSystemMemories(ctx, tx, p)
			return err
		case 1:
			p = named[0]
			return nil
		}
		return ambiguousNameError(external, named)
	})
	if err != nil {
		return memory.Profile{}, fmt.Errorf("resolve profile: %w", err)
	}
	return p, nil
}

// ambiguousNameError says which external IDs the profiles of one name have.
func ambiguousNameError(name string, named []memory.Profile) error {
	var ids []string
	for _, p := range named {
		if p.ExternalID != "" {
			ids = append(ids, string(p.ExternalID))
		}
	}
	return &memory.FieldError{
		Field:   "profile",
		Problem: fmt.Sprintf("%d profiles are named %s; use an ID instead: %s", len(named), name, strings.Join(ids, ", ")),
	}
}

// uniqueProfileExternalID returns the slug of a name, numbered from 2 when it is taken.
func uniqueProfileExternalID(ctx context.Context, tx memory.Store, name string) (memory.NullText, error) {
	slug := slugOfName(name)
	for n := 1; ; n++ {
		id := slug
		if n > 1 {
			id += "-" + strconv.Itoa(n)
		}
		if _, err := tx.ProfileStore().GetByExternalID(ctx, id); errors.Is(err, memory.ErrNotFound) {
			return memory.NullText(id), nil
		} else if err != nil {
			return "", err
		}
	}
}

// slugOfName returns the letters and digits of a name in lower case with single hyphens between
// them: Åsa Ö. becomes åsa-ö.
func slugOfName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	slug := []rune(strings.Join(words, "-"))
	if len(slug) == 0 {
		return "profile"
	}
	return strings.TrimRight(string(slug[:min(len(slug), maxSlugRunes)]), "-")
}

// isExternalIDMadeFromName reports whether an external ID is what uniqueProfileExternalID makes of
// a name.
func isExternalIDMadeFromName(external, name string) bool {
	rest, ok := strings.CutPrefix(external, slugOfName(name))
	if !ok || rest == "" {
		return ok
	}
	n, err := strconv.Atoi(strings.TrimPrefix(rest, "-"))
	return err == nil && rest == "-"+strconv.Itoa(n) && n > 1
}

// assignMissingExternalIDs gives an external ID to the profiles that earlier versions made without
// one. The first profile needs none.
func (s *Service) assignMissingExternalIDs(ctx context.Context, ps []memory.Profile) {
	for _, p := range ps {
		if p.ID == 1 || p.ExternalID != "" {
			continue
		}
		err := s.store.InTx(ctx, func(tx memory.Store) error {
			id, err := uniqueProfileExternalID(ctx, tx, p.Name)
			if err != nil {
				return err
			}
			return tx.ProfileStore().SetExternalID(ctx, p.ID, string(id))
		})
		if err != nil {
			s.log.Warn("a profile could not be given an external ID", "profile", p.ID, "err", err)
		}
	}
}
