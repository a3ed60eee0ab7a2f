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
const serverEmbedderTokens = 512

// localServersEnv names the servers on this computer to look for in place of the known ones, see
// llm.ParseLocalServers.
const localServersEnv = "MEMOIR_LOCAL_SERVERS"

// modelAccess holds the client of the model servers and the embedder.
type modelAccess struct {
	client        *llm.Client
	embedder      memory.Embedder
	closers       []func(ctx context.Context) error
	currentConfig func() memory.Config // set before the first model call
	loadEmbedder  func()               // loads the embedder early; its first call would too
}

// openModelClientAndEmbedder reads the folder's models.yaml. If it is invalid, it prints the
// problem to stderr and uses the last valid one.
func (e *env) openModelClientAndEmbedder(
	ctx context.Context, dir string, cfg memory.Config, log *slog.Logger,
) (*modelAccess, error) {
	m := &modelAccess{currentConfig: func() memory.Config { return cfg }, loadEmbedder: func() {}}
	locals, err := llm.ParseLocalServers(e.getenv(localServersEnv))
	var wrong *memory.FieldError
	if errors.As(err, &wrong) {
		return nil, &memory.FieldError{Field: localServersEnv, Problem: wrong.Problem}
	}
	o := llm.Options{Dir: dir, Getenv: e.getenv, UseEnv: !e.isWindow, LocalProviders: locals, Log: log}
	o.Limits = func() llm.Limits {
		c := m.currentConfig()
		return llm.Limits{Reply: c.ReplyLimit, Idle: c.IdleLimit}
	}
	if e.demo {
		fixed, err := m.startScriptedServerReturningProvider()
		if err != nil {
			return nil, err
		}
		o.FixedProviders = fixed
		fmt.Fprintln(e.err, demoNotice)
	}
	client, err := llm.OpenClient(o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open models: %w", err), m.closeAll(ctx))
	}
	m.client = client
	m.closers = append(m.closers, client.Close)
	if problem := client.ConfigError(); problem != nil {
		fmt.Fprintf(e.err, "Using the last good version of models.yaml, because the file has a mistake: %s.\n",
			strings.TrimSuffix(problem.Error(), "."))
	}
	m.openConfiguredOrBuiltInEmbedder(ctx, cfg, log)
	if !e.isWindow { // the window loads it after its first frame
		m.loadEmbedder()
	}
	return m, nil
}

// openConfiguredOrBuiltInEmbedder uses the embedder of the settings, else that of models.yaml, else
// the embedded one.
func (m *modelAccess) openConfiguredOrBuiltInEmbedder(ctx context.Context, cfg memory.Config, log *slog.Logger) {
	name := cfg.EmbeddingModel
	if name == "" {
		name = m.client.ConfiguredEmbedderName()
	}
	switch name {
	case "", "builtin", "BAAI/bge-small-en-v1.5":
		builtin := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{Embedded: true})
		m.embedder, m.loadEmbedder = builtin, builtin.StartLoadingInBackgroundOnce
		m.closers = append(m.closers, func(context.Context) error { return builtin.Close() })
		return
	}
	open := func(ctx context.Context) (memory.Embedder, error) {
		return m.client.OpenEmbedderWithTestRequest(ctx, name, serverEmbedderTokens)
	}
	retrying := llm.NewEmbedderThatRetriesOpening(ctx, name, serverEmbedderTokens, log, open)
	m.embedder = retrying
	m.closers = append(m.closers, retrying.StopRetryingOpen)
}

// closeAll closes what openModelClientAndEmbedder opened, in reverse order.
func (m *modelAccess) closeAll(ctx context.Context) error {
	var err error
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i](ctx))
	}
	return err
}
