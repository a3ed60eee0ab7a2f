package api

import (
	"time"

	"memoir/memory/engine"
)

// ServiceForTest returns the core behind the API.
func (a *API) ServiceForTest() *engine.Service { return a.service }

// SetSlowReaderLimitForTest sets how long a client may leave what it was sent unread.
func (a *API) SetSlowReaderLimitForTest(d time.Duration) { a.slowReaderLimit = d }
