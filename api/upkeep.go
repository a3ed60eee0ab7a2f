package api

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"

	"memoir/memory"
)

func (a *API) upkeepRoutes(m *Mux) {
	m.Handle("GET", "/health", a.health)
	m.Handle("GET", "/metrics", a.metrics)
	m.Handle("GET", "/api/version", a.getVersion)
	m.Handle("GET", "/api/jobs", a.listJobs)
	m.Handle("POST", "/api/jobs/{id}/retry", a.retryJob)
	m.Handle("POST", "/api/check", a.check)
	m.Handle("POST", "/api/backup", a.backup)
}

func (a *API) health(c *call) error {
	h, err := a.service.Health(c.ctx(), c.profile)
	if err != nil {
		return err
	}
	h.Version = a.version
	return c.ok(h)
}

func (a *API) getVersion(c *call) error { return c.ok(map[string]string{"version": a.version}) }

func (a *API) listJobs(c *call) error {
	if c.anonymous {
		return list[memory.Job](c, nil)
	}
	jobs, err := a.service.Jobs(c.ctx(), c.profile)
	if err != nil {
		return err
	}
	return list(c, jobs)
}

func (a *API) retryJob(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := a.service.RetryJob(c.ctx(), c.profile, id); err != nil {
		return err
	}
	return c.none()
}

func (a *API) check(c *call) error {
	if err := c.needTrust(); err != nil {
		return err
	}
	report, err := a.folder.Check(c.ctx())
	if err != nil {
		return err
	}
	return c.ok(report.Filled())
}

// WithoutNulls returns the report with empty lists in place of nil ones.
func (r Report) Filled() Report {
	if r.Problems == nil {
		r.Problems = []string{}
	}
	if r.Repaired == nil {
		r.Repaired = []string{}
	}
	if r.Notes == nil {
		r.Notes = []string{}
	}
	return r
}

func (a *API) backup(c *call) error {
	var in struct {
		Path string `json:"path"`
	}
	if err := c.needTrust(); err != nil {
		return err
	}
	if err := c.decode(&in, true); err != nil {
		return err
	}
	if in.Path != "" && !filepath.IsAbs(in.Path) {
		return &memory.FieldError{Field: "path", Problem: "must be absolute"}
	}
	made, err := a.folder.Backup(c.ctx(), in.Path)
	if errors.Is(err, fs.ErrExist) {
		return &httpError{
			status: http.StatusConflict, Code: "exists", Field: "path",
			Message: "There is already a file at " + in.Path + ".", Hint: "Choose another name; nothing is overwritten.",
		}
	}
	if err != nil {
		return err
	}
	return c.reply(http.StatusCreated, made)
}
