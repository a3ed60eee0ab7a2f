package llm

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
)

// ConfigFileName is the name of the file of providers in the data folder.
const ConfigFileName = "models.yaml"

// maxConfigBytes bounds the size of models.yaml.
const maxConfigBytes = 1 << 20

// Config is the content of models.yaml.
type Config struct {
	Extractor string // provider/model that extracts memories; empty = chosen by rule
	Embedding string // builtin, provider/model or a folder; empty = builtin
	Providers []Provider
}

// ParseConfig parses a models.yaml. Errors are *memory.FieldError whose field names the line and
// whose problem is a sentence. They never repeat the value of a key.
func ParseConfig(data []byte) (Config, error) {
	f, _, err := parseConfigWithDocument(data)
	return f, err
}

// parseConfigWithDocument also returns the YAML document for edits; its Content is empty for an
// empty file.
func parseConfigWithDocument(data []byte) (f Config, doc *yaml.Node, err error) {
	doc = &yaml.Node{}
	if len(data) > maxConfigBytes {
		return f, doc, &memory.FieldError{Field: ConfigFileName, Problem: "the file is larger than 1 MiB"}
	}
	if err := yaml.Unmarshal(data, doc); err != nil {
		return f, doc, yamlSyntaxFieldError(err)
	}
	if len(doc.Content) == 0 || isNullNode(doc.Content[0]) {
		return f, doc, nil
	}
	err = forEachYAMLFieldRefusingDuplicates(doc.Content[0], "the file", func(key string, v *yaml.Node) error {
		switch key {
		case "memory_extractor":
			return parseYAMLText(v, key, &f.Extractor)
		case "embedding":
			return parseYAMLText(v, key, &f.Embedding)
		case "providers":
			return forEachYAMLItem(v, key, func(n *yaml.Node) error {
				p, err := parseProviderNode(n)
				if err == nil {
					err = f.addProviderRefusingDuplicate(n, p)
				}
				return err
			})
		}
		return errUnknownField
	})
	return f, doc, err
}

func (f *Config) addProviderRefusingDuplicate(n *yaml.Node, p Provider) error {
	for _, q := range f.Providers {
		if q.Name == p.Name {
			return configLineError(n, "two providers are named "+strconv.Quote(p.Name))
		}
	}
	f.Providers = append(f.Providers, p)
	return nil
}

func parseProviderNode(n *yaml.Node) (Provider, error) {
	var p Provider
	err := forEachYAMLFieldRefusingDuplicates(n, "a provider", func(key string, v *yaml.Node) error {
		switch key {
		case "name":
			return parseYAMLText(v, key, &p.Name)
		case "title":
			return parseYAMLText(v, key, &p.Title)
		case "base_url":
			return parseYAMLText(v, key, &p.BaseURL)
		case "key":
			if err := parseYAMLText(v, key, &p.Key); err != nil {
				return err
			}
			return addLineToFieldError(v, validateKeyLocation(p.Key))
		case "models":
			return forEachYAMLItem(v, key, func(n *yaml.Node) error {
				m, err := parseModelIDOrMapping(n)
				p.Models = append(p.Models, m)
				return err
			})
		}
		return errUnknownField
	})
	if err != nil {
		return p, err
	}
	if p.Name == "" {
		return p, configLineError(n, "the provider has no name")
	}
	return p, addLineToFieldError(n, p.fillPresetNormalizeAndValidate())
}

// parseModelIDOrMapping reads a bare id or a mapping.
func parseModelIDOrMapping(n *yaml.Node) (ConfigModel, error) {
	var m ConfigModel
	if n.Kind == yaml.ScalarNode {
		return m, parseYAMLText(n, "models", &m.ID)
	}
	err := forEachYAMLFieldRefusingDuplicates(n, "a model", func(key string, v *yaml.Node) error {
		switch key {
		case "id":
			return parseYAMLText(v, key, &m.ID)
		case "size":
			return parseNonNegativeYAMLNumber(v, key, &m.Size)
		case "context":
			var tokens float64
			err := parseNonNegativeYAMLNumber(v, key, &tokens)
			m.Context = int(tokens)
			return err
		case "sees":
			return parseYAMLTakesPictures(v, key, &m.Sees)
		case "input_price":
			return parseNonNegativeYAMLNumber(v, key, &m.InputPrice)
		case "output_price":
			return parseNonNegativeYAMLNumber(v, key, &m.OutputPrice)
		}
		return errUnknownField
	})
	if err == nil && m.ID == "" {
		err = configLineError(n, "the model has no id")
	}
	return m, err
}

var errUnknownField = errors.New("unknown field")

