package api

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"

	"memoir/memory"
)

func (a *API) registerMaintenanceRoutes(m *Mux) {
	m.Handle("GET", "/health", a.getHealth)
	m.Handle("GET", "/metrics", a.getMetrics)
	m.Handle("GET", "/api/version", a.getVersion)
	m.Handle("GET", "/api/jobs", a.listJobs)
	m.Handle("POST", "/api/jobs/{id}/retry", a.retryJob)
	m.Handle("POST", "/api/check", a.checkIntegrity)
	m.Handle("POST", "/api/backup", a.createBackup)
}

func (a *API) getHealth(c *call) error {
	h, err := c.session().Health(c.context())
	if err != nil {
		return err
	}
	h.Version = a.version
	return c.writeOK(h)
}

func (a *API) getVersion(c *call) error { return c.writeOK(map[string]string{"version": a.version}) }

func (a *API) listJobs(c *call) error {
	if c.anonymous {
		return writeList[memory.Job](c, nil)
	}
	jobs, err := c.session().UnfinishedJobs(c.context())
	if err != nil {
		return err
	}
	return writeList(c, jobs)
}

func (a *API) retryJob(c *call) error {
	id, err := c.ownedPathID("id")
	if err != nil {
		return err
	}
	if err := c.session().RetryJob(c.context(), id); err != nil {
		return err
	}
	return c.writeNoContent()
}

func (a *API) checkIntegrity(c *call) error {
	if err := c.requireTrusted(); err != nil {
		return err
	}
	report, err := a.dataFolder.CheckIntegrity(c.context())
	if err != nil {
		return err
	}
	return c.writeOK(report.WithoutNulls())
}

// WithoutNulls returns the report with empty lists in place of nil ones.
func (r IntegrityReport) WithoutNulls() IntegrityReport {
	for _, list := range []*[]string{&r.Problems, &r.Repaired, &r.Notes, &r.Lost, &r.Kept} {
		if *list == nil {
			*list = []string{}
		}
	}
	return r
}

func (a *API) createBackup(c *call) error {
	var in struct {
		Path string `json:"path"`
	}
	if err := c.requireTrusted(); err != nil {
		return err
	}
	if err := c.decodeBody(&in, true); err != nil {
		return err
	}
	if in.Path != "" && !filepath.IsAbs(in.Path) {
		return &memory.FieldError{Field: "path", Problem: "must be absolute"}
	}
	snapshot, err := a.dataFolder.CreateBackup(c.context(), in.Path)
	if errors.Is(err, fs.ErrExist) {
		return &httpError{
			status: http.StatusConflict, Code: "exists", Field: "path",
			Message: "There is already a file at " + in.Path + ".", Hint: "Choose another name; nothing is overwritten.",
		}
	}
	if err != nil {
		return err
	}
	return c.writeJSON(http.StatusCreated, snapshot)
}
