package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

// serverRetryInterval is the polling interval while a server on this computer is not running.
const serverRetryInterval = 5 * time.Second

// modelCatalog holds the known models and their providers.
type modelCatalog struct {
	models         []memory.ModelInfo
	providers      map[string]memory.ProviderInfo
	noModelReason  string            // why no model is available
	providerTitles map[string]string // by provider, including unavailable ones
}

// LoadModels loads the models and providers. While the model of the chat awaits a server on this
// computer, it is called again every serverRetryInterval.
func (p *Pane) LoadModels() {
	type lists struct {
		models    []memory.ModelInfo
		providers []memory.ProviderInfo
		presets   []app.Provider
		mode      string
	}
	app.Latest(p.env.Tasks, &p.modelRequest, func(ctx context.Context) (lists, error) {
		ms, err := p.env.Session.Models(ctx)
		if err != nil {
			return lists{}, err
		}
		ps, err := p.env.Session.Providers(ctx)
		if err != nil {
			return lists{}, err
		}
		mode, err := p.env.Host.Setting(ctx, app.NewChatModeKey)
		return lists{ms, ps, p.env.Host.ProviderPresets(), mode}, err
	}, func(l lists, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		for _, pr := range l.presets { // including providers that are not available now
			p.catalog.providerTitles[pr.Name] = pr.Title
		}
		p.catalog.setModels(l.models, l.providers)
		p.setNewChatMode(memory.MemoryMode(l.mode))
		for _, m := range l.models {
			p.transcript.modelTitles[m.ID] = m.Name
		}
		p.updateControls()
		p.notifyLoad()
	})
}

func (c *modelCatalog) setModels(ms []memory.ModelInfo, ps []memory.ProviderInfo) {
	c.models, c.providers, c.noModelReason = ms, map[string]memory.ProviderInfo{}, "No model is set up yet."
	for _, pr := range slices.Backward(ps) {
		c.providerTitles[pr.Name], c.providers[pr.Name] = pr.Title, pr
		if pr.Fault != nil { // the fault of the first provider wins
			c.noModelReason = pr.Fault.Title
		}
	}
}

// scheduleModelRefresh polls the models while the model cannot be used because a server on this
// computer is not running.
func (p *Pane) scheduleModelRefresh(m *memory.ModelInfo) {
	awaited := p.catalog.awaitsServer(m)
	switch {
	case awaited && p.stopRefresh == nil:
		p.stopRefresh = p.env.After(serverRetryInterval, func() {
			p.stopRefresh = nil
			p.LoadModels()
		})
	case !awaited && p.stopRefresh != nil:
		p.stopRefresh()
		p.stopRefresh = nil
	}
}

// awaitsServer reports whether the model may become available when a server on this computer is
// started. A reachable provider that refuses requests does not count.
func (c *modelCatalog) awaitsServer(m *memory.ModelInfo) bool {
	switch {
	case c.providers == nil: // the first load has not finished
		return false
	case m != nil:
		pr, listed := c.providers[m.Provider]
		return !listed || pr.Local && !pr.Reachable
	}
	for _, pr := range c.providers {
		if pr.Local && !pr.Reachable {
			return true
		}
	}
	return len(c.providers) == 0
}

// currentModel returns the model that answers in this chat: the chat's own, the default, or the
// first that is available; nil when there is none.
func (p *Pane) currentModel() *memory.ModelInfo {
	for _, id := range []string{string(p.chat.Model), p.env.Session.Config().DefaultModel} {
		if id == "" {
			continue
		}
		for i := range p.catalog.models {
			if p.catalog.models[i].ID == id {
				return &p.catalog.models[i]
			}
		}
		provider, _, _ := strings.Cut(id, "/")
		return &memory.ModelInfo{ID: id, Name: id, Provider: provider, CanChat: true,
			Local: p.catalog.providers[provider].Local}
	}
	for i := range p.catalog.models {
		if p.catalog.models[i].CanChat && p.catalog.models[i].Available {
			return &p.catalog.models[i]
		}
	}
	return nil
}

// modelObstacle returns the reason why a model cannot be used, "" when none is known.
func (p *Pane) modelObstacle(m *memory.ModelInfo) string {
	if m == nil || p.catalog.providers == nil {
		return p.catalog.noModelReason
	}
	switch pr, listed := p.catalog.providers[m.Provider]; {
	case !listed:
		return p.providerTitle(m.Provider) + " does not answer."
	case pr.Fault != nil:
		return pr.Fault.Title
	}
	return ""
}

func (p *Pane) modelTitle() string {
	if m := p.currentModel(); m != nil {
		return m.Name
	}
	return "the model"
}

func (p *Pane) providerTitle(name string) string {
	if t := p.catalog.providerTitles[name]; t != "" {
		return t
	}
	return name
}