// forEachYAMLFieldRefusingDuplicates calls fn for every field of a mapping and refuses unknown and
// repeated ones.
func forEachYAMLFieldRefusingDuplicates(n *yaml.Node, what string, fn func(key string, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return configLineError(n, what+" must consist of fields, such as name: ollama")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			return configLineError(k, "a field's name must be a word")
		}
		if seen[k.Value] {
			return configLineError(k, fmt.Sprintf("%s has the field %q twice", what, shortenFieldNameHidingPastedKey(k.Value)))
		}
		seen[k.Value] = true
		err := fn(k.Value, v)
		if errors.Is(err, errUnknownField) {
			return configLineError(k, fmt.Sprintf("%s can't have the field %q", what, shortenFieldNameHidingPastedKey(k.Value)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func forEachYAMLItem(n *yaml.Node, what string, fn func(*yaml.Node) error) error {
	if isNullNode(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		return configLineError(n, what+" must be a list; each entry begins with a hyphen")
	}
	for _, item := range n.Content {
		if err := fn(item); err != nil {
			return err
		}
	}
	return nil
}

func parseYAMLText(n *yaml.Node, what string, to *string) error {
	if isNullNode(n) {
		return nil
	}
	if n.Kind != yaml.ScalarNode {
		return configLineError(n, what+" must be text on one line")
	}
	*to = n.Value
	return nil
}

func parseYAMLTakesPictures(n *yaml.Node, what string, to *memory.Sight) error {
	if isNullNode(n) {
		return nil
	}
	var sees bool
	if n.Kind != yaml.ScalarNode || n.Decode(&sees) != nil {
		return configLineError(n, what+" must be true or false")
	}
	*to = memory.SightFromBool(sees)
	return nil
}

func parseNonNegativeYAMLNumber(n *yaml.Node, what string, to *float64) error {
	if isNullNode(n) {
		return nil
	}
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(v >= 0 && v <= 1e9) {
		return configLineError(n, what+" must be zero or a positive number")
	}
	*to = v
	return nil
}

func isNullNode(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func configLineError(n *yaml.Node, problem string) error {
	return &memory.FieldError{Field: fmt.Sprintf("%s, line %d", ConfigFileName, n.Line), Problem: problem}
}

// addLineToFieldError adds the line number to a *memory.FieldError.
func addLineToFieldError(n *yaml.Node, err error) error {
	var field *memory.FieldError
	if errors.As(err, &field) {
		return configLineError(n, field.Field+": "+field.Problem)
	}
	return err
}

var yamlLinePattern = lazyregexp.New(`line (\d+): (.*)`)

func yamlSyntaxFieldError(err error) error {
	field, problem := ConfigFileName, "this isn't valid YAML"
	if m := yamlLinePattern.FindStringSubmatch(err.Error()); m != nil {
		field, problem = ConfigFileName+", line "+m[1], "this isn't valid YAML ("+m[2]+")"
	}
	return &memory.FieldError{Field: field, Problem: problem}
}

// shortenFieldNameHidingPastedKey keeps a field name readable and hides a key that was pasted in
// its place.
func shortenFieldNameHidingPastedKey(s string) string {
	if len(s) > 24 {
		return s[:8] + "…"
	}
	return s
}

// configFile caches models.yaml and the active configuration. Safe for concurrent use.
type configFile struct {
	path, lastGoodPath string
	log                *slog.Logger

	mu       sync.Mutex
	stamp    fileStamp
	hasStamp bool // stamp is set
	exists   bool
	current  *Config // the active configuration; nil when there is none
	problem  error
}

type fileStamp struct {
	size    int64
	modTime time.Time
}

// activeConfigReloadedIfChanged returns the active configuration, whether models.yaml exists, and
// what is wrong with it. It rereads the file when size or modification time have changed, and while
// something is wrong at each call.
func (m *configFile) activeConfigReloadedIfChanged() (f *Config, exists bool, problem error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	info, err := os.Stat(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		m.hasStamp, m.exists, m.current, m.problem = false, false, nil, nil
		return nil, false, nil
	}
	var stamp fileStamp
	if err == nil {
		stamp = fileStamp{info.Size(), info.ModTime()}
	}
	if m.hasStamp && stamp == m.stamp && m.problem == nil {
		return m.current, true, nil
	}
	m.hasStamp, m.exists, m.stamp = true, true, stamp
	m.readConfigOrKeepLastGood()
	return m.current, true, m.problem
}

// readConfigOrKeepLastGood reads the file. A broken one leaves the active configuration unchanged;
// after a start that is the last good one.
func (m *configFile) readConfigOrKeepLastGood() {
	data, err := os.ReadFile(m.path)
	if err != nil {
		m.problem = &memory.FieldError{Field: ConfigFileName, Problem: "the file can't be read"}
	} else {
		var f Config
		if f, err = ParseConfig(data); err == nil {
			m.current, m.problem = &f, nil
			m.saveLastGoodCopy(data)
			return
		}
		m.problem = err
	}
	if m.current != nil {
		return
	}
	if data, err = os.ReadFile(m.lastGoodPath); err == nil {
		if f, err := ParseConfig(data); err == nil {
			m.current = &f
		}
	}
}

// saveLastGoodCopy keeps a copy of a valid file, in case the file is broken at the next start. A
// failure is only logged.
func (m *configFile) saveLastGoodCopy(data []byte) {
	if old, err := os.ReadFile(m.lastGoodPath); err == nil && string(old) == string(data) {
		return
	}
	if err := writeFileAtomically(m.lastGoodPath, data); err != nil {
		m.log.Warn("could not save a copy of models.yaml", "err", err)
	}
}
