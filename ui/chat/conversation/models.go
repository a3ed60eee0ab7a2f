package conversation

import (
	"slices"
	"strings"

	"memoir/memory"

	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// Models are the known models and their providers, and which of them answers in the chat shown. It
// must be used on the UI goroutine.
type Models struct {
	shown          *shownChat
	config         func() memory.Config
	All            []memory.ModelInfo
	providers      map[string]memory.ProviderInfo // nil until they were loaded
	noModelReason  string                         // why no model is available
	providerTitles map[string]string              // by provider, including unavailable ones
	names          map[string]string              // by model, including those that are gone
}

func newModels(shown *shownChat, config func() memory.Config) *Models {
	return &Models{
		shown: shown, config: config,
		noModelReason: translate.Text("Looking for a model…"), providerTitles: map[string]string{},
		names: map[string]string{},
	}
}

// ModelLists are the models and providers known now.
type ModelLists struct {
	Models    []memory.ModelInfo
	Providers []memory.ProviderInfo
	// Titles are the display names of providers, available or not.
	Titles map[string]string
	// NewChatMode is the memory mode of new chats, "" = on.
	NewChatMode memory.MemoryMode
}

// setModelsAndProviders takes up the lists of models and providers.
func (m *Models) setModelsAndProviders(l ModelLists) {
	for name, title := range l.Titles {
		m.providerTitles[name] = title
	}
	m.All, m.providers, m.noModelReason = l.Models, map[string]memory.ProviderInfo{},
		translate.Text("No model is set up yet.")
	for _, p := range slices.Backward(l.Providers) {
		m.providerTitles[p.Name], m.providers[p.Name] = p.Title, p
		if p.Fault != nil { // the fault of the first provider wins
			m.noModelReason = p.Fault.Title
		}
	}
	for _, info := range l.Models {
		m.names[info.ID] = humanize.ReadableServerModelName(info.Name)
	}
}

// ownOrDefaultOrFirstAvailableModel returns the chat's own model, the default, or the first that is
// available.
func (m *Models) ownOrDefaultOrFirstAvailableModel(own, standard string) *memory.ModelInfo {
	for _, id := range []string{own, standard} {
		if id == "" {
			continue
		}
		for i := range m.All {
			if m.All[i].ID == id {
				return &m.All[i]
			}
		}
		provider, _, _ := strings.Cut(id, "/")
		return &memory.ModelInfo{ID: id, Name: id, Provider: provider, CanChat: true, Local: m.providers[provider].Local}
	}
	for i := range m.All {
		if m.All[i].CanChat && m.All[i].Available {
			return &m.All[i]
		}
	}
	return nil
}

// isKnownOrNotLoadedYet reports whether a model is listed, or may be once the models are loaded.
func (m *Models) isKnownOrNotLoadedYet(id memory.NullText) bool {
	return m.providers == nil || slices.ContainsFunc(m.All, func(i memory.ModelInfo) bool { return i.ID == string(id) })
}

// ModelUnusableReason returns the reason why a model cannot be used, "" when none is known.
func (m *Models) ModelUnusableReason(model *memory.ModelInfo) string {
	if model == nil || m.providers == nil {
		return m.noModelReason
	}
	switch p, listed := m.providers[model.Provider]; {
	case !listed:
		return translate.Text("{{.Provider}} isn't responding.", "Provider", m.ProviderTitle(model.Provider))
	case p.Fault != nil:
		return p.Fault.Title
	}
	return ""
}

// IsAwaitingLocalServer reports whether the model may become available when a server on this
// computer is started. A reachable provider that refuses requests does not count.
func (m *Models) IsAwaitingLocalServer(model *memory.ModelInfo) bool {
	switch {
	case m.providers == nil: // the first load has not finished
		return false
	case model != nil:
		p, listed := m.providers[model.Provider]
		return !listed || p.Local && !p.Reachable
	}
	for _, p := range m.providers {
		if p.Local && !p.Reachable {
			return true
		}
	}
	return len(m.providers) == 0
}

// ProviderTitle returns the display name of a provider.
func (m *Models) ProviderTitle(name string) string {
	if t := m.providerTitles[name]; t != "" {
		return t
	}
	return name
}

// ModelLocationText says where a model runs.
func (m *Models) ModelLocationText(model memory.ModelInfo) string {
	if model.Local {
		return translate.Text("on this computer")
	}
	return translate.Text("at {{.Provider}}", "Provider", m.ProviderTitle(model.Provider))
}

// AnswerModelName returns the display name of the model that wrote a message.
func (m *Models) AnswerModelName(message memory.Message) string {
	if message.Model == "" {
		return translate.Text("the model")
	}
	if t := m.names[string(message.Model)]; t != "" {
		return t
	}
	return humanize.ReadableModelName(string(message.Model))
}

// CurrentModel returns the model that answers in this chat, nil when there is none.
func (m *Models) CurrentModel() *memory.ModelInfo {
	return m.ownOrDefaultOrFirstAvailableModel(string(m.shown.Chat.Model), m.config().DefaultModel)
}

// ContextWindowTokens returns the context window of the model in tokens.
func (m *Models) ContextWindowTokens() int {
	if model := m.CurrentModel(); model != nil && model.ContextWindow > 0 {
		return model.ContextWindow
	}
	return m.config().DefaultContextWindow
}

// maxFilesShare is the part of the context window that files may fill, as in the core: of what does
// not fit only the most relevant parts are sent.
const maxFilesShare = 0.5

func (m *Models) filesBudgetTokens() int {
	return int(maxFilesShare * float64(m.ContextWindowTokens()))
}

// SendsFileOnlyInParts reports whether a file is too large to be sent whole.
func (m *Models) SendsFileOnlyInParts(f memory.File) bool { return f.Tokens > m.filesBudgetTokens() }

// RecordSightOfCurrentModel records whether the model of the chat sees.
func (m *Models) RecordSightOfCurrentModel(sees bool) []Effect {
	model := m.CurrentModel()
	if model == nil {
		return nil
	}
	return []Effect{SetModelSight{Model: model.ID, Sees: sees}}
}

// SetModelSight records whether a model takes pictures; the models are loaded again afterwards.
type SetModelSight struct {
	Model string
	Sees  bool
}

func (SetModelSight) isEffect() {}
