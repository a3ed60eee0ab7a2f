package llm

import (
	"errors"
	"slices"

	"memoir/memory"
)

// queryResult is one provider with its model list or error.
type queryResult struct {
	endpoint
	keyLocation  string // of the key: keychain, file, env:NAME or none
	listedModels []memory.ModelInfo
	err          error
}

// mergeConfiguredAndListedModels merges the models of models.yaml with those the server listed.
// Models from the file come first, except those of which it says no more than whether they see; its
// values win.
func (a queryResult) mergeConfiguredAndListedModels() []memory.ModelInfo {
	local := a.provider.isOnThisComputer()
	a.listedModels = slices.Clone(a.listedModels)
	out := make([]memory.ModelInfo, 0, len(a.listedModels)+len(a.provider.Models))
	taken := map[string]bool{}
	for _, f := range a.provider.Models {
		m := newModelInfoGuessedFromName(a.provider, f.ID)
		i := slices.IndexFunc(a.listedModels, func(m memory.ModelInfo) bool { return m.Name == f.ID })
		if i >= 0 && f == (ConfigModel{ID: f.ID, Sees: f.Sees}) && f.Sees != memory.SightUnknown {
			a.listedModels[i].Sees = f.Sees
			continue
		}
		if i >= 0 {
			m = a.listedModels[i]
		}
		f.overrideDetails(&m)
		// A cloud service may have models that it does not list; a local server lists all of them.
		m.Available = i >= 0 || (!local && (a.err == nil || errors.Is(a.err, errNoModelList)))
		taken[f.ID] = true
		out = append(out, m)
	}
	for _, m := range a.listedModels {
		if !taken[m.Name] {
			out = append(out, m)
		}
	}
	return out
}

// overrideDetails puts what models.yaml says of a model in place of what its server says.
func (f ConfigModel) overrideDetails(m *memory.ModelInfo) {
	if f.Size > 0 {
		m.Size = f.Size
	}
	if f.Context > 0 {
		m.ContextWindow = f.Context
	}
	if f.Sees != memory.SightUnknown {
		m.Sees = f.Sees
	}
	if f.InputPrice > 0 || f.OutputPrice > 0 {
		m.InputPrice, m.OutputPrice = f.InputPrice, f.OutputPrice
	}
}

func (a queryResult) providerInfo() memory.ProviderInfo {
	p := memory.ProviderInfo{
		Name: a.provider.Name, Title: a.provider.displayName(), BaseURL: a.provider.BaseURL,
		Local:  a.provider.isOnThisComputer(),
		HasKey: a.key != "", KeySource: a.keyLocation, Models: len(a.mergeConfiguredAndListedModels()),
		CanPull:   a.provider.isLocalOllama(),
		Reachable: !errors.Is(a.err, memory.ErrOffline) && !errors.Is(a.err, memory.ErrTimeout),
	}
	if a.err != nil && !errors.Is(a.err, errNoModelList) {
		p.Fault = memory.FaultFromError(a.err)
	}
	return p
}
