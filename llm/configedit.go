package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// addProviderEdit returns the edit that appends a provider, or memory.ErrConflict if its name
// exists.
func addProviderEdit(p Provider) func(root *yaml.Node) error {
	return func(root *yaml.Node) error {
		list, i := ensureProviderListAndFindIndex(root, p.Name)
		if i >= 0 {
			return fmt.Errorf("add provider %s: %w", p.Name, memory.ErrConflict)
		}
		list.Content = append(list.Content, writeProviderToYAMLNode(&yaml.Node{Kind: yaml.MappingNode}, p))
		return nil
	}
}

// replaceProviderEdit returns the edit that replaces the provider called name; unknown names are
// memory.ErrNotFound.
func replaceProviderEdit(name string, p Provider) func(root *yaml.Node) error {
	return func(root *yaml.Node) error {
		list, i := ensureProviderListAndFindIndex(root, name)
		if i < 0 {
			return fmt.Errorf("change provider %s: %w", name, memory.ErrNotFound)
		}
		if _, other := ensureProviderListAndFindIndex(root, p.Name); other >= 0 && other != i {
			return fmt.Errorf("rename provider %s to %s: %w", name, p.Name, memory.ErrConflict)
		}
		writeProviderToYAMLNode(list.Content[i], p)
		return nil
	}
}

// removeProviderEdit returns the edit that deletes a provider; unknown names are
// memory.ErrNotFound.
func removeProviderEdit(name string) func(root *yaml.Node) error {
	return func(root *yaml.Node) error {
		list, i := ensureProviderListAndFindIndex(root, name)
		if i < 0 {
			return fmt.Errorf("remove provider %s: %w", name, memory.ErrNotFound)
		}
		list.Content = slices.Delete(list.Content, i, i+1)
		return nil
	}
}

// editAndSaveYAML applies change to the YAML document, validates the result and replaces the file
// atomically. Comments are kept; a broken file is left untouched and its error returned. Where
// there is no file yet, the new one starts with the providers of seed.
func (m *configFile) editAndSaveYAML(seed []Provider, change func(root *yaml.Node) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = encodeInitialConfig(seed)
	}
	if err != nil {
		return fmt.Errorf("edit %s: %w", ConfigFileName, err)
	}
	_, doc, err := parseConfigWithDocument(data)
	if err != nil {
		return err
	}
	root := ensureRootMapping(doc)
	if err := change(root); err != nil {
		return err
	}
	out, err := encodeYAML(doc)
	if err != nil {
		return err
	}
	f, err := ParseConfig(out)
	if err != nil {
		return fmt.Errorf("edit %s: the result is not usable: %w", ConfigFileName, err)
	}
	if err := writeFileAtomically(m.path, out); err != nil {
		return fmt.Errorf("edit %s: %w", ConfigFileName, err)
	}
	m.hasStamp, m.current, m.problem = false, &f, nil
	return nil
}

func encodeInitialConfig(ps []Provider) ([]byte, error) {
	doc := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{
		Kind: yaml.MappingNode,
		HeadComment: "Memoir's model providers; their order matters. Changes made in Settings are written to this file, " +
			"and your comments are kept.",
	}}}
	list, _ := ensureProviderListAndFindIndex(doc.Content[0], "")
	for _, p := range ps {
		list.Content = append(list.Content, writeProviderToYAMLNode(&yaml.Node{Kind: yaml.MappingNode}, p))
	}
	return encodeYAML(doc)
}

func encodeYAML(doc *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(doc); err != nil {
		return nil, fmt.Errorf("write %s: %w", ConfigFileName, err)
	}
	return b.Bytes(), nil
}

// ensureRootMapping returns the document's top-level mapping, creating it in an empty file.
func ensureRootMapping(doc *yaml.Node) *yaml.Node {
	if len(doc.Content) == 0 {
		doc.Kind = yaml.DocumentNode
		doc.Content = []*yaml.Node{{Kind: yaml.MappingNode}}
	}
	root := doc.Content[0]
	if isNullNode(root) {
		*root = yaml.Node{
			Kind: yaml.MappingNode, HeadComment: root.HeadComment, LineComment: root.LineComment, FootComment: root.FootComment,
		}
	}
	return root
}

