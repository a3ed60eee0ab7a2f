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
	api      *API
	serveMux *http.ServeMux
	routes   []Route
}

func newMux(a *API) *Mux { return &Mux{api: a, serveMux: http.NewServeMux()} }

// Handle registers a route.
func (m *Mux) Handle(method, pattern string, h handlerFunc) {
	m.routes = append(m.routes, Route{method, pattern})
	m.serveMux.HandleFunc(method+" "+pattern, func(w http.ResponseWriter, r *http.Request) {
		c, ok := w.(*call)
		if !ok {
			return
		}
		c.request = r // carries the path values
		if err := m.resolveProfileAndHandle(c, h); err != nil {
			c.writeErrorResponseOrEvent(err)
		}
	})
}

// Routes lists the registered routes.
func (m *Mux) Routes() []Route { return append([]Route(nil), m.routes...) }

func (m *Mux) resolveProfileAndHandle(c *call, h handlerFunc) error {
	if err := c.findOrCreateProfileOrMarkAnonymous(); err != nil {
		return err
	}
	return h(c)
}

// filesPath is the route that files are uploaded to.
const filesPath = "/api/contexts"

// caller says who makes a request.
type caller struct {
	actor memory.Actor
	// trusted callers may touch keys and files of this computer.
	trusted bool
	// local is the owner of the data folder, who needs no user header: the memoir command.
	local bool
}

func (m *Mux) serveWithBodyLimitAndRecordDuration(w http.ResponseWriter, r *http.Request, d caller) {
	start := time.Now()
	c := &call{ResponseWriter: w, request: r, api: m.api, caller: d}
	limit := int64(MaxBody)
	if r.URL.Path == filesPath || strings.HasSuffix(r.URL.Path, picturesPathEnd) {
		limit = MaxUpload
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	h, pattern := m.serveMux.Handler(r)
	if pattern == "" {
		m.respondNotFoundOrMethodNotAllowed(c, h)
	} else {
		m.serveMux.ServeHTTP(c, r)
	}
	m.api.meter.recordRequestDuration(cmp.Or(pattern, "none"), time.Since(start))
	m.api.log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", c.status,
		"ms", time.Since(start).Milliseconds())
}

// respondNotFoundOrMethodNotAllowed answers requests that match no route: 405 with Allow when the
// path is known, else 404. Redirects to the clean form of a path are left to net/http.
func (m *Mux) respondNotFoundOrMethodNotAllowed(c *call, h http.Handler) {
	probe := &discardWriter{header: http.Header{}}
	h.ServeHTTP(probe, c.request)
	allow := probe.header.Get("Allow")
	if allow == "" {
		c.writeErrorResponseOrEvent(&httpError{
			status: http.StatusNotFound, Code: "no_such_route",
			Message: "There is no route " + c.request.Method + " " + c.request.URL.Path + ".",
			Hint:    "GET /api/openapi.yaml lists every route.",
		})
		return
	}
	c.Header().Set("Allow", allow)
	c.writeErrorResponseOrEvent(&httpError{
		status: http.StatusMethodNotAllowed, Code: "method_not_allowed",
		Message: c.request.URL.Path + " does not support " + c.request.Method + ".",
		Hint:    "The route supports " + strings.ReplaceAll(allow, ", ", " or ") + ".",
	})
}

// discardWriter is a response writer that discards the body.
type discardWriter struct{ header http.Header }

func (d *discardWriter) Header() http.Header         { return d.header }
func (d *discardWriter) Write(b []byte) (int, error) { return len(b), nil }
func (d *discardWriter) WriteHeader(int)             {}
