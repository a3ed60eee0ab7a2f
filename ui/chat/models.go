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
const lookEvery = 5 * time.Second

// modelCatalog holds the known models and their providers.
type catalogue struct {
	models    []memory.ModelInfo
	providers map[string]memory.ProviderInfo
	none      string            // why no model is available
	titles    map[string]string // by provider, including unavailable ones
}

// LoadModels loads the models and providers. While the model of the chat awaits a server on this
// computer, it is called again every serverRetryInterval.
func (p *Pane) AskModels() {
	type lists struct {
		models    []memory.ModelInfo
		providers []memory.ProviderInfo
		presets   []app.Provider
		mode      string
	}
	app.Newest(p.env.Tasks, &p.modelAsk, func(ctx context.Context) (lists, error) {
		ms, err := p.env.Service.Models(ctx)
		if err != nil {
			return lists{}, err
		}
		ps, err := p.env.Service.Providers(ctx)
		if err != nil {
			return lists{}, err
		}
		mode, err := p.env.Host.Setting(ctx, app.NewChatMode)
		return lists{ms, ps, p.env.Host.Presets(), mode}, err
	}, func(l lists, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		for _, pr := range l.presets { // including providers that are not available now
			p.known.titles[pr.Name] = pr.Title
		}
		p.known.take(l.models, l.providers)
		p.takeMode(memory.Mode(l.mode))
		for _, m := range l.models {
			p.view.titles[m.ID] = m.Name
		}
		p.show()
		p.settled()
	})
}

func (c *catalogue) take(ms []memory.ModelInfo, ps []memory.ProviderInfo) {
	c.models, c.providers, c.none = ms, map[string]memory.ProviderInfo{}, "No model is set up yet."
	for _, pr := range slices.Backward(ps) {
		c.titles[pr.Name], c.providers[pr.Name] = pr.Title, pr
		if pr.Fault != nil { // the fault of the first provider wins
			c.none = pr.Fault.Title
		}
	}
}

// scheduleModelRefresh polls the models while the model cannot be used because a server on this
// computer is not running.
func (p *Pane) lookAgain(m *memory.ModelInfo) {
	awaited := p.known.awaited(m)
	switch {
	case awaited && p.lookOff == nil:
		p.lookOff = p.env.After(lookEvery, func() {
			p.lookOff = nil
			p.AskModels()
		})
	case !awaited && p.lookOff != nil:
		p.lookOff()
		p.lookOff = nil
	}
}

// awaitsServer reports whether the model may become available when a server on this computer is
// started. A reachable provider that refuses requests does not count.
func (c *catalogue) awaited(m *memory.ModelInfo) bool {
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
func (p *Pane) model() *memory.ModelInfo {
	for _, id := range []string{string(p.thread.Model), p.env.Service.Config().ModelDefault} {
		if id == "" {
			continue
		}
		for i := range p.known.models {
			if p.known.models[i].ID == id {
				return &p.known.models[i]
			}
		}
		provider, _, _ := strings.Cut(id, "/")
		return &memory.ModelInfo{ID: id, Name: id, Provider: provider, Chat: true, Local: p.known.providers[provider].Local}
	}
	for i := range p.known.models {
		if p.known.models[i].Chat && p.known.models[i].Available {
			return &p.known.models[i]
		}
	}
	return nil
}

// modelObstacle returns the reason why a model cannot be used, "" when none is known.
func (p *Pane) obstacle(m *memory.ModelInfo) string {
	if m == nil || p.known.providers == nil {
		return p.known.none
	}
	switch pr, listed := p.known.providers[m.Provider]; {
	case !listed:
		return p.providerTitle(m.Provider) + " does not answer."
	case pr.Fault != nil:
		return pr.Fault.Title
	}
	return ""
}

func (p *Pane) modelTitle() string {
	if m := p.model(); m != nil {
		return m.Name
	}
	return "the model"
}

func (p *Pane) providerTitle(name string) string {
	if t := p.known.titles[name]; t != "" {
		return t
	}
	return name
}
