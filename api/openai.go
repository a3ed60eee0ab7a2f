package api

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/api/proxy"
	"memoir/memory"
	"memoir/memory/engine"
)

// memoryModeHeader tells the client how the memories of its request were found.
const memoryModeHeader = "X-Memoir-Memory"

// proxyHandlers answer the calls of OpenAI's clients.
type proxyHandlers struct{ service *engine.Service }

func registerProxyRoutes(m *Mux, h *proxyHandlers) {
	m.Handle("GET", "/v1/models", h.listModels)
	m.Handle("POST", "/v1/chat/completions", h.forwardChatWithMemoriesStoreAndLearn)
	m.Handle("POST", "/v1/embeddings", h.createEmbeddings)
}

// listModels lists every chat model twice: as provider/model, and by its bare name, which means the
// first provider that lists it. The embedder comes last.
func (h *proxyHandlers) listModels(c *call) error {
	models, err := h.service.ListModels(c.requestContext())
	if err != nil {
		return err
	}
	type entry struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		OwnedBy string `json:"owned_by"`
	}
	list := []entry{}
	known := map[string]bool{}
	add := func(id, provider string) {
		if !known[id] {
			known[id] = true
			list = append(list, entry{ID: id, Object: "model", OwnedBy: provider})
		}
	}
	for _, m := range models {
		if m.CanChat {
			add(m.ID, m.Provider)
		}
	}
	for _, m := range models {
		if m.CanChat {
			add(m.Name, m.Provider)
		}
	}
	add(embeddingModel, "memoir")
	return c.writeJSONOK(map[string]any{"object": "list", "data": list})
}

// forwardChatWithMemoriesStoreAndLearn forwards a request for a chat completion with memories,
// stores the exchange and has it learned from. A request without a user message, without a required
// user, with use_memory false or for a title, tags or follow-ups is forwarded without memories and
// not stored.
func (h *proxyHandlers) forwardChatWithMemoriesStoreAndLearn(c *call) error {
	request, err := c.readChatRequest()
	if err != nil {
		return err
	}
	wanted := request.UseMemory == nil || *request.UseMemory
	question := request.LastUserMessageText()
	usesMemory := wanted && !c.anonymous && question != "" && !request.IsTitleTagOrFollowUpRequest()
	if usesMemory {
		c.profileSession().PrefetchQueryVector(c.requestContext(), question)
	}
	model, err := h.findModelByName(c, request.Model)
	if err != nil {
		return err
	}
	f := &forwardedCall{
		call:    c,
		service: h.service,
		request: request,
		model:   model,
		key:     c.callerKeyOrNilIfTrusted(model.Provider),
	}
	f.retrieval = memory.Retrieval{Mode: memory.RetrievalOff, Memories: []memory.MemoryHit{}}
	if usesMemory {
		f.findOrCreateChatStartTurnAndRetrieve()
	}
	return f.forwardRequestRelayAndStoreReply()
}

// readChatRequest reads and parses the body.
func (c *call) readChatRequest() (*proxy.ChatRequest, error) {
	body, err := io.ReadAll(c.request.Body)
	if err != nil {
		return nil, httpErrorForBodyRead(err)
	}
	if t, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return nil, unsupportedMediaTypeError("application/json")
	}
	r, err := proxy.ParseChatRequest(body)
	if errors.Is(err, proxy.ErrNotObject) {
		return nil, &httpError{
			status: http.StatusBadRequest, Code: "bad_json", Message: "The body isn't valid JSON.",
			Hint: "Send one JSON object in UTF-8.",
		}
	}
	return r, err
}

func (h *proxyHandlers) findModelByName(c *call, name string) (memory.ModelInfo, error) {
	m, err := h.service.FindModelForProgram(c.requestContext(), name)
	if errors.Is(err, memory.ErrModelNotFound) {
		return m, &httpError{
			status: http.StatusNotFound, Code: "model_not_found", Field: "model",
			Message: fmt.Sprintf("No provider lists the model %q.", name),
			Hint:    "GET /v1/models lists the names; to use a model that isn't listed, send provider/model.",
		}
	}
	return m, err
}

// callerKeyOrNilIfTrusted returns the key of the caller for the provider, nil when stored keys may
// be used: for the owner of the data folder and for callers who gave the server's token.
func (c *call) callerKeyOrNilIfTrusted(provider string) *memory.CallerKey {
	if c.caller.trusted {
		return nil
	}
	return &memory.CallerKey{Provider: provider, Key: bearerToken(c.request)}
}

const maxProgramName = 40 // runes

// callerProgramName is what the calling program calls itself: the header X-Title, which apps send
// to say who they are, or the product in User-Agent. Empty when it says nothing printable.
func (c *call) callerProgramName() string {
	name := strings.TrimSpace(c.request.Header.Get("X-Title"))
	if name == "" {
		agent := c.request.UserAgent()
		name, _, _ = strings.Cut(agent, " ")
		for product, title := range map[string]string{
			"OpenAI/Python": "OpenAI for Python", "AsyncOpenAI/Python": "OpenAI for Python",
			"OpenAI/JS": "OpenAI for JavaScript",
		} {
			if agent == product || strings.HasPrefix(agent, product+" ") {
				name = title
			}
		}
		name, _, _ = strings.Cut(name, "/")
	}
	if runes := []rune(name); len(runes) > maxProgramName {
		name = string(runes[:maxProgramName])
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return ""
	}
	return name
}
