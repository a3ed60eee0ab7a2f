package api

import (
	"fmt"
	"net/http"

	"memoir/memory"
	"memoir/memory/engine"
)

// profileHandlers answer the calls about the profiles of the data folder. They concern everybody in
// it: over TCP they need the token, and a user where one is required.
type profileHandlers struct{ service *engine.Service }

func registerProfileRoutes(m *Mux, h *profileHandlers) {
	m.Handle("GET", "/api/profiles", h.listProfiles)
	m.Handle("POST", "/api/profiles", h.createProfile)
	m.Handle("PATCH", "/api/profiles/{id}", h.renameProfile)
	m.Handle("DELETE", "/api/profiles/{id}", h.deleteProfileAlsoFromSnapshots)
}

func (h *profileHandlers) listProfiles(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	all, err := h.service.ListProfiles(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, all)
}

func (h *profileHandlers) createProfile(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	var in struct {
		Name string `json:"name"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	p, err := h.service.CreateProfile(c.requestContext(), in.Name)
	if err != nil {
		return err
	}
	return c.writeJSON(http.StatusCreated, p)
}

func (h *profileHandlers) renameProfile(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	id, err := c.parsePathID("id")
	if err != nil {
		return err
	}
	var in struct {
		Name string `json:"name"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := h.requireExistingProfile(c, id); err != nil {
		return err
	}
	if err := h.service.RenameProfile(c.requestContext(), id, in.Name); err != nil {
		return err
	}
	return c.writeNoContent()
}

// deleteProfileAlsoFromSnapshots deletes a profile for good. The first one cannot be deleted.
func (h *profileHandlers) deleteProfileAlsoFromSnapshots(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	id, err := c.parsePathID("id")
	if err != nil {
		return err
	}
	if err := h.requireExistingProfile(c, id); err != nil {
		return err
	}
	if err := h.service.DeleteProfileAlsoFromSnapshots(c.requestContext(), id); err != nil {
		return err
	}
	return c.writeNoContent()
}

func (h *profileHandlers) requireExistingProfile(c *call, id memory.ID) error {
	all, err := h.service.ListProfiles(c.requestContext())
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.ID == id {
			return nil
		}
	}
	return fmt.Errorf("profile %d: %w", id, memory.ErrNotFound)
}
