package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"

	"memoir/memory"
)

// maxListedModels bounds how many models are read from a list; the largest service lists a few
// hundred.
const maxListedModels = 5000

// errNoModelList means that a server responds but does not list its models.
var errNoModelList = errors.New("the server has no model list")

// listedModel is one model of /v1/models. Beside the standard id and owned_by, the fields are
// OpenRouter's (context_length, architecture, pricing), Groq's (context_window), Mistral's
// (max_context_length, capabilities), vLLM's (max_model_len) and llama.cpp's (meta).
type listedModel struct {
	ID               string `json:"id"`
	OwnedBy          string `json:"owned_by"`
	Type             string `json:"type"`
	ContextLength    int    `json:"context_length"`
	ContextWindow    int    `json:"context_window"`
	MaxContextLength int    `json:"max_context_length"`
	MaxModelLen      int    `json:"max_model_len"`
	Architecture     struct {
		Input  []string `json:"input_modalities"`
		Output []string `json:"output_modalities"`
	} `json:"architecture"`
	Capabilities json.RawMessage `json:"capabilities"`
	Pricing      json.RawMessage `json:"pricing"`
	Meta         struct {
		Params  float64 `json:"n_params"`
		Context int     `json:"n_ctx_train"`
	} `json:"meta"`
}

// fetchModelListWithLocalDetails requests a server's model list; it returns errNoModelList if there
// is none.
func (c connection) fetchModelListWithLocalDetails(
	ctx context.Context, e endpoint, wait time.Duration,
) ([]memory.ModelInfo, error) {
	call, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	api := c.newOpenAIClient(e)
	var body struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := getJSON(call, api, "models", &body); err != nil {
		var apiErr *apiError
		if errors.As(err, &apiErr) && (apiErr.status == http.StatusNotFound || apiErr.status == http.StatusMethodNotAllowed) {
			return nil, errNoModelList
		}
		if ctx.Err() == nil && call.Err() != nil {
			err = memory.ErrTimeout
			if e.provider.isOnThisComputer() {
				err = memory.ErrOffline // no usable server is listening
			}
		}
		return nil, wrapProviderError(e, "", err)
	}
	models := make([]memory.ModelInfo, 0, len(body.Data))
	owner := ""
	for _, raw := range body.Data[:min(len(body.Data), maxListedModels)] {
		var l listedModel
		if json.Unmarshal(raw, &l) != nil { // one malformed entry must not hide the others; keep its id
			var bare struct {
				ID string `json:"id"`
			}
			if json.Unmarshal(raw, &bare) != nil {
				continue
			}
			l = listedModel{ID: bare.ID}
		}
		if l.ID == "" {
			continue
		}
		owner = cmp.Or(owner, l.OwnedBy)
		models = append(models, l.convertToModelInfo(e.provider))
	}
	c.fetchAndSetLocalServerDetails(call, e, owner, models)
	return models, nil
}

func (l listedModel) convertToModelInfo(p Provider) memory.ModelInfo {
	name := l.ID
	if p.presetName() == presetGoogle {
		name = strings.TrimPrefix(name, "models/")
	}
	m := newModelInfoGuessedFromName(p, name)
	m.Available = true
	m.ContextWindow = cmp.Or(l.ContextLength, l.ContextWindow, l.MaxModelLen, l.MaxContextLength, l.Meta.Context)
	if l.Meta.Params > 0 {
		m.Size = l.Meta.Params / 1e9
	}
	m.InputPrice, m.OutputPrice = l.pricesPerMillion()
	if l.Type == "embeddings" || l.Type == "embedding" {
		m.CanChat = false
	}
	if out := l.Architecture.Output; len(out) > 0 && !strings.Contains(strings.Join(out, " "), "text") {
		m.CanChat = false
	}
	var can struct {
		Chat   *bool `json:"completion_chat"`
		Vision *bool `json:"vision"`
	}
	if json.Unmarshal(l.Capabilities, &can) == nil && can.Chat != nil {
		m.CanChat = m.CanChat && *can.Chat
	}
	switch in := l.Architecture.Input; {
	case can.Vision != nil:
		m.Sees = memory.SightFromBool(*can.Vision)
	case len(in) > 0:
		m.Sees = memory.SightFromBool(slices.Contains(in, "image"))
	}
	return m
}

// pricesPerMillion returns the prices of OpenRouter's list, which are texts in US dollars per
// token, as US dollars per million tokens; 0 where there are none.
func (l listedModel) pricesPerMillion() (input, output float64) {
	var p struct{ Prompt, Completion string }
	if json.Unmarshal(l.Pricing, &p) != nil {
		return 0, 0
	}
	return pricePerMillion(p.Prompt), pricePerMillion(p.Completion)
}

// pricePerMillion returns a price per token as one per million tokens; 0 for anything but a
// positive number.
func pricePerMillion(perToken string) float64 {
	v, err := strconv.ParseFloat(perToken, 64)
	if err != nil || !(v > 0 && v < 1) {
		return 0
	}
	return v * 1e6
}

