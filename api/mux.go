package api

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"memoir/memory"
)

// Route is a registered route: method and path pattern as in net/http, for example
// "/api/memory/{id}".
type Route struct{ Method, Pattern string }

// handlerFunc answers one call. An error becomes the error body, or an error event if streaming has
// begun.
type handlerFunc func(c *call) error

// Mux holds the routes. Each file of the API registers its own routes from New.
type Mux struct {
	api    *API
	inner  *http.ServeMux
	routes []Route
}

func newMux(a *API) *Mux { return &Mux{api: a, inner: http.NewServeMux()} }

// Handle registers a route.
func (m *Mux) Handle(method, pattern string, h handlerFunc) {
	m.routes = append(m.routes, Route{method, pattern})
	m.inner.HandleFunc(method+" "+pattern, func(w http.ResponseWriter, r *http.Request) {
		c, ok := w.(*call)
		if !ok {
			return
		}
		c.r = r // carries the path values
		if err := m.prepare(c, h); err != nil {
			c.fail(err)
		}
	})
}

// Routes lists the registered routes.
func (m *Mux) Routes() []Route { return append([]Route(nil), m.routes...) }

func (m *Mux) prepare(c *call, h handlerFunc) error {
	if err := c.resolveProfile(); err != nil {
		return err
	}
	return h(c)
}

// caller says who makes a request.
type door struct {
	actor memory.Actor
	// trusted callers may touch keys and files of this computer.
	trusted bool
}

func (m *Mux) serve(w http.ResponseWriter, r *http.Request, d door) {
	began := time.Now()
	c := &call{ResponseWriter: w, r: r, api: m.api, door: d}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	h, pattern := m.inner.Handler(r)
	if pattern == "" {
		m.unmatched(c, h)
	} else {
		m.inner.ServeHTTP(c, r)
	}
	m.api.meter.observe(cmp.Or(pattern, "none"), time.Since(began))
	m.api.log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", c.status,
		"ms", time.Since(began).Milliseconds())
}

// respondUnmatched answers requests that match no route: 405 with Allow when the path is known,
// else 404. Redirects to the clean form of a path are left to net/http.
func (m *Mux) unmatched(c *call, h http.Handler) {
	probe := &discard{header: http.Header{}}
	h.ServeHTTP(probe, c.r)
	allow := probe.header.Get("Allow")
	if allow == "" {
		c.fail(&httpError{
			status: http.StatusNotFound, Code: "no_such_route",
			Message: "There is nothing at " + c.r.Method + " " + c.r.URL.Path + ".",
			Hint:    "GET /api/openapi.yaml lists every route.",
		})
		return
	}
	c.Header().Set("Allow", allow)
	c.fail(&httpError{
		status: http.StatusMethodNotAllowed, Code: "method_not_allowed",
		Message: c.r.URL.Path + " does not take " + c.r.Method + ".",
		Hint:    "It takes " + strings.ReplaceAll(allow, ", ", " or ") + ".",
	})
}

// discardWriter is a response writer that discards the body.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(int)             {}
