package memory

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"memoir/prompts"
)

// Deps are the dependencies of the core. Forwarder, Reranker, Log, Now, SystemMemories, FirstDamage,
// Repairs, RunAtLowPriority and ConvertPicture are optional.
type Deps struct {
	Store       Store
	VectorIndex VectorIndex
	FullText    FullText
	Model       Model
	Catalog     Catalog
	Forwarder   Forwarder
	Embedder    Embedder
	Reranker    Reranker
	Bus         Bus
	Prompts     *prompts.Set
	Config      Config
	Log         *slog.Logger
	Now         Clock
	Version     string // program version, shown by Health
	// SystemMemories are given to profiles that have few memories of their own (system_memories.yaml).
	SystemMemories []string
	// FirstDamage returns the first error that said that the stored data is damaged, nil if none did.
	FirstDamage func() error
	// Repairs says in sentences what was repaired in the stored data before this start.
	Repairs []string
	// RunAtLowPriority runs work that takes minutes behind what people wait for, and returns when it has ended.
	RunAtLowPriority func(do func())
	// ConvertPicture makes a JPEG of a picture in a format of
	// pictures.DetectFormatNeedingConversion; ErrNotFound where this computer has no program for
	// that.
	ConvertPicture func(ctx context.Context, format string, data []byte) ([]byte, error)
}

// ValidatedWithDefaults returns the dependencies with defaults for optional ones, or ErrInvalid
// when one is missing.
func (d Deps) ValidatedWithDefaults() (Deps, error) {
	for name, missing := range map[string]bool{
		"store": d.Store == nil, "index": d.VectorIndex == nil, "lexicon": d.FullText == nil, "model": d.Model == nil,
		"catalog": d.Catalog == nil, "embedder": d.Embedder == nil, "bus": d.Bus == nil, "prompts": d.Prompts == nil,
	} {
		if missing {
			return d, fmt.Errorf("no %s given: %w", name, ErrInvalid)
		}
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.FirstDamage == nil {
		d.FirstDamage = func() error { return nil }
	}
	if d.RunAtLowPriority == nil {
		d.RunAtLowPriority = func(do func()) { do() }
	}
	if d.ConvertPicture == nil {
		d.ConvertPicture = func(context.Context, string, []byte) ([]byte, error) { return nil, ErrNotFound }
	}
	return d, nil
}

// Clock returns the current time. It is handed in, so that tests decide what time it is.
type Clock func() time.Time

// NowInUTCToMillisecond returns the current time in UTC, truncated to the milliseconds that the
// store keeps.
func (c Clock) NowInUTCToMillisecond() time.Time { return c().UTC().Truncate(time.Millisecond) }