// ensureProviderListAndFindIndex returns the list of providers, created if missing, and the index
// of name or -1.
func ensureProviderListAndFindIndex(root *yaml.Node, name string) (*yaml.Node, int) {
	list := yamlFieldValue(root, "providers")
	if list == nil {
		list = &yaml.Node{Kind: yaml.SequenceNode}
		root.Content = append(root.Content, newYAMLScalar("providers", "!!str"), list)
	}
	if isNullNode(list) {
		*list = yaml.Node{Kind: yaml.SequenceNode, HeadComment: list.HeadComment, LineComment: list.LineComment}
	}
	if len(list.Content) == 0 {
		list.Style = 0 // flow style [] would keep new entries on one line
	}
	for i, n := range list.Content {
		if v := yamlFieldValue(n, "name"); v != nil && v.Value == name {
			return list, i
		}
	}
	return list, -1
}

func yamlFieldValue(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func newYAMLScalar(v, tag string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: v}
}

// setOrRemoveYAMLField sets a string field in place, keeping the comments around it. An empty value
// removes the field.
func setOrRemoveYAMLField(n *yaml.Node, key, value string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != key {
			continue
		}
		v := n.Content[i+1]
		if value == "" {
			n.Content = slices.Delete(n.Content, i, i+2)
		} else if v.Value != value || v.Tag == "!!null" {
			v.Kind, v.Tag, v.Value, v.Style = yaml.ScalarNode, "!!str", value, 0
		}
		return
	}
	if value == "" {
		return
	}
	pair := []*yaml.Node{newYAMLScalar(key, "!!str"), newYAMLScalar(value, "!!str")}
	if i := slices.IndexFunc(n.Content, func(v *yaml.Node) bool { return v.Value == "providers" }); i >= 0 {
		n.Content = slices.Insert(n.Content, i, pair...) // above the long list of providers
		return
	}
	n.Content = append(n.Content, pair...)
}

// writeProviderToYAMLNode writes p into a mapping, touching only the fields that change.
func writeProviderToYAMLNode(n *yaml.Node, p Provider) *yaml.Node {
	setOrRemoveYAMLField(n, "name", p.Name)
	setOrRemoveYAMLField(n, "title", p.Title)
	if old := yamlFieldValue(n, "base_url"); old == nil || !normalizedBaseURLEquals(old.Value, p.BaseURL) {
		setOrRemoveYAMLField(n, "base_url", p.BaseURL)
	}
	setOrRemoveYAMLField(n, "key", p.Key)
	if old := yamlFieldValue(n, "models"); old != nil && yamlHasSameModels(old, p.Models) {
		return n
	}
	setOrRemoveYAMLField(n, "models", "")
	if len(p.Models) == 0 {
		return n
	}
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, m := range p.Models {
		entry := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
		entry.Content = append(entry.Content, newYAMLScalar("id", "!!str"), newYAMLScalar(m.ID, "!!str"))
		if m.Size > 0 {
			size := strconv.FormatFloat(m.Size, 'f', -1, 64)
			entry.Content = append(entry.Content, newYAMLScalar("size", "!!str"), newYAMLScalar(size, yamlIntOrFloatTag(m.Size)))
		}
		if m.Context > 0 {
			entry.Content = append(
				entry.Content,
				newYAMLScalar("context", "!!str"),
				newYAMLScalar(strconv.Itoa(m.Context), "!!int"),
			)
		}
		if m.Sees != memory.SightUnknown {
			sees := strconv.FormatBool(m.Sees == memory.SightYes)
			entry.Content = append(entry.Content, newYAMLScalar("sees", "!!str"), newYAMLScalar(sees, "!!bool"))
		}
		for _, price := range []struct {
			key   string
			value float64
		}{{"input_price", m.InputPrice}, {"output_price", m.OutputPrice}} {
			if price.value > 0 {
				text := strconv.FormatFloat(price.value, 'f', -1, 64)
				entry.Content = append(entry.Content, newYAMLScalar(price.key, "!!str"),
					newYAMLScalar(text, yamlIntOrFloatTag(price.value)))
			}
		}
		list.Content = append(list.Content, entry)
	}
	n.Content = append(n.Content, newYAMLScalar("models", "!!str"), list)
	return n
}

func yamlIntOrFloatTag(v float64) string {
	if v == float64(int64(v)) {
		return "!!int"
	}
	return "!!float"
}

func normalizedBaseURLEquals(a, b string) bool {
	x, err := NormalizeBaseURL(a)
	return err == nil && x == b
}

func yamlHasSameModels(n *yaml.Node, want []ConfigModel) bool {
	var have []ConfigModel
	err := forEachYAMLItem(n, "models", func(item *yaml.Node) error {
		m, err := parseModelIDOrMapping(item)
		have = append(have, m)
		return err
	})
	return err == nil && slices.Equal(have, want)
}
