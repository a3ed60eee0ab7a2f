package llm

import (
	"context"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// AddProviderToConfigFile appends a provider to models.yaml. If the name exists it returns
// memory.ErrConflict. Every edit keeps comments and leaves a broken file untouched, returning its
// error. Where there is no file yet, the new one starts with the providers that were active.
func (c *catalogue) AddProviderToConfigFile(p Provider) error {
	if err := p.fillPresetNormalizeAndValidate(); err != nil {
		return err
	}
	return c.editConfigUnlessFixed(addProviderEdit(p))
}

// ReplaceProviderInConfigFile replaces the provider called name with p, which may have another
// name. After a rename the key must be entered again. Unknown names are memory.ErrNotFound.
func (c *catalogue) ReplaceProviderInConfigFile(name string, p Provider) error {
	if err := p.fillPresetNormalizeAndValidate(); err != nil {
		return err
	}
	return c.editConfigUnlessFixed(replaceProviderEdit(name, p))
}

// SaveProviderTitleAndAddress changes the display name and the address of a provider; its name,
// which chats refer to, its key and its models stay. Unknown names are memory.ErrNotFound.
func (c *catalogue) SaveProviderTitleAndAddress(name, title, baseURL string) error {
	for _, p := range c.fixedConfiguredOrDefaultProviders() {
		if p.Name == name {
			p.Title, p.BaseURL = title, baseURL
			return c.ReplaceProviderInConfigFile(name, p)
		}
	}
	return fmt.Errorf("change provider %s: %w", name, memory.ErrNotFound)
}

// SaveModelTakesPictures records in models.yaml whether a model takes pictures. Unknown providers
// are memory.ErrNotFound; the model need not be known.
func (c *catalogue) SaveModelTakesPictures(id string, sees bool) error {
	name := providerNameOfModelID(id)
	for _, p := range c.fixedConfiguredOrDefaultProviders() {
		if p.Name != name || modelNameOfID(id) == "" {
			continue
		}
		p.Models = slices.Clone(p.Models)
		i := slices.IndexFunc(p.Models, func(m ConfigModel) bool { return m.ID == modelNameOfID(id) })
		if i < 0 {
			i = len(p.Models)
			p.Models = append(p.Models, ConfigModel{ID: modelNameOfID(id)})
		}
		p.Models[i].Sees = memory.SightFromBool(sees)
		return c.ReplaceProviderInConfigFile(name, p)
	}
	return fmt.Errorf("model %s: %w", id, memory.ErrNotFound)
}

// RemoveProviderFromConfigKeepingKey deletes a provider from models.yaml; its key is kept (see
// RemoveKeyFromKeychainAndFile).
func (c *catalogue) RemoveProviderFromConfigKeepingKey(name string) error {
	return c.editConfigUnlessFixed(removeProviderEdit(name))
}

// SaveExtractorModelUnchecked sets the model that extracts memories, as provider/model. Empty means
// that one is chosen by rule.
func (c *catalogue) SaveExtractorModelUnchecked(id string) error {
	return c.editConfigUnlessFixed(func(root *yaml.Node) error {
		setOrRemoveYAMLField(root, "memory_extractor",
			id)
		return nil
	})
}

// SaveEmbeddingModelUnchecked sets the embedder: builtin, provider/model or a folder. Empty means
// builtin.
func (c *catalogue) SaveEmbeddingModelUnchecked(id string) error {
	return c.editConfigUnlessFixed(func(root *yaml.Node) error { setOrRemoveYAMLField(root, "embedding", id); return nil })
}

// editConfigUnlessFixed changes models.yaml, unless the providers of this session are fixed.
func (c *catalogue) editConfigUnlessFixed(change func(root *yaml.Node) error) error {
	if c.fixedProviders != nil {
		return &memory.FieldError{Field: ConfigFileName, Problem: "the providers can't be changed in demo mode"}
	}
	return c.configFile.editAndSaveYAML(c.fixedConfiguredOrDefaultProviders(), change)
}

// StoreKeyInKeychainOrFile stores a provider's key and returns where: keychain, or file if there is
// no keychain. Unknown providers are memory.ErrNotFound. The key appears in no error.
func (c *catalogue) StoreKeyInKeychainOrFile(ctx context.Context, provider, key string) (string, error) {
	for _, p := range c.fixedConfiguredOrDefaultProviders() {
		if p.Name != provider {
			continue
		}
		where, err := c.keys.storeKeyInKeychainOrFile(ctx, p, key)
		if err != nil {
			return "", err
		}
		if kept := p.keyLocation(); kept != KeyKeychain && kept != where && c.fixedProviders == nil {
			p.Key = where
			err = c.ReplaceProviderInConfigFile(provider, p)
		}
		c.mu.Lock()
		delete(c.modelLists, provider)
		c.mu.Unlock()
		return where, err
	}
	return "", fmt.Errorf("key of %q: %w", provider, memory.ErrNotFound)
}

// RemoveKeyFromKeychainAndFile deletes a provider's key from keychain and file.
func (c *catalogue) RemoveKeyFromKeychainAndFile(ctx context.Context, provider string) error {
	c.mu.Lock()
	delete(c.modelLists, provider)
	c.mu.Unlock()
	return c.keys.removeKeyFromKeychainAndFile(ctx, provider)
}
