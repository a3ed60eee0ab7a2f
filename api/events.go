package api

import "time"

// streamProfileEvents sends the events of the caller's profile until the caller disconnects or the
// server closes.
func (h *answerHandlers) streamProfileEvents(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	wake, drain, cancel := h.service.SubscribeToQueuedEvents()
	defer cancel()
	heartbeatTicker := time.NewTicker(heartbeatInterval)
	defer heartbeatTicker.Stop()
	s := c.startEventStream()
	for {
		for _, e := range drain() {
			if e.ProfileID == 0 || e.ProfileID == c.profileID {
				s.sendEvent(string(e.Kind), e)
			}
		}
		select {
		case <-wake:
		case <-heartbeatTicker.C:
			s.sendComment("still here")
		case <-h.closing:
			return nil
		case <-c.requestContext().Done():
			return nil
		}
	}
}
