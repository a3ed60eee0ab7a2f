package api

import (
	"maps"
	"slices"

	"memoir/memory"
)

func registerConfigRoutes(m *Mux) {
	m.Handle("GET", "/api/config", handleGetAllSettings)
	m.Handle("PATCH", "/api/config", handleStoreSettingsAndReturnAll)
}

func handleGetAllSettings(c *call) error {
	cfg := c.profileSession().Config()
	return c.writeJSONOK(cfg.AllTextValues())
}

// handleStoreSettingsAndReturnAll changes settings by key, all of them or none, and answers every
// setting.
func handleStoreSettingsAndReturnAll(c *call) error {
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	var values map[string]any
	if err := c.decodeJSONBody(&values, false); err != nil {
		return err
	}
	if len(values) == 0 {
		return errNothingToChange
	}
	changes := map[string]string{}
	for key, value := range values {
		text, ok := value.(string)
		if !ok {
			return &memory.FieldError{Field: key, Problem: "must be a string, like every setting"}
		}
		changes[key] = text
	}
	keys := slices.Sorted(maps.Keys(changes))
	cfg := c.profileSession().Config()
	for _, key := range keys {
		if err := cfg.SetExplicitlyFromText(key, changes[key]); err != nil {
			return err
		}
	}
	if i := slices.Index(keys, "preset"); i > 0 { // it leaves alone what is set after it
		keys = slices.Insert(slices.Delete(keys, i, i+1), 0, "preset")
	}
	for _, key := range keys {
		if err := c.profileSession().SetAndStoreSetting(c.requestContext(), key, changes[key]); err != nil {
			return err
		}
	}
	return handleGetAllSettings(c)
}
