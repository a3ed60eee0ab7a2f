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

// serverEmbedderTokens is the longest text for a server's embedder, in tokens: what the common
// models accept (BERT-sized ones; OpenAI's accept more).
const serverTokens = 512

// modelAccess holds the client of the model servers and the embedder.
type models struct {
	client   *llm.Client
	embedder memory.Embedder
	closers  []func(ctx context.Context) error
	settings func() memory.Config // set before the first model call
	load     func()               // loads the embedder early; its first call would too
}

// openModelAccess reads the folder's models.yaml. If it is invalid, it prints the problem to stderr
// and uses the last valid one.
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
	if !e.window { // the window loads it after its first frame
		m.load()
	}
	return m, nil
}

// openEmbedder uses the embedder of the settings, else that of models.yaml, else the embedded one.
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

// closeAll closes what openModelAccess opened, in reverse order.
func (m *models) close(ctx context.Context) error {
	var err error
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i](ctx))
	}
	return err
}
