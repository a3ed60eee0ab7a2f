package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// configFile is the name of the settings file in the data folder.
const configFile = "config.yaml"

// systemMemoriesFile is the name of the file with system memories in the data folder.
const systemMemoriesFile = "system_memories.yaml"

// storedKeyPrefix marks settings that the window keeps in the store.
const storedKeyPrefix = "config."

// newFolderPreset is stored in a data folder when it is made. A folder of an earlier version has no
// stored preset unless someone chose one, and keeps classic.
const newFolderPreset = "standard"

// initialSettingsOfNewDataFolder returns the settings that a new data folder is made with.
func initialSettingsOfNewDataFolder() map[string]string {
	return map[string]string{storedKeyPrefix + "preset": newFolderPreset}
}

// configSource is a place that settings come from; later sources override earlier ones.
type configSource struct {
	name   string
	values map[string]string // by dotted key
}

// loadConfigFromAllSources merges the settings: environment over config.yaml over the stored
// settings over the preset. Settings that this version does not use are reported to warn and
// skipped.
func loadConfigFromAllSources(
	dir string, stored map[string]string, getenv func(string) string, warn func(text string),
) (memory.Config, error) {
	kept := configSource{name: "the stored settings", values: map[string]string{}}
	for k, v := range stored {
		if key, ok := strings.CutPrefix(k, storedKeyPrefix); ok {
			kept.values[key] = v
		}
	}
	file, err := readConfigFile(filepath.Join(dir, configFile))
	if err != nil {
		return memory.Config{}, err
	}
	environment := configSource{name: "the environment", values: map[string]string{}}
	for _, k := range memory.ConfigKeys() {
		if v := getenv(k.Env); v != "" {
			environment.values[k.Key] = v
		}
	}
	for _, s := range []configSource{kept, file} {
		s.dropAndReportUnusedKeys(warn)
	}
	return mergeConfigSources(kept, file, environment)
}

// dropAndReportUnusedKeys removes the settings of earlier versions that nothing reads, so that a
// folder made with one of them still opens.
func (s configSource) dropAndReportUnusedKeys(warn func(text string)) {
	for _, k := range slices.Sorted(maps.Keys(s.values)) {
		if memory.IsUnusedConfigKey(k) {
			delete(s.values, k)
			warn(fmt.Sprintf("The setting %s in %s isn't used by this version of Memoir.", k, s.name))
		}
	}
}

// mergeConfigSources applies the preset of the last source that names one, then all other settings
// in order.
func mergeConfigSources(sources ...configSource) (memory.Config, error) {
	cfg := memory.ClassicPreset()
	for i := len(sources) - 1; i >= 0; i-- {
		if v, ok := sources[i].values["preset"]; ok {
			if err := applyConfigValueNamingSourceOnError(&cfg, sources[i], "preset", v); err != nil {
				return cfg, err
			}
			break
		}
	}
	for _, s := range sources {
		keys := make([]string, 0, len(s.values))
		for k := range s.values {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			if k == "preset" {
				continue
			}
			if err := applyConfigValueNamingSourceOnError(&cfg, s, k, s.values[k]); err != nil {
				return cfg, err
			}
		}
	}
	return cfg, nil
}

// applyConfigValueNamingSourceOnError sets one setting from a config file, the environment or the
// store; the failure of a bad one names where it stands.
func applyConfigValueNamingSourceOnError(cfg *memory.Config, s configSource, key, value string) error {
	err := cfg.SetExplicitlyFromText(key, value)
	if err == nil {
		return nil
	}
	problem := err.Error()
	var field *memory.FieldError
	if errors.As(err, &field) {
		problem = field.Problem
	}
	return &failure{
		code: exitFailed, cause: err,
		title: fmt.Sprintf("The setting %s in %s isn't valid: %s.", key, s.name, problem),
		hint:  "Correct the setting and try again.",
	}
}

