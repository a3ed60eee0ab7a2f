package api

import (
	"context"
	"errors"
	"strings"
	"time"

	"memoir/memory"
)

func (a *API) modelRoutes(m *Mux) {
	m.Handle("GET", "/api/models", a.listModels)
	m.Handle("GET", "/api/providers", a.listProviders)
	m.Handle("PUT", "/api/providers/{name}/key", a.setKey)
	m.Handle("GET", "/api/extractor", a.extractor)
	m.Handle("GET", "/api/embedder", a.embedder)
	m.Handle("POST", "/api/embed", a.embed)
	m.Handle("POST", "/api/reembed", a.reembed)
}

func (a *API) listModels(c *call) error {
	models, err := a.service.Models(c.ctx())
	if err != nil {
		return err
	}
	return list(c, models)
}

func (a *API) listProviders(c *call) error {
	providers, err := a.service.Providers(c.ctx())
	if err != nil {
		return err
	}
	return list(c, providers)
}

func (a *API) setKey(c *call) error {
	var in struct {
		Key string `json:"key"`
	}
	if err := c.needTrust(); err != nil {
		return err
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	key := strings.TrimSpace(in.Key)
	if key == "" {
		return &memory.FieldError{Field: "key", Problem: "must not be empty"}
	}
	where, err := a.folder.SetKey(c.ctx(), c.r.PathValue("name"), key)
	if err != nil {
		return err
	}
	return c.ok(map[string]string{"stored_in": where})
}

// getExtractor reports which model learns from a chat with ?model=, and why; a null model means
// that no model can.
func (a *API) extractor(c *call) error {
	m, why, err := a.service.ExtractorFor(c.ctx(), c.query().text("model"))
	if errors.Is(err, memory.ErrNoModel) {
		return c.ok(map[string]any{"model": nil, "reason": why})
	}
	if err != nil {
		return err
	}
	return c.ok(map[string]any{"model": m, "reason": why})
}

const longestEmbedderWait = 60 // seconds

// waitForEmbedder reports whether the embedder is ready and the vector index has been compared with
// the store. It waits up to ?wait= seconds.
func (a *API) embedder(c *call) error {
	q := c.query()
	seconds := min(q.number("wait"), longestEmbedderWait)
	if q.err != nil {
		return q.err
	}
	ctx, cancel := context.WithTimeout(c.ctx(), time.Duration(seconds)*time.Second+time.Millisecond)
	defer cancel()
	err := a.service.WaitEmbedder(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return c.ok(map[string]bool{"ready": err == nil})
}

const maxEmbedTexts = 2048 // a batch of OpenAI's embeddings call

func (a *API) embed(c *call) error {
	var in struct {
		Texts []string `json:"texts"`
		Kind  string   `json:"kind"` // passage (default) or query
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	kinds := map[string]memory.EmbedKind{
		"": memory.EmbedPassage, "passage": memory.EmbedPassage,
		"query": memory.EmbedQuery,
	}
	kind, ok := kinds[in.Kind]
	switch {
	case !ok:
		return &memory.FieldError{Field: "kind", Problem: "must be passage or query"}
	case len(in.Texts) == 0 || len(in.Texts) > maxEmbedTexts:
		return &memory.FieldError{Field: "texts", Problem: "must hold 1 to 2048 texts"}
	}
	vectors, err := a.service.Embed(c.ctx(), kind, in.Texts)
	if err != nil {
		return err
	}
	return c.ok(map[string]any{"vectors": vectors})
}

// rebuildEmbeddings recomputes every vector. It streams progress, or returns only the report when
// the caller asked for JSON.
func (a *API) reembed(c *call) error {
	var in struct {
		DryRun bool `json:"dry_run"`
	}
	if err := c.decode(&in, true); err != nil {
		return err
	}
	o := memory.ReembedOptions{DryRun: in.DryRun}
	if c.wantsJSON() {
		report, err := a.service.Reembed(c.ctx(), o, func(memory.Progress) {})
		if err != nil {
			return err
		}
		return c.ok(report)
	}
	s := c.events()
	report, err := a.service.Reembed(c.ctx(), o, func(p memory.Progress) { s.send("progress", p) })
	if err != nil {
		return err
	}
	s.send("done", report)
	return nil
}
