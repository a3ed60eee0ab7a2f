package uitest

import (
	"context"
	"sync"

	"memoir/memory"
)

// Catalog is a catalog whose content the test sets. It is safe for concurrent use.
type Catalog struct {
	mu        sync.Mutex
	providers []memory.ProviderInfo
	models    []memory.ModelInfo
	extractor string
	err       error
}

var _ memory.Catalog = (*Catalog)(nil)

// SetProvidersAndModels replaces the providers and their models.
func (c *Catalog) SetProvidersAndModels(providers []memory.ProviderInfo, models []memory.ModelInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.providers, c.models = providers, models
}

// SetExtractorModelID names the model that learns, as models.yaml does.
func (c *Catalog) SetExtractorModelID(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.extractor = id
}

// SetListingError makes every listing fail; nil ends that.
func (c *Catalog) SetListingError(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
}

// ListModels returns the models set by SetProvidersAndModels.
func (c *Catalog) ListModels(context.Context) ([]memory.ModelInfo, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.models, c.err
}

// ListProviders returns the providers set by SetProvidersAndModels.
func (c *Catalog) ListProviders(context.Context) ([]memory.ProviderInfo, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.providers, c.err
}

// ConfiguredExtractorID returns the model set by SetExtractorModelID.
func (c *Catalog) ConfiguredExtractorID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.extractor
}

// ClearModelAndKeyCaches does nothing: nothing is cached.
func (*Catalog) ClearModelAndKeyCaches() {}