// readConfigFile flattens the nested keys of a YAML file; a missing file has none.
func readConfigFile(path string) (configSource, error) {
	s := configSource{name: path, values: map[string]string{}}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("read settings: %w", err)
	}
	var root yaml.Node
	if err := yaml.Unmarshal(b, &root); err != nil {
		return s, &failure{
			code: exitFailed, cause: err,
			title: fmt.Sprintf("%s can't be read: %s.", path, strings.TrimPrefix(err.Error(), "yaml: ")),
			hint:  "Correct the file and try again; nothing was changed.",
		}
	}
	if len(root.Content) == 0 {
		return s, nil
	}
	return s, flattenYAML(path, "", root.Content[0], s.values)
}

// readSystemMemoriesFile reads a list of sentences that are sent for users who have few memories of
// their own (S004-10). A missing file has none; empty items are dropped.
func readSystemMemoriesFile(dir string) ([]string, error) {
	path := filepath.Join(dir, systemMemoriesFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read system memories: %w", err)
	}
	var list []string
	if err := yaml.Unmarshal(b, &list); err != nil {
		return nil, &failure{
			code: exitFailed, cause: err,
			title: fmt.Sprintf("%s can't be read: %s.", path, collapseToOneLine(strings.TrimPrefix(err.Error(), "yaml: "))),
			hint:  "The file should be a list of sentences. Correct it and try again; nothing was changed.",
		}
	}
	return slices.DeleteFunc(list, func(s string) bool { return strings.TrimSpace(s) == "" }), nil
}

func flattenYAML(path, prefix string, n *yaml.Node, into map[string]string) error {
	switch {
	case n.Kind == yaml.AliasNode:
		return flattenYAML(path, prefix, n.Alias, into)
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return nil
	case n.Kind == yaml.ScalarNode && prefix != "":
		into[prefix] = n.Value
		return nil
	case n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			if prefix != "" {
				key = prefix + "." + key
			}
			if err := flattenYAML(path, key, n.Content[i+1], into); err != nil {
				return err
			}
		}
		return nil
	}
	return &failure{
		code:  exitFailed,
		title: fmt.Sprintf("%s can't be read: line %d should be a setting with one value.", path, n.Line),
		hint:  "Correct the file and try again; nothing was changed.",
	}
}

func configCommand() *command {
	return &command{
		name: "config", usage: "[get] [SETTING…] [--json] | set SETTING VALUE", summary: "show or change settings",
		examples: []string{
			"memoir config", "memoir config preset retrieval.top_k", "memoir config set summary.style sentences",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, names []string) error {
				method, body := http.MethodGet, any(nil)
				switch {
				case len(names) > 0 && names[0] == "set":
					if len(names) != 3 {
						return usageErrorf("memoir config set needs a setting and a value.")
					}
					method, body = http.MethodPatch, map[string]string{names[1]: names[2]}
					names = names[1:2]
				case len(names) > 0 && names[0] == "get":
					names = names[1:]
				}
				var values map[string]string
				err := e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, "/api/config", body, &values)
				})
				if err != nil {
					return err
				}
				return e.printConfig(values, names, *asJSON)
			}
		},
	}
}

// printConfig prints the named settings, or all of them, in the order of docs/guide/settings.md.
func (p *printer) printConfig(values map[string]string, names []string, asJSON bool) error {
	shown := map[string]string{}
	for _, name := range names {
		value, ok := values[name]
		if !ok {
			return &failure{
				code: exitNotFound, title: "There is no setting named " + name + ".", hint: "To list all settings: memoir config.",
			}
		}
		shown[name] = value
	}
	if len(names) == 0 {
		shown = values
	}
	if asJSON {
		return p.printJSON(shown)
	}
	for _, k := range memory.ConfigKeys() {
		if value, ok := shown[k.Key]; ok {
			fmt.Fprintf(p.out, "%s: %s\n", k.Key, value)
		}
	}
	return nil
}
