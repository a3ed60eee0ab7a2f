package api

import "time"

// streamEvents sends the events of the caller's profile until the caller disconnects or the server
// closes.
func (a *API) events(c *call) error {
	if err := c.needUser(); err != nil {
		return err
	}
	wake, drain, cancel := a.service.Subscribe()
	defer cancel()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	s := c.events()
	for {
		for _, e := range drain() {
			if e.ProfileID == 0 || e.ProfileID == c.profile {
				s.send(string(e.Kind), e)
			}
		}
		select {
		case <-wake:
		case <-beat.C:
			s.comment("still here")
		case <-a.closing:
			return nil
		case <-c.ctx().Done():
			return nil
		}
	}
}
