// Package prompts loads and renders the templates that are sent to models. A template is Markdown
// with placeholders in double braces, {{LIKE_THIS}}; README.md lists them. A file of the same name
// in the data folder's prompts/ directory overrides the built-in template.
package prompts

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed *.md
var builtin embed.FS

// Names of the templates.
const (
	System               = "system.md"
	Extraction           = "memory_extraction.md"
	ExtractionStructured = "memory_extraction_structured.md"
	Reconcile            = "reconcile.md"
	Summary              = "summary.md"
	BaseMemory           = "base_memory.md"
	Title                = "title.md"
	Continue             = "continue.md"
)

// requiredPlaceholders returns the placeholders that each template must contain.
func requiredPlaceholders() map[string][]string {
	return map[string][]string{
		System:               nil,
		Extraction:           {"EXISTING_MEMORIES", "EXISTING_CONTEXT", "USER_TEXT", "ASSISTANT_TEXT"},
		ExtractionStructured: {"EXISTING_MEMORIES", "EXISTING_CONTEXT", "USER_TEXT", "ASSISTANT_TEXT"},
		Reconcile:            {"NEW_FACTS", "KNOWN_FACTS"},
		Summary:              {"FORM", "PREVIOUS_SUMMARY", "MESSAGES"},
		BaseMemory:           {"CURRENT_TEXT", "OWN_LINES", "SUMMARIES", "FACTS", "MAX_WORDS"},
		Title:                {"USER_TEXT"},
		Continue:             nil,
	}
}

// Set is a loaded set of templates. It is immutable and safe for concurrent use.
type Set struct {
	templates map[string]string
	// OverrideProblems describes, in sentences, the override files that could not be used; the
	// built-in template is used instead.
	OverrideProblems []string
}

// LoadTemplatesWithOverrides reads the built-in templates and the overrides in dir; an empty or
// missing dir means no overrides.
func LoadTemplatesWithOverrides(dir string) (*Set, error) {
	s := &Set{templates: map[string]string{}}
	for name, placeholders := range requiredPlaceholders() {
		b, err := builtin.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read built-in prompt %s: %w", name, err)
		}
		s.templates[name] = string(b)
		if dir == "" {
			continue
		}
		override, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			s.OverrideProblems = append(s.OverrideProblems,
				fmt.Sprintf("prompts/%s cannot be read: the built-in prompt is used.", name))
			continue
		}
		if missing := firstMissingPlaceholder(string(override), placeholders); missing != "" {
			s.OverrideProblems = append(s.OverrideProblems,
				fmt.Sprintf("prompts/%s lacks {{%s}}: the built-in prompt is used.", name, missing))
			continue
		}
		s.templates[name] = string(override)
	}
	return s, nil
}

func firstMissingPlaceholder(text string, placeholders []string) string {
	for _, n := range placeholders {
		if !strings.Contains(text, "{{"+n+"}}") {
			return n
		}
	}
	return ""
}

// Render fills a template's placeholders in one pass: a placeholder inside a value stays text, and
// so does one that has no value. The result has no leading or trailing white space.
func (s *Set) Render(name string, values map[string]string) (string, error) {
	text, ok := s.templates[name]
	if !ok {
		return "", fmt.Errorf("no prompt named %q", name)
	}
	placeholder := regexp.MustCompile(`\{\{[A-Z_]+\}\}`)
	out := placeholder.ReplaceAllStringFunc(text, func(p string) string {
		if v, ok := values[p[2:len(p)-2]]; ok {
			return v
		}
		return p
	})
	return strings.TrimSpace(out), nil
}

// TemplateContentHash identifies the text of a template by the first 12 hexadecimal digits of its
// SHA-256. Background jobs are keyed by it.
func (s *Set) TemplateContentHash(name string) string {
	sum := sha256.Sum256([]byte(s.templates[name]))
	return hex.EncodeToString(sum[:6])
}
