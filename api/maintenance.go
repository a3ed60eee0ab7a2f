package api

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"

	"memoir/memory"
)

// maintenanceHandlers answer the calls about the state of the program and its data folder. Each call
// runs on a goroutine of its own; the meter, which they read, has a lock.
type maintenanceHandlers struct {
	dataFolder DataFolder
	version    string
	meter      *requestMeter
}

func registerMaintenanceRoutes(m *Mux, h *maintenanceHandlers) {
	m.Handle("GET", "/health", h.getHealth)
	m.Handle("GET", "/metrics", h.getMetrics)
	m.Handle("GET", "/api/version", h.getVersion)
	m.Handle("GET", "/api/jobs", handleListUnfinishedJobs)
	m.Handle("POST", "/api/jobs/{id}/retry", handleRequeueDeadJob)
	m.Handle("POST", "/api/check", h.checkIntegrityWithoutRepair)
	m.Handle("POST", "/api/backup", h.createBackup)
}

func (h *maintenanceHandlers) getHealth(c *call) error {
	health, err := c.profileSession().LoadHealth(c.requestContext())
	if err != nil {
		return err
	}
	health.Version = h.version
	return c.writeJSONOK(health)
}

func (h *maintenanceHandlers) getVersion(c *call) error {
	return c.writeJSONOK(map[string]string{"version": h.version})
}

func handleListUnfinishedJobs(c *call) error {
	if c.anonymous {
		return writeJSONList[memory.Job](c, nil)
	}
	jobs, err := c.profileSession().ListUnfinishedJobs(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, jobs)
}

func handleRequeueDeadJob(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.profileSession().RequeueDeadJob(c.requestContext(), id); err != nil {
		return err
	}
	return c.writeNoContent()
}

func (h *maintenanceHandlers) checkIntegrityWithoutRepair(c *call) error {
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	report, err := h.dataFolder.CheckDatabaseAndSearchIndexes(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(report.WithEmptyListsForNil())
}

// WithEmptyListsForNil returns the report with empty lists in place of nil ones.
func (r IntegrityReport) WithEmptyListsForNil() IntegrityReport {
	for _, list := range []*[]string{&r.Problems, &r.Repaired, &r.Notes, &r.Lost, &r.Kept} {
		if *list == nil {
			*list = []string{}
		}
	}
	return r
}

func (h *maintenanceHandlers) createBackup(c *call) error {
	var in struct {
		Path string `json:"path"`
	}
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	if in.Path != "" && !filepath.IsAbs(in.Path) {
		return &memory.FieldError{Field: "path", Problem: "must be absolute"}
	}
	snapshot, err := h.dataFolder.CreateBackup(c.requestContext(), in.Path)
	if errors.Is(err, fs.ErrExist) {
		return &httpError{
			status: http.StatusConflict, Code: "exists", Field: "path",
			Message: "There is already a file at " + in.Path + ".", Hint: "Choose another name; existing files aren't " +
				"overwritten.",
		}
	}
	if err != nil {
		return err
	}
	return c.writeJSON(http.StatusCreated, snapshot)
}
