package api

import (
	"context"
	"errors"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
)

// modelHandlers answer the calls about models and their keys, and about the embedder. Each call
// runs on a goroutine of its own; they share nothing that changes.
type modelHandlers struct {
	service    *engine.Service
	dataFolder DataFolder // stores the keys
}

func registerModelRoutes(m *Mux, h *modelHandlers) {
	m.Handle("GET", "/api/models", h.listModels)
	m.Handle("PUT", "/api/models/sight", h.saveModelTakesPictures)
	m.Handle("GET", "/api/providers", h.listProviders)
	m.Handle("PUT", "/api/providers/{name}/key", h.storeProviderKey)
	m.Handle("GET", "/api/extractor", h.getExtractorChoice)
	m.Handle("GET", "/api/embedder", h.waitAndReportEmbedderAndIndexReady)
	m.Handle("POST", "/api/embed", h.embedTexts)
	m.Handle("POST", "/api/reembed", h.reembedMemoriesFilesMessages)
}

func (h *modelHandlers) listModels(c *call) error {
	models, err := h.service.ListModels(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, models)
}

func (h *modelHandlers) listProviders(c *call) error {
	providers, err := h.service.ListProviders(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, providers)
}

// saveModelTakesPictures records whether a model takes pictures.
func (h *modelHandlers) saveModelTakesPictures(c *call) error {
	var in struct {
		Model string `json:"model"`
		Sees  *bool  `json:"sees"`
	}
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if in.Sees == nil {
		return &memory.FieldError{Field: "sees", Problem: "must be true or false"}
	}
	if err := h.dataFolder.SaveModelTakesPictures(c.requestContext(), in.Model, *in.Sees); err != nil {
		return err
	}
	return c.writeNoContent()
}

func (h *modelHandlers) storeProviderKey(c *call) error {
	var in struct {
		Key string `json:"key"`
	}
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	key := strings.TrimSpace(in.Key)
	if key == "" {
		return &memory.FieldError{Field: "key", Problem: "must not be empty"}
	}
	where, err := h.dataFolder.StoreProviderKey(c.requestContext(), c.request.PathValue("name"), key)
	if err != nil {
		return err
	}
	return c.writeJSONOK(map[string]string{"stored_in": where})
}

// getExtractorChoice reports which model learns from a chat with ?model=, and why; a null model
// means that no model can.
func (h *modelHandlers) getExtractorChoice(c *call) error {
	m, why, err := h.service.ChooseExtractorModel(c.requestContext(), c.queryParams().stringValue("model"))
	if errors.Is(err, memory.ErrNoModel) {
		return c.writeJSONOK(map[string]any{"model": nil, "reason": why})
	}
	if err != nil {
		return err
	}
	return c.writeJSONOK(map[string]any{"model": m, "reason": why})
}

const maxEmbedderWaitSeconds = 60 // seconds

// waitAndReportEmbedderAndIndexReady reports whether the embedder is ready and the vector index has
// been compared with the store. It waits up to ?wait= seconds.
func (h *modelHandlers) waitAndReportEmbedderAndIndexReady(c *call) error {
	q := c.queryParams()
	seconds := min(q.nonNegativeIntOrRecordError("wait"), maxEmbedderWaitSeconds)
	if q.firstErr != nil {
		return q.firstErr
	}
	ctx, cancel := context.WithTimeout(c.requestContext(), time.Duration(seconds)*time.Second+time.Millisecond)
	defer cancel()
	err := h.service.WaitForEmbedderAndFirstSync(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return c.writeJSONOK(map[string]bool{"ready": err == nil})
}

const maxEmbedTexts = 2048 // a batch of OpenAI's embeddings call

func (h *modelHandlers) embedTexts(c *call) error {
	var in struct {
		Texts []string `json:"texts"`
		Kind  string   `json:"kind"` // passage (default) or query
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
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
		return &memory.FieldError{Field: "texts", Problem: "must contain 1 to 2048 texts"}
	}
	vectors, err := h.service.WaitAndEmbedTextsUnredacted(c.requestContext(), kind, in.Texts)
	if err != nil {
		return err
	}
	return c.writeJSONOK(map[string]any{"vectors": vectors})
}

// reembedMemoriesFilesMessages recomputes every vector. It streams progress, or returns only the
// report when the caller asked for JSON.
func (h *modelHandlers) reembedMemoriesFilesMessages(c *call) error {
	var in struct {
		DryRun bool `json:"dry_run"`
	}
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	o := memory.ReembedOptions{DryRun: in.DryRun}
	if c.wantsJSONInsteadOfStream() {
		report, err := h.service.ReembedMemoriesFilesMessages(c.requestContext(), o, func(memory.Progress) {})
		if err != nil {
			return err
		}
		return c.writeJSONOK(report)
	}
	s := c.startEventStream()
	report, err := h.service.ReembedMemoriesFilesMessages(c.requestContext(), o,
		func(p memory.Progress) { s.sendEvent("progress", p) })
	if err != nil {
		return err
	}
	s.sendEvent("done", report)
	return nil
}
