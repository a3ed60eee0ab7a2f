package api

import "memoir/memory/engine"

// ServiceForTest returns the core behind the API.
func (a *API) ServiceForTest() *engine.Service { return a.service }
