package engine

import "memoir/memory"

// Session is what one actor may do with one profile: chats, memories, files, the ledger. It is bound to
// both when it is made, so no call can mix profiles. It is safe for concurrent use and costs nothing to
// make; it is valid as long as its Service.
type Session struct {
	*Service
	profile memory.ID
	actor   memory.Actor
}

// Session returns the session of a profile and of whoever acts on it. That the profile exists is
// checked by the calls of the session, which answer ErrNotFound otherwise.
func (s *Service) Session(profile memory.ID, actor memory.Actor) *Session {
	return &Session{Service: s, profile: profile, actor: actor}
}

// ProfileID is the profile that the session is bound to.
func (s *Session) ProfileID() memory.ID { return s.profile }
