package llm

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"strconv"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// maxConfigBytes bounds the size of models.yaml.
const maxFile = 1 << 20

// Config is the content of models.yaml.
type File struct {
	Extractor string // provider/model that extracts memories; empty = chosen by rule
	Embedding string // builtin, provider/model or a folder; empty = builtin
	Providers []Provider
}

// ParseConfig parses a models.yaml. Errors are *memory.FieldError whose field names the line and
// whose problem is a sentence. They never repeat the value of a key.
func ParseFile(data []byte) (File, error) {
	f, _, err := parseFile(data)
	return f, err
}

// parseConfig also returns the YAML document for edits; its Content is empty for an empty file.
func parseFile(data []byte) (f File, doc *yaml.Node, err error) {
	doc = &yaml.Node{}
	if len(data) > maxFile {
		return f, doc, &memory.FieldError{Field: FileName, Problem: "the file is larger than 1 MiB"}
	}
	if err := yaml.Unmarshal(data, doc); err != nil {
		return f, doc, syntaxError(err)
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return f, doc, nil
	}
	err = eachField(doc.Content[0], "the file", func(key string, v *yaml.Node) error {
		switch key {
		case "memory_extractor":
			return textOf(v, key, &f.Extractor)
		case "embedding":
			return textOf(v, key, &f.Embedding)
		case "providers":
			return eachItem(v, key, func(n *yaml.Node) error {
				p, err := parseProvider(n)
				if err == nil {
					err = f.add(n, p)
				}
				return err
			})
		}
		return errUnknownField
	})
	return f, doc, err
}

func (f *File) add(n *yaml.Node, p Provider) error {
	for _, q := range f.Providers {
		if q.Name == p.Name {
			return at(n, "there are two providers named "+strconv.Quote(p.Name))
		}
	}
	f.Providers = append(f.Providers, p)
	return nil
}

func parseProvider(n *yaml.Node) (Provider, error) {
	var p Provider
	err := eachField(n, "a provider", func(key string, v *yaml.Node) error {
		switch key {
		case "name":
			return textOf(v, key, &p.Name)
		case "base_url":
			return textOf(v, key, &p.BaseURL)
		case "key":
			if err := textOf(v, key, &p.Key); err != nil {
				return err
			}
			return lineOf(v, checkKey(p.Key))
		case "models":
			return eachItem(v, key, func(n *yaml.Node) error {
				m, err := parseModel(n)
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
		return p, at(n, "the provider has no name")
	}
	return p, lineOf(n, p.complete())
}

// parseModel reads a bare id or a mapping.
func parseModel(n *yaml.Node) (FileModel, error) {
	var m FileModel
	if n.Kind == yaml.ScalarNode {
		return m, textOf(n, "models", &m.ID)
	}
	err := eachField(n, "a model", func(key string, v *yaml.Node) error {
		switch key {
		case "id":
			return textOf(v, key, &m.ID)
		case "size":
			return numberOf(v, key, &m.Size)
		case "context":
			var tokens float64
			err := numberOf(v, key, &tokens)
			m.Context = int(tokens)
			return err
		}
		return errUnknownField
	})
	if err == nil && m.ID == "" {
		err = at(n, "the model has no id")
	}
	return m, err
}

var errUnknownField = errors.New("unknown field")

// eachField calls fn for every field of a mapping and refuses unknown and repeated ones.
func eachField(n *yaml.Node, what string, fn func(key string, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return at(n, what+" must be made of fields, such as name: ollama")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			return at(k, "a field's name must be a word")
		}
		if seen[k.Value] {
			return at(k, fmt.Sprintf("%s has the field %q twice", what, shorten(k.Value)))
		}
		seen[k.Value] = true
		err := fn(k.Value, v)
		if errors.Is(err, errUnknownField) {
			return at(k, fmt.Sprintf("%s has no field %q", what, shorten(k.Value)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func eachItem(n *yaml.Node, what string, fn func(*yaml.Node) error) error {
	if isNull(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		return at(n, what+" must be a list; every entry begins with a hyphen")
	}
	for _, item := range n.Content {
		if err := fn(item); err != nil {
			return err
		}
	}
	return nil
}

func textOf(n *yaml.Node, what string, to *string) error {
	if isNull(n) {
		return nil
	}
	if n.Kind != yaml.ScalarNode {
		return at(n, what+" must be a text in one line")
	}
	*to = n.Value
	return nil
}

func numberOf(n *yaml.Node, what string, to *float64) error {
	if isNull(n) {
		return nil
	}
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(v >= 0 && v <= 1e9) {
		return at(n, what+" must be a number that is not below zero")
	}
	*to = v
	return nil
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func at(n *yaml.Node, problem string) error {
	return &memory.FieldError{Field: fmt.Sprintf("%s, line %d", FileName, n.Line), Problem: problem}
}

// withLine adds the line number to a *memory.FieldError.
func lineOf(n *yaml.Node, err error) error {
	var field *memory.FieldError
	if errors.As(err, &field) {
		return at(n, field.Field+": "+field.Problem)
	}
	return err
}

var yamlLine = regexp.MustCompile(`line (\d+): (.*)`)

func syntaxError(err error) error {
	field, problem := FileName, "this is not YAML"
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		field, problem = FileName+", line "+m[1], "this is not YAML ("+m[2]+")"
	}
	return &memory.FieldError{Field: field, Problem: problem}
}

// truncateFieldName keeps a field name readable and hides a key that was pasted in its place.
func shorten(s string) string {
	if len(s) > 24 {
		return s[:8] + "…"
	}
	return s
}

// configFile caches models.yaml and the active configuration. Safe for concurrent use.
type modelsFile struct {
	path, good string
	log        *slog.Logger

	mu      sync.Mutex
	stamp   fileStamp
	known   bool // stamp is set
	exists  bool
	current *File // the active configuration; nil when there is none
	problem error
}

type fileStamp struct {
	size int64
	at   time.Time
}

// currentConfig returns the active configuration, whether models.yaml exists, and what is wrong
// with it. It rereads the file when size or modification time have changed.
func (m *modelsFile) read() (f *File, exists bool, problem error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	info, err := os.Stat(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		m.known, m.exists, m.current, m.problem = false, false, nil, nil
		return nil, false, nil
	}
	var stamp fileStamp
	if err == nil {
		stamp = fileStamp{info.Size(), info.ModTime()}
	}
	if m.known && stamp == m.stamp && m.problem == nil {
		return m.current, true, nil
	}
	m.known, m.exists, m.stamp = true, true, stamp
	m.load()
	return m.current, true, m.problem
}

// reloadConfig reads the file. A broken one leaves the active configuration unchanged; after a
// start that is the last good one.
func (m *modelsFile) load() {
	data, err := os.ReadFile(m.path)
	if err != nil {
		m.problem = &memory.FieldError{Field: FileName, Problem: "the file cannot be read"}
	} else {
		var f File
		if f, err = ParseFile(data); err == nil {
			m.current, m.problem = &f, nil
			m.keep(data)
			return
		}
		m.problem = err
	}
	if m.current != nil {
		return
	}
	if data, err = os.ReadFile(m.good); err == nil {
		if f, err := ParseFile(data); err == nil {
			m.current = &f
		}
	}
}

// saveLastGood keeps a copy of a valid file, in case the file is broken at the next start. A
// failure is only logged.
func (m *modelsFile) keep(data []byte) {
	if old, err := os.ReadFile(m.good); err == nil && string(old) == string(data) {
		return
	}
	if err := writeFile(m.good, data); err != nil {
		m.log.Warn("no copy of models.yaml could be kept", "err", err)
	}
}
