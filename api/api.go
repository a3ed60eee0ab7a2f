// Package api is the one HTTP handler through which programs and commands reach the core: REST with
// JSON bodies, answers and progress as server-sent events, and health. Two handlers serve the same
// routes:
//
//   - HandlerTrustingLocalOwner: in the same process or over the Unix socket of the data folder's owner. The
//     caller may do everything; changes are recorded as the user's own.
//   - NetworkHandler: TCP. The Host header must name this computer or the address it was started
//     with, a configured token is required, and calls that touch keys or files of this computer
//     always need a token. Changes are recorded as the API's.
//
// Every response that is not a success has the body {"error": {code, message, hint, field}}. Bodies
// over MaxBody bytes (MaxUpload for files) are refused. openapi.yaml describes every route and is
// served at /api/openapi.yaml.
package api

import (
	"log/slog"
	"net/http"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
)

// The largest request bodies in bytes. A document of 64 MiB, the most that is read, is 86 MiB as
// base64.
const (
	MaxBody   = 8 << 20
	MaxUpload = 88 << 20 // of POST /api/contexts and POST /api/chats/{id}/pictures
)

// Options configures an API. Service, DataFolder, MarkdownFolder, Version and Log are required.
type Options struct {
	Service        *engine.Service
	DataFolder     DataFolder
	MarkdownFolder MarkdownFolder
	Version        string
	Log            *slog.Logger
	// RequireUser makes network requests that name no profile anonymous, with a token or without: they
	// read nothing and store nothing.
	RequireUser bool
}

// API serves the routes. It is safe for concurrent use.
type API struct {
	service     *engine.Service
	log         *slog.Logger
	requireUser bool
	mux         *Mux
	meter       requestMeter

	slowReaderLimit time.Duration

	closing   chan struct{}
	closeOnce sync.Once
}

// New returns an API; HandlerTrustingLocalOwner and NetworkHandler give access to it.
func New(o Options) *API {
	a := &API{
		service: o.Service, log: o.Log, requireUser: o.RequireUser,
		slowReaderLimit: slowReaderLimit, closing: make(chan struct{}),
	}
	a.mux = newMux(a)
	registerMemoryRoutes(a.mux)
	registerBaseMemoryRoutes(a.mux)
	registerSummaryRoutes(a.mux)
	registerConfigRoutes(a.mux)
	registerLedgerRoutes(a.mux)
	registerProfileRoutes(a.mux, &profileHandlers{service: o.Service})
	registerChatRoutes(a.mux)
	registerProjectRoutes(a.mux)
	registerMessageRoutes(a.mux, &answerHandlers{service: o.Service, closing: a.closing})
	registerFileRoutes(a.mux)
	registerPictureRoutes(a.mux)
	registerModelRoutes(a.mux, &modelHandlers{service: o.Service, dataFolder: o.DataFolder})
	registerMaintenanceRoutes(a.mux, &maintenanceHandlers{
		dataFolder: o.DataFolder, version: o.Version, meter: &a.meter,
	})
	registerFolderRoutes(a.mux, &folderHandlers{folder: o.MarkdownFolder})
	registerExportRoutes(a.mux)
	registerProxyRoutes(a.mux, &proxyHandlers{service: o.Service})
	registerOpenAPIRoute(a.mux)
	return a
}

// HandlerTrustingLocalOwner serves the user's own commands; see Server for the Unix socket.
func (a *API) HandlerTrustingLocalOwner() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.mux.serveWithBodyLimitAndRecordDuration(w, r, caller{actor: memory.ActorUser, trusted: true, local: true})
	})
}

// EndProfileEventStreams ends streams that have no end of their own, so that a server can be
// drained. It does not wait.
func (a *API) EndProfileEventStreams() { a.closeOnce.Do(func() { close(a.closing) }) }