func newModelInfoGuessedFromName(p Provider, name string) memory.ModelInfo {
	return memory.ModelInfo{
		ID: p.Name + "/" + name, Provider: p.Name, Name: name, Local: p.isOnThisComputer(),
		Size:    modelSizeOrRankFromName(name),
		Sees:    guessTakesPicturesFromModelName(name),
		CanChat: nameSuggestsChatModel(name),
	}
}

// fetchAndSetLocalServerDetails adds details from a local server's native API. Values the server
// does not report stay unchanged.
func (c connection) fetchAndSetLocalServerDetails(
	ctx context.Context,
	e endpoint,
	owner string,
	models []memory.ModelInfo,
) {
	if !e.provider.isOnThisComputer() {
		return
	}
	kind := e.provider.presetName()
	switch owner { // owned_by is more reliable than the port
	case "llamacpp":
		kind = presetLlamaCpp
	case "library":
		kind = presetOllama
	}
	e.provider.BaseURL = e.provider.serverRootURL()
	api := c.newOpenAIClient(e)
	switch kind {
	case presetOllama:
		fetchAndSetOllamaDetails(ctx, api, models)
	case presetLMStudio:
		fetchAndSetLMStudioDetails(ctx, api, models)
	case presetLlamaCpp:
		fetchAndSetLlamaCppDetails(ctx, api, models)
	}
}

func updateModelsNamed(models []memory.ModelInfo, name string, change func(*memory.ModelInfo)) {
	for i := range models {
		if models[i].Name == name {
			change(&models[i])
		}
	}
}

// isPictureEncoderFamily reports whether Ollama names the part of a model that reads pictures.
func isPictureEncoderFamily(family string) bool { return family == "clip" || family == "mllama" }

// fetchAndSetOllamaDetails reads /api/tags (sizes, families, models that run at ollama.com) and
// /api/ps (loaded models with their context window). Ollama truncates prompts at a window of its
// own choice, so the window of a model that is not loaded is unknown.
func fetchAndSetOllamaDetails(ctx context.Context, api openai.Client, models []memory.ModelInfo) {
	var tags, ps struct {
		Models []struct {
			Name       string `json:"name"`
			RemoteHost string `json:"remote_host"`
			Context    int    `json:"context_length"`
			Details    struct {
				Family   string   `json:"family"`
				Families []string `json:"families"`
				Size     string   `json:"parameter_size"`
			} `json:"details"`
		} `json:"models"`
	}
	if getJSON(ctx, api, "api/tags", &tags) == nil {
		for _, t := range tags.Models {
			updateModelsNamed(models, t.Name, func(m *memory.ModelInfo) {
				if s := modelSizeOrRankFromName(t.Details.Size); s > 0 {
					m.Size = s
				}
				m.CanChat = m.CanChat && !strings.Contains(t.Details.Family, "bert")
				m.Local = m.Local && t.RemoteHost == ""
				if slices.ContainsFunc(t.Details.Families, isPictureEncoderFamily) {
					m.Sees = memory.SightYes
				}
			})
		}
	}
	if getJSON(ctx, api, "api/ps", &ps) == nil {
		for _, t := range ps.Models {
			updateModelsNamed(models, t.Name, func(m *memory.ModelInfo) { m.Loaded, m.ContextWindow = true, t.Context })
		}
	}
}

func fetchAndSetLMStudioDetails(ctx context.Context, api openai.Client, models []memory.ModelInfo) {
	var all struct {
		Data []struct {
			ID     string `json:"id"`
			Type   string `json:"type"`
			State  string `json:"state"`
			Max    int    `json:"max_context_length"`
			Loaded int    `json:"loaded_context_length"`
		} `json:"data"`
	}
	if getJSON(ctx, api, "api/v0/models", &all) != nil {
		return
	}
	for _, t := range all.Data {
		updateModelsNamed(models, t.ID, func(m *memory.ModelInfo) {
			m.Loaded, m.ContextWindow = t.State == "loaded", cmp.Or(t.Loaded, t.Max)
			m.CanChat = m.CanChat && t.Type != "embeddings"
			if t.Type == "vlm" || t.Type == "llm" {
				m.Sees = memory.SightFromBool(t.Type == "vlm")
			}
		})
	}
}

// fetchAndSetLlamaCppDetails reads /props: the server has one model, loaded, with the context
// window it was started with.
func fetchAndSetLlamaCppDetails(ctx context.Context, api openai.Client, models []memory.ModelInfo) {
	var props struct {
		Settings struct {
			Context int `json:"n_ctx"`
		} `json:"default_generation_settings"`
		Modalities *struct {
			Vision bool `json:"vision"`
		} `json:"modalities"`
	}
	if getJSON(ctx, api, "props", &props) != nil {
		return
	}
	for i := range models {
		models[i].Loaded = true
		if props.Settings.Context > 0 {
			models[i].ContextWindow = props.Settings.Context
		}
		if props.Modalities != nil {
			models[i].Sees = memory.SightFromBool(props.Modalities.Vision)
		}
	}
}
