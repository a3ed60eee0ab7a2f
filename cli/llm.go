package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"memoir/assets/model"
	"memoir/llm"
	"memoir/llm/encoder"
	"memoir/memory"
)

// serverTokens is how long a text for a server's embedder may be: what the common models take (BERT-sized ones, and
// OpenAI's take more).
const serverTokens = 512

// models is the way to model servers and to the embedder.
type models struct {
	client   *llm.Client
	embedder memory.Embedder
	closers  []func(ctx context.Context) error
	settings func() memory.Config // in force; set before the first call of a model
	load     func()               // gets the embedder ready; its first call does so too
}

// openModels reads models.yaml of the folder. A broken one is named on stderr and the last good one used.
func (e *env) openModels(ctx context.Context, dir string, cfg memory.Config, log *slog.Logger) (*models, error) {
	m := &models{settings: func() memory.Config { return cfg }, load: func() {}}
	o := llm.Options{Dir: dir, Getenv: e.getenv, UseEnv: !e.window, Log: log, Limits: func() llm.Limits {
		c := m.settings()
		return llm.Limits{Reply: c.ReplyLimit, Idle: c.IdleLimit}
	}}
	if e.demo {
		fixed, err := m.startDemo()
		if err != nil {
			return nil, err
		}
		o.Fixed = fixed
		fmt.Fprintln(e.err, demoNotice)
	}
	client, err := llm.Open(o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open models: %w", err), m.close(ctx))
	}
	m.client = client
	m.closers = append(m.closers, client.Close)
	if problem := client.Problem(); problem != nil {
		fmt.Fprintf(e.err, "models.yaml cannot be used, the last good one is: %s.\n",
			strings.TrimSuffix(problem.Error(), "."))
	}
	m.openEmbedder(ctx, cfg, log)
	if !e.window { // which shows itself first
		m.load()
	}
	return m, nil
}

// openEmbedder takes the embedder of the settings, else of models.yaml, else the embedded one.
func (m *models) openEmbedder(ctx context.Context, cfg memory.Config, log *slog.Logger) {
	name := cfg.Embedding
	if name == "" {
		name = m.client.Embedding()
	}
	switch name {
	case "", "builtin", "BAAI/bge-small-en-v1.5":
		built := encoder.New(model.BGESmall, encoder.Config{Embedded: true})
		m.embedder, m.load = built, built.Load
		m.closers = append(m.closers, func(context.Context) error { return built.Close() })
		return
	}
	late := newLateEmbedder(ctx, name, serverTokens, log, func(ctx context.Context) (memory.Embedder, error) {
		return m.client.OpenEmbedder(ctx, name, serverTokens)
	})
	m.embedder = late
	m.closers = append(m.closers, late.close)
}

// close ends what openModels opened, the newest first.
func (m *models) close(ctx context.Context) error {
	var err error
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i](ctx))
	}
	return err
}
