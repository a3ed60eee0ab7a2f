package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

// lookEvery is how long the pane waits before it looks again for a server that does not run.
const lookEvery = 5 * time.Second

// catalogue is what is known of models and of who serves them.
type catalogue struct {
	models    []memory.ModelInfo
	providers map[string]memory.ProviderInfo
	none      string            // why there is no model, when there is none
	titles    map[string]string // of providers, also of those that are not there now
}

// AskModels reads the catalogue, and goes on asking while a server on this computer is awaited.
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
		for _, pr := range l.presets { // also of one that is not there now
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
		if pr.Fault != nil { // the first one's is said
			c.none = pr.Fault.Title
		}
	}
}

// lookAgain asks again after a while when the model cannot be used because a server on this computer does not run.
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

// awaited reports whether the model may come when a server on this computer is started. A service that refuses is not
// awaited.
func (c *catalogue) awaited(m *memory.ModelInfo) bool {
	switch {
	case c.providers == nil: // asked for the first time
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

// model is what answers here: the chat's, the default, or the first that is available; nil when there is none.
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

// obstacle says why a model cannot be asked, "" when nothing is known to stand in the way.
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
